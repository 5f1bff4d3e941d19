#!/usr/bin/env python3
"""Command line of Hindsight; ``--state DIR`` works with every command and names the state folder."""

import os
import sys


def take_state_option(argv: list[str]) -> list[str]:
    """Move ``--state DIR`` out of the arguments into ``HINDSIGHT_STATE``, before any setting is read."""
    kept: list[str] = []
    rest = iter(argv)
    for argument in rest:
        if argument == "--state":
            folder = next(rest, None)
            if folder is None:
                sys.exit("--state needs a folder")
            os.environ["HINDSIGHT_STATE"] = folder
        elif argument.startswith("--state="):
            os.environ["HINDSIGHT_STATE"] = argument.removeprefix("--state=")
        else:
            kept.append(argument)
    return kept


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hindsight_site.settings")
    try:
        from django.core.management import execute_from_command_line  # noqa: PLC0415
    except ImportError:
        sys.exit("Django is not installed here. Run `make install`, then use .venv/bin/python manage.py.")
    from django.conf import settings  # noqa: PLC0415 - needs what is checked above
    from django.db import OperationalError  # noqa: PLC0415 - likewise

    from hindsight_site.absence import explain_absence  # noqa: PLC0415 - likewise
    from hindsight_site.config import ConfigError  # noqa: PLC0415 - likewise
    from hindsight_site.embedded.errors import LaunchError  # noqa: PLC0415 - likewise
    from hindsight_site.environment import load_dotenv  # noqa: PLC0415 - likewise

    load_dotenv()
    try:
        execute_from_command_line(take_state_option(sys.argv))
    except (ConfigError, LaunchError) as error:
        sys.exit(str(error))
    except OperationalError as error:
        absence = explain_absence(error, settings.HINDSIGHT)
        if absence is None:
            raise
        sys.exit(absence)


if __name__ == "__main__":
    main()
