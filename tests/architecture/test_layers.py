"""The layers: the contracts hold, and each of them breaks when somebody crosses its line."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hindsight_site.config import BASE_DIR
from tests.architecture.test_size import PACKAGES

SITE = "Site above memories above audit"
DOORS = "Doors, then services beside adapters, then tables, then domain"
PLAIN = "The domain is plain Python"
TRANSPORT = "Use cases do not know their transport"
TABLES = "Only services, adapters and admin touch the tables"
CYCLES = "No cycles inside a package"

# file: what somebody might add to it → the contract that must break
VIOLATIONS = [
    ("audit/planted.py", "import memories.domain.text", SITE),
    ("memories/domain/planted.py", "import hindsight_site.config", SITE),
    ("memories/services/planted.py", "import memories.adapters.embeddings", DOORS),
    ("memories/adapters/planted.py", "import memories.services.retain", DOORS),
    ("memories/services/planted.py", "import memories.tasks", DOORS),
    ("memories/models/planted.py", "import memories.services.retain", DOORS),
    ("memories/domain/planted.py", "import memories.models", DOORS),
    ("memories/utils/__init__.py", "", DOORS),
    ("memories/domain/planted.py", "import django.http", PLAIN),
    ("memories/domain/planted.py", "import psycopg", PLAIN),
    ("memories/domain/planted.py", "import audit.identity", PLAIN),
    ("memories/services/planted.py", "import rest_framework.views", TRANSPORT),
    ("memories/services/planted.py", "import celery", TRANSPORT),
    ("memories/services/planted.py", "import redis", TRANSPORT),
    ("memories/api/planted.py", "import memories.models", TABLES),
    ("memories/tasks.py", "import memories.models.memory", TABLES),
    ("memories/services/storing.py", "import memories.services.retain", CYCLES),
]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the packages, to plant things in."""
    copy = tmp_path_factory.mktemp("tree")
    for package in PACKAGES:
        shutil.copytree(
            BASE_DIR / package, copy / package, ignore=shutil.ignore_patterns("__pycache__", "static")
        )
    shutil.copy(BASE_DIR / "pyproject.toml", copy)
    return copy


def broken(tree: Path) -> set[str]:
    """Names of the contracts that do not hold in a tree."""
    program = Path(sys.executable).parent / "lint-imports"
    environment = {**os.environ, "PYTHONPATH": str(tree), "DJANGO_SETTINGS_MODULE": ""}
    done = subprocess.run(
        [str(program), "--no-cache"], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert "Contracts:" in done.stdout, done.stdout + done.stderr
    return {line.removesuffix(" BROKEN") for line in done.stdout.splitlines() if line.endswith(" BROKEN")}


def test_every_contract_holds(tree):
    assert broken(tree) == set()


@pytest.mark.parametrize(("path", "line", "contract"), VIOLATIONS, ids=lambda value: str(value))
def test_a_crossing_breaks_its_contract(tree, path, line, contract):
    file = tree / path
    before = file.read_text() if file.exists() else None
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"{before or ''}\n{line}\n")
    try:
        assert contract in broken(tree)
    finally:
        if before is not None:
            file.write_text(before)
        else:
            file.unlink()
            if file.name == "__init__.py":
                file.parent.rmdir()
