"""Both databases of one state folder: started, checked, and stopped again."""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from hindsight_site.embedded import postgres, roles, valkey
from hindsight_site.embedded.errors import LaunchError
from hindsight_site.embedded.logfile import last_lines
from hindsight_site.embedded.paths import StatePaths, state_paths
from hindsight_site.embedded.privileges import (
    Account,
    make_folder,
    require_reachable,
    service_account,
)
from hindsight_site.embedded.process import Running

FREE_BYTES_NEEDED = 300 * 1024 * 1024
_LOG_LINES_SHOWN = 6
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Services:
    """The running databases; None stands for one that was not asked for."""

    paths: StatePaths
    postgres: Running | None
    valkey: Running | None

    @property
    def database_url(self) -> str:
        """As ``hindsight_app``: the running product."""
        return postgres.role_url(self.paths, roles.APP)

    @property
    def owner_url(self) -> str:
        """As ``hindsight_owner``: migrations."""
        return postgres.role_url(self.paths, roles.OWNER)

    @property
    def maint_url(self) -> str:
        """As ``hindsight_maint``: VACUUM, checkpoint, WAL switch."""
        return postgres.role_url(self.paths, roles.MAINT)

    @property
    def backup_url(self) -> str:
        """As ``hindsight_backup``: reads everything, writes nothing."""
        return postgres.role_url(self.paths, roles.BACKUP)

    @property
    def superuser_url(self) -> str:
        """As ``postgres``: for tests that make databases, and for nothing in the product."""
        return postgres.superuser_url(self.paths)

    @property
    def redis_url(self) -> str:
        """Valkey, in redis-py's form."""
        return valkey.valkey_url(self.paths)

    def database_url_of(self, role: str, database: str) -> str:
        """As one of ``roles.LOGIN_ROLES`` in another database of this server (for tests)."""
        return postgres.role_url(self.paths, role, database)

    def prepare_database(self, database: str) -> None:
        """Make another database with extensions and rights as the product's own has (for tests)."""
        postgres.prepare(self.paths, database=database)


@contextmanager
def start_services(
    state: Path | str,
    *,
    with_postgres: bool = True,
    with_valkey: bool = True,
    progress: Progress = lambda _line: None,
) -> Iterator[Services]:
    """Run the databases of a state folder for the length of a ``with`` block.

    Raises ``LaunchError`` when another process uses the folder or a server does not start. Call it from
    the main thread: on Linux the servers end with the thread that started them.
    """
    paths = state_paths(state)
    with ExitStack() as stack:
        account = prepare_folders(paths)
        stack.enter_context(locked(paths))
        postgres_server = None
        if with_postgres:
            postgres_server = stack.enter_context(_running_postgres(paths, account, progress))
        valkey_server = None
        if with_valkey:
            valkey_server = stack.enter_context(_running_valkey(paths, account, progress))
        yield Services(paths, postgres_server, valkey_server)


def prepare_folders(paths: StatePaths, *, free_bytes_needed: int = FREE_BYTES_NEEDED) -> Account | None:
    """Make the state folder's parts, check that they can be used, and name the servers' account."""
    try:
        paths.state.mkdir(mode=0o755, parents=True, exist_ok=True)
        account = service_account(paths.postgres_data)
        for folder in (paths.secrets, paths.backups, paths.logs):
            folder.mkdir(mode=0o700, exist_ok=True)
        make_folder(paths.valkey_data, account)
        make_folder(paths.sockets, account)
    except PermissionError as error:
        raise LaunchError(
            f"cannot write below {paths.state}: {error.strerror} ({error.filename}).",
            mend="run as the user who owns it, or name another folder with --state DIR.",
        ) from error
    _require_ours(paths.sockets, account)
    require_free_space(paths.state, needed=free_bytes_needed)
    require_reachable(account, paths.state)
    require_reachable(account, postgres.program_path("postgres"))
    require_reachable(account, valkey.server_path())
    return account


def require_free_space(folder: Path, *, needed: int = FREE_BYTES_NEEDED) -> None:
    """Raise ``LaunchError`` when the disk below ``folder`` has fewer than ``needed`` bytes left."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise LaunchError(
            f"the disk of {folder} is full: {free // 2**20} MB are free, {needed // 2**20} MB are needed.",
            mend="free some space, or name a folder on another disk with --state DIR.",
        )


@contextmanager
def locked(paths: StatePaths) -> Iterator[None]:
    """Hold the state folder for this process alone; the kernel lets go of it when the process ends.

    Raises ``LaunchError`` naming the process that holds it.
    """
    with paths.lock_file.open("a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise LaunchError(
                f"{paths.state} is in use: process {file.read().strip() or '?'} is running on it.",
                mend="use that one, stop it with Ctrl-C or SIGTERM, or start this one with another --state.",
            ) from None
        _write_pid(file)
        yield


def require_unlocked(paths: StatePaths) -> None:
    """Raise ``LaunchError`` when another process runs on the folder; takes nothing."""
    if paths.lock_file.exists():
        with locked(paths):
            pass


@contextmanager
def _running_postgres(paths: StatePaths, account: Account | None, progress: Progress) -> Iterator[Running]:
    postgres.require_same_major(paths.postgres_data)
    if not paths.postgres_data.exists():
        progress("Making the database folder")
        postgres.initialise(paths, account)
    progress("Starting PostgreSQL")
    running = Running(
        postgres.server_program(paths, account),
        log=paths.log_file,
        prepare=lambda: postgres.clear_leftovers(paths),
    )
    try:
        if not postgres.wait_until_ready(paths, running.child):
            raise _did_not_start("PostgreSQL", paths)
        postgres.prepare(paths)
        yield running
    finally:
        running.stop()


@contextmanager
def _running_valkey(paths: StatePaths, account: Account | None, progress: Progress) -> Iterator[Running]:
    progress("Starting Valkey")
    running = Running(
        valkey.server_program(paths, account),
        log=paths.log_file,
        prepare=lambda: valkey.clear_leftovers(paths),
    )
    try:
        if not valkey.wait_until_ready(paths, running.child):
            raise _did_not_start("Valkey", paths)
        yield running
    finally:
        running.stop()


def _did_not_start(name: str, paths: StatePaths) -> LaunchError:
    lines = last_lines(paths.log_file, _LOG_LINES_SHOWN)
    mend = f"read {paths.log_file}."
    if any("No space left on device" in line for line in lines):
        mend = "the disk is full: free some space, or name a folder on another disk with --state DIR."
    return LaunchError(f"{name} did not start. Its last lines:\n    " + "\n    ".join(lines), mend=mend)


def _require_ours(folder: Path, account: Account | None) -> None:
    """The short folder lies in /tmp, where anyone could have made it before us."""
    status = folder.lstat()
    ours = {os.geteuid()} | ({account.uid} if account else set())
    if folder.is_symlink() or status.st_uid not in ours or status.st_mode & 0o022:
        raise LaunchError(
            f"{folder}, the folder for sockets, belongs to somebody else or others may write to it.",
            mend="remove it, or name a state folder with a shorter path with --state DIR.",
        )


def _write_pid(file: IO[str]) -> None:
    file.seek(0)
    file.truncate()
    file.write(str(os.getpid()))
    file.flush()
