"""Frame of every signed-in page: the rail, the workspace, the account, the search field."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from memories.console.viewer import Viewer
from memories.domain.vocabulary import CaseState, Verb
from memories.services.review import count_cases


@dataclass(frozen=True)
class _Entry:
    """One page of the rail. ``below`` are further views that count as being on it."""

    name: str
    icon: str
    verb: Verb
    owners: bool
    below: tuple[str, ...] = ()


_RAIL = (
    _Entry("memories", "memory", Verb.READ, True, ("memory", "memory_correct")),
    _Entry("recall_lab", "recall", Verb.READ, True),
    _Entry("privacy", "privacy", Verb.ERASE, True, ("erasure",)),
    _Entry("overview", "overview", Verb.POLICY, False),
    _Entry("review_queue", "review", Verb.REVIEW, False, ("review_case", "review_decide")),
    _Entry("erasures", "erasures", Verb.HOLD, False, ("erasure",)),
    _Entry("ledger", "ledger", Verb.AUDIT, False, ("ledger_verify",)),
)


def frame(request: HttpRequest) -> dict[str, Any]:
    """Context of ``base.html``; empty for everybody who is not signed in to the console."""
    viewer: Viewer | None = getattr(request, "viewer", None)
    if viewer is None:
        return {}
    return {
        # Called by the template that draws it: pages without a rail should not pay for its figures.
        "rail": lambda: [_item(request, viewer, entry) for entry in entries_of(viewer)],
        "workspace": {"name": viewer.workspace},
        "account": {"name": viewer.name, "role": viewer.actor.kind.value},
        "search": _search(request, viewer),
    }


def entries_of(viewer: Viewer) -> list[_Entry]:
    """The pages that a role reaches, its first page first."""
    return [entry for entry in _RAIL if entry.owners == viewer.is_owner and viewer.may(entry.verb)]


def _item(request: HttpRequest, viewer: Viewer, entry: _Entry) -> dict[str, Any]:
    here = request.resolver_match.url_name if request.resolver_match else None
    count = None
    if entry.name == "review_queue":
        counts = count_cases(viewer.actor)
        count = counts[CaseState.OPEN] + counts[CaseState.CLAIMED] + counts[CaseState.HELD]
    return {
        "url": reverse(f"console:{entry.name}"),
        "icon": entry.icon,
        "active": here in (entry.name, *entry.below),
        "count": count,
    }


def _search(request: HttpRequest, viewer: Viewer) -> dict[str, Any] | None:
    """What "/" searches. A page with a search field of its own has none in the frame."""
    here = request.resolver_match.url_name if request.resolver_match else None
    if viewer.is_owner and here not in ("memories", "recall_lab"):
        return {"url": reverse("console:memories"), "label": _("Search my memory"), "value": ""}
    if viewer.may(Verb.REVIEW) and not viewer.is_owner:
        value = request.GET.get("q", "") if here == "review_queue" else ""
        return {"url": reverse("console:review_queue"), "label": _("Search cases"), "value": value}
    return None
