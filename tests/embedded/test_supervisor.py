"""Children are restarted with growing patience, stopped with their whole group, and never orphaned."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hindsight_site.embedded.logfile import rotate
from hindsight_site.embedded.process import Program, Running, living_process, spawn, stop, wait_until
from hindsight_site.embedded.supervisor import (
    HEALTHY_SECONDS,
    StopRequested,
    Supervisor,
    restart_delay,
    stop_on_signals,
)

SLEEP = Program("sleeper", ["sleep", "60"])
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    "print('on', flush=True); time.sleep(60)"
)
FAMILY = (
    "import subprocess, time; p = subprocess.Popen(['sleep', '60']); print(p.pid, flush=True); time.sleep(60)"
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.mark.parametrize(("failures", "delay"), [(1, 0.5), (2, 1), (3, 2), (6, 16), (7, 30), (50, 30)])
def test_patience_doubles_up_to_half_a_minute(failures: int, delay: float):
    assert restart_delay(failures) == delay


def test_a_dead_child_is_started_again_after_its_delay(log: Path):
    told: list[str] = []
    running = Running(SLEEP, log=log)
    supervisor = Supervisor(report=told.append)
    supervisor.watch(running)
    first = running.child.pid
    running.child.kill()
    running.child.wait()

    now = time.monotonic()
    supervisor.look(now)
    supervisor.look(now + 0.4)
    assert running.child.pid == first
    supervisor.look(now + 0.6)

    assert running.child.pid != first and running.exit_code() is None
    assert told == ["sleeper ended with code -9; starting it again in 0.5 s"]
    running.stop()


def test_a_child_that_lived_long_is_forgiven(log: Path):
    told: list[str] = []
    running = Running(SLEEP, log=log)
    supervisor = Supervisor(report=told.append)
    supervisor.watch(running)
    now = time.monotonic()
    for round_start in (now, now + 10, now + 20 + HEALTHY_SECONDS):
        running.child.kill()
        running.child.wait()
        supervisor.look(round_start)
        supervisor.look(round_start + 5)

    assert [line.rpartition("in ")[2] for line in told] == ["0.5 s", "1 s", "0.5 s"]
    running.stop()


def test_a_child_that_ignores_the_request_is_killed(log: Path):
    program = Program("stubborn", [sys.executable, "-c", STUBBORN], stop_seconds=0.2)
    child = spawn(program, log)
    assert wait_until(lambda: "on" in log.read_text(), seconds=10)

    stop(child, program)

    assert child.returncode == -signal.SIGKILL


def test_grandchildren_go_too(log: Path):
    program = Program("family", [sys.executable, "-c", FAMILY], stop_seconds=5)
    child = spawn(program, log)
    assert wait_until(lambda: log.exists() and log.read_text().strip().isdigit(), seconds=10)
    grandchild = int(log.read_text())

    stop(child, program)

    assert wait_until(lambda: living_process(grandchild) is None, seconds=5)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's death signal is Linux's")
def test_children_end_when_the_parent_is_killed(log: Path):
    code = (
        "import sys, time; from pathlib import Path\n"
        "from hindsight_site.embedded.process import Program, spawn\n"
        "print(spawn(Program('s', ['sleep', '60']), Path(sys.argv[1])).pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, str(log)], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert living_process(child)

    parent.kill()
    parent.wait()

    assert wait_until(lambda: living_process(child) is None, seconds=5)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_asks_to_stop_once_and_lets_the_cleaning_finish(number: signal.Signals):
    before = signal.getsignal(number)
    cleaned = False

    def until_stopped() -> None:
        nonlocal cleaned
        with stop_on_signals():
            try:
                signal.raise_signal(number)
            finally:
                signal.raise_signal(number)
                cleaned = True

    with pytest.raises(StopRequested):
        until_stopped()
    assert cleaned
    assert signal.getsignal(number) is before


def test_a_large_log_is_moved_aside_and_its_writers_go_on(log: Path):
    with log.open("a") as writer:
        writer.write("x" * 100 + "\n")
        writer.flush()
        assert rotate(log, largest=50)
        writer.write("next\n")

    assert log.read_text() == "next\n"
    assert log.with_name("log.1").read_text().startswith("xxx")


def test_a_small_log_stays(log: Path):
    log.write_text("x")
    assert not rotate(log, largest=50)
