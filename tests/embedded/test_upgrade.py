"""State folders of other releases: newer ones are refused, older ones saved before they change."""

import os
import subprocess
import time
from pathlib import Path

import psycopg
import pytest

from hindsight_site.embedded import Services, postgres, upgrade
from hindsight_site.embedded.errors import LaunchError
from hindsight_site.embedded.paths import state_paths


def test_a_new_folder_has_no_format_until_it_is_written(state: Path):
    paths = state_paths(state)
    upgrade.require_known_format(paths)
    assert upgrade.state_format(paths) is None and not upgrade.is_older(paths)

    upgrade.write_format(paths)

    assert upgrade.state_format(paths) == upgrade.STATE_FORMAT


def test_a_folder_of_a_newer_release_is_refused(state: Path):
    (state / "format").write_text(f"{upgrade.STATE_FORMAT + 1}\n")

    with pytest.raises(LaunchError, match="newer release"):
        upgrade.require_known_format(state_paths(state))


def test_a_folder_of_an_older_release_is_known_as_such(state: Path):
    (state / "format").write_text("0\n")

    assert upgrade.is_older(state_paths(state))


def test_a_damaged_format_file_is_refused(state: Path):
    (state / "format").write_text("?")

    with pytest.raises(LaunchError, match="does not hold a number"):
        upgrade.require_known_format(state_paths(state))


def test_pending_migrations_are_told_apart_from_an_empty_database(running: Services):
    known = [("a", "1"), ("a", "2")]
    running.prepare_database("migrated")
    url = running.database_url_of("hindsight_owner", "migrated")
    assert upgrade.pending_migrations(url, known) == (known, False)

    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("CREATE TABLE django_migrations (app text, name text)")
        owner.execute("INSERT INTO django_migrations VALUES ('a', '1')")

    assert upgrade.pending_migrations(url, known) == ([("a", "2")], True)


def test_a_backup_holds_the_rows_and_is_private(running: Services):
    with psycopg.connect(running.owner_url, autocommit=True) as owner:
        owner.execute("CREATE TABLE saved AS SELECT 'row-that-counts' AS content")

    backup = upgrade.back_up(running.paths)

    restore = [
        str(postgres.program_path("pg_restore")),
        "--data-only",
        "--table=saved",
        "-f",
        "-",
        str(backup),
    ]
    text = subprocess.run(restore, capture_output=True, check=True, text=True).stdout
    assert "row-that-counts" in text
    assert backup.stat().st_mode & 0o777 == 0o600


def test_backups_do_not_outlive_their_promise(state: Path):
    paths = state_paths(state)
    paths.backups.mkdir()
    for name, age in (("old.dump", 31), ("young.dump", 29), ("half.part", 0)):
        (paths.backups / name).write_text("x")
        os.utime(paths.backups / name, (time.time() - age * 86400,) * 2)

    upgrade.remove_old_backups(paths)

    assert [path.name for path in paths.backups.iterdir()] == ["young.dump"]
