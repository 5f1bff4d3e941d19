"""All the ways a text can be read: plain, put together, and what it holds in an encoding."""

from collections.abc import Iterator
from itertools import islice

from memories.domain.encodings import decoded
from memories.domain.hidden import revealed
from memories.domain.views import View, as_written, folded, joined, without_leet

_MOST_PAYLOADS = 12  # of each kind; hostile text may hold thousands, and a few are enough to stop it


def plain_readings(text: str) -> Iterator[View]:
    """Yield the folded text, and with letters put together or digits read as letters where that changes
    it.
    """
    plain = folded(text)
    yield plain
    yield from filter(None, (joined(plain), without_leet(plain)))


def payloads(text: str) -> list[View]:
    """Return what invisible characters spell and what encoded runs say, those decoded twice included."""
    raw = as_written(text)
    found = list(islice(revealed(raw), _MOST_PAYLOADS))
    for once in islice(decoded(raw), _MOST_PAYLOADS):
        found.append(once)
        found.extend(islice(decoded(once), _MOST_PAYLOADS))
    return found[: 2 * _MOST_PAYLOADS]
