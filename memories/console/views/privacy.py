"""Privacy: what should be forgotten, what was, and whether anything new is remembered."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from memories.console.acts import attempt, go_back
from memories.console.confirmations import keep_token
from memories.console.forms import ForgetForm
from memories.console.guard import for_owner
from memories.console.viewer import Viewer
from memories.domain.errors import HindsightError, Invalid
from memories.domain.vocabulary import ErasureScope, Verb
from memories.entry.refusals import words_for
from memories.services.conversations import my_conversations
from memories.services.erase import Wish, request_erasure
from memories.services.erasure_cases import list_erasures
from memories.services.owners import set_pause

_SCOPES = (ErasureScope.CONVERSATION, ErasureScope.TOPIC, ErasureScope.OWNER)


@require_http_methods(["GET", "HEAD", "POST"])
@for_owner(Verb.ERASE)
def privacy(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """GET: the choices. POST: count what one of them would erase, and ask on the next page."""
    if request.method != "POST":
        return render(request, "console/forget.html", _context(viewer))
    form = ForgetForm(request.POST)
    try:
        if not form.is_valid():
            raise Invalid
        found = request_erasure(viewer.actor, viewer.actor.id, _wish(form))
    except HindsightError as refusal:
        context = _context(viewer) | {"form": request.POST.dict(), "error": _words(refusal, form)}
        return render(request, "console/forget.html", context, status=422)
    keep_token(request, found)
    return redirect("console:erasure", erasure_id=found.id)


@require_POST
@for_owner(Verb.REVISE)
def pause(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Nothing new is remembered from now on."""
    done = _("Remembering is paused. What you say now is not kept.")
    attempt(request, lambda: set_pause(viewer.actor, None, paused=True), done=done)
    return go_back(request, reverse("console:privacy"))


@require_POST
@for_owner(Verb.REVISE)
def resume(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Agents may keep what they are told again."""
    attempt(
        request,
        lambda: set_pause(viewer.actor, None, paused=False),
        done=_("Remembering goes on."),
    )
    return go_back(request, reverse("console:privacy"))


def _wish(form: ForgetForm) -> Wish:
    data = form.cleaned_data
    scope: ErasureScope = data["scope"]
    named = scope in (ErasureScope.CONVERSATION, ErasureScope.MEMORY)
    return Wish(
        scope,
        target=data["target"] if named else None,
        query=data["query"] if scope is ErasureScope.TOPIC else "",
        reason=data["reason"],
    )


def _words(refusal: HindsightError, form: ForgetForm) -> str:
    scope = form.cleaned_data.get("scope")
    if scope is ErasureScope.CONVERSATION and refusal.code == "not_found":
        return _("Choose one of your conversations.")
    return words_for(refusal)


def _context(viewer: Viewer) -> dict[str, Any]:
    person = viewer.person
    conversations = my_conversations(viewer.actor)
    return {
        "scopes": [scope.value for scope in _SCOPES],
        "conversations": [
            {"id": c.id, "at": c.started_at, "title": c.title or c.id, "count": c.memories}
            for c in conversations
        ],
        "memory_count": person.memories if person else 0,
        "form": {},
        "error": None,
        "erasures": list_erasures(viewer.actor, viewer.actor.id),
        "paused": bool(person and person.paused),
        "can_pause": True,
    }
