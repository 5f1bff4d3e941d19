"""The people the memories are about: found, made, listed, paused, restarted."""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import IntegrityError
from django.db.models import Count, Max

from audit.context import DatabaseRole, acting_as
from audit.identity import Actor, uuid7
from audit.record import create_subject_key
from memories.domain.errors import Conflict, Invalid, NotFound, OwnerErased
from memories.domain.text import find_malformed, is_blank
from memories.domain.vocabulary import OwnerState, Verb
from memories.models import Conversation, Memory, Owner
from memories.services.access import require, require_any, require_staff
from memories.services.finders import find_owner, owner_of
from memories.services.subjects import hold_owner
from memories.services.tombstones import owner_digest

_LONGEST_ID = 200
_LISTED = (
    "id",
    "workspace_id",
    "owner_id",
    "external_id",
    "state",
    "epoch",
    "locale",
    "time_zone",
    "paused_at",
    "created_at",
)


@dataclass(frozen=True)
class OwnerView:
    """A person as staff and back ends see them: no content."""

    id: UUID
    user_id: str
    state: str
    locale: str
    time_zone: str
    paused: bool
    created_at: datetime
    memories: int = 0
    last_activity: datetime | None = None


def owner_for_read(actor: Actor, user_id: str | None) -> UUID | None:
    """The owner a read is about; ``None`` when a workspace key names a person who is not known.

    Raises ``NotFound`` when an owner's credential names someone else.
    """
    if actor.owner_id is not None:
        _must_be_own(actor, user_id)
        return actor.owner_id
    return find_owner(actor, _external_id(user_id))


def owner_for_write(actor: Actor, user_id: str | None) -> UUID:
    """The owner a write is about, made at first mention by a workspace key."""
    known = owner_for_read(actor, user_id)
    return known if known is not None else create_owner(actor, external_id=_external_id(user_id))


def owner_of_object(actor: Actor, kind: str, object_id: UUID, *, user_id: str | None = None) -> UUID:
    """The owner of an object that a path names; ``NotFound`` when absent, foreign or of another person."""
    owner_id = owner_of(actor, kind, object_id)
    bound = actor.owner_id if actor.owner_id is not None else owner_id
    if owner_id is None or owner_id != bound:
        raise NotFound
    if user_id is not None and owner_id not in (find_owner(actor, user_id), _find_husk(actor, user_id)):
        raise NotFound
    return owner_id


def create_owner(actor: Actor, *, external_id: str) -> UUID:
    """Make the subject row and the ledger secrets of a new person; returns the id, also when another
    request was faster."""
    _refuse_erased(actor, external_id)
    owner_id = uuid7()
    try:
        with acting_as(actor, owner_id) as scope:
            Owner.objects.create(
                id=owner_id,
                owner_id=owner_id,
                workspace_id=actor.workspace_id,
                external_id=external_id,
                created_at=datetime.now(UTC),
            )
            # Again: an erasure that ended meanwhile has freed the name, but the person stays erased.
            _refuse_erased(actor, external_id)
            create_subject_key(workspace_id=actor.workspace_id, owner_id=owner_id)
            scope.record("owner.created", object_type="owner")
    except IntegrityError:
        existing = find_owner(actor, external_id)
        if existing is None:
            raise
        return existing
    return owner_id


def restart_owner(actor: Actor, user_id: str | None) -> UUID:
    """A deliberate new start after an erasure: the same subject row, empty, with a higher epoch and new
    ledger secrets. Needs ``people``, or ``retain`` on a workspace key. Without an erasure before: just makes
    the person."""
    if Verb.PEOPLE not in actor.verbs:
        require(actor, Verb.RETAIN)
    external_id = _external_id(user_id)
    husk = _find_husk(actor, external_id)
    if husk is None:
        return owner_for_write(actor, external_id)
    with acting_as(actor, husk) as scope:
        with acting_as(actor, husk, role=DatabaseRole.ERASE):
            row = Owner.objects.select_for_update().get(id=husk)
            if row.state != OwnerState.ERASED:
                raise Conflict("This person is not erased.", code="not_erased")
            row.external_id, row.state, row.epoch = external_id, OwnerState.ACTIVE, row.epoch + 1
            row.paused_at = None
            row.save(update_fields=["external_id", "state", "epoch", "paused_at"])
        create_subject_key(workspace_id=actor.workspace_id, owner_id=husk)
        scope.record("owner.restarted", object_type="owner", epoch=row.epoch)
    return husk


def list_owners(actor: Actor, *, limit: int, after: str = "") -> list[OwnerView]:
    """People of the workspace by external id, from the one after ``after``; erased ones are not people.
    Needs ``people`` (or a workspace key that may read)."""
    _require_people(actor)
    with acting_as(actor, role=DatabaseRole.AUTH) as scope:
        people = Owner.objects.only(*_LISTED).exclude(state=OwnerState.ERASED)
        rows = list(people.filter(external_id__gt=after).order_by("external_id")[:limit])
        activity = _activity([row.id for row in rows])
        scope.record("owner.listed", count=len(rows))
    return [_view(row, *activity.get(row.id, (0, None))) for row in rows]


