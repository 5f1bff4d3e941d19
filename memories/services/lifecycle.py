"""Status changes that people and agents ask for: confirm, archive, restore."""

from datetime import UTC, datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from audit.context import acting_as
from audit.identity import Actor, ActorKind
from memories.domain.errors import Conflict
from memories.domain.lifecycle import ensure_allowed
from memories.domain.vocabulary import Status, Verb
from memories.models import Memory
from memories.services.access import require
from memories.services.owners import owner_of_object
from memories.services.policies import effective_policy
from memories.services.revise import locked
from memories.services.shapes import MemoryView, memory_view
from memories.services.subjects import hold_owner


def set_status(actor: Actor, memory_id: UUID, status: Status, *, user_id: str | None = None) -> MemoryView:
    """Confirm (to active), archive, or restore a memory. Needs ``revise``."""
    require(actor, Verb.REVISE)
    owner_id = owner_of_object(actor, "memory", memory_id, user_id=user_id)
    with acting_as(actor, owner_id) as scope:
        hold_owner(owner_id)
        row = locked(memory_id)
        before = Status(row.status)
        if before is Status.QUARANTINED:
            raise Conflict("This memory waits for review; a reviewer decides.", code="quarantined")
        ensure_allowed(before, status)
        row.status, row.updated_at = status, datetime.now(UTC)
        if before is Status.TO_CONFIRM and status is Status.ACTIVE:
            # A person who confirms makes it certain; an agent only says it again.
            sure = 1.0 if actor.kind is ActorKind.OWNER else effective_policy(owner_id).confirm_below
            row.confidence = max(row.confidence, sure)
        _save(row)
        name = {Status.ARCHIVED: "memory.archived"}.get(
            status, "memory.confirmed" if before is Status.TO_CONFIRM else "memory.restored"
        )
        scope.record(name, object_type="memory", object_id=row.id)
        return memory_view(row)


def _save(row: Memory) -> None:
    try:
        with transaction.atomic():
            row.save(update_fields=["status", "confidence", "updated_at"])
    except IntegrityError as error:
        raise Conflict("Another living memory says exactly this.", code="said_already") from error
