"""Agent keys: made, listed, rotated, revoked, and recognised."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from audit.context import DatabaseRole, acting_as
from audit.identity import Actor, ActorKind, uuid7
from memories.domain.access_keys import NewKey, new_key, parse_key
from memories.domain.errors import Forbidden, Invalid, NotFound, Unauthenticated
from memories.domain.vocabulary import AGENT_VERBS, OWNER_VERBS, ROLE_VERBS, StaffRole, Verb
from memories.models import AgentKey, Owner
from memories.services.access import require_staff
from memories.services.finders import FoundKey, find_key


@dataclass(frozen=True)
class KeyView:
    """A key without its secret; ``secret`` is filled once, at creation or rotation."""

    id: UUID
    public_id: str
    label: str
    verbs: tuple[str, ...]
    owner_id: UUID | None
    unlimited: bool
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None
    user_id: str | None = None
    secret: str | None = None


def authenticate_key(text: str) -> Actor:
    """The actor behind a key; raises ``Unauthenticated`` for anything but a live key."""
    parsed = parse_key(text)
    found = find_key(parsed[0], digest=parsed[1]) if parsed else None
    if found is None:
        raise Unauthenticated
    actor = _actor(found)
    if not found.used_recently:
        _note_use(actor, found.key_id)
    return actor


def create_key(
    actor: Actor,
    *,
    verbs: Iterable[str] | None = None,
    owner_id: UUID | None = None,
    staff_id: UUID | None = None,
    label: str = "",
    unlimited: bool = False,
    expires_at: datetime | None = None,
) -> KeyView:
    """Make a key; its text is in ``secret`` this once. Needs ``keys``.

    Nobody may hand out verbs or freedom from limits that they do not have themselves. A key bound to an
    owner is limited to that person, one bound to a staff member acts as that person.
    """
    require_staff(actor, Verb.KEYS)
    granted = _checked_verbs(actor, verbs, bound=owner_id is not None)
    _check_reach(actor, unlimited=unlimited, expires_at=expires_at)
    fresh = new_key()
    with acting_as(actor, role=DatabaseRole.AUTH) as scope:
        row = _insert(
            actor, fresh, verbs=granted, owner_id=owner_id, staff_id=staff_id, label=label,
            unlimited=unlimited, expires_at=expires_at,
        )  # fmt: skip
        scope.record(
            "key.created", object_type="key", object_id=row.id, verbs=granted, bound=owner_id is not None
        )
    return _view(row, secret=fresh.text)


def list_keys(actor: Actor, *, limit: int = 200, offset: int = 0) -> list[KeyView]:
    """The workspace's keys, newest first, with the external id of whom they are bound to. Needs ``keys``."""
    require_staff(actor, Verb.KEYS)
    with acting_as(actor, role=DatabaseRole.AUTH):
        rows = list(AgentKey.objects.order_by("-created_at", "-id")[offset : offset + limit])
        bound = Owner.objects.filter(id__in=[row.owner_id for row in rows if row.owner_id])
        names = dict(bound.values_list("id", "external_id"))
        return [_view(row, user_id=names.get(row.owner_id) if row.owner_id else None) for row in rows]


def count_keys(actor: Actor) -> int:
    """How many keys the workspace has or had. Needs ``keys``."""
    require_staff(actor, Verb.KEYS)
    with acting_as(actor, role=DatabaseRole.AUTH):
        return AgentKey.objects.count()


def rotate_key(actor: Actor, key_id: UUID) -> KeyView:
    """Replace a key by a new one with the same reach; the old one stops at once. Needs ``keys``."""
    require_staff(actor, Verb.KEYS)
    fresh = new_key()
    with acting_as(actor, role=DatabaseRole.AUTH) as scope:
        old = _locked(key_id)
        _checked_verbs(actor, old.verbs, bound=old.owner_id is not None)
        _end(old)
        row = _insert(
            actor, fresh, verbs=old.verbs, owner_id=old.owner_id, staff_id=old.staff_id, label=old.label,
            unlimited=old.unlimited, expires_at=old.expires_at,
        )  # fmt: skip
        scope.record("key.rotated", object_type="key", object_id=row.id, replaces=old.id)
    return _view(row, secret=fresh.text)


