"""Review: the queue, one case, and the decision."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from memories.console.acts import attempt
from memories.console.forms import CaseFilterForm, DecisionForm
from memories.console.guard import for_staff
from memories.console.paging import address, offset_of, pager
from memories.console.shape_case import (
    SIGNAL_NAMES,
    case_page,
    case_row,
    neighbour_rows,
    reasons_of,
    segment_rows,
    signal_rows,
)
from memories.console.viewer import Viewer
from memories.domain.errors import HindsightError, NotFound
from memories.domain.vocabulary import CaseState, DecisionKind, Verb
from memories.entry.refusals import words_for
from memories.services.case_context import CaseContext, case_context
from memories.services.decide import Decision, decide
from memories.services.names import actor_names
from memories.services.review import (
    CaseFilters,
    CaseView,
    claim,
    count_cases,
    get_case,
    list_cases,
    next_case,
    release_claim,
)

_SORTS = {"due": "due_at", "-risk": "-risk", "-opened_at": "-created_at"}


@require_safe
@for_staff(Verb.REVIEW)
def queue(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The cases of one state; the filters are the address."""
    form = CaseFilterForm(request.GET)
    wanted = form.kept
    state = wanted["state"] or CaseState.OPEN
    filters = CaseFilters(
        state=state,
        signal=wanted["signal"] or "",
        min_risk=wanted["min_risk"] or 0.0,
        source=wanted["source"],
        q=wanted["q"] or "",
        sort=_SORTS[wanted["sort"] or "due"],
    )
    page = list_cases(viewer.actor, filters, offset=offset_of(wanted["cursor"] or ""))
    names = actor_names(viewer.actor, [case.claimed_by for case in page.results if case.claimed_by])
    narrowed = ("signal", "min_risk", "source", "q")
    context = {
        "cases": [case_row(case, names=names, viewer_id=viewer.actor.id) for case in page.results],
        "tabs": _tabs(request, viewer, chosen=state),
        "filters": form.shown | {"state": state.value, "sort": wanted["sort"] or "due"},
        "signals": SIGNAL_NAMES,
        "pager": pager(request, next_cursor=page.next_cursor, total=page.total),
        "filtered": any(wanted[name] for name in narrowed),
    }
    return render(request, "console/review_queue.html", context)


@require_safe
@for_staff(Verb.REVIEW)
def case(request: HttpRequest, viewer: Viewer, *, case_id: UUID) -> HttpResponse:
    """One case: the text with its evidence, the reasons, the surroundings, the decision."""
    return render(request, "console/review_case.html", _case_context(viewer, case_id))


@require_POST
@for_staff(Verb.REVIEW)
def claim_case(request: HttpRequest, viewer: Viewer, *, case_id: UUID) -> HttpResponse:
    """Nobody else can decide it for five minutes."""
    attempt(request, lambda: claim(viewer.actor, case_id), done=_("The case is yours for five minutes."))
    return redirect("console:review_case", case_id=case_id)


@require_POST
@for_staff(Verb.REVIEW)
def give_back(request: HttpRequest, viewer: Viewer, *, case_id: UUID) -> HttpResponse:
    """Back into the queue, undecided."""
    attempt(request, lambda: release_claim(viewer.actor, case_id), done=_("You gave the case back."))
    return redirect("console:review_queue")


@require_POST
@for_staff(Verb.REVIEW)
def decide_case(request: HttpRequest, viewer: Viewer, *, case_id: UUID) -> HttpResponse:
    """Carry a decision out and go on to the next case; what stops it is shown where it was typed."""
    form = DecisionForm(request.POST)
    if not form.is_valid():
        errors = {name: _("Check this and try again.") for name in form.errors}
        return _again(request, viewer, case_id, errors=errors)
    try:
        decide(viewer.actor, case_id, _decision(form))
    except NotFound:
        raise
    except HindsightError as refusal:
        place = refusal.field if refusal.field in ("reason", "content", "target_id") else "decision"
        return _again(request, viewer, case_id, errors={place: words_for(refusal)}, status=refusal.status)
    messages.success(request, _done(form.cleaned_data["decision"]))
    following = next_case(viewer.actor, besides=case_id)
    return redirect(_address(following) if following else reverse("console:review_queue"))


