"""The gate below every door: nothing becomes a memory's text without passing here."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from memories.domain.errors import Invalid
from memories.domain.masking import relocated
from memories.domain.policy import Policy
from memories.domain.screening import ScreeningContext, screen
from memories.domain.signals import MEMORY_POISONING, Signal
from memories.domain.text import find_malformed, is_blank
from memories.domain.vocabulary import Source, Verdict
from memories.services.shapes import ScreeningView, SignalView

logger = logging.getLogger(__name__)

CONTENT_LIMIT = 8000
"""Longest content in characters; longer texts are refused, never cut."""

METADATA_LIMIT = 16_000
"""Characters of all keys and values of one memory's metadata."""

_SHORTEST_PRIVATE = 6  # characters: ids and tags are not worth a screening each
_LESSON = Signal("lesson", 0.7, MEMORY_POISONING, 0, 0, "near_copy_of_rejected")


@dataclass(frozen=True)
class Judgement:
    """A verdict with the text and metadata as they may be stored (masked where it says so)."""

    verdict: Verdict
    risk: float
    signals: tuple[Signal, ...]
    content: str
    metadata: dict[str, Any]

    @property
    def view(self) -> ScreeningView:
        """The verdict for the outside: names, weights and offsets."""
        return ScreeningView(self.verdict.value, round(self.risk, 4), signal_views(self.signals))

    @property
    def codes(self) -> list[str]:
        """Names of the signals, for the ledger."""
        return sorted({signal.name for signal in self.signals})


def check_text(content: str) -> None:
    """Refuse text that cannot be a memory; raises ``Invalid`` with code ``blank``, ``too_long`` or
    ``malformed``."""
    if find_malformed(content):
        raise Invalid("The text holds a NUL or a broken character.", code="malformed", field="content")
    if is_blank(content):
        raise Invalid("The text is empty.", code="blank", field="content")
    if len(content) > CONTENT_LIMIT:
        raise Invalid(
            f"The text has {len(content)} characters; at most {CONTENT_LIMIT} are kept. Split it.",
            code="too_long",
            field="content",
        )


def judge(
    content: str, metadata: dict[str, Any], *, policy: Policy, source: Source, lesson_matched: bool = False
) -> Judgement:
    """Screen a text with its metadata. Fails closed: a screening that breaks sends the write to review."""
    evidence = (_LESSON,) if lesson_matched else ()
    context = ScreeningContext(source=source, metadata=dict(_strings(metadata)), evidence=evidence)
    try:
        screening = screen(content, policy=policy, context=context)
        masked_metadata = _masked(metadata, policy)
    except (ValueError, LookupError, ArithmeticError, RecursionError, TypeError, AttributeError):
        logger.exception("screening failed; the write is quarantined")
        failed = Signal("screening_failed", 1.0, MEMORY_POISONING, 0, len(content), "screening_failed")
        return Judgement(Verdict.QUARANTINE, policy.risk_threshold, (failed,), content, metadata)
    private = [signal for signal in screening.signals if signal.is_private]
    signals = relocated(content, signals=screening.signals, masked=private)
    verdict, risk = screening.verdict, screening.risk
    if lesson_matched and verdict in (Verdict.ALLOW, Verdict.MASK):
        # A near copy of a rejected write goes to a person, whatever else it looks like.
        verdict, risk = Verdict.QUARANTINE, max(risk, policy.risk_threshold)
    return Judgement(verdict, risk, tuple(signals), screening.masked_text, masked_metadata)


def check_metadata(metadata: dict[str, Any]) -> None:
    """Refuse metadata that is too large or cannot be stored; raises ``Invalid``."""
    size = 0
    for path, value in _strings(metadata):
        size += len(path) + len(value)
        if find_malformed(path) or find_malformed(value):
            raise Invalid("metadata holds a NUL or a broken character.", code="malformed", field="metadata")
        if size > METADATA_LIMIT:
            raise Invalid(
                f"metadata may hold {METADATA_LIMIT} characters.", code="too_long", field="metadata"
            )


def _strings(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every string in nested metadata with its path, the keys included."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _strings(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _strings(inner, f"{path}.{place}")
    else:
        yield path, ""


def _masked(value: Any, policy: Policy) -> Any:
    if isinstance(value, str):
        return screen(value, policy=policy).masked_text if len(value) >= _SHORTEST_PRIVATE else value
    if isinstance(value, dict):
        return {key: _masked(inner, policy) for key, inner in value.items()}
    if isinstance(value, list):
        return [_masked(inner, policy) for inner in value]
    return value


def signal_views(signals: tuple[Signal, ...]) -> tuple[SignalView, ...]:
    """Signals without text."""
    return tuple(SignalView(s.name, s.weight, s.owasp, s.start, s.end, s.reason_code) for s in signals)
