"""Erasure cases: followed by the person and by officers, who may also hold or refuse them."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from memories.console.acts import attempt
from memories.console.confirmations import hand_over_receipt, kept_token, receipt_token
from memories.console.forms import ErasureFilterForm, NoteForm
from memories.console.guard import for_holder, for_staff
from memories.console.middleware import to_signin
from memories.console.paging import offset_of, pager
from memories.console.shape_erasure import erasure_page
from memories.console.viewer import Viewer
from memories.console.words import pseudonym
from memories.domain.errors import HindsightError
from memories.domain.vocabulary import ErasureState, Verb
from memories.entry.refusals import words_for
from memories.services.erase import confirm_erasure
from memories.services.erasure_cases import cancel_erasure, hold_erasure, refuse_erasure, unhold_erasure
from memories.services.follow import ErasureLine, erasures_of_workspace, follow_erasure

_STATES = tuple(state.value for state in ErasureState)


@require_safe
@for_staff(Verb.HOLD)
def erasures(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The officers' list of the workspace's cases."""
    form = ErasureFilterForm(request.GET)
    state = form.kept["state"]
    page = erasures_of_workspace(viewer.actor, state=state, offset=offset_of(form.kept["cursor"] or ""))
    context = {
        "erasures": [_line(line) for line in page.results],
        "filters": form.shown,
        "states": _STATES,
        "pager": pager(request, next_cursor=page.next_cursor, total=page.total, exact=page.total_exact),
        "filtered": state is not None,
    }
    return render(request, "console/erasures.html", context)


@require_safe
def erasure(request: HttpRequest, *, erasure_id: UUID) -> HttpResponse:
    """One case. Whoever watched everything of theirs go is not signed in any more: the receipt's own address,
    which the browser was given at the confirmation, is where they come out."""
    if getattr(request, "viewer", None) is None:
        token = receipt_token(request)
        return _to_receipt(request, token) if token else to_signin(request)
    page: HttpResponse = _erasure(request, erasure_id=erasure_id)
    return page


@for_holder(Verb.ERASE, Verb.HOLD)
def _erasure(request: HttpRequest, viewer: Viewer, *, erasure_id: UUID) -> HttpResponse:
    found = follow_erasure(viewer.actor, erasure_id)
    token = receipt_token(request)
    context = {
        **erasure_page(found, viewer, confirm_token=kept_token(request, erasure_id)),
        "receipt_url": request.build_absolute_uri(_receipt_address(token)) if token else None,
        **_back(viewer),
    }
    return render(request, "console/erasure_detail.html", context)


@require_POST
@for_holder(Verb.ERASE)
def confirm(request: HttpRequest, viewer: Viewer, *, erasure_id: UUID) -> HttpResponse:
    """Begin the grace period; the browser gets the receipt's token along."""
    token = request.POST.get("confirm_token", "")
    response = redirect("console:erasure", erasure_id=erasure_id)
    try:
        confirmed = confirm_erasure(viewer.actor, erasure_id, confirm_token=token)
    except HindsightError as refusal:
        messages.error(request, words_for(refusal))
        return response
    hand_over_receipt(request, response, confirmed)
    return response


@require_POST
@for_holder(Verb.ERASE)
def cancel(request: HttpRequest, viewer: Viewer, *, erasure_id: UUID) -> HttpResponse:
    """Take a request back before it runs."""
    done = _("Cancelled. Nothing was erased.")
    attempt(request, lambda: cancel_erasure(viewer.actor, erasure_id), done=done)
    return redirect("console:erasure", erasure_id=erasure_id)


@require_POST
@for_staff(Verb.HOLD)
def hold(request: HttpRequest, viewer: Viewer, *, erasure_id: UUID) -> HttpResponse:
    """Pause a request, with a reason the person can read."""
    return _decide(
        request, erasure_id, lambda note: hold_erasure(viewer.actor, erasure_id, note=note), _("Put on hold.")
    )


@require_POST
@for_staff(Verb.HOLD)
def unhold(request: HttpRequest, viewer: Viewer, *, erasure_id: UUID) -> HttpResponse:
    """Let a request go on where it stood."""
    return _decide(
        request, erasure_id, lambda _note: unhold_erasure(viewer.actor, erasure_id), _("The hold is lifted.")
    )


@require_POST
@for_staff(Verb.HOLD)
def refuse(request: HttpRequest, viewer: Viewer, *, erasure_id: UUID) -> HttpResponse:
    """Refuse a request, with a reason the person can read."""
    done = _("Refused. The person can read your reason.")
    return _decide(
        request, erasure_id, lambda note: refuse_erasure(viewer.actor, erasure_id, note=note), done
    )


def _decide(request: HttpRequest, erasure_id: UUID, act: Callable[[str], Any], done: str) -> HttpResponse:
    form = NoteForm(request.POST)
    note = form.cleaned_data["reason"] if form.is_valid() else ""
    attempt(request, lambda: act(note), done=done)
    return redirect("console:erasure", erasure_id=erasure_id)


def _to_receipt(request: HttpRequest, token: str) -> HttpResponse:
    there = _receipt_address(token)
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204, headers={"HX-Redirect": there})
    return redirect(there)


def _receipt_address(token: str) -> str:
    return reverse("console:receipt", args=[token])


def _line(line: ErasureLine) -> dict[str, Any]:
    return {
        "id": line.id,
        "owner": pseudonym(line.owner),
        "state": line.state,
        "scope": line.scope,
        "created_at": line.created_at,
        "executes_after": line.executes_after,
    }


def _back(viewer: Viewer) -> dict[str, str]:
    if viewer.is_owner:
        return {"back_url": reverse("console:privacy"), "back_label": _("Privacy")}
    return {"back_url": reverse("console:erasures"), "back_label": _("Erasures")}
