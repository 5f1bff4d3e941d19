"""What must be found before a row scope is known: calls of the database's definer functions.

Each of them answers one narrow question; none returns content.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from audit.context import acting_as, current_scope
from audit.identity import Actor


@dataclass(frozen=True)
class FoundKey:
    """What an agent key stands for."""

    key_id: UUID
    workspace_id: UUID
    owner_id: UUID | None
    staff_id: UUID | None
    staff_role: str | None
    verbs: Sequence[str]
    unlimited: bool
    used_recently: bool


@dataclass(frozen=True)
class FoundLink:
    """Whom a one-time link lets in."""

    link_id: UUID
    workspace_id: UUID
    owner_id: UUID | None
    staff_id: UUID | None
    user_id: int | None


@dataclass(frozen=True)
class FoundStaff:
    """A membership of a console login."""

    staff_id: UUID
    workspace_id: UUID
    workspace_name: str
    role: str


@dataclass(frozen=True)
class DueWork:
    """One piece of background work that waits; ``object_id`` where the work is about one object."""

    workspace_id: UUID
    owner_id: UUID | None
    object_id: UUID | None


def find_key(public_id: str, *, digest: bytes) -> FoundKey | None:
    """The live key with this public part and secret digest, in any workspace."""
    row = _one("SELECT * FROM hindsight_find_key(%s, %s)", [public_id, digest])
    return FoundKey(*row) if row else None


def find_link(digest: bytes) -> FoundLink | None:
    """The unused, unexpired sign-in link with this digest."""
    row = _one("SELECT * FROM hindsight_find_link(%s)", [digest])
    return FoundLink(*row) if row else None


def find_staff(user_id: int) -> list[FoundStaff]:
    """The workspaces a console login belongs to, oldest first."""
    return [FoundStaff(*row) for row in _all("SELECT * FROM hindsight_find_staff(%s)", [user_id])]


def find_workspace(name: str) -> UUID | None:
    """Workspace id by name."""
    row = _one("SELECT * FROM hindsight_find_workspace(%s)", [name])
    return row[0] if row else None


def find_owner(actor: Actor, external_id: str) -> UUID | None:
    """Owner id by the caller's own id for the person, inside the actor's workspace."""
    return _here(actor, "SELECT * FROM hindsight_find_owner(%s)", [external_id])


def find_owner_anywhere(external_id: str) -> list[tuple[UUID, UUID]]:
    """(owner, workspace) ids of a person's external id over all workspaces: for commands of the host only."""
    return [
        (row[0], row[1]) for row in _all("SELECT * FROM hindsight_find_owner_anywhere(%s)", [external_id])
    ]


def owner_of(actor: Actor, kind: str, object_id: UUID) -> UUID | None:
    """Owner of an object of the actor's workspace; ``kind`` is memory, conversation, review_case, erasure
    or operation."""
    return _here(actor, "SELECT * FROM hindsight_owner_of(%s, %s)", [kind, object_id])


def find_receipt(token_digest: bytes) -> tuple[UUID, UUID] | None:
    """(receipt, workspace) ids behind an unguessable receipt token."""
    row = _one("SELECT * FROM hindsight_find_receipt(%s)", [token_digest])
    return (row[0], row[1]) if row else None


def find_request(token_digest: bytes) -> tuple[UUID, UUID, UUID] | None:
    """(request, workspace, owner) ids of the erasure whose receipt will carry this token."""
    row = _one("SELECT * FROM hindsight_find_request(%s)", [token_digest])
    return (row[0], row[1], row[2]) if row else None


def due_work(work: str, *, limit: int) -> list[DueWork]:
    """Waiting work over all workspaces; ``work`` is indexing, erasure, operation, expired or
    workspace."""
    return [DueWork(*row) for row in _all("SELECT * FROM hindsight_due(%s, %s)", [work, limit])]


def _here(actor: Actor, statement: str, values: Sequence[Any]) -> UUID | None:
    scope = current_scope()
    if scope is not None and scope.actor.workspace_id == actor.workspace_id:
        row = _one(statement, values)
    else:
        with acting_as(actor):
            row = _one(statement, values)
    return row[0] if row else None


def _one(statement: str, values: Sequence[Any]) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()


def _all(statement: str, values: Sequence[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
