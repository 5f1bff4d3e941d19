"""Memories in the admin: what is known about them besides what they say."""

from typing import Any, ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy

from audit.identity import Actor
from memories.admin.service_admin import PAGE, ServiceAdmin
from memories.models import Memory
from memories.services.inventory import list_inventory


@admin.register(Memory)
class MemoryAdmin(ServiceAdmin):
    """A list of metadata. Nobody on the staff reads a memory's text here."""

    columns: ClassVar[tuple[Any, ...]] = (
        gettext_lazy("created"),
        gettext_lazy("person"),
        gettext_lazy("kind"),
        gettext_lazy("status"),
        gettext_lazy("index"),
    )

    def rows(self, actor: Actor, *, offset: int) -> tuple[list[dict[str, Any]], bool]:
        page = list_inventory(actor, limit=PAGE, offset=offset)
        rows = [
            {"id": m.id, "cells": (m.created_at, m.owner, m.kind, m.status, m.indexing_state)}
            for m in page.results
        ]
        return rows, page.next_cursor is not None


# Django would say "memorys"; set here, for the table's own options are part of the migrations.
Memory._meta.verbose_name_plural = gettext_lazy("memories")
