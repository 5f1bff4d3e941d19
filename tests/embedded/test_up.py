"""``manage.py up`` as a person runs it: one tree that starts, mends itself and leaves nothing behind."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from hindsight_site.config import BASE_DIR
from hindsight_site.embedded.process import wait_until
from hindsight_site.embedded.web import ask_ready
from hindsight_site.environment import known_variables
from tests.embedded.conftest import reachable_folder

SECONDS = 60


def _environment(given: dict[str, str]) -> dict[str, str]:
    dropped = {*known_variables(), "DJANGO_SETTINGS_MODULE"}
    return {**{name: value for name, value in os.environ.items() if name not in dropped}, **given}


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BASE_DIR / "manage.py"), *arguments]
    return subprocess.run(command, env=_environment(environment), capture_output=True, text=True, check=False)


@dataclass
class Tree:
    """A running ``up``."""

    process: subprocess.Popen[str]
    answer: dict[str, object]
    state: Path

    @property
    def port(self) -> int:
        return int(str(self.answer["url"]).rpartition(":")[2])

    def members(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def child(self, part: str) -> psutil.Process:
        return next(member for member in self.members() if part in " ".join(member.cmdline()))

    def is_ready(self) -> bool:
        return ask_ready(("127.0.0.1", self.port), host_header="localhost") == []

    def end(self, number: signal.Signals) -> tuple[int, list[psutil.Process]]:
        """Send a signal; the exit code, and whoever is still there after a while."""
        members = self.members()
        self.process.send_signal(number)
        code = self.process.wait(SECONDS)
        _gone, alive = psutil.wait_procs(members, timeout=40)
        return code, alive


@contextmanager
def up(state: Path, **environment: str) -> Iterator[Tree]:
    command = [sys.executable, str(BASE_DIR / "manage.py"), "up", "--state", str(state)]
    process = subprocess.Popen(
        [*command, "--port", "0", "--no-demo", "--json"],
        env=_environment(environment),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, "it ended before it was ready; the captured standard error says why"
    try:
        yield Tree(process, json.loads(line), state)
    finally:
        process.terminate()
        process.wait(SECONDS)


@pytest.fixture(scope="module")
def lasting_state() -> Iterator[Path]:
    """One folder for two starts, since the first has to make everything."""
    with reachable_folder() as folder:
        yield folder


@pytest.fixture(scope="module")
def tree(lasting_state: Path) -> Iterator[Tree]:
    with up(lasting_state) as running:
        yield running


def test_it_answers_and_names_its_parts(tree: Tree):
    with urllib.request.urlopen(f"{tree.answer['url']}/health/ready") as answer:
        body = json.load(answer)

    assert body["status"] == "ready"
    assert {name: state for name, state in body["checks"].items() if state != "ok"} == {}
    assert {"database", "migrations", "broker", "worker"} <= set(body["checks"])


def test_doctor_finds_everything_well(tree: Tree):
    done = manage("doctor", "--json", "--state", str(tree.state))
    found = json.loads(done.stdout)

    assert [check for check in found["checks"] if not check["ok"]] == []
    assert done.returncode == 0
    assert found["database_url"].startswith("postgresql://hindsight_app:")
    assert found["admin_database_url"].startswith("postgresql://postgres:")
    assert found["redis_url"].startswith("unix://")
    assert found["base_url"] == tree.answer["url"]


def test_a_second_one_on_the_same_folder_is_refused(tree: Tree):
    done = manage("up", "--state", str(tree.state), "--port", "0")

    assert done.returncode == 1
    assert f"process {tree.process.pid} is running on it" in done.stderr


def test_the_port_of_a_running_one_is_refused_by_name(tree: Tree, state: Path):
    done = manage("up", "--state", str(state), "--port", str(tree.port))

    assert done.returncode == 1
    assert f"port {tree.port} of 127.0.0.1 is in use" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows what another process has mapped")
def test_torch_is_loaded_by_no_process_while_the_packaged_model_is_chosen(tree: Tree):
    loaded = [
        member.name()
        for member in tree.members()
        if any("libtorch" in found.path for found in member.memory_maps())
    ]
    assert loaded == []


@pytest.mark.parametrize("part", ["embedded.web", "celery", "bin/postgres"])
def test_a_killed_part_comes_back(tree: Tree, part: str):
    victim = tree.child(part)
    victim.kill()

    assert wait_until(lambda: not victim.is_running(), seconds=10)
    assert wait_until(
        lambda: any(part in " ".join(member.cmdline()) for member in tree.members()), seconds=20
    )
    assert wait_until(tree.is_ready, seconds=40, pause=0.2)


def test_ctrl_c_stops_all_and_the_next_start_saves_an_older_folder_and_leaves_nothing_when_killed(
    tree: Tree, lasting_state: Path
):
    assert tree.end(signal.SIGINT) == (0, [])
    (lasting_state / "format").write_text("0\n")

    with up(lasting_state, HINDSIGHT_WEB_WORKERS="1") as second:
        saved = list((lasting_state / "backups").glob("*.dump"))
        assert second.end(signal.SIGKILL) == (-signal.SIGKILL, [])

    assert len(saved) == 1 and saved[0].stat().st_size > 1000
    assert (lasting_state / "format").read_text() == "1\n"


def test_a_newer_folder_is_refused(state: Path):
    (state / "format").write_text("99\n")

    done = manage("up", "--state", str(state), "--port", "0")

    assert done.returncode == 1
    assert "newer release" in done.stderr
