"""Progress of long work: one moving line on a terminal, a line now and then elsewhere."""

import time
from collections.abc import Callable
from typing import Any

_WIDTH = 28
_MOVES_PER_SECOND = 10
_PLAIN_SHARE = 0.1
_PLAIN_SECONDS = 30


class Progress:
    """Counts up to ``total``. A terminal gets a bar that redraws itself; a log gets a line every tenth of the
    way, or every half minute."""

    def __init__(
        self, stream: Any, label: str, *, total: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream, self._label, self._total, self._clock = stream, label, total, clock
        self._began = self._shown_at = clock()
        self._shown = -1
        self._bar = bool(stream.isatty())

    def at(self, done: int) -> None:
        """Say that ``done`` of the total are done."""
        now = self._clock()
        if self._is_due(done, now):
            self._shown, self._shown_at = done, now
            self._write(done, now)

    def end(self) -> None:
        """Leave the last line standing."""
        if self._bar and self._shown >= 0:
            self._stream.write("\n", ending="")

    def _is_due(self, done: int, now: float) -> bool:
        if done == self._shown:
            return False
        if self._shown < 0 or done >= self._total:
            return True
        waited = now - self._shown_at
        if self._bar:
            return waited >= 1 / _MOVES_PER_SECOND
        return done - self._shown >= self._total * _PLAIN_SHARE or waited >= _PLAIN_SECONDS

    def _write(self, done: int, now: float) -> None:
        passed = now - self._began
        rate = f"{done / passed:6.1f}/s" if passed > 0 and done else " " * 8
        figures = f"{done:>{len(str(self._total))}} of {self._total}  {rate}"
        if not self._bar:
            self._stream.write(f"{self._label} {figures.rstrip()}")
        else:
            filled = _WIDTH * done // max(self._total, 1)
            bar = "#" * filled + "." * (_WIDTH - filled)
            self._stream.write(f"\r{self._label} [{bar}] {figures}", ending="")
        self._stream.flush()
