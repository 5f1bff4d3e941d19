"""``manage.py create_workspace NAME``: a team of its own, with its first key."""

from argparse import ArgumentParser
from typing import Any

from memories.management.answering import AnsweringCommand
from memories.services.workspaces import create_workspace


class Command(AnsweringCommand):
    """The key holds every verb and is shown this once."""

    help = "Make a workspace; prints its id and a key with every verb (shown once)."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="1 to 100 characters, unique on this installation")

    def answer(self, options: dict[str, Any]) -> dict[str, Any]:
        made = create_workspace(options["name"])
        return {"workspace_id": str(made.id), "name": options["name"], "key": made.key.secret}

    def show(self, answer: dict[str, Any]) -> None:
        self.stdout.write(f"workspace  {answer['name']}  ({answer['workspace_id']})")
        self.stdout.write(f"key        {answer['key']}")
        self.stdout.write("Keep the key: it holds every verb and is not shown again.")
