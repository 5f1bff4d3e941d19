"""Ways to read one text: as written, folded to plain letters, joined, decoded. Each knows its original
offsets.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memories.domain.han_variants import to_simplified
from memories.domain.look_alikes import LATIN_TWINS
from memories.domain.text import INVISIBLE
from memories.domain.wording.spaced_words import SPACED_WORDS


@dataclass(frozen=True)
class View:
    """``text`` as somebody could read it; ``starts[i]``/``ends[i]`` say where its character i came from."""

    name: str
    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the place in the original text that characters ``start`` to ``end`` of this view came
        from.
        """
        if start >= end or not self.text:
            return (0, 0)
        return self.starts[start], self.ends[end - 1]

    def derive(self, name: str, pieces: Sequence[tuple[str, int, int]]) -> "View":
        """Return a view made of ``pieces``: new text, and the range of this view that it stands for."""
        text: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        for piece, start, end in pieces:
            text.append(piece)
            if len(piece) == end - start:
                starts.extend(self.starts[start:end])
                ends.extend(self.ends[start:end])
            elif piece:
                first, last = self.span(start, end)
                starts.extend([first] * len(piece))
                ends.extend([last] * len(piece))
        return View(name, "".join(text), starts, ends)


def as_written(text: str) -> View:
    """Return the text itself as a view."""
    return View("raw", text, range(len(text)), range(1, len(text) + 1))


def folded(text: str) -> View:
    """Return the text in plain lower-case letters: invisible characters gone, widths, look-alikes, accents
    and traditional characters folded, runs of spaces single. Rules are written against this form.
    """
    return _mapped("plain", text, fold=_fold_char)


def narrowed(text: str) -> View:
    """Return the text with widths folded and invisible characters gone, but case and letters as written."""
    return _mapped("narrow", text, fold=_narrow_char)


def refolded(view: View) -> View:
    """Return a decoded view folded like ``folded``; places keep pointing at the original text."""
    plain = folded(view.text)
    starts = [view.starts[at] for at in plain.starts]
    return View(view.name, plain.text, starts, [view.ends[at - 1] for at in plain.ends])


def _mapped(name: str, text: str, *, fold: Callable[[str], str]) -> View:
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for index, char in enumerate(text):
        plain = fold(char)
        if plain == " " and chars and chars[-1] == " ":
            ends[-1] = index + 1
            continue
        for one in plain:
            chars.append(one)
            starts.append(index)
            ends.append(index + 1)
    return View(name, "".join(chars), starts, ends)


@lru_cache(maxsize=8192)
def _fold_char(char: str) -> str:
    if char == "\n" or char in "\r\u2028\u2029\x0b\x0c":
        return "\n"
    if INVISIBLE.match(char) or "\u0300" <= char <= "\u036f":
        return ""
    compatible = unicodedata.normalize("NFKC", char).casefold()
    letters = "".join(LATIN_TWINS.get(one) or _without_accent(one) for one in compatible)
    return " " if letters.isspace() or not letters.strip("\x00\x1f") else to_simplified(letters)


@lru_cache(maxsize=8192)
def _narrow_char(char: str) -> str:
    if INVISIBLE.match(char):
        return ""
    compatible = unicodedata.normalize("NFKC", char)
    # Characters that fold to several (㎏, ﷺ) stay: a number must not gain digits.
    return compatible if len(compatible) == 1 else char


def _without_accent(char: str) -> str:
    base = unicodedata.normalize("NFD", char)[0]
    return base if base.isascii() else char


_SEPARATED_LETTERS = re.compile(r"(?<![a-z0-9])[a-z](?:[^a-z0-9\n]{1,3}[a-z](?![a-z0-9])){3,}")
_HAN = "\u3400-\u9fff"
_SEPARATED_HAN = re.compile(rf"[{_HAN}](?:[^\w\n]{{1,3}}[{_HAN}]){{3,}}")
_HAN_NOISE = re.compile(rf"(?<=[{_HAN}])[ .·•*_~|/\\+=^`'\"-]{{1,3}}(?=[{_HAN}])")


def joined(view: View) -> View | None:
    """Return ``view`` with letters and characters joined that were written apart, or ``None`` if none
    were.
    """
    pieces: list[tuple[str, int, int]] = []
    at = 0
    for start, end, text in _joins(view.text):
        if start >= at:
            pieces += [(view.text[at:start], at, start), (text, start, end)]
            at = end
    if not pieces:
        return None
    return view.derive("joined", [*pieces, (view.text[at:], at, len(view.text))])


def _joins(text: str) -> list[tuple[int, int, str]]:
    found = [(m.start(), m.end(), _join_letters(m.group())) for m in _SEPARATED_LETTERS.finditer(text)]
    found += [(m.start(), m.end(), re.sub(r"[^\w]", "", m.group())) for m in _SEPARATED_HAN.finditer(text)]
    found += [(m.start(), m.end(), "") for m in _HAN_NOISE.finditer(text)]
    return sorted(found, key=lambda join: (join[0], -join[1]))


def _join_letters(spaced: str) -> str:
    """Join single letters and find the words again: the longest known one each time."""
    letters = re.sub(r"[^a-z]", "", spaced)
    words: list[str] = []
    at = 0
    while at < len(letters):
        length = next((n for n in range(14, 1, -1) if letters[at : at + n] in SPACED_WORDS), 0)
        if length or not words or words[-1] in SPACED_WORDS:
            words.append(letters[at : at + (length or 1)])
        else:
            words[-1] += letters[at]
        at += length or 1
    return " ".join(words)


_LEAST_LEET_WORDS = 2
_LEET = str.maketrans("013457@$!|", "oieastasil")
_LEET_WORD = re.compile(
    r"(?<![\w@.])(?=[a-z013457@$!|]{0,23}[a-z])(?=[a-z]{0,23}[013457@$!|])[a-z013457@$!|]{3,24}(?![\w@])"
)


def without_leet(view: View) -> View | None:
    """Return ``view`` with digits and signs inside words read as the letters they look like, or ``None``."""
    words = list(_LEET_WORD.finditer(view.text))
    if len(words) < _LEAST_LEET_WORDS:
        return None
    pieces: list[tuple[str, int, int]] = []
    at = 0
    for word in words:
        pieces += [(view.text[at : word.start()], at, word.start())]
        pieces += [(word.group().translate(_LEET), word.start(), word.end())]
        at = word.end()
    return view.derive("leet", [*pieces, (view.text[at:], at, len(view.text))])
