"""Workspaces and their staff: made by commands on the host, never over the network."""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from audit.context import DatabaseRole, acting_as
from audit.identity import Actor, system_actor, uuid7
from memories.domain.errors import Conflict, Invalid, NotFound
from memories.domain.text import find_malformed, is_blank
from memories.domain.vocabulary import StaffRole, Verb
from memories.models import StaffMember, Workspace
from memories.services.finders import find_staff, find_workspace
from memories.services.keys import KeyView, create_key

_LONGEST_NAME = 100


@dataclass(frozen=True)
class NewWorkspace:
    """A new workspace and its first key, which holds every verb."""

    id: UUID
    key: KeyView


def create_workspace(name: str) -> NewWorkspace:
    """Make a workspace and its key; raises ``Conflict`` when the name is taken."""
    if is_blank(name) or len(name) > _LONGEST_NAME or find_malformed(name):
        raise Invalid("A workspace name has 1 to 100 visible characters.", field="name")
    workspace_id = uuid7()
    actor = system_actor(workspace_id)
    try:
        with acting_as(actor) as scope:
            Workspace.objects.create(id=workspace_id, name=name, created_at=datetime.now(UTC))
            scope.record("workspace.created", object_type="workspace", object_id=workspace_id)
    except IntegrityError as error:
        raise Conflict(f"There is a workspace named {name} already.", code="name_taken") from error
    return NewWorkspace(workspace_id, create_key(actor, verbs=list(Verb), label="first key"))


def workspace_actor(name: str) -> Actor:
    """The product itself in the workspace of that name; ``NotFound`` names the command that makes one."""
    workspace_id = find_workspace(name)
    if workspace_id is None:
        raise NotFound(f"No workspace is named {name}; make it with create_workspace.")
    return system_actor(workspace_id)


def workspace_name(actor: Actor) -> str:
    """The name of the actor's workspace."""
    with acting_as(actor):
        return Workspace.objects.values_list("name", flat=True).get(id=actor.workspace_id)


def create_staff(actor: Actor, *, email: str, role: StaffRole, password: str | None = None) -> UUID:
    """Give a console login (made when absent) a role in the actor's workspace; returns the member's id."""
    with transaction.atomic():
        user, _ = User.objects.get_or_create(username=email, defaults={"email": email})
        if password is not None:
            user.set_password(password)
        elif not user.password:
            user.set_unusable_password()
        user.save()
        return _member(actor, user.pk, role)


def _member(actor: Actor, user_id: int, role: StaffRole) -> UUID:
    member_id = uuid7()
    with acting_as(actor, role=DatabaseRole.AUTH) as scope:
        row, made = StaffMember.objects.get_or_create(
            workspace_id=actor.workspace_id,
            user_id=user_id,
            defaults={"id": member_id, "role": role, "created_at": datetime.now(UTC)},
        )
        if not made and (row.role != role or not row.active):
            row.role, row.active = role, True
            row.save(update_fields=["role", "active"])
        scope.record("staff.created", object_type="staff", object_id=row.id, role=role)
    return row.id


def staff_by_email(actor: Actor, email: str) -> UUID:
    """The member of the actor's workspace with that login; ``NotFound`` otherwise."""
    user_id = User.objects.filter(username=email).values_list("pk", flat=True).first()
    for member in find_staff(user_id) if user_id is not None else []:
        if member.workspace_id == actor.workspace_id:
            return member.staff_id
    raise NotFound(f"No staff member {email} in this workspace; make one with create_staff.")


def staff_anywhere(email: str, *, workspace: str = "") -> tuple[Actor, UUID]:
    """(the product's own actor, member id) of a login: in the workspace named, else in its first one."""
    if workspace:
        actor = workspace_actor(workspace)
        return actor, staff_by_email(actor, email)
    user_id = User.objects.filter(username=email).values_list("pk", flat=True).first()
    for member in find_staff(user_id) if user_id is not None else []:
        return system_actor(member.workspace_id), member.staff_id
    raise NotFound(f"No staff member {email}; make one with create_staff.")
