"""What text is before anyone judges it: normal form, malformed parts, short forms for people."""

import re
import unicodedata
from dataclasses import dataclass

SUMMARY_LIMIT = 50
"""Longest summary in characters (requirements, section 1)."""

_INVISIBLE_RANGES = (
    "\u00ad"  # soft hyphen
    "\u034f"  # combining grapheme joiner
    "\u061c"  # Arabic letter mark (bidi)
    "\u115f\u1160\u3164\uffa0"  # Hangul fillers
    "\u17b4\u17b5"  # Khmer inherent vowels
    "\u180b-\u180f"  # Mongolian selectors and vowel separator
    "\u200b-\u200f"  # zero-width space, joiners, direction marks
    "\u202a-\u202e"  # bidi embeddings and overrides
    "\u2060-\u206f"  # word joiner, invisible operators, bidi isolates
    "\ufe00-\ufe0f"  # variation selectors
    "\ufeff"  # byte order mark
    "\ufff9-\ufffb"  # interlinear annotation
    "\U0001d173-\U0001d17a"  # musical format controls
    "\U000e0000-\U000e0fff"  # tag characters and supplementary variation selectors
)
INVISIBLE = re.compile(f"[{_INVISIBLE_RANGES}]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_SPACE = re.compile(r"\s+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BLANK = re.compile(f"[\\s{_INVISIBLE_RANGES}\u2800\x00-\x1f\x7f-\x9f]*")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60\u3001-\u303f\U00020000-\U0003ffff]")
# A cut must not fall before one of these: it would tear an emoji or an accented letter in two.
_JOINED_TO_LEFT = re.compile("[\u0300-\u036f\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")


@dataclass(frozen=True)
class Malformed:
    """A place that no store can keep: ``reason`` is ``nul`` or ``surrogate``."""

    reason: str
    position: int


def normalise(text: str) -> str:
    """Return the form whose digest tells duplicates: NFKC, case folded, no invisible characters, single
    spaces.

    Idempotent, so a stored normal form may be normalised again. Lone surrogates are kept as they are.
    """
    folded = _fold(text)
    for _ in range(3):  # NFKC of a case-folded text may fold once more; two rounds settle all of Unicode
        again = _fold(folded)
        if again == folded:
            break
        folded = again
    return folded


def _fold(text: str) -> str:
    seen = _CONTROL.sub(" ", INVISIBLE.sub("", text))
    composed = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())
    return _SPACE.sub(" ", INVISIBLE.sub("", composed)).strip()


def is_blank(text: str) -> bool:
    """True when nothing in ``text`` can be seen: only spaces, controls and zero-width characters."""
    return _BLANK.fullmatch(text) is not None


def find_malformed(text: str) -> Malformed | None:
    """Return the first NUL or lone surrogate (neither PostgreSQL nor UTF-8 can hold them), or ``None``."""
    nul = text.find("\x00")
    surrogate = _SURROGATE.search(text)
    if surrogate and (nul < 0 or surrogate.start() < nul):
        return Malformed("surrogate", surrogate.start())
    return Malformed("nul", nul) if nul >= 0 else None


def first_line(text: str, *, limit: int = 80) -> str:
    """Return the first line that can be seen, at most ``limit`` characters, ``…`` marking a cut."""
    for line in text.splitlines():
        if not is_blank(line):
            return _shorten(_SPACE.sub(" ", line).strip(), limit=limit)
    return ""


def summarise(text: str, *, limit: int = SUMMARY_LIMIT) -> str:
    """Return ``text`` in at most ``limit`` characters: whole, else its first sentence, else cut at a word.

    Chinese is cut between characters, never inside an emoji or a Latin word; ``…`` marks a cut.
    """
    line = _SPACE.sub(" ", INVISIBLE_BUT_EMOJI.sub("", text)).strip()
    if len(line) <= limit:
        return line
    sentence = _FIRST_SENTENCE.match(line, 0, limit + 1)
    if sentence and limit // 3 <= sentence.end() <= limit:
        return sentence.group().rstrip()
    return _shorten(line, limit=limit)


# Joiners and variation selectors stay: they hold emoji together.
INVISIBLE_BUT_EMOJI = re.compile("[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\x00]")
_FIRST_SENTENCE = re.compile(r"[^。！？!?.]*(?:[。！？!?]+|\.(?=\s))")


def _shorten(line: str, *, limit: int) -> str:
    if len(line) <= limit:
        return line
    if limit <= 1:
        return line[:limit]
    cut = limit - 1
    while cut > 0 and _JOINED_TO_LEFT.match(line[cut]) or cut > 0 and line[cut - 1] == "\u200d":
        cut -= 1
    return line[: _word_boundary(line, cut=cut)].rstrip(" ,;:，、；：") + "…"


def _word_boundary(line: str, *, cut: int) -> int:
    """Move ``cut`` left to the end of a word, unless that would drop more than half of the text."""
    at = cut
    while at > cut // 2:
        before, after = line[at - 1], line[at]
        if before.isspace() or after.isspace() or _CJK.match(before) or _CJK.match(after):
            return at
        at -= 1
    return cut
