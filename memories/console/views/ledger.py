"""The ledger: events as sentences, filters, and the walk along the chain."""

import time
from datetime import date, datetime, timedelta
from datetime import time as clock
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from audit.events import EVENTS
from memories.console.forms import LedgerFilterForm
from memories.console.guard import for_staff
from memories.console.paging import pager
from memories.console.viewer import Viewer
from memories.domain.vocabulary import Verb
from memories.services.ledger import (
    EventFilters,
    ledger_head,
    list_events,
    parse_position,
    verify_ledger,
)

_RESULT_KEY = "hindsight_verification"


@require_safe
@for_staff(Verb.AUDIT)
def ledger(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """A page of the chain, newest first; filters are its address."""
    form = LedgerFilterForm(request.GET)
    wanted = form.kept
    filters = EventFilters(
        event=wanted["event"] or "",
        actor=wanted["actor"] or "",
        subject=wanted["subject"] or "",
        since=_midnight(wanted["after"]),
        until=_midnight(wanted["before"], days=1),
    )
    page = list_events(viewer.actor, filters, before=parse_position(wanted["cursor"] or None))
    context = {
        "events": page.results,
        "filters": form.shown,
        "event_names": sorted(EVENTS),
        "head": ledger_head(viewer.actor),
        "verification": _result(request),
        "pager": pager(request, next_cursor=page.next_cursor, total=page.total, exact=page.total_exact),
        "filtered": any(value for name, value in wanted.items() if name != "cursor"),
    }
    return render(request, "console/ledger.html", context)


@require_POST
@for_staff(Verb.AUDIT)
def verify(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Walk the whole chain; the result is shown once on the ledger's page."""
    started = time.perf_counter()
    report = verify_ledger(viewer.actor)
    request.session[_RESULT_KEY] = {
        "ok": report.ok,
        "checked": report.checked,
        "first_bad": report.first_bad,
        "reason": report.reason,
        "took_ms": round((time.perf_counter() - started) * 1000),
        "at": timezone.now().isoformat(),
    }
    return redirect("console:ledger")


def _result(request: HttpRequest) -> dict[str, Any] | None:
    if _RESULT_KEY not in request.session:
        return None
    found = request.session.pop(_RESULT_KEY)
    return {**found, "at": datetime.fromisoformat(found["at"])}


def _midnight(day: date | None, *, days: int = 0) -> datetime | None:
    """The beginning of a day of the viewer's calendar; ``None`` for one that no calendar reaches."""
    if day is None:
        return None
    try:
        return timezone.make_aware(datetime.combine(day + timedelta(days=days), clock.min))
    except OverflowError:
        return None
