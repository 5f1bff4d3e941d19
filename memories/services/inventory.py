"""Memories of a workspace as rows without a word of them: for the host's administrators."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from audit.context import DatabaseRole, acting_as
from audit.identity import Actor
from memories.domain.vocabulary import Status, Verb
from memories.models import Memory
from memories.services.access import require_staff
from memories.services.browse import EXACT_TOTAL, Page


@dataclass(frozen=True)
class MemoryLine:
    """What is known about a memory besides what it says; ``owner`` is a random id."""

    id: UUID
    owner: UUID
    kind: str
    status: str
    indexing_state: str
    created_at: datetime


def list_inventory(
    actor: Actor, *, status: Status | None = None, limit: int = 100, offset: int = 0
) -> Page[MemoryLine]:
    """The workspace's memories, newest first. Needs ``people``."""
    require_staff(actor, Verb.PEOPLE)
    with acting_as(actor, role=DatabaseRole.AUTH):
        rows = Memory.objects.filter(**{"status": status} if status else {})
        columns = rows.order_by("-created_at", "-id").values_list(
            "id", "owner_id", "kind", "status", "indexing_state", "created_at"
        )
        total = rows.values("id")[: EXACT_TOTAL + 1].count()
        lines = tuple(MemoryLine(*row) for row in columns[offset : offset + limit])
    following = str(offset + limit) if offset + limit < total else None
    return Page(lines, following, total, total <= EXACT_TOTAL)
