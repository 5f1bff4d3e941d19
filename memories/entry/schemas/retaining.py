"""Writes: what is offered, alone or in a batch, and what becomes of it."""

from typing import Any
from uuid import UUID

from pydantic import Field

from memories.domain.vocabulary import Outcome
from memories.entry.schemas.base import Asked, Moment, OuterId, Outgoing, Owned, Share
from memories.entry.schemas.memories import Content, KindIn, MemoryAnswer, SourceIn, memory_answer
from memories.services.offers import Offer
from memories.services.retain import BatchResult
from memories.services.shapes import Retained

BATCH_LIMIT = 1000


class RetainRequest(Owned):
    """A statement to remember. ``null`` means the same as leaving a field out."""

    content: Content
    kind: KindIn | None = None
    source: SourceIn | None = None
    confidence: Share | None = None
    metadata: dict[str, Any] | None = None
    event_time: Moment | None = None
    expires_at: Moment | None = None
    conversation_id: OuterId | None = None
    message_id: OuterId | None = None
    pinned: bool | None = None

    def offer(self) -> Offer:
        """The request as the use case takes it."""
        given = {name: getattr(self, name) for name in type(self).model_fields if name != "user_id"}
        return Offer(**{name: value for name, value in given.items() if value is not None})


class DryRun(Asked):
    """Whether only to say what would happen."""

    dry_run: bool = False


class BatchRequest(Owned):
    """Up to 1,000 statements. ``user_id`` holds for the items that name nobody themselves."""

    items: list[Any] = Field(
        min_length=1,
        max_length=BATCH_LIMIT,
        json_schema_extra={"items": {"type": "object", "description": "Each as a RetainRequest."}},
    )


class SignalAnswer(Outgoing):
    """One reason of a verdict; ``start`` and ``end`` are characters of the content."""

    name: str
    weight: float
    owasp: str
    start: int
    end: int
    reason_code: str


class ScreeningAnswer(Outgoing):
    """What the gate decided and why."""

    verdict: str
    risk: float
    signals: list[SignalAnswer]


class RetainAnswer(Outgoing):
    """What became of an offered write."""

    id: UUID | None
    outcome: Outcome
    memory: MemoryAnswer | None
    screening: ScreeningAnswer
    merged_into: UUID | None = None
    superseded: list[UUID] = []
    case_id: UUID | None = None


class BatchItemAnswer(Outgoing):
    """What became of one item: its status is the one it would have got alone."""

    index: int
    status: int
    outcome: Outcome | None = None
    id: UUID | None = None
    case_id: UUID | None = None
    code: str | None = None
    detail: str | None = None


class BatchAnswer(Outgoing):
    """Results in the order of the items."""

    results: list[BatchItemAnswer]


_STATUS = {
    Outcome.STORED: 201,
    Outcome.TO_CONFIRM: 201,
    Outcome.MERGED: 200,
    Outcome.PAUSED: 200,
    Outcome.QUARANTINED: 202,
    Outcome.BLOCKED: 422,
}


def retain_answer(retained: Retained) -> RetainAnswer:
    """Shape the outcome of a write."""
    return RetainAnswer(
        id=retained.id,
        outcome=Outcome(retained.outcome),
        memory=memory_answer(retained.memory) if retained.memory else None,
        screening=ScreeningAnswer.model_validate(retained.screening),
        merged_into=retained.merged_into,
        superseded=list(retained.superseded),
        case_id=retained.case_id,
    )


def retain_status(retained: Retained) -> int:
    """The HTTP status of an outcome."""
    return _STATUS[Outcome(retained.outcome)]


def batch_item(index: int, result: BatchResult) -> BatchItemAnswer:
    """Shape the result of one item."""
    if result.retained is None:
        refusal = result.refusal
        return BatchItemAnswer(
            index=index,
            status=refusal.status if refusal else 500,
            code=refusal.code if refusal else "internal",
            detail=refusal.message if refusal else None,
        )
    retained = result.retained
    status = retain_status(retained)
    return BatchItemAnswer(
        index=index,
        status=status,
        outcome=Outcome(retained.outcome),
        id=retained.id,
        case_id=retained.case_id,
        code="blocked" if retained.outcome == Outcome.BLOCKED else None,
    )
