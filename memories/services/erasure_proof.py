"""The end of an erasure: files cleaned, every store proven empty, the receipt signed.

Cleaning files costs the same for one erasure as for a hundred, and readers wait meanwhile. So erasures whose
rows are gone wait here together, one pass serves all of them, and passes take a small share of the time.
"""

import logging
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError

from audit.context import DatabaseRole, acting_as
from audit.identity import Actor, system_actor
from memories.domain.erasure import StoreProof, is_proven
from memories.domain.vocabulary import ErasureScope, ErasureState, OwnerState
from memories.models import ErasureRequest, ErasureStep, Owner
from memories.services.erase import reach_of
from memories.services.erasure_targets import Reach, concerned
from memories.services.file_residue import scrub_files
from memories.services.finders import DueWork, due_work
from memories.services.receipts import write_receipt

logger = logging.getLogger(__name__)

_TOGETHER = 1000
_LONGEST_PAUSE = 600.0


@dataclass
class _Pace:
    """When this process may clean files again (seconds of a monotonic clock)."""

    free_at: float = 0.0


@dataclass(frozen=True)
class _Waiting:
    """An erasure whose rows are gone."""

    actor: Actor
    owner_id: UUID
    request_id: UUID
    scope: ErasureScope


_pace = _Pace()
_one_at_a_time = Lock()


def finish_waiting() -> int:
    """Clean the files once for all erasures whose rows are gone, and finish each; returns how many it served.

    Serves none while another pass runs or the last one ended too recently: the sweeper comes again.
    """
    if not _one_at_a_time.acquire(blocking=False):
        return 0
    try:
        if time.monotonic() < _pace.free_at:
            return 0
        return _pass()
    finally:
        _one_at_a_time.release()


def _pass() -> int:
    waiting = [_waiting(work) for work in due_work("proof", limit=_TOGETHER)]
    if not waiting:
        return 0
    began = time.monotonic()
    scrubbed = scrub_files(_tables(waiting))
    took = time.monotonic() - began
    _pace.free_at = began + took + min(took * (1 / settings.SCRUB_SHARE - 1), _LONGEST_PAUSE)
    for one in waiting:
        try:
            finish(one.actor, one.owner_id, one.request_id, scrubbed=scrubbed)
        except DatabaseError:
            logger.exception("an erasure could not be finished; the others go on")
    return len(waiting)


def _waiting(work: DueWork) -> _Waiting:
    actor, owner_id, request_id = (
        system_actor(work.workspace_id),
        _given(work.owner_id),
        _given(work.object_id),
    )
    with acting_as(actor, owner_id):
        found = ErasureRequest.objects.filter(id=request_id).values_list("scope", flat=True).first()
    return _Waiting(actor, owner_id, request_id, ErasureScope(found or ErasureScope.MEMORY))


def _given(value: UUID | None) -> UUID:
    if value is None:
        raise ValueError("an erasure has an owner and an id")
    return value


def _tables(waiting: list[_Waiting]) -> list[str]:
    """Tables whose files may still hold bytes of what these erasures removed."""
    scopes = {one.scope for one in waiting}
    names = [target.model._meta.db_table for scope in sorted(scopes) for target in concerned(scope)]
    return [*names, Owner._meta.db_table] if ErasureScope.OWNER in scopes else names


def finish(actor: Actor, owner_id: UUID, request_id: UUID, *, scrubbed: dict[str, Any]) -> str:
    """Prove every store empty and sign the receipt, or send the request back to run; returns its state."""
    with acting_as(actor, owner_id) as scope:
        row = ErasureRequest.objects.select_for_update().get(id=request_id)
        reach = reach_of(row)
        if row.state != ErasureState.VERIFYING:
            return row.state
        proofs = _proofs(actor, row, reach)
        remaining = sum(proof.remaining for proof in proofs)
        row.lease_until = None
        if not is_proven(proofs):
            row.state = ErasureState.RUNNING
            row.save(update_fields=["state", "lease_until"])
            return row.state
        row.state, row.finished_at = ErasureState.VERIFIED, datetime.now(UTC)
        row.query = row.reason = ""
        row.selection = {}
        row.save()
        if row.scope == ErasureScope.OWNER:
            _close_for_good(actor, row)
        write_receipt(row, proofs, scrubbed=scrubbed)
        scope.record(
            "erasure.verified",
            object_type="erasure",
            object_id=row.id,
            subject=row.subject,
            erased=sum(proof.erased for proof in proofs),
            remaining=remaining,
        )
        return row.state


def _proofs(actor: Actor, row: ErasureRequest, reach: Reach) -> list[StoreProof]:
    steps = {
        step.target: step for step in ErasureStep.objects.filter(owner_id=row.owner_id, request_id=row.id)
    }
    with acting_as(actor, row.owner_id, role=DatabaseRole.ERASE):
        left = {target.name: target.locate(reach) for target in concerned(reach.scope)}
    for name, remaining in left.items():
        ErasureStep.objects.filter(id=steps[name].id).update(remaining=remaining)
    return [
        StoreProof(name, max(steps[name].found, steps[name].erased), steps[name].erased, remaining)
        for name, remaining in left.items()
    ]


def _close_for_good(actor: Actor, row: ErasureRequest) -> None:
    with acting_as(actor, row.owner_id, role=DatabaseRole.ERASE):
        Owner.objects.filter(id=row.owner_id).update(state=OwnerState.ERASED)
