"""Asking to be forgotten: request, preview, confirm. ``erasing`` carries it out."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from audit.context import DatabaseRole, Scope, acting_as
from audit.identity import Actor, uuid7
from audit.record import subject_key
from memories.domain.access_keys import digest, new_token
from memories.domain.erasure import ensure_allowed
from memories.domain.errors import Conflict, Invalid, NotFound
from memories.domain.vocabulary import ErasureScope, ErasureState, Verb
from memories.jobs import Job, enqueue
from memories.models import Conversation, ErasureRequest, Memory
from memories.services.access import require
from memories.services.erasure_cases import ErasureView, erasure_view, locked_request
from memories.services.erasure_targets import NOTHING, Reach, concerned
from memories.services.owners import owner_of_object
from memories.services.policies import effective_policy
from memories.services.revise import locked
from memories.services.selecting import memories_about
from memories.services.subjects import hold_owner


@dataclass(frozen=True)
class Wish:
    """What to forget: ``target`` is a memory's id or a conversation's own id, ``query`` a topic."""

    scope: ErasureScope
    target: str | None = None
    query: str = ""
    reason: str = ""
    only: tuple[UUID, ...] = ()


def request_erasure(actor: Actor, owner_id: UUID, wish: Wish) -> ErasureView:
    """Open a case and count what it would reach, per store; nothing is erased before it is confirmed.

    Needs ``erase``. Raises ``NotFound`` for an unknown target, ``Invalid`` for a topic that matches nothing.
    """
    require(actor, Verb.ERASE)
    token = new_token()
    with acting_as(actor, owner_id) as scope:
        hold_owner(owner_id)
        row = _open(scope, owner_id, wish, token=token)
        return erasure_view(row, confirm_token=token)


def erase_memory(
    actor: Actor, memory_id: UUID, *, user_id: str | None = None, expected_version: int | None = None
) -> ErasureView:
    """Forget one memory without a second question (asking by its id is plain enough). Needs ``erase``.

    The memory leaves recall at once and is erased within moments by a worker. Raises ``StaleVersion`` when
    ``expected_version`` is no longer current.
    """
    require(actor, Verb.ERASE)
    owner_id = owner_of_object(actor, "memory", memory_id, user_id=user_id)
    wish = Wish(ErasureScope.MEMORY, target=str(memory_id))
    with acting_as(actor, owner_id) as scope:
        hold_owner(owner_id)
        locked(memory_id, expected_version)
        row = _open(scope, owner_id, wish, token=new_token())
        return _confirm(scope, row)


def confirm_erasure(
    actor: Actor, request_id: UUID, *, confirm_token: str, user_id: str | None = None
) -> ErasureView:
    """Start the grace period; the answer carries the token of the receipt's link, once. Needs ``erase``."""
    require(actor, Verb.ERASE)
    owner_id = owner_of_object(actor, "erasure", request_id, user_id=user_id)
    with acting_as(actor, owner_id) as scope:
        hold_owner(owner_id)
        row = locked_request(request_id)
        if bytes(row.confirm_digest) != digest(confirm_token):
            raise Invalid("This confirm_token does not belong to the request.", field="confirm_token")
        if row.state != ErasureState.PREVIEW:
            raise Conflict("This request was confirmed or closed before.", code="not_in_preview")
        return _confirm(scope, row)


def reach_of(row: ErasureRequest) -> Reach:
    """How far a stored request goes."""
    chosen = row.selection
    return Reach(
        owner_id=row.owner_id,
        scope=ErasureScope(row.scope),
        conversation_id=row.target_id or NOTHING,
        memory_ids=tuple(UUID(value) for value in chosen.get("memories", [])),
        message_ids=tuple(UUID(value) for value in chosen.get("messages", [])),
        before=datetime.fromisoformat(chosen["before"]) if "before" in chosen else None,
    )


