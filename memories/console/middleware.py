"""Around every page: who looks, in which language and time zone, and what a refusal becomes."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers

from memories.console.viewer import Viewer, viewer_of
from memories.domain.errors import Forbidden, HindsightError, NotFound, Unauthenticated
from memories.domain.vocabulary import Verb
from memories.entry.refusals import words_for

ZONE_COOKIE = "hindsight_zone"
"""IANA name of the browser's own time zone, set by ``js/theme.js``."""

_DEFAULT_LOCALE = "en"


class MissingVerb(Forbidden):
    """A page that the viewer's role does not reach."""

    def __init__(self, verb: Verb) -> None:
        super().__init__(f"This page needs the verb '{verb.value}'.")
        self.verb = verb


class ConsoleMiddleware:
    """Only requests that end in a view of the console are touched."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            response = self.get_response(request)
        finally:
            timezone.deactivate()
        if _is_ours(request):
            add_never_cache_headers(response)
        return response

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        """Attach the viewer before the view runs."""
        if not _is_ours(request):
            return
        viewer = viewer_of(request)
        request.viewer = viewer  # type: ignore[attr-defined]
        timezone.activate(_zone(request, viewer))
        locale = _locale(request, viewer)
        if locale is not None:
            translation.activate(locale)
            request.LANGUAGE_CODE = locale

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A refusal of the product becomes a page or a message; anything else is a fault."""
        if not isinstance(error, HindsightError) or not _is_ours(request):
            return None
        if isinstance(error, Unauthenticated):
            return to_signin(request)
        if isinstance(error, Forbidden):
            verb = error.verb.value if isinstance(error, MissingVerb) else None
            return render(request, "403.html", {"missing_verb": verb}, status=403)
        if isinstance(error, NotFound):
            return render(request, "404.html", status=404)
        messages.error(request, words_for(error))
        return redirect(_way_back(request))


def to_signin(request: HttpRequest) -> HttpResponse:
    """Send somebody who is not signed in to the sign-in page, and back here afterwards where that is safe."""
    here = request.get_full_path() if request.method == "GET" else reverse("console:home")
    address = f"{reverse('console:signin')}?{urlencode({'next': here}, safe='/')}"
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


def _way_back(request: HttpRequest) -> str:
    """Where a refused request leads: the same page without its query, or the start."""
    if request.method == "GET" and request.GET:
        return request.path
    return reverse("console:home")


def _is_ours(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and match.app_name == "console"


def _zone(request: HttpRequest, viewer: Viewer | None) -> ZoneInfo:
    """The browser's own zone, else the one the owner's back end named, else UTC."""
    named = viewer.person.time_zone if viewer and viewer.person else settings.TIME_ZONE
    for name in (request.COOKIES.get(ZONE_COOKIE, ""), named):
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            continue
    return ZoneInfo(settings.TIME_ZONE)


def _locale(request: HttpRequest, viewer: Viewer | None) -> str | None:
    """The owner's language, unless they have chosen one here; the default tells nothing about a person."""
    if viewer is None or viewer.person is None or settings.LANGUAGE_COOKIE_NAME in request.COOKIES:
        return None
    if viewer.person.locale == _DEFAULT_LOCALE:
        return None
    try:
        return translation.get_supported_language_variant(viewer.person.locale)
    except LookupError:
        return None
