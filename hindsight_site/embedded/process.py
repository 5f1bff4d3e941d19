"""Children that cannot outlive us, and leftovers of launchers that were killed."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from hindsight_site.embedded.privileges import Account

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


@dataclass(frozen=True)
class Program:
    """What to run and how to end it.

    ``death_signal`` is what the kernel sends when we die without having stopped it: nobody is left then
    to wait for a polite end, so only programs that must close files get one.
    """

    name: str
    argv: Sequence[str]
    env: Mapping[str, str] = field(default_factory=dict)
    account: Account | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    stop_seconds: float = 15
    death_signal: signal.Signals = signal.SIGKILL
    standard_input: str | None = None
    pass_fds: tuple[int, ...] = ()


class Running:
    """A program together with the child that runs it now; a dead child can be replaced.

    ``prepare`` is called before each start, to clear what the last one left.
    """

    def __init__(self, program: Program, *, log: Path, prepare: Callable[[], None] = lambda: None) -> None:
        self.program = program
        self._log = log
        self._prepare = prepare
        self.child = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        self._prepare()
        return spawn(self.program, self._log)

    def exit_code(self) -> int | None:
        """None while it runs."""
        return self.child.poll()

    def replace(self) -> None:
        """Start again after the child has ended, and end what is left of its group first."""
        kill_group(self.child.pid)
        self.child = self._start()

    def stop(self) -> None:
        """End it; safe to call twice."""
        stop(self.child, self.program)


def spawn(program: Program, log: Path) -> subprocess.Popen[bytes]:
    """Start a program in a process group of its own, its output appended to ``log``.

    On Linux the kernel sends it the death signal when the *thread* that called this ends, so call it
    from a thread that lives as long as the child should: the main one.
    """
    options = program.account.spawn_options() if program.account else {}
    with log.open("ab") as output:
        child: subprocess.Popen[bytes] = subprocess.Popen(
            list(program.argv),
            env={**os.environ, **program.env},
            cwd="/" if program.account else None,
            stdin=subprocess.PIPE if program.standard_input is not None else subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            pass_fds=program.pass_fds,
            preexec_fn=_die_with_parent(program.death_signal),
            **options,  # type: ignore[call-overload]
        )
    if child.stdin is not None and program.standard_input is not None:
        child.stdin.write(program.standard_input.encode())
        child.stdin.close()
    return child


def run_to_end(program: Program) -> subprocess.CompletedProcess[str]:
    """Run a short-lived program and keep its output; it is killed when an exception interrupts the wait."""
    return subprocess.run(
        list(program.argv),
        env={**os.environ, **program.env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_die_with_parent(program.death_signal),
    )


def stop(child: subprocess.Popen[bytes], program: Program) -> None:
    """End a child and its whole process group: politely, and after ``stop_seconds`` without mercy."""
    if child.poll() is None:
        child.send_signal(program.stop_signal)
        try:
            child.wait(program.stop_seconds)
        except subprocess.TimeoutExpired:
            kill_group(child.pid)
            child.wait()
    kill_group(child.pid)


def kill_group(pid: int) -> None:
    """SIGKILL what is left of a process group led by ``pid``."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass  # Nobody is left, or on macOS only zombies are.


def living_process(pid: int) -> psutil.Process | None:
    """The process with this number, if it is there and more than a zombie."""
    try:
        process = psutil.Process(pid)
        return None if process.status() == psutil.STATUS_ZOMBIE else process
    except psutil.NoSuchProcess:
        return None


def server_at(pid_file: Path, folder: Path) -> psutil.Process | None:
    """The living server that a pid file names, if it works in ``folder``; None when the file is stale."""
    first = pid_file.read_text(encoding="ascii", errors="replace").partition("\n")[0].strip()
    process = living_process(int(first)) if first.isdigit() else None
    try:
        return process if process is not None and process.cwd() == str(folder) else None
    except psutil.Error:
        return None  # It ended just now, or belongs to somebody else, so it is no server of ours.


def workers_in(folder: Path) -> list[psutil.Process]:
    """Every living process whose working folder this is, as far as we may see."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.status() != psutil.STATUS_ZOMBIE and process.cwd() == str(folder):
                found.append(process)
        except psutil.Error:
            continue  # Gone meanwhile, or somebody else's.
    return found


def end_leftovers(left: list[psutil.Process], stop_signal: signal.Signals, *, seconds: float) -> None:
    """Stop what a killed launcher left behind: politely, then without mercy. Nobody can reap it but init."""
    for number, patience in ((stop_signal, seconds), (signal.SIGKILL, 5.0)):
        for process in left:
            try:
                process.send_signal(number)
            except psutil.NoSuchProcess:
                continue
        if wait_until(lambda: not any(living_process(one.pid) for one in left), seconds=patience):
            return


def wait_until(condition: Callable[[], bool], *, seconds: float, pause: float = 0.02) -> bool:
    """Ask again and again, at most for ``seconds``; the last answer."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True


def _die_with_parent(death_signal: signal.Signals) -> Callable[[], None] | None:
    if _libc is None:
        return None
    libc, parent = _libc, os.getpid()

    def ask_kernel() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, death_signal.value, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)  # The parent died between the fork and the line above.

    return ask_kernel
