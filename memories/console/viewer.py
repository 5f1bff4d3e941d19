"""Who looks at a page: built anew for every request from the browser session, never from what it sends."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth import authenticate, login
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.middleware.csrf import rotate_token

from audit.identity import Actor
from memories.adapters.sessions import OWNER_KEY
from memories.domain.errors import Unauthenticated
from memories.domain.vocabulary import Verb
from memories.entry.authenticate import WORKSPACE_KEY
from memories.services.owners import OwnerView, get_owner
from memories.services.signin import SignedIn, note_password_sign_in, owner_session, staff_session
from memories.services.workspaces import workspace_name

_BACKEND = "django.contrib.auth.backends.ModelBackend"


@dataclass(frozen=True)
class Viewer:
    """A signed-in person. ``person`` is filled for owners only."""

    actor: Actor
    name: str
    workspace: str
    person: OwnerView | None = None

    @property
    def is_owner(self) -> bool:
        """True for somebody who looks at memories of their own."""
        return self.actor.owner_id is not None

    def may(self, verb: Verb) -> bool:
        """Whether the role holds a verb."""
        return verb.value in self.actor.verbs


def viewer_of(request: HttpRequest) -> Viewer | None:
    """The person behind a session, looked up now: an erased owner or a dismissed member is nobody."""
    entry = request.session.get(OWNER_KEY)
    if entry is not None:
        return _owner(entry)
    user = request.user
    if not user.is_authenticated:
        return None
    chosen = request.session.get(WORKSPACE_KEY)
    found = staff_session(user.pk, workspace_id=UUID(chosen) if chosen else None)
    return Viewer(found[0], user.get_username(), found[1]) if found else None


def sign_in(request: HttpRequest, signed_in: SignedIn) -> None:
    """Begin a session for whom a link let in. Nothing of the session before survives: no id that somebody
    planted, no other person's entries."""
    request.session.flush()
    actor = signed_in.actor
    if signed_in.owner_id is not None:
        request.session[OWNER_KEY] = {
            "owner": str(signed_in.owner_id),
            "workspace": str(actor.workspace_id),
            "epoch": signed_in.epoch,
        }
        rotate_token(request)
        return
    user = ModelBackend().get_user(signed_in.user_id or 0)
    if user is None:
        raise Unauthenticated("This login is switched off.")
    _log_in(request, user)
    request.session[WORKSPACE_KEY] = str(actor.workspace_id)


def sign_in_with_password(request: HttpRequest, *, username: str, password: str) -> bool:
    """Begin a session for a member of staff; False when name and password do not fit."""
    user = authenticate(request, username=username, password=password)
    if user is None:
        return False
    request.session.flush()
    _log_in(request, user)
    note_password_sign_in(user.pk)
    return True


def _log_in(request: HttpRequest, user: User) -> None:
    login(request, user, backend=_BACKEND)


def _owner(entry: dict[str, str | int]) -> Viewer | None:
    actor = owner_session(
        owner_id=UUID(str(entry["owner"])),
        workspace_id=UUID(str(entry["workspace"])),
        epoch=int(entry["epoch"]),
    )
    if actor is None:
        return None
    person = get_owner(actor, None)
    return Viewer(actor, person.user_id, workspace_name(actor), person)
