"""What an owner does with one memory: correct, confirm, pin, archive, restore, forget."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memories.console.acts import attempt, go_back
from memories.console.confirmations import keep_token
from memories.console.forms import CorrectionForm
from memories.console.guard import for_owner
from memories.console.viewer import Viewer
from memories.console.views.memories import detail_context
from memories.domain.errors import Blocked, HindsightError, Invalid, StaleVersion
from memories.domain.vocabulary import ErasureScope, Status, Verb
from memories.entry.refusals import words_for
from memories.services.erase import Wish, request_erasure
from memories.services.gate import CONTENT_LIMIT
from memories.services.lifecycle import set_status
from memories.services.memory_story import memory_story
from memories.services.revise import Revision, restore_version, revise


@require_POST
@for_owner(Verb.REVISE)
def correct(request: HttpRequest, viewer: Viewer, *, memory_id: UUID) -> HttpResponse:
    """Save the owner's own wording; a refused one is shown again with the reason."""
    form = CorrectionForm(request.POST)
    if not form.is_valid():
        code = "too_long" if "content" in form.errors else "invalid"
        return _refused(request, viewer, memory_id, Invalid(code=code))
    revision = Revision(content=form.cleaned_data["content"].replace("\r\n", "\n"))
    try:
        view = revise(viewer.actor, memory_id, revision, expected_version=form.cleaned_data["version"])
    except (Blocked, Invalid, StaleVersion) as refusal:
        return _refused(request, viewer, memory_id, refusal)
    if view.status == Status.QUARANTINED:
        messages.warning(request, _("Saved, but held back: a reviewer looks at the new text first."))
    else:
        messages.success(request, _("Corrected. The earlier text stays in the history."))
    return go_back(request, _address(memory_id))


@require_POST
@for_owner(Verb.REVISE)
def confirm(request: HttpRequest, viewer: Viewer, *, memory_id: UUID) -> HttpResponse:
    """The person says that it is right."""
    return _to_status(
        request, viewer, memory_id, Status.ACTIVE, done=_("Confirmed. Agents can recall it now.")
    )


@require_POST
@for_owner(Verb.REVISE)
def archive(request: HttpRequest, viewer: Viewer, *, memory_id: UUID) -> HttpResponse:
    """Out of recall, but not gone."""
    done = _("Archived. It is no longer recalled; you can restore it.")
    return _to_status(request, viewer, memory_id, Status.ARCHIVED, done=done)


@require_POST
@for_owner(Verb.REVISE)
def restore(request: HttpRequest, viewer: Viewer, *, memory_id: UUID) -> HttpResponse:
    """Back into recall."""
    done = _("Restored. Agents can recall it again.")
    return _to_status(request, viewer, memory_id, Status.ACTIVE, done=done)


@require_POST
@for_owner(Verb.REVISE)
def pin(request: HttpRequest, viewer: Viewer, *, memory_id: UUID) -> HttpResponse:
    """A pinned memory never fades."""
    pinned = request.POST.get("pinned") == "1"
    done = _("Pinned. It stays until you unpin it.") if pinned else _("Unpinned.")
    attempt(request, lambda: revise(viewer.actor, memory_id, Revision(pinned=pinned)), done=done)
    return go_back(request, _address(memory_id))


@require_POST
@for_owner(Verb.REVISE)
def version_restore(request: HttpRequest, viewer: Viewer, *, memory_id: UUID, number: int) -> HttpResponse:
    """Make an earlier text current again."""
    done = _("The earlier text is current again.")
    attempt(request, lambda: restore_version(viewer.actor, memory_id, number), done=done)
    return redirect(_address(memory_id))


@require_POST
@for_owner(Verb.ERASE)
def forget(request: HttpRequest, viewer: Viewer, *, memory_id: UUID) -> HttpResponse:
    """Count what would go; the next page asks once, and nothing is erased before that."""
    wish = Wish(ErasureScope.MEMORY, target=str(memory_id))
    found = request_erasure(viewer.actor, viewer.actor.id, wish)
    keep_token(request, found)
    return redirect("console:erasure", erasure_id=found.id)


def _to_status(
    request: HttpRequest, viewer: Viewer, memory_id: UUID, status: Status, *, done: str
) -> HttpResponse:
    attempt(request, lambda: set_status(viewer.actor, memory_id, status), done=done)
    return go_back(request, _address(memory_id))


def _refused(request: HttpRequest, viewer: Viewer, memory_id: UUID, refusal: HindsightError) -> HttpResponse:
    context = detail_context(memory_story(viewer.actor, memory_id))
    context |= {
        "draft": request.POST.get("content", "")[: 2 * CONTENT_LIMIT],
        "draft_error": words_for(refusal),
    }
    return render(request, "console/memory_detail.html", context, status=422)


def _address(memory_id: UUID) -> str:
    return reverse("console:memory", args=[memory_id])
