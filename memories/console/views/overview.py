"""Overview for those who run a workspace: four figures, and what needs a person now."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.views.decorators.http import require_safe

from memories.console.guard import for_staff
from memories.console.viewer import Viewer
from memories.domain.vocabulary import CaseState, Verb
from memories.services.health import MemoryHealth, memory_health
from memories.services.review import count_cases

_STALE = timedelta(days=1)


@require_safe
@for_staff(Verb.POLICY)
def overview(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """For roles that may change how the workspace works; reviewers and auditors have pages of their own."""
    health = memory_health(viewer.actor)
    context = {
        "figures": _figures(health),
        "attention": list(_attention(health, viewer)),
        "recent": [],
    }
    return render(request, "console/overview.html", context)


def _figures(health: MemoryHealth) -> dict[str, Any]:
    oldest = health.oldest_case_at
    return {
        "memories": health.memories,
        "memories_today": health.new_today,
        "open_cases": health.open_cases,
        "oldest_case": timesince(oldest, health.at, depth=1) if oldest else None,
        "erasures_due": health.erasures_due,
        "next_erasure_at": health.next_erasure_at,
        "chain_ok": health.chain_ok,
        "chain_verified_at": health.chain_checked_at,
    }


def _attention(health: MemoryHealth, viewer: Viewer) -> Iterator[dict[str, Any]]:
    """The most urgent first; a line leads to a page that this role reaches, or back here."""
    here = reverse("console:overview")
    review = reverse("console:review_queue") if viewer.may(Verb.REVIEW) else here
    erasures = reverse("console:erasures") if viewer.may(Verb.HOLD) else here
    unclaimed = count_cases(viewer.actor)[CaseState.OPEN] if viewer.may(Verb.REVIEW) else 0
    rows: tuple[tuple[str, int, str, datetime | None], ...] = (
        ("chain_broken", int(health.chain_ok is False), here, health.chain_checked_at),
        ("failed_erasures", health.erasures_failed, erasures, None),
        ("overdue_cases", health.overdue_cases, review, health.oldest_case_at),
        ("unclaimed_cases", unclaimed, review, None),
        ("failed_operations", health.operations_failed, here, None),
        ("unindexed_memories", health.failed_index, here, None),
        ("due_erasures", health.erasures_due, erasures, None),
        ("chain_stale", int(_is_stale(health)), here, health.chain_checked_at),
    )
    for kind, count, url, at in rows:
        if count > 0:
            yield {"kind": kind, "count": count, "url": url, "at": at}


def _is_stale(health: MemoryHealth) -> bool:
    checked = health.chain_checked_at
    return checked is not None and timezone.now() - checked > _STALE
