"""Questions with gold evidence, from the files under ``BENCH_DATA``."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
_UNANSWERABLE = 5


@dataclass(frozen=True)
class Question:
    """``evidence`` holds the ids of the turns that state the answer."""

    person: str
    text: str
    evidence: tuple[str, ...]
    group: str


def locomo_questions(path: Path) -> Iterator[Question]:
    """All but those of the adversarial category, which have no answer, and those without evidence."""
    for sample in json.loads(path.read_text(encoding="utf-8")):
        for asked in sample["qa"]:
            if asked["category"] != _UNANSWERABLE and asked["evidence"]:
                group = CATEGORIES[asked["category"]]
                yield Question(sample["sample_id"], asked["question"], tuple(asked["evidence"]), group)


def memorybank_questions(path: Path) -> Iterator[Question]:
    """The answerable ones."""
    for line in path.read_text(encoding="utf-8").splitlines():
        user = json.loads(line)
        for asked in user["questions"]:
            if asked["evidence"]:
                yield Question(user["user"], asked["q"], tuple(asked["evidence"]), user["lang"])


def share_found(question: Question, hits: Sequence[dict[str, Any]], *, top_k: int) -> float:
    """Share of the gold turns among the first ``top_k`` hits."""
    found = {turn_id(hit["memory"]["metadata"]) for hit in hits[:top_k]}
    return sum(turn in found for turn in question.evidence) / len(question.evidence)


def turn_id(metadata: dict[str, Any]) -> str:
    """The id of the turn in its source."""
    return str(metadata.get("dia_id") or metadata.get("turn_id") or "")
