"""Erasure cases as people follow them: progress, cancel, legal hold, refusal."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from audit.context import acting_as
from audit.identity import Actor
from memories.domain.erasure import ensure_allowed
from memories.domain.errors import Conflict, Invalid, NotFound
from memories.domain.vocabulary import ErasureScope, ErasureState, Status, Verb
from memories.models import ErasureRequest, ErasureStep, Memory, MemoryContent
from memories.services.access import require, require_any
from memories.services.owners import owner_of_object


@dataclass(frozen=True)
class StepView:
    """Progress in one store."""

    target: str
    found: int
    erased: int
    remaining: int | None
    done: bool


@dataclass(frozen=True)
class ErasureView:
    """A case as its owner, agents and officers see it."""

    id: UUID
    scope: str
    state: str
    preview: dict[str, int]
    created_at: datetime
    confirmed_at: datetime | None
    executes_after: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    note: str
    error_code: str
    steps: tuple[StepView, ...] = ()
    chosen: tuple[tuple[UUID, str], ...] = ()
    confirm_token: str | None = None
    receipt_token: str | None = field(default=None, repr=False)


def cancel_erasure(actor: Actor, request_id: UUID, *, user_id: str | None = None) -> ErasureView:
    """Take a request back before it runs. Needs ``erase``."""
    require(actor, Verb.ERASE)
    owner_id = owner_of_object(actor, "erasure", request_id, user_id=user_id)
    return _change(actor, owner_id, request_id, ErasureState.CANCELLED, event="erasure.cancelled")


def hold_erasure(actor: Actor, request_id: UUID, *, note: str) -> ErasureView:
    """Pause a request for a legal hold, with a reason the owner can read. Needs ``hold``."""
    require(actor, Verb.HOLD)
    owner_id = owner_of_object(actor, "erasure", request_id)
    return _change(actor, owner_id, request_id, ErasureState.HELD, event="erasure.held", note=_noted(note))


def unhold_erasure(actor: Actor, request_id: UUID) -> ErasureView:
    """Lift a hold: the request stands where it stood before. Needs ``hold``."""
    require(actor, Verb.HOLD)
    owner_id = owner_of_object(actor, "erasure", request_id)
    return _change(actor, owner_id, request_id, None, event="erasure.unheld")


def refuse_erasure(actor: Actor, request_id: UUID, *, note: str) -> ErasureView:
    """Refuse a request with a reason the owner can read. Needs ``hold``."""
    require(actor, Verb.HOLD)
    owner_id = owner_of_object(actor, "erasure", request_id)
    return _change(
        actor, owner_id, request_id, ErasureState.REFUSED, event="erasure.refused", note=_noted(note)
    )


def get_erasure(actor: Actor, request_id: UUID, *, user_id: str | None = None) -> ErasureView:
    """One case with its progress per store. Needs ``read`` or ``erase`` or ``hold``."""
    require_any(actor, Verb.READ, Verb.ERASE, Verb.HOLD)
    owner_id = owner_of_object(actor, "erasure", request_id, user_id=user_id)
    with acting_as(actor, owner_id):
        row = ErasureRequest.objects.filter(id=request_id).first()
        if row is None:
            raise NotFound
        steps = ErasureStep.objects.filter(owner_id=owner_id, request_id=request_id).order_by("place")
        return erasure_view(row, steps=tuple(map(step_view, steps)))


def list_erasures(actor: Actor, owner_id: UUID, *, limit: int = 50, offset: int = 0) -> list[ErasureView]:
    """The cases of one owner, newest first. Needs ``read`` or ``erase`` or ``hold``."""
    require_any(actor, Verb.READ, Verb.ERASE, Verb.HOLD)
    with acting_as(actor, owner_id):
        rows = ErasureRequest.objects.filter(owner_id=owner_id).order_by("-created_at", "-id")
        return [erasure_view(row) for row in rows[offset : offset + limit]]


def count_erasures(actor: Actor, owner_id: UUID) -> int:
    """How many cases an owner has. Needs what ``list_erasures`` needs."""
    require_any(actor, Verb.READ, Verb.ERASE, Verb.HOLD)
    with acting_as(actor, owner_id):
        return ErasureRequest.objects.filter(owner_id=owner_id).count()


def locked_request(request_id: UUID) -> ErasureRequest:
    """The request, locked until the transaction ends; raises ``NotFound``."""
    row = ErasureRequest.objects.select_for_update().filter(id=request_id).first()
    if row is None:
        raise NotFound
    return row


def step_view(row: ErasureStep) -> StepView:
    """Shape the progress in one store."""
    return StepView(row.target, row.found, row.erased, row.remaining, row.done_at is not None)


_SAME = (
    "id",
    "scope",
    "state",
    "preview",
    "created_at",
    "confirmed_at",
    "executes_after",
    "started_at",
    "finished_at",
    "note",
    "error_code",
)


def erasure_view(row: ErasureRequest, **extra: Any) -> ErasureView:
    """Shape one request; a topic still in preview names what it would erase, but quotes nothing that waits
    for review."""
    chosen: tuple[tuple[UUID, str], ...] = ()
    if row.scope == ErasureScope.TOPIC and row.state == ErasureState.PREVIEW:
        bodies = MemoryContent.objects.filter(memory_id__in=row.selection.get("memories", []))
        found = bodies.values_list("memory_id", "summary", "memory__status")
        chosen = tuple((one, "" if status == Status.QUARANTINED else text) for one, text, status in found)
    return ErasureView(**{name: getattr(row, name) for name in _SAME}, chosen=chosen, **extra)


def _change(
    actor: Actor, owner_id: UUID, request_id: UUID, state: ErasureState | None, *, event: str, note: str = ""
) -> ErasureView:
    with acting_as(actor, owner_id) as scope:
        row = locked_request(request_id)
        before = ErasureState(row.state)
        if state is None and before is not ErasureState.HELD:
            raise Conflict("This request is not on hold.", code="not_held")
        after = state or ErasureState(row.held_from)
        ensure_allowed(before, after)
        row.held_from = before if after is ErasureState.HELD else ""
        row.state, row.note = after, note
        row.save(update_fields=["state", "held_from", "note"])
        if after in (ErasureState.CANCELLED, ErasureState.REFUSED):
            _show_again(row)
        scope.record(event, object_type="erasure", object_id=row.id)
        return erasure_view(row)


def _show_again(row: ErasureRequest) -> None:
    """Give a memory that was hidden when its erasure was confirmed its own expiry back."""
    for memory_id, until in row.selection.get("expiries", {}).items():
        expires_at = datetime.fromisoformat(until) if until else None
        Memory.objects.filter(owner_id=row.owner_id, id=memory_id).update(expires_at=expires_at)


def _noted(note: str) -> str:
    if not note.strip():
        raise Invalid("Give a reason the person can read.", field="reason")
    return note
