"""Imports what web, worker and scheduler import, to say why one of them cannot start.

An import knows no content, so unlike everywhere else the message of its error may be shown.
"""

import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module

from hindsight_site.embedded.errors import LaunchError
from hindsight_site.embedded.process import Running, run_to_end
from hindsight_site.embedded.programs import trial_program

_PLACES_SHOWN = 2
_OF_PYTHON = ("<frozen importlib", f"{sys.base_prefix}/", f"{sys.prefix}/")


class Diagnosis:
    """Looks, once, for the reason when one of our processes ends before the first answer."""

    def __init__(self, group: Sequence[Running], environment: Mapping[str, str]) -> None:
        self._group, self._environment, self._done = group, environment, False

    def look(self) -> None:
        """Raise ``LaunchError`` when a process ended and the program cannot be loaded at all."""
        if not self._done and any(one.exit_code() is not None for one in self._group):
            self._done = True
            require_importable(self._environment)


def require_importable(environment: Mapping[str, str]) -> None:
    """Raise ``LaunchError`` with the error of the import when our own processes cannot be loaded."""
    done = run_to_end(trial_program(env=environment))
    if done.returncode != 0:
        told = "\n    ".join(done.stdout.strip().splitlines() or done.stderr.strip().splitlines()[-1:])
        raise LaunchError(
            f"the program cannot be loaded:\n    {told}",
            mend="mend what it names; if a package is missing, run `make install`.",
        )


def explain(error: BaseException) -> str:
    """The error as Python words it, and the places of our own code it came through."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if not frame.filename.startswith(_OF_PYTHON)][-_PLACES_SHOWN:]
    places = [f"  at {frame.filename}:{frame.lineno}" for frame in reversed(ours)]
    return "\n".join([*"".join(traceback.format_exception_only(error)).rstrip().splitlines(), *places])


def main() -> None:
    """Import everything; on failure explain it on standard output and end with status 1."""
    try:
        import_module("hindsight_site.asgi")
        import_module("hindsight_site.celery").app.loader.import_default_modules()
    except Exception as error:  # noqa: BLE001 - whatever a module raises while it is imported
        sys.stdout.write(explain(error) + "\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
