"""``manage.py verify_receipt FILE``: is this erasure receipt genuine? Exit status 0 only if it is."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from memories.management.answering import AnsweringCommand
from memories.services.receipts import verify_receipt

_REASONS = {
    "signature_does_not_match": "it was changed after it was signed",
    "not_a_receipt": "this is not a receipt",
    "unknown_format": "its format is not known to this release",
    "unknown_key": "it was signed by another installation's key",
}


class Command(AnsweringCommand):
    """Needs no database: only the receipt and this installation's signing key."""

    help = "Check a receipt's signature; exit status 0 only if it is genuine."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the receipt as JSON; - reads standard input")

    def answer(self, options: dict[str, Any]) -> dict[str, Any]:
        result = verify_receipt(_document(options["file"]))
        return {"ok": result.ok, "reason": result.reason, "key_id": result.key_id}

    def show(self, answer: dict[str, Any]) -> None:
        if answer["ok"]:
            self.stdout.write(f"genuine, signed by key {answer['key_id']}")
        else:
            self.stdout.write(f"NOT GENUINE: {_REASONS.get(answer['reason'], answer['reason'])}")


def _document(name: str) -> Any:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        return json.loads(text)
    except OSError as error:
        raise CommandError(f"Cannot read {name}: {error.strerror}.") from error
    except (ValueError, RecursionError):
        return None  # not JSON, so not a receipt
