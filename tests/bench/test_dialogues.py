"""Real conversations through the real door: how fast they come in, and how well they are found again."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.bench.evidence import Question, locomo_questions, memorybank_questions, share_found
from tests.bench.tables import percentile, show
from tests.bench.tree import Client, Installation

IMPORT_RATE = 15
MEMORY_LIMIT = 1500
_COLUMNS = ("turns", "seconds", "turns_per_second", "cpu_ms")


def test_import_rate(imported: dict[str, dict[str, object]]) -> None:
    rows = [
        (name, *(answer[key] for key in _COLUMNS), _outcomes(answer)) for name, answer in imported.items()
    ]
    show(
        f"Import, embedding included (goal: ≥ {IMPORT_RATE} turns/s)",
        ("file", "turns", "seconds", "turns/s", "CPU ms a turn", "outcomes"),
        rows,
    )
    assert all(answer["waiting"] == 0 for answer in imported.values())


def test_recall_of_long_dialogues(installation: Installation, imported: object, data: Path) -> None:
    questions = [
        question for path in sorted((data / "locomo").glob("*.json")) for question in locomo_questions(path)
    ]
    _measure("LoCoMo: share of the evidence found", installation.client(), questions, (5, 8, 20))


def test_recall_of_diaries(installation: Installation, imported: object, data: Path) -> None:
    for path in sorted((data / "memorybank").glob("*.jsonl")):
        questions = list(memorybank_questions(path))
        _measure(
            f"MemoryBank {path.stem}: share of the evidence found", installation.client(), questions, (3, 8)
        )


def test_memory_of_the_whole_tree(installation: Installation, imported: object) -> None:
    used = installation.megabytes()
    show(
        "Memory after the import, with the model loaded",
        ("processes", "resident MB", "shared pages counted once MB", "goal"),
        [(used["processes"], used["resident"], used["proportional"], f"≤ {MEMORY_LIMIT}")],
    )


def _measure(title: str, client: Client, questions: Sequence[Question], depths: Sequence[int]) -> None:
    shares: dict[str, list[list[float]]] = defaultdict(list)
    seconds = []
    for question in questions:
        hits, took = client.recall(question.person, question.text, top_k=max(depths))
        seconds.append(took)
        found = [share_found(question, hits, top_k=depth) for depth in depths]
        shares[question.group].append(found)
        shares["all"].append(found)
    head = ("group", "questions", *(f"recall@{depth}" for depth in depths))
    groups = [name for name in sorted(shares) if name != "all" and len(shares) > 2]
    rows = [(name, len(shares[name]), *_means(shares[name])) for name in [*groups, "all"]]
    show(title, head, rows)
    show(
        "Time of one recall over HTTP",
        ("p50 ms", "p95 ms"),
        [(percentile(seconds, 0.5), percentile(seconds, 0.95))],
    )


def _means(rows: Iterable[Sequence[float]]) -> list[float]:
    columns = list(zip(*rows, strict=True))
    return [sum(column) / len(column) for column in columns]


def _outcomes(answer: dict[str, object]) -> str:
    return str(answer["outcomes"]).strip("{}").replace("'", "")