def _open(scope: Scope, owner_id: UUID, wish: Wish, *, token: str) -> ErasureRequest:
    key = subject_key(owner_id)
    row = ErasureRequest(
        id=uuid7(),
        workspace_id=scope.actor.workspace_id,
        owner_id=owner_id,
        scope=wish.scope,
        query=wish.query,
        reason=wish.reason,
        subject=key.pseudonym(owner_id) if key else "",
        confirm_digest=digest(token),
        requested_by_kind=scope.actor.kind,
        requested_by_id=scope.actor.id,
        created_at=datetime.now(UTC),
    )
    _aim(row, wish)
    with acting_as(scope.actor, owner_id, role=DatabaseRole.ERASE):
        reach = reach_of(row)
        row.preview = {target.name: target.locate(reach) for target in concerned(reach.scope)}
    row.executes_after = row.created_at + _grace(row)  # if it were confirmed now
    row.save(force_insert=True)
    found = sum(row.preview.values())
    scope.record("erasure.requested", object_type="erasure", object_id=row.id, scope=wish.scope, found=found)
    return row


def _aim(row: ErasureRequest, wish: Wish) -> None:
    """Turn the target of a wish into ids; raises ``NotFound`` or ``Invalid``."""
    if wish.scope is ErasureScope.CONVERSATION:
        rows = Conversation.objects.filter(owner_id=row.owner_id, external_id=wish.target or "")
        row.target_id = rows.values_list("id", flat=True).first()
        if row.target_id is None:
            raise NotFound
    elif wish.scope is ErasureScope.MEMORY:
        row.target_id = _as_id(wish.target)
        row.selection = _selection(row.owner_id, [row.target_id])
    elif wish.scope is ErasureScope.TOPIC:
        about = memories_about(row.owner_id, wish.query)
        chosen = [memory_id for memory_id in about if not wish.only or memory_id in wish.only]
        if not chosen:
            raise Invalid("Nothing is remembered about this topic.", code="nothing_found", field="query")
        row.selection = _selection(row.owner_id, chosen)


def _selection(owner_id: UUID, ids: list[UUID]) -> dict[str, list[str]]:
    found = dict(Memory.objects.filter(owner_id=owner_id, id__in=ids).values_list("id", "message_id"))
    if not found:
        raise NotFound
    messages = sorted({str(message) for message in found.values() if message})
    return {"memories": [str(memory_id) for memory_id in found], "messages": messages}


def _as_id(target: str | None) -> UUID:
    try:
        return UUID(target or "")
    except ValueError as error:
        raise Invalid("target must be the id of a memory.", field="target") from error


def _confirm(scope: Scope, row: ErasureRequest) -> ErasureView:
    now, token = datetime.now(UTC), new_token()
    ensure_allowed(ErasureState(row.state), ErasureState.GRACE)
    grace = _grace(row)
    row.state, row.confirmed_at = ErasureState.GRACE, now
    row.executes_after, row.receipt_digest = now + grace, digest(token)
    if row.scope == ErasureScope.MEMORY:
        _hide(row, now)
    row.save()
    scope.record(
        "erasure.confirmed",
        object_type="erasure",
        object_id=row.id,
        executes_after=int(row.executes_after.timestamp()),
    )
    if not grace:
        enqueue(Job.RUN_ERASURE, row.workspace_id, row.owner_id, row.id)
    return erasure_view(row, receipt_token=token)


def _hide(row: ErasureRequest, now: datetime) -> None:
    """Out of recall at once, while the worker has yet to come: expiry is enforced in every query. What it was
    before is kept for a cancellation."""
    memories = Memory.objects.filter(owner_id=row.owner_id, id__in=row.selection["memories"])
    before = memories.values_list("id", "expires_at")
    row.selection["expiries"] = {str(one): until.isoformat() if until else "" for one, until in before}
    memories.update(expires_at=now)


def _grace(row: ErasureRequest) -> timedelta:
    policy = effective_policy(row.owner_id)
    one = row.scope == ErasureScope.MEMORY
    return timedelta(seconds=policy.memory_erasure_grace_seconds if one else policy.erasure_grace_seconds)
