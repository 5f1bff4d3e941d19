"""What recall chooses from: who is eligible, the vector and keyword pools, and what neighbours add."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from memories.backends import embedder, memory_index
from memories.domain.ports import Eligibility, Vector
from memories.domain.scoring import share_of_best
from memories.domain.similarity import calibrate
from memories.domain.tokens import terms
from memories.domain.vocabulary import Kind, Source, Status
from memories.models import Conversation, Memory

POOL = 40
"""Candidates of each pool: 20 by the requirements; twice as many cost little and help long histories."""


@dataclass(frozen=True)
class Query:
    """What to look for. ``preset`` empty means the policy's."""

    text: str
    top_k: int = 8
    token_budget: int | None = None
    kinds: tuple[Kind, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    sources: tuple[Source, ...] = ()
    statuses: tuple[Status, ...] = ()
    include: frozenset[str] = frozenset()
    conversation_id: str | None = None
    min_confidence: float = 0.0
    metadata: Mapping[str, Any] = field(default_factory=dict)
    preset: str = ""
    as_of: datetime | None = None
    neighbours: bool = True


@dataclass(frozen=True)
class Pools:
    """Candidates by where they came from, each value 0–1."""

    vector: Mapping[UUID, float]
    keyword: Mapping[UUID, float]
    context: Mapping[UUID, float]

    @property
    def ids(self) -> list[UUID]:
        """Every pooled memory once."""
        return list({**self.vector, **self.keyword})

    def via(self, memory_id: UUID) -> str:
        """How a memory came into the pools."""
        if memory_id in self.vector and memory_id in self.keyword:
            return "vector+keyword"
        return "vector" if memory_id in self.vector else "keyword"


def pools_of(
    owner_id: UUID, query: Query, *, vector: Vector | None, eligible: Eligibility, now: datetime
) -> Pools:
    """Both pools of an owner for one query, and what the neighbours add; runs in the owner's scope."""
    index = memory_index()
    near: dict[UUID, float] = {}
    if vector is not None:
        tag = embedder().tag
        raw = index.vector_pool(
            owner_id=owner_id, tag=tag, vector=vector, eligible=eligible, now=now, limit=POOL
        )
        near = {memory_id: calibrate(cosine, tag) for memory_id, cosine in raw.items()}
    words = index.keyword_pool(
        owner_id=owner_id, terms=list(terms(query.text)), eligible=eligible, now=now, limit=POOL
    )
    keyword = share_of_best(words)
    context = _context(owner_id, near, keyword) if query.neighbours else {}
    return Pools(near, keyword, context)


def _context(owner_id: UUID, near: Mapping[UUID, float], keyword: Mapping[UUID, float]) -> dict[UUID, float]:
    """How well the neighbours of each pooled memory match: the turn before counts twice the turn after."""
    rows = Memory.objects.filter(owner_id=owner_id, id__in={*near, *keyword}, place__isnull=False)
    match: dict[tuple[UUID | None, int], float] = {}
    places: dict[UUID, tuple[UUID | None, int]] = {}
    for memory_id, conversation, place in rows.values_list("id", "conversation_id", "place"):
        places[memory_id] = (conversation, place or 0)
        match[places[memory_id]] = (near.get(memory_id, 0.0) + keyword.get(memory_id, 0.0)) / 2
    return {
        memory_id: (2 * match.get((at[0], at[1] - 1), 0.0) + match.get((at[0], at[1] + 1), 0.0)) / 3
        for memory_id, at in places.items()
    }


def eligibility(owner_id: UUID, query: Query) -> Eligibility:
    """What may be recalled at all, as the query asks."""
    statuses = query.statuses or (
        Status.ACTIVE,
        *(Status(name) for name in sorted(query.include - {"expired"})),
    )
    return Eligibility(
        statuses=tuple(statuses),
        kinds=query.kinds,
        sources=query.sources,
        conversation_id=_conversation_id(owner_id, query.conversation_id),
        min_confidence=query.min_confidence,
        created_from=query.since,
        created_to=query.until,
        include_expired="expired" in query.include,
        metadata=dict(query.metadata) or None,
        as_of=query.as_of,
    )


def _conversation_id(owner_id: UUID, external_id: str | None) -> UUID | None:
    if external_id is None:
        return None
    found = Conversation.objects.filter(owner_id=owner_id, external_id=external_id).values_list(
        "id", flat=True
    )
    return found.first() or UUID(int=0)  # an unknown conversation holds nothing
