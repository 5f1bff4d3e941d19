"""Erasure requests in the admin: followed, held, refused through the services the console calls."""

from collections.abc import Callable
from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.identity import Actor
from memories.admin.service_admin import PAGE, ServiceAdmin, as_uuid, membership
from memories.domain.errors import HindsightError, NotFound
from memories.entry.refusals import words_for
from memories.models import ErasureRequest
from memories.services.erasure_cases import get_erasure, hold_erasure, refuse_erasure, unhold_erasure
from memories.services.follow import erasures_of_workspace

_ACTS: dict[str, Callable[[Actor, UUID, str], Any]] = {
    "hold": lambda actor, request_id, note: hold_erasure(actor, request_id, note=note),
    "unhold": lambda actor, request_id, _note: unhold_erasure(actor, request_id),
    "refuse": lambda actor, request_id, note: refuse_erasure(actor, request_id, note=note),
}


@admin.register(ErasureRequest)
class ErasureRequestAdmin(ServiceAdmin):
    """The workspace's cases without a word of anybody's, and an officer's three acts."""

    columns: ClassVar[tuple[Any, ...]] = (
        gettext_lazy("created"),
        gettext_lazy("person"),
        gettext_lazy("scope"),
        gettext_lazy("state"),
        gettext_lazy("begins"),
    )

    def rows(self, actor: Actor, *, offset: int) -> tuple[list[dict[str, Any]], bool]:
        page = erasures_of_workspace(actor, limit=PAGE, offset=offset)
        rows = [
            {"id": e.id, "cells": (e.created_at, e.owner, e.scope, e.state, e.executes_after)}
            for e in page.results
        ]
        return rows, page.next_cursor is not None

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """One case; POST holds, releases or refuses it."""
        actor = membership(request)
        if actor is None:
            return HttpResponseRedirect(reverse("admin:memories_erasurerequest_changelist"))
        try:
            if request.method == "POST":
                _ACTS[request.POST["act"]](actor, as_uuid(object_id), request.POST.get("reason", ""))
                messages.success(request, _("Done."))
                return HttpResponseRedirect(request.path)
            erasure = get_erasure(actor, as_uuid(object_id))
        except (NotFound, LookupError) as absent:
            raise Http404 from absent
        except HindsightError as refusal:
            messages.error(request, words_for(refusal))
            return HttpResponseRedirect(reverse("admin:memories_erasurerequest_changelist"))
        context = {**self._frame(request), "title": _("Erasure request"), "erasure": erasure}
        return TemplateResponse(request, "admin/memories/erasurerequest/change_form.html", context)
