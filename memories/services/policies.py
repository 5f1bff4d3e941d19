"""Versioned policies: which rules are in force, and how they change."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db.models import Max, Q, QuerySet

from audit.context import acting_as
from audit.identity import Actor
from memories.domain.errors import NotFound
from memories.domain.policy import DEFAULT_POLICY, Policy
from memories.domain.vocabulary import Kind, Verb
from memories.models import PolicyVersion
from memories.services.access import require_staff


@dataclass(frozen=True)
class PolicyView:
    """One version with every value it would put in force."""

    id: UUID
    version: int
    kind: str
    active: bool
    created_at: datetime
    activated_at: datetime | None
    values: dict[str, Any]


@dataclass(frozen=True)
class Limits:
    """Requests a credential may make in any 60 seconds."""

    writes_per_minute: int
    recalls_per_minute: int


def effective_policy(owner_id: UUID | None = None, *, kind: Kind | None = None) -> Policy:
    """The rules in force inside the current scope: defaults, then workspace, kind, owner, owner and kind.

    Must run inside ``acting_as``.
    """
    reach = Q(owner_id__isnull=True) | (Q(owner_id=owner_id) if owner_id else Q())
    rows = PolicyVersion.objects.filter(reach, active=True, kind__in=["", kind or ""])
    policy = DEFAULT_POLICY
    for row in sorted(rows, key=lambda row: (row.owner_id is not None, row.kind != "")):
        policy = policy.changed(row.changes)
    return policy


def limits_of(actor: Actor) -> Limits:
    """The rate limits of a credential: its owner's when it is bound to one, else the workspace's."""
    with acting_as(actor, actor.owner_id):
        policy = effective_policy(actor.owner_id)
    return Limits(policy.writes_per_minute, policy.recalls_per_minute)


def workspace_policy(actor: Actor) -> Policy:
    """The rules in force for the workspace. Needs ``policy``."""
    require_staff(actor, Verb.POLICY)
    with acting_as(actor):
        return effective_policy()


def list_policies(actor: Actor, *, limit: int = 200, offset: int = 0) -> list[PolicyView]:
    """The workspace's versions, newest first. Needs ``policy``."""
    require_staff(actor, Verb.POLICY)
    with acting_as(actor):
        rows = _of_workspace().order_by("-created_at", "-id")[offset : offset + limit]
        return [_view(row) for row in rows]


def count_policies(actor: Actor) -> int:
    """How many versions there are. Needs ``policy``."""
    require_staff(actor, Verb.POLICY)
    with acting_as(actor):
        return _of_workspace().count()


def create_policy(actor: Actor, *, changes: dict[str, Any], kind: Kind | None = None) -> PolicyView:
    """Store a new, inactive version that holds ``changes`` on top of the defaults.

    Raises ``Invalid`` for an unknown field or an absurd value. Needs ``policy``.
    """
    require_staff(actor, Verb.POLICY)
    values = DEFAULT_POLICY.changed(changes)
    changed = {name: value for name, value in values.as_dict().items() if name in changes}
    with acting_as(actor) as scope:
        reach = PolicyVersion.objects.filter(owner_id__isnull=True, kind=kind or "")
        version = (reach.aggregate(last=Max("version"))["last"] or 0) + 1
        row = PolicyVersion.objects.create(
            workspace_id=actor.workspace_id,
            kind=kind or "",
            version=version,
            changes=changed,
            created_by_kind=actor.kind,
            created_by_id=actor.id,
            created_at=datetime.now(UTC),
        )
        scope.record(
            "policy.created", object_type="policy", object_id=row.id, version=version, changed=list(changed)
        )
        return _view(row)


def activate_policy(actor: Actor, policy_id: UUID) -> PolicyView:
    """Put one version in force in place of the active one of the same reach. Needs ``policy``."""
    require_staff(actor, Verb.POLICY)
    with acting_as(actor) as scope:
        row = PolicyVersion.objects.select_for_update().filter(id=policy_id, owner_id__isnull=True).first()
        if row is None:
            raise NotFound
        PolicyVersion.objects.filter(owner_id__isnull=True, kind=row.kind, active=True).update(active=False)
        row.active, row.activated_at = True, datetime.now(UTC)
        row.save(update_fields=["active", "activated_at"])
        scope.record("policy.activated", object_type="policy", object_id=row.id, version=row.version)
        return _view(row)


def _of_workspace() -> QuerySet[PolicyVersion]:
    return PolicyVersion.objects.filter(owner_id__isnull=True)


def _view(row: PolicyVersion) -> PolicyView:
    values = DEFAULT_POLICY.changed(row.changes).as_dict()
    return PolicyView(row.id, row.version, row.kind, row.active, row.created_at, row.activated_at, values)
