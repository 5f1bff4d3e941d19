"""``manage.py verify_erasure ID``: is what was erased still gone? Exit status 0 only if it is."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError

from memories.management.answering import AnsweringCommand
from memories.services.proofs import check_erasure

_REASONS = {
    "not_verified": "the request is not finished",
    "rows_remain": "rows are there again",
}


class Command(AnsweringCommand):
    """Searches every store again and checks the signature of the receipt."""

    help = "Check an erasure again: every store and the receipt; exit status 0 only if it holds."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", help="id of the erasure request")

    def answer(self, options: dict[str, Any]) -> dict[str, Any]:
        try:
            request_id = UUID(options["id"])
        except ValueError as error:
            raise CommandError("The id of an erasure is a UUID.") from error
        return {"id": str(request_id), **vars(check_erasure(request_id))}

    def show(self, answer: dict[str, Any]) -> None:
        if not answer["ok"]:
            why = _REASONS.get(answer["reason"], answer["reason"])
            self.stdout.write(f"DOES NOT HOLD: {why} (state: {answer['state']})")
            for store, count in answer["remaining"].items():
                self.stdout.write(f"  {store}: {count}")
        elif answer["recounted"]:
            self.stdout.write("holds: every store is empty of it, and the receipt is genuine")
        else:
            self.stdout.write(
                "holds: the receipt is genuine (the stores cannot be searched again for this one)"
            )
