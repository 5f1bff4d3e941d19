"""From the state folder to every path and address below it; pure, so that all processes agree."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

DATABASE_NAME = "hindsight"
POSTGRES_PORT = 5432
"""Only a part of the socket's name: the embedded server listens on no TCP port."""

LONGEST_SOCKET_PATH = 100
"""Bytes. The kernel's limit is 108 on Linux and 104 on macOS, the closing zero included."""


@dataclass(frozen=True)
class StatePaths:
    """Where one installation keeps its things. ``state`` is absolute."""

    state: Path

    @property
    def secrets(self) -> Path:
        return self.state / "secrets"

    @property
    def postgres_data(self) -> Path:
        return self.state / "postgres"

    @property
    def valkey_data(self) -> Path:
        return self.state / "valkey"

    @property
    def backups(self) -> Path:
        return self.state / "backups"

    @property
    def ledger_heads(self) -> Path:
        return self.state / "ledger_heads"

    @property
    def logs(self) -> Path:
        return self.state / "log"

    @property
    def log_file(self) -> Path:
        return self.logs / "hindsight.log"

    @property
    def metrics(self) -> Path:
        return self.state / "metrics"

    @property
    def lock_file(self) -> Path:
        return self.state / "lock"

    @property
    def base_url_file(self) -> Path:
        """Where ``up`` leaves the address it serves, for commands that print links."""
        return self.state / "base_url"

    @property
    def format_file(self) -> Path:
        return self.state / "format"

    @property
    def sockets(self) -> Path:
        """The folder of the sockets: below the state folder unless that makes their path too long."""
        below = self.state / "run"
        if len(bytes(below / _postgres_socket_name())) <= LONGEST_SOCKET_PATH:
            return below
        digest = hashlib.sha256(bytes(self.state)).hexdigest()[:16]
        return Path("/tmp") / f"hindsight-{digest}"  # noqa: S108 - made with 0700 and its owner checked

    @property
    def postgres_socket(self) -> Path:
        return self.sockets / _postgres_socket_name()

    @property
    def valkey_socket(self) -> Path:
        return self.sockets / "valkey.sock"


def state_paths(state: Path | str) -> StatePaths:
    """The paths below ``state``; a relative or linked folder gives the same answer as its real one."""
    return StatePaths(Path(state).expanduser().resolve())


def database_url(paths: StatePaths, *, user: str, password: str, database: str = DATABASE_NAME) -> str:
    """A libpq address over the private socket."""
    return f"postgresql://{user}:{password}@/{database}?host={quote(str(paths.sockets), safe='')}"


def redis_url(paths: StatePaths, *, password: str) -> str:
    """The form redis-py understands; ``hindsight_site.brokers.kombu_url`` derives Celery's from it."""
    return f"unix://:{password}@{quote(str(paths.valkey_socket))}"


def _postgres_socket_name() -> str:
    return f".s.PGSQL.{POSTGRES_PORT}"
