"""Review cases in the admin: read and decided through the services the console calls."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.identity import Actor
from memories.admin.service_admin import PAGE, ServiceAdmin, as_uuid, membership
from memories.domain.errors import HindsightError, NotFound
from memories.domain.vocabulary import CaseState, DecisionKind
from memories.entry.refusals import words_for
from memories.models import ReviewCase
from memories.services.decide import Decision, decide
from memories.services.review import CaseFilters, get_case, list_cases

_BUTTONS = (DecisionKind.RELEASE, DecisionKind.REJECT, DecisionKind.DEFER)


@admin.register(ReviewCase)
class ReviewCaseAdmin(ServiceAdmin):
    """The queue, soonest due first, and one case with three decisions; the rest is done in the console."""

    columns: ClassVar[tuple[Any, ...]] = (
        gettext_lazy("due"),
        gettext_lazy("state"),
        gettext_lazy("risk"),
        gettext_lazy("signals"),
        gettext_lazy("text"),
    )

    def rows(self, actor: Actor, *, offset: int) -> tuple[list[dict[str, Any]], bool]:
        page = list_cases(actor, CaseFilters(), limit=PAGE, offset=offset)
        rows = [
            {
                "id": case.id,
                "cells": (
                    case.due_at,
                    case.state,
                    case.risk,
                    ", ".join(dict.fromkeys(signal.name for signal in case.signals)),
                    case.first_line,
                ),
            }
            for case in page.results
        ]
        return rows, page.next_cursor is not None

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """One case; POST decides it."""
        actor = membership(request)
        if actor is None:
            return HttpResponseRedirect(reverse("admin:memories_reviewcase_changelist"))
        if request.method == "POST":
            return self._decide(request, actor, object_id)
        try:
            case = get_case(actor, as_uuid(object_id))
        except NotFound as absent:
            raise Http404 from absent
        except HindsightError as refusal:
            messages.error(request, words_for(refusal))
            return HttpResponseRedirect(reverse("admin:memories_reviewcase_changelist"))
        context = {
            **self._frame(request),
            "title": _("Review case"),
            "case": case,
            "decisions": _BUTTONS if case.state != CaseState.DECIDED else (),
        }
        return TemplateResponse(request, "admin/memories/reviewcase/change_form.html", context)

    def _decide(self, request: HttpRequest, actor: Actor, object_id: str) -> HttpResponse:
        kind, reason = request.POST.get("decision", ""), request.POST.get("reason", "")
        if kind not in _BUTTONS:
            raise Http404
        try:
            decided = decide(actor, as_uuid(object_id), Decision(DecisionKind(kind), reason))
        except HindsightError as refusal:
            messages.error(request, words_for(refusal))
            return HttpResponseRedirect(request.path)
        messages.success(request, _("Decided: %(outcome)s") % {"outcome": decided.outcome})
        return HttpResponseRedirect(reverse("admin:memories_reviewcase_changelist"))
