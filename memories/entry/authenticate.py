"""Who is asking: a key in a header, or a browser session of an owner or of staff."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.request import Request

from audit.identity import Actor
from memories.adapters.sessions import OWNER_KEY
from memories.domain.errors import Forbidden, Unauthenticated
from memories.services.keys import authenticate_key
from memories.services.signin import owner_session, staff_session

WORKSPACE_KEY = "hindsight_workspace"
"""Session entry of a staff member who works in several workspaces: the id of the chosen one."""

_SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


class CrossSiteRequest(Forbidden):
    """A browser session without the token that only our own pages know."""

    code = "csrf_failed"
    message = "A signed-in browser must send the CSRF token of the page in X-CSRFToken."


class Credentials(BaseAuthentication):
    """The actor behind a request, as ``request.auth``; nothing when no credential was sent."""

    def authenticate(self, request: Request) -> tuple[None, Actor] | None:
        """Raises ``Unauthenticated`` for a bad key, ``CrossSiteRequest`` for a session without its token."""
        actor = actor_of(request._request)
        return None if actor is None else (None, actor)

    def authenticate_header(self, request: Request) -> str:
        """What to send instead."""
        return 'Bearer realm="hindsight"'


def actor_of(request: HttpRequest) -> Actor | None:
    """The actor of a request: its key if it sent one, else its session; ``None`` for neither."""
    key = key_in(request)
    if key is not None:
        return authenticate_key(key)
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    actor = session_actor(request)
    if actor is not None and request.method not in _SAFE:
        _enforce_csrf(request)
    return actor


def key_in(request: HttpRequest) -> str | None:
    """The text of the key in ``Authorization: Bearer`` or ``X-API-Key``."""
    header = request.headers.get("Authorization")
    if header is None:
        return request.headers.get("X-API-Key")
    scheme, _, key = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Unauthenticated
    return key.strip()


def session_actor(request: HttpRequest) -> Actor | None:
    """The actor of a signed-in browser; ``None`` when it is not, or no longer."""
    owner = request.session.get(OWNER_KEY)
    if owner:
        return owner_session(
            owner_id=UUID(owner["owner"]), workspace_id=UUID(owner["workspace"]), epoch=owner["epoch"]
        )
    user = request.user
    if not user.is_authenticated or not user.is_active:
        return None
    chosen = request.session.get(WORKSPACE_KEY)
    found = staff_session(user.pk, workspace_id=UUID(chosen) if chosen else None)
    return found[0] if found else None


def _enforce_csrf(request: HttpRequest) -> None:
    check = CSRFCheck(_no_response)
    check.process_request(request)
    if check.process_view(request, _no_response, (), {}):
        raise CrossSiteRequest


def _no_response(*_args: Any, **_kwargs: Any) -> HttpResponse:
    return HttpResponse()
