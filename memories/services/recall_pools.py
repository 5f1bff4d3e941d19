"""What recall chooses from: who is eligible, the vector and keyword pools, and what neighbours add."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
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

POOL = 100
"""Candidates of each pool: 20 by the requirements. More cost little, and only deep pools tell a memory that
both sides know from one that has one side alone (evidence recall@5 of dialogues: 0.66 at 40, 0.68 at 100)."""


_HALF_OF_WHAT_WAS_ASKED = 0.5
"""The best keyword match counts in full only from here on: less of the asked words is no full match, even if
nothing else has more (evidence recall@3 of Chinese diaries: 0.91 without this, 0.94 with)."""


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
class Pooled:
    """What ranking asks of a memory: all but its text, which only the best few are read with."""

    id: UUID
    kind: str
    source: str
    confidence: float
    event_time: datetime | None
    created_at: datetime
    last_access: datetime | None
    access_count: int
    decay_score: float
    pinned: bool
    conversation_id: UUID | None
    place: int | None
    speaker: str | None


_COLUMNS = (
    *("id", "kind", "source", "confidence", "event_time", "created_at", "last_access", "access_count"),
    *("decay_score", "pinned", "conversation_id", "place", "message__speaker"),
)


@dataclass(frozen=True)
class Pools:
    """Candidates by where they came from, each value 0–1, and what the turns around them add."""

    vector: Mapping[UUID, float]
    keyword: Mapping[UUID, float]
    rows: tuple[Pooled, ...] = ()
    context: Mapping[UUID, float] = field(default_factory=dict)
    speaker: Mapping[UUID, float] = field(default_factory=dict)

    def match(self, memory_id: UUID) -> float:
        """How well a memory matches by itself, 0–1."""
        return (self.vector.get(memory_id, 0.0) + self.keyword.get(memory_id, 0.0)) / 2

    def via(self, memory_id: UUID) -> str:
        """How a memory came into the pools."""
        if memory_id in self.vector and memory_id in self.keyword:
            return "vector+keyword"
        return "vector" if memory_id in self.vector else "keyword"


def pools_of(
    owner_id: UUID, query: Query, *, vector: Vector | None, eligible: Eligibility, now: datetime
) -> Pools:
    """Both pools of an owner for one query, and what the neighbours add; runs in the owner's scope."""
    index, asked = memory_index(), list(terms(query.text))
    near: dict[UUID, float] = {}
    if vector is not None:
        tag = embedder().tag
        raw = index.vector_pool(
            owner_id=owner_id, tag=tag, vector=vector, eligible=eligible, now=now, limit=POOL
        )
        near = {memory_id: calibrate(cosine, tag) for memory_id, cosine in raw.items()}
    words = index.keyword_pool(
        owner_id=owner_id, terms=asked, eligible=eligible, now=now, limit=POOL, neighbours=query.neighbours
    )
    found = Pools(near, share_of_best(words, at_least=_HALF_OF_WHAT_WAS_ASKED))
    chosen = Memory.objects.filter(owner_id=owner_id, id__in={**near, **words})
    rows = tuple(Pooled(*values) for values in chosen.values_list(*_COLUMNS))
    context = _context(rows, found) if query.neighbours else {}
    return replace(found, rows=rows, context=context, speaker=_speakers(rows, found, frozenset(asked)))


def _speakers(rows: Iterable[Pooled], found: Pools, asked: frozenset[str]) -> dict[UUID, float]:
    """1 for what somebody said whom the question names, 0 for what others said; empty while it names nobody.

    What has no speaker stands for itself: it gets its own match, so that it neither gains nor loses.
    """
    said = {row.id: row.speaker or "" for row in rows}
    named = {speaker for speaker in set(said.values()) if not asked.isdisjoint(terms(speaker))}
    if not named:
        return {}
    return {
        memory_id: float(speaker in named) if speaker else found.match(memory_id)
        for memory_id, speaker in said.items()
    }


def _context(rows: Iterable[Pooled], found: Pools) -> dict[UUID, float]:
    """How well the neighbours of each pooled memory match: the turn before counts twice the turn after.

    A memory that is no turn of a conversation is its own context.
    """
    match = {(row.conversation_id, row.place): found.match(row.id) for row in rows}

    def around(row: Pooled) -> float:
        if row.place is None:
            return found.match(row.id)
        before = match.get((row.conversation_id, row.place - 1), 0.0)
        after = match.get((row.conversation_id, row.place + 1), 0.0)
        return (2 * before + after) / 3

    return {row.id: around(row) for row in rows}


def eligibility(owner_id: UUID, query: Query) -> Eligibility:
    """What may be recalled at all, as the query asks."""
    statuses = query.statuses or (
        Status.ACTIVE,
        *(Status(name) for name in sorted(query.include - {"expired"})),
    )
    return Eligibility(
        # Quarantined ones are read through a case only, whatever a query asks for.
        statuses=tuple(status for status in statuses if status != Status.QUARANTINED),
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
