"""Recall lab: what an agent would be given, with every score explained."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from memories.console.forms import LabForm
from memories.console.guard import for_owner
from memories.console.viewer import Viewer
from memories.domain.errors import HindsightError
from memories.domain.scoring import PRESETS, weights_of
from memories.domain.vocabulary import Verb
from memories.entry.refusals import words_for
from memories.entry.throttle import Budget, spend
from memories.services.recall import Recalled
from memories.services.recall_own import Rehearsal, recall_own
from memories.services.recall_pools import Query


@require_safe
@for_owner(Verb.READ)
def recall_lab(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Without a query: the empty lab. Owners only, about themselves: nobody on the staff may recall."""
    form = LabForm(request.GET)
    form.is_valid()
    text = form.cleaned_data.get("q", "")
    preset = form.cleaned_data.get("preset", "")
    includes = frozenset(form.cleaned_data.get("include", []))
    query = Query(text, include=includes, preset=preset if preset in PRESETS else "default")
    context = _context(query) | (_searched(viewer, query) if text.strip() else {})
    return render(request, "console/recall_lab.html", context)


def _context(query: Query) -> dict[str, Any]:
    return {
        "query": query.text,
        "searched": False,
        "error": None,
        "results": [],
        "left_out": [],
        "includes": query.include,
        "preset": query.preset,
        "presets": list(PRESETS),
        "choose_owner": False,
        "user_id": "",
    }


def _searched(viewer: Viewer, query: Query) -> dict[str, Any]:
    try:
        spend(viewer.actor, Budget.RECALLS)
        found = recall_own(viewer.actor, query)
    except HindsightError as refusal:
        return {"error": words_for(refusal)}
    return {"searched": True, **_answer(found)}


def _answer(found: Rehearsal) -> dict[str, Any]:
    answer = found.answer
    return {
        "results": [_result(hit, answer.preset) for hit in answer.results],
        "left_out": [{"status": status, "count": count} for status, count in found.left_out.items()],
        "rewritten_query": answer.rewritten_query,
        "took_ms": answer.took_ms,
        "cached": answer.cached,
        "degraded": answer.degraded,
    }


def _result(hit: Recalled, preset: str) -> dict[str, Any]:
    return {
        "memory": hit.memory,
        "url": reverse("console:memory", args=[hit.memory.id]),
        "score": hit.score,
        "parts": _parts(hit, preset),
        "factors": [{"key": key, "value": value} for key, value in hit.factors.items() if value < 1],
        "via": hit.via,
    }


def _parts(hit: Recalled, preset: str) -> list[dict[str, Any]]:
    """What each part adds to the score: its weight times its value, times all factors."""
    factor = 1.0
    for value in hit.factors.values():
        factor *= value
    rows, start = [], 0.0
    for key, weight in weights_of(preset).as_dict().items():
        share = weight * hit.parts[key] * factor
        if weight:
            rows.append({"key": key, "share": share, "start": start})
        start += share
    return rows
