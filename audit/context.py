"""``acting_as``: opens a transaction, its row scope and its attribution together.

Nobody can touch owner-scoped rows without having said who acts: the policies in the database read
the settings that only this module writes, and the events collected here are appended to the ledger
as the last statements of the same transaction.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from psycopg import sql

from audit.events import PendingEvent, build_event
from audit.identity import Actor
from audit.record import append

_SETTINGS = ("hindsight.workspace_id", "hindsight.owner_id", "hindsight.actor_id")


class DatabaseRole(StrEnum):
    """Narrow roles the runtime role may take for one block (granted WITH INHERIT FALSE, SET TRUE)."""

    REVIEW = "hindsight_review"
    ERASE = "hindsight_erase"
    AUDIT = "hindsight_audit"
    AUTH = "hindsight_auth"


class ScopeError(RuntimeError):
    """A scope was opened inside the scope of another owner, actor or workspace."""


@dataclass
class Scope:
    """What one transaction may touch, and the events it has caused so far."""

    actor: Actor
    owner_id: UUID | None
    events: list[PendingEvent] = field(default_factory=list)

    def record(self, name: str, **details: Any) -> None:
        """Queue one content-free event; it is written when the outermost scope ends.

        Raises ``audit.events.UnknownEvent`` or ``UnknownField`` when the registry does not allow it.
        """
        self.events.append(build_event(name, **details))


_current: ContextVar[Scope | None] = ContextVar("hindsight_scope", default=None)


def current_scope() -> Scope | None:
    """The scope this thread is in, if any."""
    return _current.get()


@contextmanager
def acting_as(
    actor: Actor, owner_id: UUID | None = None, *, role: DatabaseRole | None = None
) -> Iterator[Scope]:
    """Act as ``actor`` on the rows of ``owner_id`` (``None``: of the workspace) in one transaction.

    A nested call for the same actor and owner joins the outer scope; for another one it raises
    ``ScopeError``. ``role`` narrows the block to one of the special roles; a nested block under a role is a
    savepoint, so an error that is caught outside of it leaves neither its rows, its events nor its role.
    """
    outer = _current.get()
    if outer is not None:
        if (outer.actor, outer.owner_id) != (actor, owner_id):
            raise ScopeError("acting_as may not nest on another owner or actor")
        with _joined(outer, role):
            yield outer
        return
    scope = Scope(actor=actor, owner_id=owner_id)
    with transaction.atomic():
        previous = _read_settings()
        _write_settings(_values(scope))
        token = _current.set(scope)
        try:
            with _as_role(role):
                yield scope
            append(scope.actor, scope.owner_id, scope.events)
        finally:
            _current.reset(token)
        _restore(previous)


@contextmanager
def _joined(scope: Scope, role: DatabaseRole | None) -> Iterator[None]:
    if role is None:
        yield
        return
    recorded = len(scope.events)
    try:
        with transaction.atomic(), _as_role(role):
            yield
    except BaseException:
        del scope.events[recorded:]  # what was rolled back did not happen
        raise


def _values(scope: Scope) -> tuple[str, str, str]:
    owner = str(scope.owner_id) if scope.owner_id else ""
    return str(scope.actor.workspace_id), owner, str(scope.actor.id)


def _read_settings() -> tuple[str, str, str] | None:
    """The settings of an enclosing transaction; ``None`` when this block opened the transaction itself."""
    if not connection.savepoint_ids:
        return None
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting(%s, true), current_setting(%s, true), current_setting(%s, true)",
            _SETTINGS,
        )
        workspace, owner, actor = cursor.fetchone()
    return workspace or "", owner or "", actor or ""


def _write_settings(values: tuple[str, str, str]) -> None:
    # Literal SET LOCAL, not set_config(): only the former is passed on to the nodes of a sharded database.
    pairs = zip(_SETTINGS, values, strict=True)
    statement = sql.SQL(";").join(
        sql.SQL("SET LOCAL {} = {}").format(sql.Identifier(*name.split(".")), sql.Literal(value))
        for name, value in pairs
    )
    with connection.cursor() as cursor:
        cursor.execute(statement.as_string(cursor.connection))


def _restore(previous: tuple[str, str, str] | None) -> None:
    # Releasing a savepoint does not undo SET LOCAL, so inside an outer transaction it is undone by hand.
    if previous is not None:
        _write_settings(previous)


@contextmanager
def _as_role(role: DatabaseRole | None) -> Iterator[None]:
    if role is None:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('role')")
        previous = cursor.fetchone()[0]
        cursor.execute(f'SET LOCAL ROLE "{role.value}"')
    yield
    # On an error the rollback of the transaction or savepoint restores the role; here nothing failed.
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE NONE" if previous == "none" else f'SET LOCAL ROLE "{previous}"')