def _decision(form: DecisionForm) -> Decision:
    data = form.cleaned_data
    kind: DecisionKind = data["decision"]
    return Decision(
        kind,
        data["reason"],
        content=data["content"].replace("\r\n", "\n") if kind is DecisionKind.EDIT else None,
        target_id=data["target_id"] if kind is DecisionKind.MERGE else None,
        expected_version=data["version"],
    )


def _again(
    request: HttpRequest, viewer: Viewer, case_id: UUID, *, errors: dict[str, str], status: int = 422
) -> HttpResponse:
    context = _case_context(viewer, case_id) | {"errors": errors, "form": request.POST.dict()}
    return render(request, "console/review_case.html", context, status=status)


def _case_context(viewer: Viewer, case_id: UUID) -> dict[str, Any]:
    view = get_case(viewer.actor, case_id)
    around = case_context(viewer.actor, view)
    following = next_case(viewer.actor, besides=case_id)
    people = [view.claimed_by, *(decision.reviewer_id for decision in view.decisions)]
    names = actor_names(viewer.actor, [person for person in people if person])
    return {
        "case": case_page(view, around, names=names, viewer_id=viewer.actor.id),
        "segments": segment_rows(view),
        "signals": signal_rows(view),
        "effect": _effect(view),
        "nearest": neighbour_rows(around.nearest) if view.content else None,
        "message": None,  # the turn a quarantined write came from holds no text of its own
        "history": around.history,
        "decisions": _decisions(view, around),
        "form": {},
        "errors": {},
        "reasons": _reasons(view),
        "text": view.content,
        "queue_url": reverse("console:review_queue"),
        "next_url": _address(following) if following else None,
    }


def _effect(view: CaseView) -> dict[str, Any] | None:
    """A release makes a write recallable and changes nothing else."""
    if view.state == CaseState.DECIDED:
        return None
    return {"recallable": True, "merges_into": None, "supersedes": []}


def _decisions(view: CaseView, around: CaseContext) -> list[str]:
    """What can be decided: nothing once the memory is gone, a merge only into something, a redaction only of
    something."""
    if not view.content:
        return []
    found = [DecisionKind.RELEASE, DecisionKind.EDIT, DecisionKind.REJECT, DecisionKind.DEFER]
    if any(signal.end > signal.start for signal in view.signals):
        found.append(DecisionKind.REDACT)
    if around.nearest:
        found.append(DecisionKind.MERGE)
    return [kind.value for kind in found]


def _reasons(view: CaseView) -> list[str]:
    words = [
        render_to_string(
            "console/partials/signal_word.html",
            {"signal": reason.signal.name, "code": reason.signal.reason_code},
        ).strip()
        for reason in reasons_of(view)
    ]
    return [*words, _("Says something about the person, nothing else"), _("Known already")]


def _tabs(request: HttpRequest, viewer: Viewer, *, chosen: CaseState) -> list[dict[str, Any]]:
    return [
        {
            "state": state.value,
            "url": address(request, state=state.value, cursor=""),
            "count": count,
            "active": state is chosen,
        }
        for state, count in count_cases(viewer.actor).items()
    ]


def _done(kind: DecisionKind) -> str:
    return {
        DecisionKind.RELEASE: _("Released. The person's agents can recall it."),
        DecisionKind.EDIT: _("Edited and released."),
        DecisionKind.REDACT: _("Redacted and released."),
        DecisionKind.REJECT: _("Rejected. The text is erased; a fingerprint stays to recognise it."),
        DecisionKind.MERGE: _("Merged into the other memory."),
        DecisionKind.DEFER: _("Deferred. The case waits under On hold."),
    }[kind]


def _address(case_id: UUID) -> str:
    return reverse("console:review_case", args=[case_id])
