"""Gives memories their vectors, outside the request that wrote them.

The row is the queue: a memory waits as ``pending`` with a lease, so a worker killed at any moment loses
and doubles nothing.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from audit.context import acting_as
from audit.identity import Actor, system_actor
from memories.backends import embedder
from memories.domain.ports import Vector
from memories.domain.transcripts import attributed
from memories.domain.vocabulary import IndexingState
from memories.models import Memory, MemoryContent, MemoryEmbedding
from memories.services.subjects import StaleWork, hold_for_job

BATCH = 32
_LEASE = timedelta(minutes=1)
"""A batch takes some seconds; what a killed worker held is taken up again after this long."""

_ATTEMPTS = 5


@dataclass(frozen=True)
class _Claimed:
    id: UUID
    version: int
    content: str


def index_owner(workspace_id: UUID, owner_id: UUID, epoch: int | None = None) -> int:
    """Embed everything of an owner that waits; returns how many memories got a vector.

    Ends quietly when the owner is gone or has begun anew since the job was queued.
    """
    total = 0
    while done := index_batch(workspace_id, owner_id, epoch):
        total += done
    return total


def index_batch(workspace_id: UUID, owner_id: UUID, epoch: int | None = None) -> int:
    """Embed the next few that nobody else holds; returns how many got a vector, 0 when there are none."""
    actor = system_actor(workspace_id)
    try:
        # A whole batch may turn out to be outdated; that is not yet the end of what waits.
        while claimed := _claim(actor, owner_id, epoch):
            vectors = embedder().passages([memory.content for memory in claimed])
            kept = _keep(actor, owner_id, epoch, claimed, vectors)
            if kept:
                return kept
    except StaleWork:
        return 0
    return 0


def _claim(actor: Actor, owner_id: UUID, epoch: int | None) -> list[_Claimed]:
    """Lease the next batch, counting the attempt now: what crashes its worker is not retried for ever."""
    now = datetime.now(UTC)
    with acting_as(actor, owner_id) as scope:
        hold_for_job(owner_id, epoch=epoch)
        waiting = Memory.objects.filter(owner_id=owner_id, indexing_state=IndexingState.PENDING)
        free = waiting.exclude(indexing_lease_until__gt=now).order_by("created_at")
        rows = list(free.select_for_update(skip_locked=True, of=("self",))[:BATCH])
        spent = [row for row in rows if row.indexing_attempts >= _ATTEMPTS]
        for row in rows:
            row.indexing_attempts += 1
            row.indexing_lease_until = now + _LEASE
        for row in spent:
            row.indexing_state = IndexingState.FAILED
        fields = ["indexing_attempts", "indexing_lease_until", "indexing_state"]
        Memory.objects.bulk_update(rows, fields)
        if spent:
            scope.record("memory.indexed", count=0, failed=len(spent))
        alive = {row.id: row.version for row in rows if row not in spent}
        bodies = MemoryContent.objects.filter(owner_id=owner_id, memory_id__in=alive)
        texts = bodies.values_list("memory_id", "content", "memory__message__speaker")
        return [
            _Claimed(memory_id, alive[memory_id], attributed(content, speaker or ""))
            for memory_id, content, speaker in texts
        ]


def _keep(
    actor: Actor, owner_id: UUID, epoch: int | None, claimed: list[_Claimed], vectors: list[Vector]
) -> int:
    """Store the vectors of those memories that still say what was embedded."""
    now, model = datetime.now(UTC), embedder()
    with acting_as(actor, owner_id) as scope:
        hold_for_job(owner_id, epoch=epoch)
        ids = [memory.id for memory in claimed]
        rows = {
            row.id: row
            for row in Memory.objects.select_for_update().filter(owner_id=owner_id, id__in=ids).order_by("id")
        }
        current = [
            (rows[memory.id], vector)
            for memory, vector in zip(claimed, vectors, strict=True)
            if _still_wanted(rows.get(memory.id), memory)
        ]
        done = [row.id for row, _ in current]
        MemoryEmbedding.objects.filter(owner_id=owner_id, memory_id__in=done, model=model.tag).delete()
        MemoryEmbedding.objects.bulk_create([_embedding(row, vector, now) for row, vector in current])
        Memory.objects.filter(owner_id=owner_id, id__in=done).update(
            indexing_state=IndexingState.READY, indexing_lease_until=None, indexing_attempts=0
        )
        if done:
            scope.record("memory.indexed", count=len(done), model=model.tag)
    return len(done)


def _still_wanted(row: Memory | None, claimed: _Claimed) -> bool:
    # Revised in the meantime: the newer text waits for its own vector. Quarantined: it must not get one.
    return row is not None and row.version == claimed.version and row.indexing_state == IndexingState.PENDING


def _embedding(row: Memory, vector: Vector, now: datetime) -> MemoryEmbedding:
    model = embedder()
    return MemoryEmbedding(
        workspace_id=row.workspace_id,
        owner_id=row.owner_id,
        memory_id=row.id,
        model=model.tag,
        dimension=model.dimension,
        vector=vector,
        created_at=now,
    )
