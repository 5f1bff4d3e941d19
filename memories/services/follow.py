"""Erasure cases as pages show them: one with everything around it, or all of a workspace for its officers."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from audit.context import DatabaseRole, acting_as
from audit.identity import Actor
from memories.domain.errors import NotFound
from memories.domain.vocabulary import ErasureScope, ErasureState, Status, Verb
from memories.models import ErasureRequest, MemoryContent
from memories.services.access import require_any, require_staff
from memories.services.browse import EXACT_TOTAL, Page
from memories.services.erasure_cases import ErasureView, get_erasure
from memories.services.owners import owner_of_object

_SAMPLES = 5


@dataclass(frozen=True)
class Followed:
    """A case with who asked and why; ``samples`` are texts that would go, shown to the person alone."""

    erasure: ErasureView
    reason: str
    requested_by_kind: str
    requested_by_id: UUID
    samples: tuple[str, ...]


@dataclass(frozen=True)
class ErasureLine:
    """A case in an officer's list; ``owner`` is a random id, never a name."""

    id: UUID
    owner: UUID
    state: str
    scope: str
    created_at: datetime
    executes_after: datetime | None


def follow_erasure(actor: Actor, request_id: UUID) -> Followed:
    """One case for its page. Needs ``read``, ``erase`` or ``hold``; ``NotFound`` when absent or not yours."""
    require_any(actor, Verb.READ, Verb.ERASE, Verb.HOLD)
    owner_id = owner_of_object(actor, "erasure", request_id)
    with acting_as(actor, owner_id):
        row = ErasureRequest.objects.filter(id=request_id).first()
        if row is None:
            raise NotFound
        samples = _samples(row) if actor.owner_id == owner_id else ()
        view = get_erasure(actor, request_id)
        return Followed(view, row.reason, row.requested_by_kind, row.requested_by_id, samples)


def erasures_of_workspace(
    actor: Actor, *, state: ErasureState | None = None, limit: int = 50, offset: int = 0
) -> Page[ErasureLine]:
    """The workspace's cases, newest first, without a word of anybody's. Needs ``hold``."""
    require_staff(actor, Verb.HOLD)
    with acting_as(actor, role=DatabaseRole.AUTH):
        rows = ErasureRequest.objects.filter(**{"state": state} if state else {})
        columns = rows.order_by("-created_at", "-id").values_list(
            "id", "owner_id", "state", "scope", "created_at", "executes_after"
        )
        total = rows.values("id")[: EXACT_TOTAL + 1].count()
        lines = tuple(ErasureLine(*row) for row in columns[offset : offset + limit])
    following = str(offset + limit) if offset + limit < total else None
    return Page(lines, following, total, total <= EXACT_TOTAL)


def _samples(row: ErasureRequest) -> tuple[str, ...]:
    if row.state != ErasureState.PREVIEW or row.scope not in (ErasureScope.MEMORY, ErasureScope.TOPIC):
        return ()
    chosen = MemoryContent.objects.filter(memory_id__in=row.selection.get("memories", []))
    seen = chosen.exclude(memory__status=Status.QUARANTINED).order_by("-memory_id")
    return tuple(seen.values_list("content", flat=True)[:_SAMPLES])
