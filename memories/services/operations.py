"""Asynchronous work one can leave: the row is the queue, with progress, cancel, retry and a lease.

Attempts are counted when work is claimed, so what crashes its worker ends as failed, not as a loop. Each
kind of work advances by one piece per transaction and can start again anywhere.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from audit.context import acting_as
from audit.identity import Actor, ActorKind, uuid7
from memories.domain.errors import Conflict, HindsightError, NotFound
from memories.domain.vocabulary import OperationState, Verb
from memories.jobs import Job, enqueue
from memories.models import Operation
from memories.services.access import require, require_any
from memories.services.exporting import export_piece
from memories.services.owners import owner_of_object
from memories.services.retain import BatchResult, retain_batch
from memories.services.subjects import hold_owner
from memories.services.wire import offer_from_json

PIECE = 50
_LEASE = timedelta(minutes=5)
_ATTEMPTS = 5
_OPEN = (OperationState.PENDING, OperationState.RUNNING)


@dataclass(frozen=True)
class OperationView:
    """Progress and results of a piece of work."""

    id: UUID
    kind: str
    state: str
    done: int
    total: int | None
    results: tuple[dict[str, Any], ...]
    error: str
    attempts: int
    created_at: datetime
    finished_at: datetime | None


def start_import(actor: Actor, owner_id: UUID, items: list[dict[str, Any]]) -> UUID:
    """Queue offers to be retained one by one through the gate; returns the operation's id. Needs ``retain``.

    Accepted means stored: the items lie in the operation's row until they are done.
    """
    require(actor, Verb.RETAIN)
    with acting_as(actor, owner_id) as scope:
        hold_owner(owner_id)
        row = Operation.objects.create(
            id=uuid7(),
            workspace_id=actor.workspace_id,
            owner_id=owner_id,
            kind="import",
            request={"items": items, "verbs": sorted(actor.verbs)},
            total=len(items),
            created_by_kind=actor.kind,
            created_by_id=actor.id,
            created_at=datetime.now(UTC),
        )
        scope.record(
            "operation.created", object_type="operation", object_id=row.id, kind="import", total=len(items)
        )
        enqueue(Job.RUN_OPERATION, actor.workspace_id, row.id, owner_id)
    return row.id


def get_operation(actor: Actor, operation_id: UUID, *, user_id: str | None = None) -> OperationView:
    """One operation of the actor's reach; ``NotFound`` otherwise. Needs ``read`` or ``retain``."""
    require_any(actor, Verb.READ, Verb.RETAIN, Verb.EXPORT)
    owner_id = owner_of_object(actor, "operation", operation_id, user_id=user_id)
    with acting_as(actor, owner_id):
        return _view(_get(operation_id))


def cancel_operation(actor: Actor, operation_id: UUID, *, user_id: str | None = None) -> OperationView:
    """Stop work after the piece in progress; what is done stays done. Needs ``retain``."""
    require(actor, Verb.RETAIN)
    owner_id = owner_of_object(actor, "operation", operation_id, user_id=user_id)
    with acting_as(actor, owner_id) as scope:
        row = _get(operation_id, lock=True)
        if row.state not in _OPEN:
            raise Conflict("This operation has ended.", code="ended")
        _end(scope_record=scope.record, row=row, state=OperationState.CANCELLED)
        return _view(row)


def retry_operation(actor: Actor, operation_id: UUID, *, user_id: str | None = None) -> OperationView:
    """Take failed or cancelled work up again where it stopped. Needs ``retain``."""
    require(actor, Verb.RETAIN)
    owner_id = owner_of_object(actor, "operation", operation_id, user_id=user_id)
    with acting_as(actor, owner_id) as scope:
        row = _get(operation_id, lock=True)
        if row.state not in (OperationState.FAILED, OperationState.CANCELLED):
            raise Conflict("Only failed or cancelled work can be retried.", code="not_retryable")
        row.state, row.attempts, row.lease_until = OperationState.PENDING, 0, None
        row.error_code, row.finished_at = "", None
        row.save()
        scope.record("operation.retried", object_type="operation", object_id=row.id, kind=row.kind)
        enqueue(Job.RUN_OPERATION, actor.workspace_id, row.id, owner_id)
        return _view(row)


