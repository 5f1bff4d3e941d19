"""``manage.py signin_link EMAIL | --owner EXTERNAL_ID``: lets somebody in once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from memories.management.answering import AnsweringCommand, find_person, link_address
from memories.services.signin import NewLink, create_owner_link, create_staff_link
from memories.services.workspaces import staff_anywhere


class Command(AnsweringCommand):
    """Links are for staff by e-mail, or for an owner by the external id."""

    help = "Print a one-time sign-in link (15 minutes) for a staff member or an owner."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", nargs="?", help="a staff member")
        parser.add_argument("--owner", metavar="EXTERNAL_ID", help="a person with memories")
        parser.add_argument("--workspace", default="", help="needed where several workspaces know them")

    def answer(self, options: dict[str, Any]) -> dict[str, Any]:
        if bool(options["email"]) == bool(options["owner"]):
            raise CommandError("Name either a staff member's EMAIL or --owner EXTERNAL_ID.")
        link = _staff_link(options) if options["email"] else _owner_link(options)
        return {"link": link_address(link.token), "expires_at": link.expires_at.isoformat()}

    def show(self, answer: dict[str, Any]) -> None:
        self.stdout.write(answer["link"])
        self.say("The link works once, for 15 minutes.")


def _owner_link(options: dict[str, Any]) -> NewLink:
    actor, _ = find_person(options["owner"], options["workspace"])
    return create_owner_link(actor, options["owner"])


def _staff_link(options: dict[str, Any]) -> NewLink:
    actor, staff_id = staff_anywhere(options["email"].lower(), workspace=options["workspace"])
    return create_staff_link(actor, staff_id)
