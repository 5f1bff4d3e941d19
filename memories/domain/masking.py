"""Masks over private data: overlapping findings become one mask, and nothing of a secret stays."""

import unicodedata
from collections.abc import Iterable
from dataclasses import replace

from memories.domain.signals import SECRET, Signal

_LAST_DIGITS_SHOWN = frozenset({"id_card", "bank_card", "mobile", "iban", "phone"})
"""Types whose last four characters stay, so that a person can tell which one was meant."""


def mask(text: str, *, signals: Iterable[Signal]) -> str:
    """Return ``text`` with the place of every signal replaced by the name of what stood there."""
    parts: list[str] = []
    at = 0
    for start, end, label in _regions(text, signals):
        parts += [text[at:start], label]
        at = end
    return "".join([*parts, text[at:]])


def _regions(text: str, signals: Iterable[Signal]) -> list[tuple[int, int, str]]:
    regions: list[tuple[int, int, Signal]] = []
    placed = (signal for signal in signals if signal.start < signal.end)
    for signal in sorted(placed, key=lambda one: (one.start, -one.end)):
        if regions and signal.start < regions[-1][1]:
            start, end, chief = regions[-1]
            regions[-1] = (start, max(end, signal.end), _graver(chief, signal))
        else:
            regions.append((signal.start, signal.end, signal))
    return [(start, end, _label(text[start:end], chief)) for start, end, chief in regions]


def _graver(one: Signal, other: Signal) -> Signal:
    """The secret, else the longer: its name is the one people should read."""
    return max((one, other), key=lambda signal: (signal.name == SECRET, signal.end - signal.start))


def _label(value: str, signal: Signal) -> str:
    if signal.name == SECRET:
        # A space, not a colon: "secret: …" would be read as a told secret when the text comes back.
        return f"[{SECRET} {signal.reason_code}]"
    narrow = unicodedata.normalize("NFKC", value)
    tail = "".join(char for char in narrow if char.isdigit() or char in "xX")[-4:]
    shown = f" …{tail}" if signal.reason_code in _LAST_DIGITS_SHOWN else ""
    return f"[{signal.reason_code}{shown}]"


def relocated(text: str, *, signals: Iterable[Signal], masked: Iterable[Signal]) -> list[Signal]:
    """Return ``signals`` with their places counted in the text that ``mask(text, signals=masked)`` gives.

    A place inside a mask becomes the whole mask.
    """
    regions = _regions(text, masked)
    return [
        replace(s, start=_moved(s.start, regions), end=_moved(s.end, regions, is_end=True)) for s in signals
    ]


def _moved(at: int, regions: list[tuple[int, int, str]], *, is_end: bool = False) -> int:
    shift = 0
    for start, end, label in regions:
        if at >= end:
            shift += len(label) - (end - start)
        elif at > start:
            return start + shift + (len(label) if is_end else 0)
    return at + shift
