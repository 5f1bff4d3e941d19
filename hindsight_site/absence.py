"""What a command says when its database does not answer."""

import socket

import psycopg
from django.db import OperationalError

from hindsight_site.config import Config

_NOT_RUNNING = (
    "The services are not running: start them with `make run` or `manage.py services` (same --state folder)."
)
_CLASSES_OF_CONNECTIONS = ("08", "57P")
"""SQLSTATE classes of PostgreSQL: connection exceptions, and a server that shuts down or starts up."""


def explain_absence(error: OperationalError, config: Config) -> str | None:
    """One line for people, or None when the database did answer and the error is another."""
    cause = error.__cause__
    if not isinstance(cause, psycopg.OperationalError):
        return None
    if cause.sqlstate is not None and not cause.sqlstate.startswith(_CLASSES_OF_CONNECTIONS):
        return None
    if not config.external_database and not _is_listening(config):
        return _NOT_RUNNING
    name = "of DATABASE_URL" if config.external_database else f"in {config.state}"
    return f"The database {name} cannot be used: {str(error).strip().splitlines()[0]}"


def _is_listening(config: Config) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(config.paths.postgres_socket))
        except (FileNotFoundError, ConnectionRefusedError):
            return False
        except OSError:
            return True  # Somebody is there; why we may not speak to them stands in the first error.
    return True