def count_owners(actor: Actor) -> int:
    """How many people the workspace knows. Needs what ``list_owners`` needs."""
    _require_people(actor)
    with acting_as(actor, role=DatabaseRole.AUTH):
        return Owner.objects.exclude(state=OwnerState.ERASED).count()


def get_owner(actor: Actor, user_id: str | None) -> OwnerView:
    """One person; ``NotFound`` when unknown. Needs what ``list_owners`` needs, or to be them."""
    owner_id = owner_for_read(actor, user_id)
    if actor.owner_id is None:
        _require_people(actor)
    if owner_id is None:
        raise NotFound
    with acting_as(actor, owner_id):
        return _person(owner_id)


def update_owner(
    actor: Actor, user_id: str | None, *, locale: str | None = None, time_zone: str | None = None
) -> OwnerView:
    """Set the person's language and time zone (IANA name). Needs ``people`` or ``revise``."""
    require_any(actor, Verb.PEOPLE, Verb.REVISE)
    owner_id = owner_for_read(actor, user_id)
    if owner_id is None:
        raise NotFound
    changes = {"locale": locale, "time_zone": _checked_zone(time_zone)}
    changes = {name: value for name, value in changes.items() if value is not None}
    with acting_as(actor, owner_id) as scope:
        hold_owner(owner_id)
        Owner.objects.filter(id=owner_id).update(**changes)
        scope.record("owner.updated", object_type="owner", changed=list(changes))
        return _person(owner_id)


def set_pause(actor: Actor, user_id: str | None, *, paused: bool, conversation_id: str | None = None) -> None:
    """Stop or resume remembering, for the person or for one conversation. Needs ``people``, or ``revise`` on
    a credential of the person."""
    require(actor, Verb.PEOPLE if actor.owner_id is None else Verb.REVISE)
    owner_id = owner_for_write(actor, user_id)
    now = datetime.now(UTC)
    with acting_as(actor, owner_id) as scope:
        since = now if paused else None
        # No FOR SHARE first: this UPDATE itself waits for writers in flight, and an upgrade could deadlock.
        details = {}
        if conversation_id is None:
            Owner.objects.filter(id=owner_id).update(paused_at=since)
        else:
            conversation, _ = Conversation.objects.get_or_create(
                owner_id=owner_id,
                external_id=conversation_id,
                defaults={"workspace_id": actor.workspace_id, "started_at": now},
            )
            Conversation.objects.filter(id=conversation.id).update(paused_at=since)
            details = {"conversation_id": conversation.id}
        scope.record("owner.paused" if paused else "owner.resumed", object_type="owner", **details)


def _require_people(actor: Actor) -> None:
    require_staff(actor, Verb.PEOPLE, Verb.READ)


def _person(owner_id: UUID) -> OwnerView:
    row = Owner.objects.get(id=owner_id)
    found = Memory.objects.filter(owner_id=owner_id).aggregate(n=Count("id"), last=Max("created_at"))
    return _view(row, found["n"], found["last"])


def _refuse_erased(actor: Actor, external_id: str) -> None:
    if _find_husk(actor, external_id) is not None:
        raise OwnerErased


def _find_husk(actor: Actor, external_id: str) -> UUID | None:
    """The empty row of an erased person: what is left of them, such as an erasure case, stays reachable."""
    return find_owner(actor, owner_digest(actor.workspace_id, external_id).hex())


def _must_be_own(actor: Actor, user_id: str | None) -> None:
    if user_id is not None and find_owner(actor, user_id) != actor.owner_id:
        raise NotFound


def _external_id(user_id: str | None) -> str:
    if user_id is None:
        raise Invalid(
            "A workspace key must name the person: send user_id.", code="user_id_required", field="user_id"
        )
    if is_blank(user_id) or len(user_id) > _LONGEST_ID or find_malformed(user_id):
        raise Invalid("user_id must be 1 to 200 visible characters.", field="user_id")
    return user_id


def _checked_zone(name: str | None) -> str | None:
    if name is None:
        return None
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Invalid("time_zone must be an IANA name such as Asia/Shanghai.", field="time_zone") from error


def _activity(owner_ids: list[UUID]) -> dict[UUID, tuple[int, datetime | None]]:
    rows = Memory.objects.filter(owner_id__in=owner_ids).values("owner_id")
    counted = rows.annotate(n=Count("id"), last=Max("created_at"))
    return {row["owner_id"]: (row["n"], row["last"]) for row in counted}


def _view(row: Owner, memories: int, last_activity: datetime | None) -> OwnerView:
    return OwnerView(
        id=row.id,
        user_id=row.external_id,
        state=row.state,
        locale=row.locale,
        time_zone=row.time_zone,
        paused=row.paused_at is not None,
        created_at=row.created_at,
        memories=memories,
        last_activity=last_activity,
    )
