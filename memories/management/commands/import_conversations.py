"""``manage.py import_conversations FILE``: real conversations, one memory a turn, through the gate."""

import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from audit.identity import Actor
from memories.domain.transcript_formats import read_transcript
from memories.domain.transcripts import Stretch, TranscriptFormat, count_turns
from memories.management.answering import AnsweringCommand
from memories.management.progress import Progress
from memories.services.importing import Tally, count_waiting, import_stretches, index_waiting
from memories.services.workspaces import workspace_actor

_PAUSE = 0.2  # seconds between two looks at what a worker holds


class Command(AnsweringCommand):
    """Can be stopped and repeated: turns that are there already are left alone."""

    help = "Import a file of conversations: each conversation's person is an owner, each turn a memory."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--format", required=True, choices=[form.value for form in TranscriptFormat])
        parser.add_argument("--workspace", required=True, help="name of the workspace")
        parser.add_argument("--no-wait", action="store_true", help="leave the vectors to the worker")

    def answer(self, options: dict[str, Any]) -> dict[str, Any]:
        actor = workspace_actor(options["workspace"])
        path, form = options["file"], TranscriptFormat(options["format"])
        began = time.monotonic()
        total = count_turns(_stretches(path, form))
        storing = Progress(self.stderr, "storing ", total=total)
        tally = import_stretches(actor, _stretches(path, form), report=storing.at)
        storing.end()
        if not options["no_wait"]:
            self._wait_for_vectors(actor, tally)
        return _answer(tally, waiting=count_waiting(actor, tally.owners), seconds=time.monotonic() - began)

    def show(self, answer: dict[str, Any]) -> None:
        found = f"{answer['owners']} owners, {answer['conversations']} conversations, {answer['turns']} turns"
        self.stdout.write(f"{found} in {answer['seconds']} s ({answer['turns_per_second']} turns/s)")
        for name, count in {**answer["outcomes"], **answer["refused"]}.items():
            self.stdout.write(f"  {name:12} {count}{_REMARKS.get(name, '')}")
        if answer["waiting"]:
            self.stdout.write(f"{answer['waiting']} still wait for their vector; a worker gives it to them.")

    def _wait_for_vectors(self, actor: Actor, tally: Tally) -> None:
        """Work beside the workers, if any run, until nothing waits: so it ends with and without them."""
        total = count_waiting(actor, tally.owners)
        indexing = Progress(self.stderr, "indexing", total=total)
        waiting = total
        while waiting:
            if not index_waiting(actor, tally.owners):
                time.sleep(_PAUSE)
            waiting = count_waiting(actor, tally.owners)
            indexing.at(max(total - waiting, 0))
        indexing.end()


_REMARKS = {
    "known": "  (imported before, left alone)",
    "quarantined": "  (waiting for a reviewer)",
    "merged": "  (said before in the same place)",
    "paused": "  (the person has paused remembering)",
    "blocked": "  (refused by screening)",
    "to_confirm": "  (waiting for somebody to confirm)",
}


def _stretches(path: Path, form: TranscriptFormat) -> Iterator[Stretch]:
    try:
        with path.open(encoding="utf-8-sig") as lines:
            yield from read_transcript(lines, form)
    except OSError as error:
        raise CommandError(f"Cannot read {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not UTF-8 text.") from error


def _answer(tally: Tally, *, waiting: int, seconds: float) -> dict[str, Any]:
    return {
        "owners": len(tally.owners),
        "conversations": len(tally.conversations),
        "turns": tally.turns,
        "outcomes": {name: count for name, count in sorted(tally.outcomes.items()) if count},
        "refused": dict(sorted(tally.refusals.items())),
        "waiting": waiting,
        "seconds": round(seconds, 2),
        "turns_per_second": round(tally.turns / seconds, 1) if seconds else 0.0,
    }