def run_operation(workspace_id: UUID, operation_id: UUID, *, owner_id: UUID | None) -> None:
    """Work on one operation to its end, piece by piece. Ends quietly when it is not free or not there."""
    actor = Actor(ActorKind.SYSTEM, UUID(int=0), workspace_id)
    row = _claim(actor, operation_id, owner_id)
    try:
        while row is not None and row.state == OperationState.RUNNING:
            row = _PIECES[row.kind](row)
    except HindsightError as refusal:
        _fail(actor, operation_id, owner_id, code=refusal.code)


def _import_piece(row: Operation) -> Operation:
    """Retain the next items as the actor who asked, and move the mark in the same breath.

    A crash between the two repeats a piece, which merges with itself.
    """
    asker = Actor(
        ActorKind(row.created_by_kind), row.created_by_id, row.workspace_id, frozenset(row.request["verbs"])
    )
    items = row.request["items"][row.done : row.done + PIECE]
    if row.owner_id is None:
        raise NotFound
    results = retain_batch(asker, row.owner_id, [offer_from_json(item) for item in items])
    with acting_as(asker, row.owner_id) as scope:
        current = _get(row.id, lock=True)
        if current.state != OperationState.RUNNING:
            return current
        current.results += [_result(row.done + place, result) for place, result in enumerate(results)]
        current.done += len(items)
        current.lease_until = datetime.now(UTC) + _LEASE
        if current.done >= (current.total or 0):
            current.request = {}  # the items live on as memories; their copy goes
            _end(scope_record=scope.record, row=current, state=OperationState.SUCCEEDED)
        current.save()
        return current


_PIECES: dict[str, Callable[[Operation], Operation]] = {"import": _import_piece, "export": export_piece}


def _result(index: int, result: BatchResult) -> dict[str, Any]:
    if result.retained is None:
        return {"index": index, "code": result.refusal.code if result.refusal else "error"}
    memory_id = str(result.retained.id) if result.retained.id else None
    return {"index": index, "outcome": result.retained.outcome, "id": memory_id}


def _claim(actor: Actor, operation_id: UUID, owner_id: UUID | None) -> Operation | None:
    now = datetime.now(UTC)
    with acting_as(actor, owner_id):
        row = Operation.objects.select_for_update(skip_locked=True).filter(id=operation_id).first()
        if row is None or row.state not in _OPEN or (row.lease_until and row.lease_until > now):
            return None
        row.attempts += 1
        row.state, row.lease_until = OperationState.RUNNING, now + _LEASE
        if row.attempts > _ATTEMPTS:
            row.state, row.error_code, row.finished_at = OperationState.FAILED, "too_many_attempts", now
        row.save()
        return row


def _fail(actor: Actor, operation_id: UUID, owner_id: UUID | None, *, code: str) -> None:
    with acting_as(actor, owner_id) as scope:
        row = Operation.objects.select_for_update().filter(id=operation_id).first()
        if row is not None and row.state == OperationState.RUNNING:
            row.error_code = code
            _end(scope_record=scope.record, row=row, state=OperationState.FAILED)


def _end(*, scope_record: Callable[..., None], row: Operation, state: OperationState) -> None:
    row.state, row.lease_until, row.finished_at = state, None, datetime.now(UTC)
    row.save()
    failed = sum("code" in result for result in row.results)
    scope_record(
        "operation.finished",
        object_type="operation",
        object_id=row.id,
        kind=row.kind,
        state=state,
        done=row.done,
        failed=failed,
    )


def _get(operation_id: UUID, *, lock: bool = False) -> Operation:
    rows = Operation.objects.select_for_update() if lock else Operation.objects.all()
    row = rows.filter(id=operation_id).first()
    if row is None:
        raise NotFound
    return row


def _view(row: Operation) -> OperationView:
    return OperationView(
        row.id, row.kind, row.state, row.done, row.total, tuple(row.results), row.error_code, row.attempts,
        row.created_at, row.finished_at,
    )  # fmt: skip
