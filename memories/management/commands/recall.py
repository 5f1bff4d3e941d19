"""``manage.py recall "QUERY" --owner EXTERNAL_ID``: explained hits on the terminal."""

from argparse import ArgumentParser
from typing import Any

from memories.domain.scoring import PRESETS
from memories.management.answering import AnsweringCommand, find_person
from memories.services.recall import Recalled, Recollection, recall
from memories.services.recall_pools import Query

_BAR = 20
_WORTH_SHOWING = 0.01


class Command(AnsweringCommand):
    """Runs the same recall as the API and leaves the same trace."""

    help = "Recall the memories of one owner, with the parts of every score."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("query", help="what to look for")
        parser.add_argument("--owner", required=True, metavar="EXTERNAL_ID", help="whose memories")
        parser.add_argument("--workspace", default="", help="needed where several workspaces know the person")
        parser.add_argument("--top-k", type=int, default=8, help="how many (default 8)")
        parser.add_argument("--preset", default="", choices=["", *PRESETS], help="weights of the score")

    def answer(self, options: dict[str, Any]) -> dict[str, Any]:
        actor, owner_id = find_person(options["owner"], options["workspace"])
        wanted = Query(options["query"], top_k=max(options["top_k"], 1), preset=options["preset"])
        return _answer(recall(actor, owner_id, wanted))

    def show(self, answer: dict[str, Any]) -> None:
        for place, hit in enumerate(answer["results"], 1):
            self.stdout.write(f"{place:2}. {hit['score']:.3f} {_bar(hit['score'])} {hit['content']}")
            self.stdout.write(f"      {_why(hit)}")
        if not answer["results"]:
            self.stdout.write("Nothing found.")
        how = " by keywords alone, the embedding model is down" if answer["degraded"] else ""
        self.say(f"{len(answer['results'])} hits in {answer['took_ms']:.0f} ms{how}")


def _answer(found: Recollection) -> dict[str, Any]:
    return {
        "results": [_hit(hit) for hit in found.results],
        "took_ms": found.took_ms,
        "preset": found.preset,
        "degraded": found.degraded,
        "trace_id": str(found.trace_id) if found.trace_id else None,
    }


def _hit(hit: Recalled) -> dict[str, Any]:
    memory = hit.memory
    return {
        "id": str(memory.id),
        "content": memory.content,
        "kind": memory.kind,
        "source": memory.source,
        "score": hit.score,
        "parts": hit.parts,
        "factors": hit.factors,
        "via": hit.via,
        "conversation_id": memory.conversation_id,
        "message_id": memory.message_id,
        "speaker": memory.provenance.speaker,
        "event_time": memory.event_time.isoformat() if memory.event_time else None,
        "metadata": memory.metadata,
    }


def _bar(share: float) -> str:
    filled = round(_BAR * min(max(share, 0.0), 1.0))
    return "█" * filled + "·" * (_BAR - filled)


def _why(hit: dict[str, Any]) -> str:
    parts = " ".join(f"{name} {value:.2f}" for name, value in hit["parts"].items() if value >= _WORTH_SHOWING)
    factors = " ".join(f"× {name} {value:.2f}" for name, value in hit["factors"].items() if value < 1)
    origin = [hit["speaker"], (hit["event_time"] or "")[:10], hit["conversation_id"], hit["message_id"]]
    return " | ".join(part for part in (parts, factors, " · ".join(filter(None, origin))) if part)
