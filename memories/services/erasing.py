"""Carries an erasure out: store by store in batches, then proof, then the receipt. Safe to kill at any step.

Every batch is idempotent and commits with its event, so a run that starts again only finds less to do.
A partial erasure is never called done: the receipt is written in the transaction that proves emptiness.
"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import F

from audit.context import DatabaseRole, Scope, acting_as
from audit.identity import Actor, system_actor
from memories.domain.erasure import ensure_allowed
from memories.domain.vocabulary import ErasureScope, ErasureState, OwnerState
from memories.jobs import Job, enqueue
from memories.models import ErasureRequest, ErasureStep, Memory, MemoryVersion, Owner
from memories.services.erase import erase_memory, reach_of
from memories.services.erasure_cases import ErasureView
from memories.services.erasure_proof import finish_waiting
from memories.services.erasure_targets import (
    NOTHING,
    WHOLE_PERSON,
    ErasureTarget,
    Reach,
    concerned,
)
from memories.services.owners import owner_of_object
from memories.services.tombstones import (
    is_husk,
    lay_tombstones,
    owner_digest,
    source_digest,
    text_digest,
)

_LEASE = timedelta(minutes=2)
_ATTEMPTS = 5
_TOMBSTONES_AT_ONCE = 500


def run_erasure(workspace_id: UUID, owner_id: UUID, request_id: UUID) -> str:
    """Run one due request to its end; returns the state it is left in. Ends quietly when nothing is due."""
    state = erase_rows(workspace_id, owner_id, request_id)
    if state != ErasureState.VERIFYING:
        return state
    finish_waiting()
    return _state(system_actor(workspace_id), owner_id, request_id)


def forget_memory(
    actor: Actor, memory_id: UUID, *, user_id: str | None = None, expected_version: int | None = None
) -> ErasureView:
    """``erase_memory``, and when no grace is due its rows go before the answer; a worker cleans the files and
    writes the receipt."""
    view = erase_memory(actor, memory_id, user_id=user_id, expected_version=expected_version)
    if view.executes_after is not None and view.executes_after <= datetime.now(UTC):
        owner_id = owner_of_object(actor, "erasure", view.id)
        erase_rows(actor.workspace_id, owner_id, view.id)
        enqueue(Job.RUN_ERASURE, actor.workspace_id, owner_id, view.id)
        system = system_actor(actor.workspace_id)
        return replace(view, state=_state(system, owner_id, view.id))
    return view


def erase_rows(workspace_id: UUID, owner_id: UUID, request_id: UUID) -> str:
    """The first half of a due request: all its rows in all stores; returns the state it is left in."""
    actor = system_actor(workspace_id)
    row = _start(actor, owner_id, request_id)
    if row is None:
        return "not_due"
    if row.state == ErasureState.VERIFYING:  # its rows were gone when its worker ended
        return ErasureState.VERIFYING
    _lay_tombstones(actor, row)
    reach = reach_of(row)
    for place, target in enumerate(concerned(reach.scope)):
        if target.name in WHOLE_PERSON and reach.scope is not ErasureScope.OWNER and reach.before is None:
            reach = replace(reach, before=datetime.now(UTC))
        _erase_store(actor, row, reach, target, place=place)
    _verify(actor, row, reach)
    return _state(actor, owner_id, request_id)


def _start(actor: Actor, owner_id: UUID, request_id: UUID) -> ErasureRequest | None:
    """Claim the request (the attempt counts now) and close the owner to writers."""
    with acting_as(actor, owner_id) as scope:
        # The owner before the request, as everywhere: the other order deadlocks with a second confirmation.
        owner = _locked_owner(actor, owner_id)
        row = ErasureRequest.objects.select_for_update().filter(id=request_id).first()
        now = datetime.now(UTC)
        if owner is None or row is None or not _is_due(row, now):
            return None
        if row.state == ErasureState.VERIFYING:
            return row
        if row.attempts >= _ATTEMPTS:
            _give_up(scope, row)
            return None
        if row.state == ErasureState.GRACE:
            ensure_allowed(ErasureState.GRACE, ErasureState.RUNNING)
            row.started_at = now
            if row.scope == ErasureScope.OWNER:
                _close_owner(actor, owner)
                _cancel_others(scope, row)
            scope.record(
                "erasure.started",
                object_type="erasure",
                object_id=row.id,
                subject=row.subject,
                epoch=owner.epoch,
            )
        row.state, row.attempts, row.lease_until = ErasureState.RUNNING, row.attempts + 1, now + _LEASE
        row.save(update_fields=["state", "started_at", "attempts", "lease_until"])
        return row


def _is_due(row: ErasureRequest, now: datetime) -> bool:
    if row.lease_until is not None and row.lease_until > now:
        return False
    if row.state == ErasureState.GRACE:
        return row.executes_after is not None and row.executes_after <= now
    return row.state in (ErasureState.RUNNING, ErasureState.VERIFYING)


def _give_up(scope: Scope, row: ErasureRequest) -> None:
    row.state, row.error_code, row.lease_until = ErasureState.FAILED, "too_many_attempts", None
    row.save(update_fields=["state", "error_code", "lease_until"])
    scope.record(
        "erasure.failed", object_type="erasure", object_id=row.id, subject=row.subject, code=row.error_code
    )


def _locked_owner(actor: Actor, owner_id: UUID) -> Owner | None:
    """The subject row, once the writers in flight (they hold it FOR SHARE) have ended."""
    with acting_as(actor, owner_id, role=DatabaseRole.ERASE):
        return Owner.objects.select_for_update().filter(id=owner_id).first()


def _close_owner(actor: Actor, owner: Owner) -> None:
    """Let no writer in any more; the raised epoch makes queued jobs of the old life end without effect."""
    owner.state, owner.epoch = OwnerState.ERASING, owner.epoch + 1
    with acting_as(actor, owner.id, role=DatabaseRole.ERASE):
        owner.save(update_fields=["state", "epoch"])


def _cancel_others(scope: Scope, row: ErasureRequest) -> None:
    """What a narrower case would erase is gone with the person: it must not run, or look open, for ever."""
    waiting = ErasureRequest.objects.filter(
        owner_id=row.owner_id, state__in=[ErasureState.PREVIEW, ErasureState.GRACE]
    ).exclude(id=row.id)
    for other in waiting.select_for_update():
        other.state = ErasureState.CANCELLED
        other.save(update_fields=["state"])
        scope.record("erasure.cancelled", object_type="erasure", object_id=other.id, subject=row.subject)


def _lay_tombstones(actor: Actor, row: ErasureRequest) -> None:
    """Keyed digests of what is about to go, in batches that commit; laid before the first row is erased."""
    last = UUID(int=0)
    while True:
        with acting_as(actor, row.owner_id):
            owner = Owner.objects.get(id=row.owner_id)
            batch = list(_doomed(row).filter(id__gt=last).order_by("id")[:_TOMBSTONES_AT_ONCE])
            if not batch:
                return _lay_owner_tombstone(owner, row)
            lay_tombstones(owner.workspace_id, "text", _texts(owner, batch))
            lay_tombstones(owner.workspace_id, "source", [_source(owner, m) for m in batch if m.message])
            last = batch[-1].id


def _lay_owner_tombstone(owner: Owner, row: ErasureRequest) -> None:
    if row.scope == ErasureScope.OWNER and not is_husk(owner):
        lay_tombstones(owner.workspace_id, "owner", [owner_digest(owner.workspace_id, owner.external_id)])


def _doomed(row: ErasureRequest) -> Any:
    rows = Memory.objects.filter(owner_id=row.owner_id).select_related("message")
    if row.scope == ErasureScope.OWNER:
        return rows
    if row.scope == ErasureScope.CONVERSATION:
        return rows.filter(conversation_id=row.target_id or NOTHING)
    return rows.filter(id__in=row.selection.get("memories", []))


def _texts(owner: Owner, batch: list[Memory]) -> list[bytes]:
    """Every wording the memories ever had: an earlier one must not come back either."""
    rows = MemoryVersion.objects.filter(owner_id=owner.id, memory_id__in=[memory.id for memory in batch])
    wordings = rows.exclude(content="").values_list("content", flat=True)
    return [text_digest(owner.workspace_id, owner.external_id, content) for content in wordings]


def _source(owner: Owner, memory: Memory) -> bytes:
    return source_digest(owner.workspace_id, owner.external_id, memory.message.external_id)


def _erase_store(
    actor: Actor, row: ErasureRequest, reach: Reach, target: ErasureTarget, *, place: int
) -> None:
    with acting_as(actor, row.owner_id):
        step, _ = ErasureStep.objects.get_or_create(
            owner_id=row.owner_id,
            request_id=row.id,
            target=target.name,
            defaults={
                "workspace_id": row.workspace_id,
                "place": place,
                "found": row.preview.get(target.name, 0),
            },
        )
    while _erase_batch(actor, row, reach, target, step):
        continue
    with acting_as(actor, row.owner_id):
        ErasureStep.objects.filter(id=step.id).update(done_at=datetime.now(UTC))


def _erase_batch(
    actor: Actor, row: ErasureRequest, reach: Reach, target: ErasureTarget, step: ErasureStep
) -> int:
    with acting_as(actor, row.owner_id) as scope:
        with acting_as(actor, row.owner_id, role=DatabaseRole.ERASE):
            count = target.erase_batch(reach)
        if not count:
            return 0
        ErasureStep.objects.filter(id=step.id).update(erased=F("erased") + count)
        lease = datetime.now(UTC) + _LEASE
        ErasureRequest.objects.filter(id=row.id).update(lease_until=lease)
        scope.record(
            "erasure.batch_erased",
            object_type="erasure",
            object_id=row.id,
            subject=row.subject,
            target=target.name,
            count=count,
        )
        return count


def _verify(actor: Actor, row: ErasureRequest, reach: Reach) -> bool:
    """All stores are empty: the name goes as well, before the files are cleaned. False when another worker
    has brought the request to its end meanwhile."""
    with acting_as(actor, row.owner_id):
        if reach.before is not None:
            row.selection["before"] = reach.before.isoformat()
        running = ErasureRequest.objects.filter(
            id=row.id, state__in=[ErasureState.RUNNING, ErasureState.VERIFYING]
        )
        verifying = {"state": ErasureState.VERIFYING, "lease_until": datetime.now(UTC) + _LEASE}
        words = {} if row.scope == ErasureScope.OWNER else {"selection": row.selection}
        if not running.update(**verifying, **words):
            return False
        if row.scope == ErasureScope.OWNER:
            _take_name(actor, row)
    return True


def _state(actor: Actor, owner_id: UUID, request_id: UUID) -> str:
    with acting_as(actor, owner_id):
        return str(ErasureRequest.objects.values_list("state", flat=True).get(id=request_id))


def _take_name(actor: Actor, row: ErasureRequest) -> None:
    """The subject row stays as a husk under a keyed digest: it proves the erasure and refuses writers."""
    owner = Owner.objects.get(id=row.owner_id)
    if is_husk(owner):
        return
    owner.external_id = owner_digest(owner.workspace_id, owner.external_id).hex()
    owner.locale, owner.time_zone = "en", "UTC"
    with acting_as(actor, row.owner_id, role=DatabaseRole.ERASE):
        owner.save(update_fields=["external_id", "locale", "time_zone"])
