"""What all commands share: ``--json``, short errors that say what to do, status 1 when it does not hold."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError
from django.urls import NoReverseMatch, reverse

from audit.identity import Actor, system_actor
from memories.domain.errors import HindsightError
from memories.services.finders import find_owner, find_owner_anywhere
from memories.services.workspaces import workspace_actor

_NOT_MIGRATED = "The database has no tables of this release yet; start `manage.py up` once, or run `migrate`."


class AnsweringCommand(BaseCommand):
    """A command with one answer: for people by default, one JSON document with ``--json``.

    A subclass says ``answer()``, which returns a plain dictionary, and ``show()``, which prints it. An answer
    with ``"ok": False`` ends the command with status 1.
    """

    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON document")
        self.add_own_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        answer = self._guarded(lambda: self.answer(options))
        if options["json"]:
            self.stdout.write(json.dumps(answer, ensure_ascii=False, default=str))
        else:
            self.show(answer)
        self.stdout.flush()
        if answer.get("ok") is False:
            sys.exit(1)

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        """Arguments besides ``--json``."""

    def answer(self, options: dict[str, Any]) -> dict[str, Any]:
        """Do the work; errors of the product become one line and status 1."""
        raise NotImplementedError

    def show(self, answer: dict[str, Any]) -> None:
        """Print the answer for people."""
        raise NotImplementedError

    def say(self, line: str) -> None:
        """Progress and remarks: standard output stays free for the answer."""
        self.stderr.write(line, style_func=lambda text: text)
        self.stderr.flush()

    @staticmethod
    def _guarded(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        try:
            return work()
        except HindsightError as error:
            raise CommandError(error.message) from error
        except OperationalError:
            raise  # manage.py says for every command what to do when the database does not answer.
        except DatabaseError as error:
            raise CommandError(_NOT_MIGRATED) from error


def find_person(user_id: str, workspace: str) -> tuple[Actor, Any]:
    """(the product's own actor, owner id) of a person by external id, in the workspace named or in the only
    one that knows the person; raises ``CommandError``."""
    if workspace:
        actor = workspace_actor(workspace)
        owner_id = find_owner(actor, user_id)
        found = [(owner_id, actor.workspace_id)] if owner_id else []
    else:
        found = find_owner_anywhere(user_id)
    if not found:
        raise CommandError(f"Nobody is known as {user_id}. People are made by their first memory.")
    if len(found) > 1:
        raise CommandError(f"{len(found)} workspaces know {user_id}; name one with --workspace.")
    return system_actor(found[0][1]), found[0][0]


def link_address(token: str) -> str:
    """The address that lets its holder in once."""
    try:
        path = reverse("console:signin_link", args=[token])
    except NoReverseMatch:
        path = f"/signin/link/{token}/"
    return f"{settings.BASE_URL}{path}"
