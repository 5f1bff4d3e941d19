"""``manage.py create_key``: a credential for an agent, for one person's agent, or for a staff member."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from memories.domain.vocabulary import Verb
from memories.management.answering import AnsweringCommand
from memories.services.keys import create_key
from memories.services.owners import owner_for_write
from memories.services.workspaces import staff_by_email, workspace_actor


class Command(AnsweringCommand):
    """Without ``--verbs`` an agent gets: retain recall read revise erase chat."""

    help = "Make a key for a workspace, one owner (--owner) or a staff member (--staff); shown once."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--workspace", required=True, help="name of the workspace")
        bound = parser.add_mutually_exclusive_group()
        bound.add_argument("--owner", help="bind the key to this person (made when unknown)")
        bound.add_argument("--staff", metavar="EMAIL", help="a key that acts as this staff member")
        parser.add_argument("--verbs", nargs="+", metavar="VERB", help=f"any of: {' '.join(Verb)}")
        parser.add_argument("--label", default="", help="what the key is for")
        parser.add_argument("--unlimited", action="store_true", help="no rate limit (imports, benchmarks)")

    def answer(self, options: dict[str, Any]) -> dict[str, Any]:
        actor = workspace_actor(options["workspace"])
        owner_id = owner_for_write(actor, options["owner"]) if options["owner"] else None
        staff_id = staff_by_email(actor, options["staff"]) if options["staff"] else None
        if staff_id and options["verbs"]:
            raise CommandError("A staff key has the verbs of its role; leave --verbs out.")
        key = create_key(
            actor, verbs=_verbs(options["verbs"]), owner_id=owner_id, staff_id=staff_id,
            label=options["label"], unlimited=options["unlimited"],
        )  # fmt: skip
        return {
            "key": key.secret,
            "key_id": str(key.id),
            "workspace": options["workspace"],
            "owner": options["owner"],
            "staff": options["staff"],
            "verbs": list(key.verbs),
            "unlimited": key.unlimited,
        }

    def show(self, answer: dict[str, Any]) -> None:
        self.stdout.write(answer["key"])
        self.say("Keep the key: it is not shown again.")


def _verbs(given: list[str] | None) -> list[str] | None:
    """Verbs may be separated by commas as well."""
    return [verb for part in given for verb in part.split(",") if verb] if given else None
