"""One-time links into the console, and what a browser session stands for."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.contrib.auth.models import User

from audit.context import DatabaseRole, acting_as
from audit.identity import Actor, system_actor, uuid7
from memories.domain.access_keys import digest, new_token, parse_token
from memories.domain.errors import NotFound, Unauthenticated
from memories.domain.vocabulary import OwnerState, Verb
from memories.models import Owner, SignInLink, Workspace
from memories.services.access import require
from memories.services.finders import FoundLink, find_link, find_owner, find_staff
from memories.services.keys import owner_actor, staff_actor

LINK_LIFETIME = timedelta(minutes=15)
_AS_GOOD_AS_THE_PERSON = frozenset({Verb.READ.value, Verb.REVISE.value, Verb.ERASE.value})


@dataclass(frozen=True)
class NewLink:
    """A link's token (shown once) and when it stops working."""

    token: str
    expires_at: datetime


@dataclass(frozen=True)
class LinkView:
    """What a link would do, without using it: for whom (a login's name; empty for an owner, whose id at the
    back end is no name), into which workspace, until when."""

    name: str
    workspace: str
    expires_at: datetime


@dataclass(frozen=True)
class SignedIn:
    """Whom a used link let in: ``user_id`` for staff, ``owner_id`` and ``epoch`` for an owner."""

    actor: Actor
    user_id: int | None = None
    owner_id: UUID | None = None
    epoch: int = 0


def create_owner_link(actor: Actor, user_id: str) -> NewLink:
    """A link for the person ``user_id``, for a back end to hand over.

    Needs ``people``, or a workspace key that may itself read, revise and erase: whoever is let in may.
    """
    owner_id = actor.owner_id if actor.owner_id is not None else find_owner(actor, user_id)
    if actor.owner_id is not None or not actor.verbs >= _AS_GOOD_AS_THE_PERSON:
        require(actor, Verb.PEOPLE)
    if owner_id is None:
        raise NotFound
    return _create(actor, owner_id=owner_id, staff_id=None)


def create_staff_link(actor: Actor, staff_id: UUID) -> NewLink:
    """A link for a staff member; made by commands on the host only."""
    return _create(actor, owner_id=None, staff_id=staff_id)


def look_at_link(token: str) -> LinkView:
    """A link as a page may show it; raises ``Unauthenticated`` for a used, expired or unknown one."""
    token_digest = parse_token(token)
    found = find_link(token_digest) if token_digest else None
    if found is None:
        raise Unauthenticated("This link was used or has expired; ask for a new one.")
    with acting_as(system_actor(found.workspace_id)) as scope:
        name = Workspace.objects.values_list("name", flat=True).get(id=found.workspace_id)
        with acting_as(scope.actor, role=DatabaseRole.AUTH):
            expires = SignInLink.objects.values_list("expires_at", flat=True).get(id=found.link_id)
    person = User.objects.filter(pk=found.user_id or 0).values_list("username", flat=True).first()
    return LinkView(person or "", name, expires)


def use_link(token: str) -> SignedIn:
    """Let the holder of a token in, once; raises ``Unauthenticated`` for a used, expired or unknown one."""
    token_digest = parse_token(token)
    found = find_link(token_digest) if token_digest else None
    if found is None:
        raise Unauthenticated("This link was used or has expired; ask for a new one.")
    system = system_actor(found.workspace_id)
    with acting_as(system, role=DatabaseRole.AUTH) as scope:
        now = datetime.now(UTC)
        # The condition, not the look-up above, makes it single-use under parallel requests.
        used = SignInLink.objects.filter(id=found.link_id, used_at__isnull=True).update(used_at=now)
        if not used:
            raise Unauthenticated("This link was used or has expired; ask for a new one.")
        audience = "owner" if found.owner_id else "staff"
        scope.record("signin.used", object_type="signin_link", object_id=found.link_id, audience=audience)
    return _signed_in(found)


def owner_session(*, owner_id: UUID, workspace_id: UUID, epoch: int) -> Actor | None:
    """The actor of an owner's browser session; ``None`` once the person is erased or begun anew."""
    actor = owner_actor(owner_id=owner_id, workspace_id=workspace_id)
    with acting_as(actor, owner_id):
        row = Owner.objects.filter(id=owner_id).values_list("state", "epoch").first()
    return actor if row == (OwnerState.ACTIVE.value, epoch) else None


def staff_session(user_id: int, *, workspace_id: UUID | None = None) -> tuple[Actor, str] | None:
    """(actor, workspace name) of a staff login: in the workspace asked for, else in the first one."""
    members = find_staff(user_id)
    for member in members:
        if workspace_id is None or member.workspace_id == workspace_id:
            actor = staff_actor(staff_id=member.staff_id, workspace_id=member.workspace_id, role=member.role)
            return actor, member.workspace_name
    return None


def note_password_sign_in(user_id: int) -> None:
    """Record that a member of staff came in by password. A login without any role leaves no event: it has no
    workspace whose ledger could hold one."""
    session = staff_session(user_id)
    if session is not None:
        with acting_as(session[0]) as scope:
            scope.record("signin.used", audience="staff")


def _create(actor: Actor, *, owner_id: UUID | None, staff_id: UUID | None) -> NewLink:
    token, now = new_token(), datetime.now(UTC)
    with acting_as(actor, role=DatabaseRole.AUTH) as scope:
        link = SignInLink.objects.create(
            id=uuid7(),
            workspace_id=actor.workspace_id,
            owner_id=owner_id,
            staff_id=staff_id,
            digest=digest(token),
            created_at=now,
            expires_at=now + LINK_LIFETIME,
        )
        scope.record(
            "signin.link_created",
            object_type="signin_link",
            object_id=link.id,
            audience="owner" if owner_id else "staff",
        )
    return NewLink(token, link.expires_at)


def _signed_in(found: FoundLink) -> SignedIn:
    if found.owner_id is not None:
        actor = owner_actor(owner_id=found.owner_id, workspace_id=found.workspace_id)
        with acting_as(actor, found.owner_id):
            epoch = Owner.objects.values_list("epoch", flat=True).get(id=found.owner_id)
        return SignedIn(actor, owner_id=found.owner_id, epoch=epoch)
    session = staff_session(found.user_id or 0, workspace_id=found.workspace_id)
    if session is None:
        raise Unauthenticated
    return SignedIn(session[0], user_id=found.user_id)
