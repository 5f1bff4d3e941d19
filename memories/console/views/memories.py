"""My memory: the list by kind, and one memory with its history."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from memories.console.forms import MemoryFilterForm
from memories.console.guard import for_owner
from memories.console.paging import address, pager
from memories.console.shape_memory import shown, version_rows
from memories.console.viewer import Viewer
from memories.domain.vocabulary import Verb
from memories.services.browse import Filters
from memories.services.memory_story import Story, memory_story
from memories.services.my_memory import KIND_ORDER, Shelf, my_memory


@require_safe
@for_owner(Verb.READ)
def memories(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The list, grouped by kind; its filters are its address."""
    form = MemoryFilterForm(request.GET)
    wanted = form.kept
    filters = Filters(kind=wanted["kind"], status=wanted["status"], q=wanted["q"] or "")
    shelf = my_memory(viewer.actor, viewer.actor.id, filters, cursor=wanted["cursor"] or None)
    total = shelf.counts.get(filters.kind, 0) if filters.kind else sum(shelf.counts.values())
    context = {
        "groups": _groups(shelf),
        "tabs": _tabs(request, shelf, chosen=filters.kind or ""),
        "filters": form.shown,
        "pager": pager(request, next_cursor=shelf.next_cursor, total=total),
        "filtered": bool(filters.kind or filters.status or filters.q),
        "paused": shelf.paused,
        "import_command": None,
    }
    return render(request, "console/memories.html", context)


@require_safe
@for_owner(Verb.READ)
def memory(request: HttpRequest, viewer: Viewer, *, memory_id: Any) -> HttpResponse:
    """One memory: what it says, why it is remembered, who was given it."""
    story = memory_story(viewer.actor, memory_id)
    return render(request, "console/memory_detail.html", detail_context(story))


def detail_context(story: Story) -> dict[str, Any]:
    """Context of ``memory_detail.html``; a refused correction is shown on the same page."""
    return {
        "memory": shown(story.memory),
        "quote": story.quote,
        "versions": version_rows(story),
        "relations": [
            {"kind": link.relation.kind, "outgoing": link.outgoing, "other": link.other}
            for link in story.links
        ],
        "accesses": story.accesses,
        "draft": None,
        "draft_error": None,
    }


def _groups(shelf: Shelf) -> list[dict[str, Any]]:
    groups = []
    for kind in KIND_ORDER:
        rows = [shown(view) for view in shelf.memories if view.kind == kind]
        if rows:
            groups.append({"kind": kind.value, "continued": kind is shelf.continues, "memories": rows})
    return groups


def _tabs(request: HttpRequest, shelf: Shelf, *, chosen: str) -> list[dict[str, Any]]:
    counts = {"": sum(shelf.counts.values())}
    counts |= {kind.value: shelf.counts.get(kind, 0) for kind in KIND_ORDER}
    return [
        {
            "kind": kind,
            "url": address(request, kind=kind, cursor=""),
            "count": count,
            "active": kind == chosen,
        }
        for kind, count in counts.items()
    ]
