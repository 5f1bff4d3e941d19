"""Erasure cases and receipts as the templates show them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from memories.console.viewer import Viewer
from memories.domain.erasure import ALLOWED
from memories.domain.vocabulary import ErasureState, Verb
from memories.services.awaited import Awaited
from memories.services.erasure_cases import ErasureView, StepView
from memories.services.erasure_targets import TARGETS
from memories.services.follow import Followed
from memories.services.receipts import LIFETIME

_ORDER = ("asked", "previewed", "grace", "running", "verified")


def erasure_page(found: Followed, viewer: Viewer, *, confirm_token: str | None) -> dict[str, Any]:
    """Context of ``erasure_detail.html`` about the case itself."""
    view = found.erasure
    state = ErasureState(view.state)
    stores = store_rows(view.preview, view.steps)
    may_hold = viewer.may(Verb.HOLD) and not viewer.is_owner
    return {
        "erasure": replace(view, confirm_token=confirm_token),
        "requested_by": found.requested_by_kind,
        "reason": found.reason,
        "memory_count": view.preview.get("memories", 0),
        "total": sum(store["found"] for store in stores),
        "store_count": len(stores),
        "grace_hours": grace_hours(view),
        "can_cancel": ErasureState.CANCELLED in ALLOWED[state] and viewer.may(Verb.ERASE),
        "can_hold": may_hold and ErasureState.HELD in ALLOWED[state],
        "can_unhold": may_hold and state is ErasureState.HELD,
        "can_refuse": may_hold and ErasureState.REFUSED in ALLOWED[state],
        "is_moving": _is_moving(view),
        "receipt_until": view.finished_at + LIFETIME if view.finished_at else None,
        "steps": steps_of(view),
        "stores": stores,
        "samples": found.samples,
    }


def grace_hours(view: ErasureView) -> int:
    """Hours between a confirmation and the erasure; 0 means at once, a part of an hour counts as one."""
    since = view.confirmed_at or view.created_at
    if view.executes_after is None:
        return 0
    return max(0, -((since - view.executes_after) // timedelta(hours=1)))


def steps_of(view: ErasureView) -> list[dict[str, Any]]:
    """``steps`` of ``partials/stepper.html``."""
    times = {
        "asked": view.created_at,
        "previewed": view.created_at,
        "grace": view.confirmed_at,
        "running": view.started_at,
        "verified": view.finished_at,
    }
    here = _place(view)
    return [
        {
            "key": key,
            "state": _step_state(place, here, view.state),
            "at": times[key] if place <= here else None,
        }
        for place, key in enumerate(_ORDER)
    ]


def store_rows(preview: Mapping[str, int], steps: Sequence[StepView]) -> list[dict[str, Any]]:
    """``stores`` of ``partials/stores.html`` in the order of erasing (JSON keeps none), without the stores
    that held nothing."""
    known = {step.target: step for step in steps}
    rows = []
    for target in (target.name for target in TARGETS):
        step = known.get(target)
        found = max(preview.get(target, 0), step.found if step else 0, step.erased if step else 0)
        if not found:
            continue
        erased, remaining = (step.erased, step.remaining) if step else (None, None)
        rows.append({"target": target, "found": found, "erased": erased, "remaining": remaining})
    return rows


def receipt_page(document: Mapping[str, Any]) -> dict[str, Any]:
    """``receipt`` of ``receipt.html`` from a signed document."""
    body = document["receipt"]
    stores = [{**store, "target": store["name"]} for store in body["stores"]]
    moments = ("created_at", "confirmed_at", "started_at", "finished_at")
    return {
        "id": body["request"],
        "subject": body["subject"],
        "scope": body["scope"],
        "state": ErasureState.VERIFIED.value,
        **{name: datetime.fromisoformat(body[name]) for name in moments},
        "stores": stores,
        "total": sum(store["erased"] for store in stores),
        "files": body["files"],
        "remains": body["remains"],
        "ledger_position": body["ledger"]["position"],
        "key_id": document["key_id"],
        "signature": document["signature"],
        "public_key": document["public_key"],
    }


def awaited_page(found: Awaited) -> dict[str, Any]:
    """``receipt`` of ``receipt.html`` while there is none yet."""
    stores = store_rows(found.preview, found.steps)
    return {**vars(found), "stores": stores, "total": sum(store["found"] for store in stores)}


def valid_until(document: Mapping[str, Any]) -> datetime:
    """Until when the page of a receipt can be opened."""
    return datetime.fromisoformat(document["receipt"]["issued_at"]) + LIFETIME


def _is_moving(view: ErasureView) -> bool:
    """Something changes within seconds: a worker runs the request, or has been told to."""
    due = view.executes_after is not None and view.executes_after <= timezone.now()
    running = view.state in (ErasureState.RUNNING, ErasureState.VERIFYING)
    return running or (view.state == ErasureState.GRACE and due)


def _place(view: ErasureView) -> int:
    """The step at which a request stands; one past the last when it is verified."""
    if view.state == ErasureState.VERIFIED:
        return len(_ORDER)
    if view.state == ErasureState.VERIFYING:
        return _ORDER.index("verified")
    if view.started_at is not None:
        return _ORDER.index("running")
    return _ORDER.index("grace" if view.confirmed_at is not None else "previewed")


def _step_state(place: int, here: int, state: str) -> str:
    if place < here:
        return "done"
    if place > here:
        return "todo"
    return "failed" if state == ErasureState.FAILED else "current"
