"""What changed between two texts, word by word, in English and Chinese: for people who compare versions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

import rjieba

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
# A space belongs to the word before it: fewer tokens, and no difference ends in a lone gap.
_TOKEN = re.compile(rf"(?P<han>[{_HAN}]+)|(?:(?![{_HAN}])\w)+\s*|[^\w\s]\s*|\s+")
_SENTENCE = re.compile(r"[^.!?。！？\n]*[.!?。！？\n]*\s*")
_COMPARABLE = 1_000_000
"""Largest product of token counts that is compared word by word; hostile repetition costs that many steps."""


class Change(StrEnum):
    """What became of a piece of text."""

    SAME = "same"
    INSERTED = "ins"
    DELETED = "del"


@dataclass(frozen=True)
class Piece:
    """A stretch of text that was kept, added or taken away."""

    op: Change
    text: str


def word_diff(old: str, new: str) -> list[Piece]:
    """Pieces whose kept and deleted texts join to ``old``, whose kept and inserted ones join to ``new``.

    Chinese is compared by words, not characters. Long texts that share little are compared by sentences, or
    as a whole.
    """
    head, tail, before, after = _trimmed(list(_words(old)), list(_words(new)))
    if len(before) * len(after) > _COMPARABLE:
        before, after = _sentences("".join(before)), _sentences("".join(after))
    if len(before) * len(after) > _COMPARABLE:
        before, after = ["".join(before)], ["".join(after)]
    middle = list(_compared(before, after))
    return _joined([Piece(Change.SAME, "".join(head)), *middle, Piece(Change.SAME, "".join(tail))])


def _words(text: str) -> Iterator[str]:
    for match in _TOKEN.finditer(text):
        if match["han"]:
            yield from rjieba.cut(match["han"])
        else:
            yield match.group()


def _sentences(text: str) -> list[str]:
    return [sentence for sentence in _SENTENCE.findall(text) if sentence]


def _trimmed(old: list[str], new: list[str]) -> tuple[list[str], list[str], list[str], list[str]]:
    """(common start, common end, rest of old, rest of new)."""
    start, shorter = 0, min(len(old), len(new))
    while start < shorter and old[start] == new[start]:
        start += 1
    end = 0
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return old[:start], old[len(old) - end :], old[start : len(old) - end], new[start : len(new) - end]


def _compared(old: Sequence[str], new: Sequence[str]) -> Iterator[Piece]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            yield Piece(Change.SAME, "".join(old[i1:i2]))
        else:
            yield Piece(Change.DELETED, "".join(old[i1:i2]))
            yield Piece(Change.INSERTED, "".join(new[j1:j2]))


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Without empty pieces, neighbours of one sort as one."""
    found: list[Piece] = []
    for piece in pieces:
        if not piece.text:
            continue
        if found and found[-1].op is piece.op:
            found[-1] = Piece(piece.op, found[-1].text + piece.text)
        else:
            found.append(piece)
    return found
