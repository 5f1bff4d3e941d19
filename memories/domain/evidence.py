"""A text under judgement, cut at the edges of its evidence; what nobody can see is named instead of shown."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memories.domain.text import INVISIBLE

_UNSEEN = re.compile(f"(?:{INVISIBLE.pattern}|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f])+")
_OF_EMOJI = frozenset("\u200d\ufe0e\ufe0f")


@dataclass(frozen=True)
class Segment:
    """A stretch of the text; ``spans`` are the numbers (from 0) of the spans that cover it.

    ``hidden`` names invisible characters ("U+200B × 3") and is empty for text that can be seen.
    """

    text: str
    spans: tuple[int, ...] = ()
    hidden: str = ""


def segments(text: str, *, spans: Sequence[tuple[int, int]] = ()) -> list[Segment]:
    """Cut ``text`` at the edges of ``spans`` (start, end) and around invisible characters; nothing is lost.

    Spans may overlap, be empty, or reach beyond the text.
    """
    clipped = [(max(start, 0), min(end, len(text))) for start, end in spans]
    unseen = [match.span() for match in _UNSEEN.finditer(text) if not _in_emoji(text, match)]
    edges = {0, len(text), *(edge for span in (*clipped, *unseen) for edge in span)}
    ordered = sorted(edge for edge in edges if 0 <= edge <= len(text))
    hidden = {place for first, last in unseen for place in range(first, last)}
    found = []
    for start, end in zip(ordered, ordered[1:], strict=False):
        covering = tuple(n for n, (first, last) in enumerate(clipped) if first <= start and end <= last)
        part = text[start:end]
        found.append(Segment(part, covering, _named(part) if start in hidden else ""))
    return found


def merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same places as ``spans`` without overlaps, in order; empty spans are left out."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def evidence(text: str, *, start: int, end: int, limit: int = 80) -> str:
    """What stands at a place, with invisible characters named, at most ``limit`` characters long."""
    shown = "".join(f"[{part.hidden}]" if part.hidden else part.text for part in segments(text[start:end]))
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def _named(run: str) -> str:
    kinds = list(dict.fromkeys(run))
    codes = " … ".join(f"U+{ord(char):04X}" for char in ([kinds[0], kinds[-1]] if len(kinds) > 1 else kinds))
    return codes if len(run) == 1 else f"{codes} × {len(run)}"


def _in_emoji(text: str, match: re.Match[str]) -> bool:
    """Joiners and selectors after a symbol are how emoji are spelled, not something hidden."""
    before = text[match.start() - 1] if match.start() else ""
    return set(match.group()) <= _OF_EMOJI and before != "" and unicodedata.category(before)[0] == "S"
