"""Recall: what an agent asks, and the explained answer."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from memories.domain.scoring import PRESETS
from memories.domain.vocabulary import Status
from memories.entry.schemas.base import Incoming, Moment, OuterId, Outgoing, Owned, Share, listed, span_of
from memories.entry.schemas.memories import KindIn, MemoryAnswer, ProvenanceAnswer, SourceIn, memory_answer
from memories.services.gate import CONTENT_LIMIT
from memories.services.recall import Recalled, Recollection
from memories.services.recall_pools import Query

MOST_HITS = 100

Scalar = str | int | float | bool | None


def _recallable(value: Any) -> Any:
    if value == Status.QUARANTINED:
        raise PydanticCustomError(
            "unknown_value", "Quarantined memories are read through a review case only."
        )
    return value


StatusIn = Annotated[Status, Field(strict=False), BeforeValidator(_recallable)]


class Span(Incoming):
    """A stretch of time, by when something happened or, unknown, was recorded. Either end may be open."""

    since: Moment | None = Field(default=None, alias="from")
    until: Moment | None = Field(default=None, alias="to")


def _spelled_out(value: Any) -> Any:
    """``"7d"`` stands for the seven days until now."""
    return {"from": datetime.now(UTC) - span_of(value)} if isinstance(value, str) else value


TimeRange = Annotated[
    Span,
    BeforeValidator(_spelled_out),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "pattern": r"^\d{1,5}[mhdw]$", "example": "7d"},
                {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {
                        "from": {"type": "string", "format": "date-time"},
                        "to": {"type": "string", "format": "date-time"},
                    },
                },
            ]
        }
    ),
]


class RecallFilters(Incoming):
    """Applied before anything is ranked. ``metadata`` values must be equal."""

    source: Annotated[list[SourceIn], BeforeValidator(listed)] | None = None
    status: Annotated[list[StatusIn], BeforeValidator(listed)] | None = None
    conversation_id: OuterId | None = None
    min_confidence: Share | None = None
    metadata: dict[str, Scalar] | None = Field(default=None, max_length=20)


class RecallRequest(Owned):
    """What to look for. ``expand_relations`` lets the turns before and after a memory speak for it."""

    query: str = Field(min_length=1, max_length=CONTENT_LIMIT)
    top_k: int = Field(default=8, ge=1, le=MOST_HITS)
    token_budget: int | None = Field(default=None, ge=1, le=1_000_000)
    kinds: Annotated[list[KindIn], BeforeValidator(listed)] | None = Field(default=None, max_length=10)
    time_range: TimeRange | None = None
    filters: RecallFilters | None = None
    include: list[Literal["to_confirm", "superseded", "archived", "expired"]] | None = Field(
        default=None, max_length=10
    )
    preset: str | None = Field(default=None, json_schema_extra={"enum": list(PRESETS)})
    as_of: Moment | None = None
    expand_relations: bool = True
    explain: bool = True

    @model_validator(mode="after")
    def _visible(self) -> "RecallRequest":
        if not self.query.strip():
            raise PydanticCustomError("blank", "query is empty.")
        return self

    def asked(self) -> Query:
        """The request as the use case takes it."""
        filters = self.filters or RecallFilters()
        span = self.time_range or Span()
        return Query(
            text=self.query,
            top_k=self.top_k,
            token_budget=self.token_budget,
            kinds=tuple(self.kinds or ()),
            since=span.since,
            until=span.until,
            sources=tuple(filters.source or ()),
            statuses=tuple(filters.status or ()),
            include=frozenset(self.include or ()),
            conversation_id=filters.conversation_id,
            min_confidence=filters.min_confidence or 0.0,
            metadata=filters.metadata or {},
            preset=self.preset or "",
            as_of=self.as_of,
            neighbours=self.expand_relations,
        )


class HitAnswer(Outgoing):
    """One hit, best first. The score is the weighted sum of ``parts`` times ``factors``, 0–1."""

    memory: MemoryAnswer
    score: float
    parts: dict[str, float]
    factors: dict[str, float]
    provenance: ProvenanceAnswer
    via: str


class RecallAnswer(Outgoing):
    """What was found. ``degraded``: without the embedding model, by keywords alone."""

    results: list[HitAnswer]
    rewritten_query: str
    took_ms: float
    cached: bool
    preset: str
    degraded: bool
    left_out: int = Field(description="Hits that did not fit into the token budget.")
    trace_id: UUID | None


def recall_answer(found: Recollection, *, explain: bool) -> RecallAnswer:
    """Shape a recall, with or without what its scores are made of."""
    return RecallAnswer(
        results=[_hit(hit, explain=explain) for hit in found.results],
        rewritten_query=found.rewritten_query,
        took_ms=found.took_ms,
        cached=found.cached,
        preset=found.preset,
        degraded=found.degraded,
        left_out=found.left_out,
        trace_id=found.trace_id,
    )


def _hit(hit: Recalled, *, explain: bool) -> HitAnswer:
    memory = memory_answer(hit.memory)
    return HitAnswer(
        memory=memory,
        score=hit.score,
        parts=hit.parts if explain else {},
        factors=hit.factors if explain else {},
        provenance=memory.provenance,
        via=hit.via,
    )
