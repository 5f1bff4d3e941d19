"""An admin page whose rows come from a service: tables under row security show nothing without a scope, and
what is done here must pass the same rules and leave the same events as everywhere else."""

from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from audit.identity import Actor
from memories.domain.errors import HindsightError
from memories.entry.authenticate import WORKSPACE_KEY
from memories.entry.refusals import words_for
from memories.services.signin import staff_session

PAGE = 100


class ServiceAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """Lists what ``rows`` gives for the superuser's own membership; nothing is added or edited in place."""

    columns: ClassVar[tuple[Any, ...]] = ()

    def rows(self, actor: Actor, *, offset: int) -> tuple[list[dict[str, Any]], bool]:
        """Rows as ``{"id", "cells"}`` from a place on, and whether there are more."""
        raise NotImplementedError

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(getattr(request.user, "is_superuser", False))

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_module_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The list, or why there is none."""
        offset = _offset(request.GET.get("from", ""))
        rows: list[dict[str, Any]] = []
        more = False
        actor = membership(request)
        if actor is not None:
            try:
                rows, more = self.rows(actor, offset=offset)
            except HindsightError as refusal:
                messages.error(request, words_for(refusal))
        context = {
            **self._frame(request),
            "columns": self.columns,
            "rows": rows,
            "following": offset + PAGE if more else None,
            "may_open": type(self).change_view is not ServiceAdmin.change_view,
        }
        return TemplateResponse(request, "admin/memories/change_list.html", context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Rows without a page of their own."""
        raise Http404

    def _frame(self, request: HttpRequest) -> dict[str, Any]:
        return {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": str(self.model._meta.verbose_name_plural).capitalize(),
        }


def membership(request: HttpRequest) -> Actor | None:
    """The superuser as a member of a workspace's staff; says what to do when there is no membership."""
    chosen = request.session.get(WORKSPACE_KEY)
    found = staff_session(request.user.pk or 0, workspace_id=UUID(chosen) if chosen else None)
    if found is None:
        command = f"manage.py create_staff {request.user.get_username()} --workspace NAME --role officer"
        messages.warning(
            request,
            _("This login has no role in any workspace, so nothing can be shown. Give it one: %(command)s")
            % {"command": command},
        )
        return None
    return found[0]


def as_uuid(object_id: str) -> UUID:
    """The id in an admin address; 404 for anything else."""
    try:
        return UUID(unquote(object_id))
    except ValueError as error:
        raise Http404 from error


def _offset(text: str) -> int:
    digits = 9  # more would be no place in any list, and no number for the database
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else 0
