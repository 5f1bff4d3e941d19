"""One installation for all benches; ``make bench BENCH_DATA=folder`` names the conversations to use."""

import os
import resource
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.tables import machine, show
from tests.bench.tree import Installation, running


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder with ``locomo/*.json`` and ``memorybank/{zh,en}.jsonl``."""
    folder = Path(os.environ.get("BENCH_DATA", ""))
    if not os.environ.get("BENCH_DATA") or not folder.is_dir():
        pytest.fail("Set BENCH_DATA to the folder with the conversations to measure on.")
    return folder


@pytest.fixture(scope="session")
def installation() -> Iterator[Installation]:
    """A fresh ``manage.py up``."""
    show("Measured on", ("what", "value"), machine())
    state = Path(tempfile.mkdtemp(prefix="hindsight-bench-"))
    state.chmod(0o755)  # the unprivileged account of the database server must reach its folder
    with running(state) as tree:
        yield tree
    shutil.rmtree(state, ignore_errors=True)


@pytest.fixture(scope="session")
def imported(installation: Installation, data: Path) -> dict[str, dict[str, object]]:
    """Answers of ``import_conversations`` by file: everything is in and indexed."""
    files = [(path, "locomo") for path in sorted((data / "locomo").glob("*.json"))]
    files += [(path, "memorybank") for path in sorted((data / "memorybank").glob("*.jsonl"))]
    return {path.name: _imported(installation, path, form) for path, form in files}


def _imported(installation: Installation, path: Path, form: str) -> dict[str, object]:
    """The command's answer, with the CPU time of the command and the tree together a turn."""
    before = installation.cpu_seconds() + _own_children()
    answer = installation.manage("import_conversations", str(path), "--format", form, "--workspace", "bench")
    used = installation.cpu_seconds() + _own_children() - before
    return {**answer, "cpu_ms": 1000 * used / answer["turns"]}


def _own_children() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime
