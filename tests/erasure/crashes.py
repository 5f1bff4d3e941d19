"""A worker that dies after a number of committed transactions: by an exception, or for real."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import audit.context
from memories.services import erasing


class Crash(BaseException):
    """The end of a worker; nothing in the product catches it."""


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def crash() -> None:
    raise Crash


@contextmanager
def dying_after(commits: int, *, how: Callable[[], None] = crash) -> Iterator[None]:
    """Let ``erasing`` die right after its ``commits``-th transaction."""
    left = commits

    @contextmanager
    def counted(*arguments: Any, **options: Any) -> Iterator[Any]:
        nonlocal left
        outermost = audit.context.current_scope() is None
        with audit.context.acting_as(*arguments, **options) as scope:
            yield scope
        if outermost:
            left -= 1
            if left == 0:
                how()

    erasing.acting_as = counted
    try:
        yield
    finally:
        erasing.acting_as = audit.context.acting_as
