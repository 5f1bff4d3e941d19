"""What happens to a state folder of another release before it is used: refused, or saved and migrated."""

import os
import subprocess
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import psycopg

from hindsight_site.embedded import postgres
from hindsight_site.embedded.errors import LaunchError
from hindsight_site.embedded.paths import DATABASE_NAME, StatePaths, database_url

STATE_FORMAT = 1
"""Raised when the layout of the state folder changes in a way an older release cannot read."""

BACKUP_DAYS = 30
"""A backup holds content, so it may not outlive the time an erasure receipt promises."""

Migration = tuple[str, str]


def require_known_format(paths: StatePaths) -> None:
    """Raise ``LaunchError`` when a newer release wrote the state folder."""
    found = state_format(paths)
    if found is not None and found > STATE_FORMAT:
        raise LaunchError(
            f"{paths.state} was written by a newer release (format {found}; this one knows {STATE_FORMAT}).",
            mend="run that release, or name another folder with --state DIR.",
        )


def state_format(paths: StatePaths) -> int | None:
    """The format the folder was last used with, None for a new one."""
    try:
        return int(paths.format_file.read_text(encoding="ascii"))
    except FileNotFoundError:
        return None
    except ValueError:
        raise LaunchError(
            f"{paths.format_file} does not hold a number.",
            mend=f"put {STATE_FORMAT} into it if this release wrote the folder last.",
        ) from None


def is_older(paths: StatePaths) -> bool:
    """True when an older release used the folder last."""
    found = state_format(paths)
    return found is not None and found < STATE_FORMAT


def write_format(paths: StatePaths) -> None:
    """Mark the folder as one of this release."""
    paths.format_file.write_text(f"{STATE_FORMAT}\n", encoding="ascii")


def pending_migrations(url: str, known: Iterable[Migration]) -> tuple[list[Migration], bool]:
    """Those of ``known`` not applied to a database, and whether any is applied at all."""
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT to_regclass('public.django_migrations')").fetchone()
        applied: set[Migration] = set()
        if found and found[0]:
            rows = connection.execute("SELECT app, name FROM django_migrations").fetchall()
            applied = {(app, name) for app, name in rows}
    return sorted(set(known) - applied), bool(applied)


def back_up(paths: StatePaths) -> Path:
    """Dump the whole database into the state folder; raises ``LaunchError`` when that fails."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    target = paths.backups / f"before-upgrade-{stamp}.dump"
    draft = target.with_suffix(".part")
    password = (paths.secrets / f"pg_{postgres.SUPERUSER}.password").read_text(encoding="ascii")
    address = database_url(paths, user=postgres.SUPERUSER, password="", database=DATABASE_NAME)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        done = subprocess.run(
            [str(postgres.program_path("pg_dump")), "--format=custom", f"--dbname={address}"],
            stdout=file,
            stderr=subprocess.PIPE,
            env={**os.environ, "PGPASSWORD": password},
            check=False,
        )
    if done.returncode != 0:
        draft.unlink()
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["no message"]
        raise LaunchError(f"the backup before the upgrade failed: {last[0]}", mend="free what it names.")
    draft.rename(target)
    return target


def remove_old_backups(paths: StatePaths, *, now: float | None = None) -> list[Path]:
    """Delete backups older than ``BACKUP_DAYS`` and half-written ones; what was deleted."""
    oldest = (time.time() if now is None else now) - BACKUP_DAYS * 24 * 60 * 60
    old = [
        path
        for path in paths.backups.glob("*")
        if path.suffix == ".part" or (path.suffix == ".dump" and path.stat().st_mtime < oldest)
    ]
    for path in old:
        path.unlink()
    return old