def revoke_key(actor: Actor, key_id: UUID) -> None:
    """End a key at once. Needs ``keys``."""
    require_staff(actor, Verb.KEYS)
    with acting_as(actor, role=DatabaseRole.AUTH) as scope:
        _end(_locked(key_id))
        scope.record("key.revoked", object_type="key", object_id=key_id)


def staff_actor(*, staff_id: UUID, workspace_id: UUID, role: str) -> Actor:
    """The actor of a console login in one workspace."""
    verbs = frozenset(verb.value for verb in ROLE_VERBS[StaffRole(role)])
    return Actor(kind=ActorKind(role), id=staff_id, workspace_id=workspace_id, verbs=verbs)


def owner_actor(*, owner_id: UUID, workspace_id: UUID) -> Actor:
    """The actor of a signed-in owner."""
    verbs = frozenset(verb.value for verb in OWNER_VERBS)
    return Actor(kind=ActorKind.OWNER, id=owner_id, workspace_id=workspace_id, verbs=verbs, owner_id=owner_id)


def _actor(found: FoundKey) -> Actor:
    if found.staff_id is not None and found.staff_role:
        return staff_actor(staff_id=found.staff_id, workspace_id=found.workspace_id, role=found.staff_role)
    return Actor(
        kind=ActorKind.AGENT,
        id=found.key_id,
        workspace_id=found.workspace_id,
        verbs=frozenset(found.verbs),
        owner_id=found.owner_id,
        unlimited=found.unlimited,
    )


def _checked_verbs(actor: Actor, verbs: Iterable[str] | None, *, bound: bool) -> list[str]:
    wanted = sorted(set(AGENT_VERBS if verbs is None else verbs))
    unknown = [verb for verb in wanted if verb not in set(Verb)]
    if unknown or not wanted:
        raise Invalid(f"Unknown verbs: {', '.join(unknown) or 'none given'}.", field="verbs")
    staff_only = set(Verb) - AGENT_VERBS - OWNER_VERBS - {Verb.HEALTH}
    if bound and staff_only & set(wanted):
        raise Invalid("A key bound to one person cannot carry the verbs of the staff.", field="verbs")
    lent = AGENT_VERBS | OWNER_VERBS | {Verb.HEALTH}  # what any operator may give an agent
    missing = set(wanted) - set(actor.verbs) - lent
    if missing and actor.kind is not ActorKind.SYSTEM:
        raise Forbidden(f"You cannot give verbs you do not hold: {', '.join(sorted(missing))}.")
    return wanted


def _check_reach(actor: Actor, *, unlimited: bool, expires_at: datetime | None) -> None:
    if unlimited and not actor.unlimited and actor.kind is not ActorKind.SYSTEM:
        raise Forbidden("Only a key without limits, or a command on the host, makes another such key.")
    if expires_at is not None and expires_at <= datetime.now(UTC):
        raise Invalid("expires_at lies in the past.", field="expires_at")


def _insert(actor: Actor, fresh: NewKey, **values: object) -> AgentKey:
    return AgentKey.objects.create(
        id=uuid7(),
        workspace_id=actor.workspace_id,
        public_id=fresh.public_id,
        digest=fresh.digest,
        created_at=datetime.now(UTC),
        **values,
    )


def _locked(key_id: UUID) -> AgentKey:
    row = AgentKey.objects.select_for_update().filter(id=key_id, revoked_at__isnull=True).first()
    if row is None:
        raise NotFound
    return row


def _end(row: AgentKey) -> None:
    row.revoked_at = datetime.now(UTC)
    row.save(update_fields=["revoked_at"])


def _note_use(actor: Actor, key_id: UUID) -> None:
    # At most once a minute and key: "last used" is for people, not a counter.
    with acting_as(actor, role=DatabaseRole.AUTH):
        AgentKey.objects.filter(id=key_id).update(last_used_at=datetime.now(UTC))


def _view(row: AgentKey, *, secret: str | None = None, user_id: str | None = None) -> KeyView:
    return KeyView(
        id=row.id,
        public_id=row.public_id,
        label=row.label,
        verbs=tuple(row.verbs),
        owner_id=row.owner_id,
        unlimited=row.unlimited,
        created_at=row.created_at,
        expires_at=row.expires_at,
        revoked_at=row.revoked_at,
        last_used_at=row.last_used_at,
        user_id=user_id,
        secret=secret,
    )
