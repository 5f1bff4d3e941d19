"""Ranked, explained search for an agent; leaves a trace of what was given, without text."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from audit.context import Scope, acting_as
from audit.identity import Actor
from memories.backends import embedder
from memories.domain.decay import Ageing, is_soft_forgotten
from memories.domain.errors import HindsightError
from memories.domain.policy import Policy
from memories.domain.ports import Vector
from memories.domain.scoring import Candidate, Score, rank, weights_of
from memories.domain.vocabulary import Kind, Source, Verb
from memories.jobs import Job, enqueue
from memories.models import Memory, RecallTrace
from memories.services.access import require
from memories.services.policies import effective_policy
from memories.services.recall_pools import Pooled, Pools, Query, eligibility, pools_of
from memories.services.shapes import MemoryView, memory_view, with_body
from memories.services.subjects import is_alive


@dataclass(frozen=True)
class Recalled:
    """One hit: the memory, its score 0–1 and what it is made of, and how it came in."""

    memory: MemoryView
    score: float
    parts: dict[str, float]
    factors: dict[str, float]
    via: str


@dataclass(frozen=True)
class Recollection:
    """The answer to a recall."""

    results: tuple[Recalled, ...]
    rewritten_query: str
    took_ms: float
    preset: str
    degraded: bool = False
    left_out: int = 0
    cached: bool = False
    trace_id: UUID | None = None


def recall(actor: Actor, owner_id: UUID | None, query: Query) -> Recollection:
    """Best memories of an owner for a query, best first. Needs ``recall``.

    An unknown owner gets an empty answer. While the embedding model is down the answer rests on
    keywords and says ``degraded``.
    """
    require(actor, Verb.RECALL)
    started = time.perf_counter()
    if owner_id is None:
        return nothing_recalled(query)
    weights_of(query.preset or "default")
    vector = embed_query(query.text)
    with acting_as(actor, owner_id) as scope:
        if not is_alive(owner_id):
            return nothing_recalled(query)
        return answer(scope, owner_id, query, vector=vector, started=started)


def nothing_recalled(query: Query) -> Recollection:
    """The answer about somebody who is not known."""
    return Recollection((), query.text, 0.0, query.preset or "default")


def answer(
    scope: Scope,
    owner_id: UUID,
    query: Query,
    *,
    vector: Vector | None,
    started: float,
    counted: bool = True,
) -> Recollection:
    """Answer inside the owner's scope and leave a trace; ``counted`` makes it count as a use."""
    now = datetime.now(UTC)
    policy = effective_policy(owner_id)
    preset = query.preset or policy.recall_preset
    ranked, pools = ranked_for(owner_id, query, vector=vector, policy=policy, now=now)
    kept = _within_budget(ranked, query.token_budget)
    results = tuple(_hit(row, score, pools) for row, score in kept)
    took = round((time.perf_counter() - started) * 1000, 2)
    trace = _trace(scope, owner_id, results, preset=preset, took=took, degraded=vector is None)
    if results and counted:
        enqueue(Job.COUNT_RECALLS, scope.actor.workspace_id, owner_id, trace)
    return Recollection(
        results, query.text, took, preset, vector is None, len(ranked) - len(kept), trace_id=trace
    )


def ranked_for(
    owner_id: UUID, query: Query, *, vector: Vector | None, policy: Policy, now: datetime
) -> tuple[list[tuple[Memory, Score]], Pools]:
    """The ``top_k`` best rows with their scores, and the pools they came from; runs in the owner's scope."""
    eligible = eligibility(owner_id, query)
    pools = pools_of(owner_id, query, vector=vector, eligible=eligible, now=now)
    candidates = [_candidate(row, pools, policy=policy, now=now) for row in pools.rows]
    ranked = rank(candidates, weights=weights_of(query.preset or policy.recall_preset))[: query.top_k]
    best = Memory.objects.filter(owner_id=owner_id, id__in=[candidate.id for candidate, _ in ranked])
    rows = {row.id: row for row in with_body(best)}
    return [(rows[candidate.id], score) for candidate, score in ranked if candidate.id in rows], pools


def _candidate(row: Pooled, pools: Pools, *, policy: Policy, now: datetime) -> Candidate:
    age = max((now - (row.event_time or row.created_at)) / timedelta(days=1), 0.0)
    idle = max((now - (row.last_access or row.created_at)) / timedelta(days=1), 0.0)
    ageing = Ageing(
        idle_days=idle,
        decay_score=row.decay_score,
        confidence=row.confidence,
        access_count=row.access_count,
        pinned=row.pinned,
    )
    return Candidate(
        id=row.id,
        kind=Kind(row.kind),
        source=Source(row.source),
        vector=pools.vector.get(row.id, 0.0),
        keyword=pools.keyword.get(row.id, 0.0),
        context=pools.context.get(row.id, 0.0),
        speaker=pools.speaker.get(row.id, 0.0),
        age_days=age,
        access_count=row.access_count,
        confidence=row.confidence,
        soft_forgotten=is_soft_forgotten(ageing, policy=policy),
    )


def _within_budget(ranked: Sequence[tuple[Memory, Score]], budget: int | None) -> list[tuple[Memory, Score]]:
    """Whole memories only, best first, until the token budget is spent."""
    if budget is None:
        return list(ranked)
    kept, spent = [], 0
    for row, score in ranked:
        spent += estimate_tokens(row.body.content)
        if spent > budget:
            break
        kept.append((row, score))
    return kept


def estimate_tokens(text: str) -> int:
    """Tokens of a text without a tokenizer: one per CJK character, one per four others, rounded up."""
    wide = sum(char > "\u2e7f" for char in text)
    return wide + -(-(len(text) - wide) // 4)


def _hit(row: Memory, score: Score, pools: Pools) -> Recalled:
    parts = {name: round(value, 4) for name, value in score.parts.items()}
    factors = {name: round(value, 4) for name, value in score.factors.items()}
    return Recalled(memory_view(row), round(score.total, 4), parts, factors, pools.via(row.id))


def _trace(
    scope: Scope, owner_id: UUID, results: Sequence[Recalled], *, preset: str, took: float, degraded: bool
) -> UUID:
    trace = RecallTrace.objects.create(
        workspace_id=scope.actor.workspace_id,
        owner_id=owner_id,
        actor_kind=scope.actor.kind,
        actor_id=scope.actor.id,
        results=[{"id": str(hit.memory.id), "score": hit.score, "parts": hit.parts} for hit in results],
        preset=preset,
        took_ms=took,
        degraded=degraded,
        created_at=datetime.now(UTC),
    )
    scope.record(
        "memory.recalled",
        object_type="recall_trace",
        object_id=trace.id,
        count=len(results),
        took_ms=took,
        preset=preset,
        degraded=degraded,
    )
    return trace.id


def embed_query(text: str) -> Vector | None:
    """The vector of a search text; ``None`` while the model is down. Never called inside a transaction."""
    try:
        return embedder().query(text)
    except (HindsightError, OSError, RuntimeError, ImportError):
        return None
