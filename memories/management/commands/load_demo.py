"""``manage.py load_demo``: demo data of our own writing, and links that let you in. ``up`` calls it."""

from datetime import UTC, datetime
from typing import Any

from memories.domain.vocabulary import StaffRole
from memories.management.answering import AnsweringCommand, link_address
from memories.services.demo import WORKSPACE, Demo, load_demo
from memories.services.signin import NewLink, create_owner_link, create_staff_link

_LINKED = (StaffRole.REVIEWER, StaffRole.OPERATOR, StaffRole.OFFICER, StaffRole.AUDITOR)


class Command(AnsweringCommand):
    """Loading twice changes nothing and makes new links."""

    help = "Load the demo workspace (once) and print one-time sign-in links."

    def answer(self, options: dict[str, Any]) -> dict[str, Any]:
        demo = load_demo(datetime.now(UTC))
        links = _links(demo)
        return {
            "workspace": WORKSPACE,
            "workspace_id": str(demo.actor.workspace_id),
            "key": demo.key,
            "owners": list(demo.people),
            "links": {name: link_address(link.token) for name, link in links.items()},
            "expires_at": min(link.expires_at for link in links.values()).isoformat(),
        }

    def show(self, answer: dict[str, Any]) -> None:
        self.stdout.write(f"Demo workspace '{answer['workspace']}'. Each link signs in once, for 15 minutes:")
        width = max(map(len, answer["links"]))
        for name, address in answer["links"].items():
            self.stdout.write(f"  {name:{width}}  {address}")
        self.stdout.write("Later: manage.py signin_link reviewer@demo.example, or signin_link --owner maya")
        self.stdout.write("       manage.py create_key --workspace demo --json, a key for an agent")
        if answer["key"]:
            self.stdout.write(f"An agent's key with every verb, shown this once: {answer['key']}")


def _links(demo: Demo) -> dict[str, NewLink]:
    """Links by role, and of every demo person by name."""
    staff = {member.role: member for member in demo.staff}
    by_role = {role.value: create_staff_link(demo.actor, staff[role].id) for role in _LINKED}
    owners = {f"owner {user_id}": create_owner_link(demo.actor, user_id) for user_id in demo.people}
    return {**by_role, **owners}
