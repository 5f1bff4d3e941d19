"""The people of the tests: Alice owns, Bob owns something else, Carol belongs to another workspace."""

from dataclasses import dataclass
from itertools import count
from uuid import UUID

from audit.identity import Actor
from memories.domain.vocabulary import StaffRole
from memories.services.keys import authenticate_key, create_key, owner_actor, staff_actor
from memories.services.owners import owner_for_write
from memories.services.workspaces import NewWorkspace, create_staff, create_workspace, workspace_actor

_numbers = count(1)


@dataclass(frozen=True)
class House:
    """A workspace with its key and two people in it."""

    name: str
    workspace: NewWorkspace
    agent: Actor
    alice: UUID
    bob: UUID

    @property
    def id(self) -> UUID:
        return self.workspace.id

    @property
    def key(self) -> str:
        return self.workspace.key.secret or ""

    @property
    def system(self) -> Actor:
        return workspace_actor(self.name)

    def owner_key(self, owner_id: UUID) -> str:
        return create_key(self.system, owner_id=owner_id).secret or ""

    def person(self, owner_id: UUID) -> Actor:
        return owner_actor(owner_id=owner_id, workspace_id=self.id)

    def staff(self, role: StaffRole) -> Actor:
        email = f"{role}@{self.name}.example"
        member = create_staff(self.system, email=email, role=role)
        return staff_actor(staff_id=member, workspace_id=self.id, role=role)


def new_house() -> House:
    """A fresh workspace with Alice and Bob."""
    name = f"house-{next(_numbers)}"
    workspace = create_workspace(name)
    agent = authenticate_key(workspace.key.secret or "")
    return House(name, workspace, agent, owner_for_write(agent, "alice"), owner_for_write(agent, "bob"))
