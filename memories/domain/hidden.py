"""Characters that people do not see but machines read: each kind found is a signal the reviewer can look
at.
"""

import re
from collections.abc import Iterator

from memories.domain.look_alikes import MIXED_SCRIPTS
from memories.domain.signals import PROMPT_INJECTION, Signal
from memories.domain.views import View

HIDDEN = "hidden_characters"

_LEAST_HIDDEN = 4  # fewer characters spell no order
_TAG_BASE = 0xE0000
_SELECTOR_BASE, _SELECTOR_END, _SELECTOR_MORE = 0xFE00, 0xFE10, 0xE0100

_FLAG = re.compile("\U0001f3f4[\U000e0061-\U000e007a\U000e0030-\U000e0039]{2,6}\U000e007f")
_TAGS = re.compile("[\U000e0000-\U000e007f]+")
_SELECTOR_RUN = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]+")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
# Joiners are part of the spelling of Arabic and Indian scripts and of emoji; between these letters they are
# not.
_PLAIN_LETTER = "0-9A-Za-z\u00c0-\u024f\u0370-\u052f\u3040-\u30ff\u3400-\u9fff"
_ZERO_WIDTH = "\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0"
_SPLIT_WORD = re.compile(f"(?<=[{_PLAIN_LETTER}])[{_ZERO_WIDTH}]+(?=[{_PLAIN_LETTER}])")
_SOFT_HYPHENS = re.compile("(?:\\w\u00ad\\w[^\u00ad]{0,12}){3}")
_CONTROLS = re.compile("\x1b\\[[0-9;]{0,12}[A-Za-z]|[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]|\x1b")
_MIXED = re.compile(MIXED_SCRIPTS, re.IGNORECASE)

_RULES = (
    ("split_word", _SPLIT_WORD, 0.5),
    ("variation_selectors", _SELECTOR_RUN, 0.75),
    ("soft_hyphens", _SOFT_HYPHENS, 0.3),
    ("control_characters", _CONTROLS, 0.3),
    ("mixed_scripts", _MIXED, 0.5),
)


def find_hidden(text: str) -> Iterator[Signal]:
    """Yield one signal for each kind of hidden or confusable character in ``text``, at its first place."""
    if text.isascii() and text.isprintable():
        return
    for code, pattern, weight in _RULES:
        if match := pattern.search(text):
            yield _signal(code, match, weight=weight)
    yield from _find_bidi(text)
    yield from _find_tags(text)


def revealed(view: View) -> Iterator[View]:
    """Yield what tag characters and variation selectors spell when they are read as bytes."""
    for name, pattern, read in (("tags", _TAGS, _read_tags), ("selectors", _SELECTOR_RUN, _read_selectors)):
        for match in pattern.finditer(view.text):
            if len(hidden := read(match.group())) >= _LEAST_HIDDEN:
                yield view.derive(name, [(hidden, match.start(), match.end())])


def _find_bidi(text: str) -> Iterator[Signal]:
    if match := _BIDI.search(text):
        natural = _RIGHT_TO_LEFT.search(text)
        yield _signal("bidi_control", match, weight=0.15 if natural else 0.5)


def _find_tags(text: str) -> Iterator[Signal]:
    flags = [match.span() for match in _FLAG.finditer(text)]
    for match in _TAGS.finditer(text):
        if not any(start <= match.start() < end for start, end in flags):
            yield _signal("tag_characters", match, weight=0.75)
            return


def _signal(code: str, match: re.Match[str], *, weight: float) -> Signal:
    return Signal(HIDDEN, weight, PROMPT_INJECTION, match.start(), match.end(), code)


def _read_tags(run: str) -> str:
    letters = (chr(ord(char) - _TAG_BASE) for char in run)
    return "".join(letter for letter in letters if letter.isprintable())


def _read_selectors(run: str) -> str:
    """Each selector stands for one byte: the first sixteen in the basic plane, the others above it."""
    codes = [ord(char) for char in run]
    data = bytes(
        code - _SELECTOR_BASE if code < _SELECTOR_END else (code - _SELECTOR_MORE + 16) % 256
        for code in codes
    )
    return data.decode("utf-8", errors="ignore")
