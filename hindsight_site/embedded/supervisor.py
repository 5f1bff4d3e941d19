"""Keeps a set of programs running: restarts the dead, with growing patience, until told to stop."""

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from hindsight_site.embedded.process import Running

FIRST_DELAY, LONGEST_DELAY = 0.5, 30.0
"""Seconds between the end of a child and its next start; doubled with each failure in a row."""
HEALTHY_SECONDS = 60.0
"""A child that lived this long starts over with the first delay."""
_TICK = 0.2


class StopRequested(BaseException):
    """SIGINT or SIGTERM came; no ``except Exception`` may swallow it."""


@contextmanager
def stop_on_signals() -> Iterator[None]:
    """Turn the first SIGINT or SIGTERM into ``StopRequested``; later ones do not disturb the clean-up."""
    asked: list[int] = []

    def ask(number: int, _frame: FrameType | None) -> None:
        asked.append(number)
        if len(asked) == 1:
            raise StopRequested

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def restart_delay(failures: int) -> float:
    """Seconds to wait before the start that follows ``failures`` (one or more) in a row."""
    return float(min(FIRST_DELAY * 2 ** (failures - 1), LONGEST_DELAY))


@dataclass
class _Watched:
    running: Running
    started: float
    failures: int = 0
    due: float | None = field(default=None)


class Supervisor:
    """Watches children of this process; call it from the thread that started them."""

    def __init__(self, *, report: Callable[[str], None]) -> None:
        self._watched: list[_Watched] = []
        self._report = report

    def watch(self, running: Running) -> None:
        """Take over a running program."""
        self._watched.append(_Watched(running, started=time.monotonic()))

    def run(self, *, each_tick: Callable[[], None] = lambda: None) -> None:
        """Watch until ``StopRequested`` is raised by a signal."""
        while True:
            self.look(time.monotonic())
            each_tick()
            time.sleep(_TICK)

    def look(self, now: float) -> None:
        """One round: note who died, start again whose time has come."""
        for watched in self._watched:
            if watched.due is not None:
                if now >= watched.due:
                    self._restart(watched, now)
            elif watched.running.exit_code() is not None:
                self._note_death(watched, now)

    def _note_death(self, watched: _Watched, now: float) -> None:
        lived = now - watched.started
        watched.failures = 1 if lived >= HEALTHY_SECONDS else watched.failures + 1
        delay = restart_delay(watched.failures)
        watched.due = now + delay
        name, code = watched.running.program.name, watched.running.exit_code()
        self._report(f"{name} ended with code {code}; starting it again in {delay:g} s")

    def _restart(self, watched: _Watched, now: float) -> None:
        watched.due = None
        watched.started = now
        watched.running.replace()


@contextmanager
def stopping_together(group: Sequence[Running]) -> Iterator[None]:
    """At the end ask all of a group to stop at once, then wait for each."""
    try:
        yield
    finally:
        for running in group:
            if running.exit_code() is None:
                running.child.send_signal(running.program.stop_signal)
        for running in group:
            running.stop()
