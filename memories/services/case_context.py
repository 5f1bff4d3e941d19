"""What a reviewer needs around a flagged write: the memories it comes close to, and what happened so far."""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from audit.context import DatabaseRole, acting_as
from audit.identity import Actor
from audit.models import AuditEvent
from memories.backends import embedder, memory_index
from memories.domain.errors import HindsightError
from memories.domain.ports import Eligibility, Vector
from memories.domain.scoring import share_of_best
from memories.domain.similarity import calibrate
from memories.domain.tokens import terms
from memories.domain.vocabulary import Status, Verb
from memories.models import Memory
from memories.services.access import require_staff
from memories.services.ledger import EventView, event_view
from memories.services.review import CaseView, case_owner
from memories.services.shapes import MemoryView, memory_view, with_body

_NEAREST = 3
_ALIKE = 0.2  # below that a neighbour says nothing about the case
_EVENTS = 30
_LIVING = Eligibility(statuses=(Status.ACTIVE.value, Status.TO_CONFIRM.value))


@dataclass(frozen=True)
class Neighbour:
    """A living memory of the same person and how alike it is, 0–1."""

    memory: MemoryView
    similarity: float


@dataclass(frozen=True)
class CaseContext:
    """``kind`` is empty once the memory is gone; ``history`` is newest first, without mere readings."""

    kind: str
    nearest: tuple[Neighbour, ...]
    history: tuple[EventView, ...]


def case_context(actor: Actor, case: CaseView) -> CaseContext:
    """Surroundings of a case that was read with ``get_case``. Needs ``review``.

    The person's own memories are shown for a case that waits only, and reading them is an event.
    """
    require_staff(actor, Verb.REVIEW)
    nearest = _nearest(actor, case) if case.content else ()
    return CaseContext(_kind(actor, case.memory_id), nearest, _history(actor, case))


def _nearest(actor: Actor, case: CaseView) -> tuple[Neighbour, ...]:
    vector = _vector(case.content)  # outside of any transaction
    owner_id = case_owner(actor, case.id)
    with acting_as(actor, owner_id) as scope:
        alike = _alike(owner_id, case.content, vector)
        rows = with_body(Memory.objects.filter(owner_id=owner_id, id__in=alike))
        found = [Neighbour(memory_view(row), round(alike[row.id], 4)) for row in rows]
        if found:
            scope.record("memory.read", object_type="review_case", object_id=case.id, count=len(found))
    return tuple(sorted(found, key=lambda near: -near.similarity))


def _alike(owner_id: UUID, content: str, vector: Vector | None) -> dict[UUID, float]:
    index, now = memory_index(), datetime.now(UTC)
    if vector is None:
        words = index.keyword_pool(
            owner_id=owner_id, terms=list(terms(content)), eligible=_LIVING, now=now, limit=_NEAREST
        )
        found = share_of_best(words)
    else:
        tag = embedder().tag
        pool = index.vector_pool(
            owner_id=owner_id, tag=tag, vector=vector, eligible=_LIVING, now=now, limit=_NEAREST
        )
        found = {memory_id: calibrate(cosine, tag) for memory_id, cosine in pool.items()}
    return {memory_id: similarity for memory_id, similarity in found.items() if similarity >= _ALIKE}


def _vector(content: str) -> Vector | None:
    try:
        return embedder().passages([content])[0]
    except (HindsightError, OSError, RuntimeError, ImportError):
        return None


def _kind(actor: Actor, memory_id: UUID | None) -> str:
    if memory_id is None:
        return ""
    with acting_as(actor, role=DatabaseRole.REVIEW):
        return Memory.objects.filter(id=memory_id).values_list("kind", flat=True).first() or ""


def _history(actor: Actor, case: CaseView) -> tuple[EventView, ...]:
    about = [case.id] if case.memory_id is None else [case.id, case.memory_id]
    with acting_as(actor, role=DatabaseRole.AUDIT):
        rows = AuditEvent.objects.filter(object_id__in=about).exclude(
            name__in=["review.case_read", "memory.read"]
        )
        return tuple(map(event_view, rows.order_by("-seq")[:_EVENTS]))
