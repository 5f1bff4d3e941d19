"""State folders that the servers' account can reach, and one running pair of databases."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hindsight_site.embedded import Services, start_services


@contextmanager
def reachable_folder() -> Iterator[Path]:
    """pytest's own temporary folders are closed to others, and root's databases run as another account."""
    folder = Path(tempfile.mkdtemp(prefix="hindsight-test-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def state() -> Iterator[Path]:
    with reachable_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def template() -> Iterator[Path]:
    """A state folder that was used once and stopped cleanly."""
    with reachable_folder() as folder:
        with start_services(folder, with_valkey=False):
            pass
        yield folder


@pytest.fixture
def used_state(template: Path, state: Path) -> Path:
    """A copy of ``template`` to spoil: much quicker than making a database."""
    subprocess.run(["cp", "-a", f"{template}/.", str(state)], check=True)
    return state


@pytest.fixture(scope="session")
def running() -> Iterator[Services]:
    with reachable_folder() as folder, start_services(folder) as services:
        yield services
