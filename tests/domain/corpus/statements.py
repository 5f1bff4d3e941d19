"""The authored statements of this folder: single sentences by hand, and patterns filled with slots."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
LEARNT = (1, 2, 3, 6, 7)
HELD_BACK = (4, 5, 8)
"""4 and 5 hold orders and harmless statements, 8 everyday conversation."""
Labelled = tuple[str, bool]
"""A statement and whether it is an order to misbehave."""

_SLOT = re.compile(r"\{(\w+)\}")
# Name of the grammar, whether it makes orders, and how often each of its patterns is filled.
_GRAMMARS = (
    ("orders", True, 16),
    ("harmless", False, 16),
    ("facts", False, 16),
    ("requests", False, 10),
    ("private", False, 6),
    ("chat", False, 16),
    ("chatty", True, 16),
)


def by_hand(number: int) -> list[Labelled]:
    """Return collection ``number``: ``LEARNT`` are learnt from, ``HELD_BACK`` never are."""
    found: list[Labelled] = []
    is_order = False
    for line in _lines(f"statements_{number}.txt"):
        if line.startswith("# "):
            is_order = line.startswith("# orders")
        else:
            found.append((line.replace("\\n", "\n"), is_order))
    return found


def from_grammars(*, seed: int) -> Iterator[Labelled]:
    """Yield filled patterns, some of each, always the same for one ``seed``."""
    chance = random.Random(seed)
    for name, is_order, how_many in _GRAMMARS:
        for language in ("en", "zh"):
            slots, patterns = _grammar(f"grammar_{name}_{language}.txt")
            for pattern in patterns:
                yield from ((_fill(pattern, slots=slots, chance=chance), is_order) for _ in range(how_many))


def _grammar(file: str) -> tuple[dict[str, list[str]], list[str]]:
    """Lines ``slot = one | other`` name what may stand in ``{slot}``; all other lines are patterns."""
    slots: dict[str, list[str]] = {}
    patterns: list[str] = []
    for line in _lines(file):
        if match := re.match(r"(\w+) = (.*)", line):
            slots[match.group(1)] = match.group(2).split(" | ")
        else:
            patterns.append(line.replace("\\n", "\n"))
    return slots, patterns


def _lines(file: str) -> list[str]:
    return [line for line in (HERE / file).read_text(encoding="utf-8").splitlines() if line]


def _fill(pattern: str, *, slots: dict[str, list[str]], chance: random.Random) -> str:
    while _SLOT.search(pattern):
        pattern = _SLOT.sub(lambda slot: chance.choice(slots[slot.group(1)]), pattern, count=1)
    tidy = re.sub(r" +([,.;:])", r"\1", pattern)
    return tidy[0].upper() + tidy[1:]
