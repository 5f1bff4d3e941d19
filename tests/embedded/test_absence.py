"""Commands against a stopped system say so at once, whichever command it is."""

from pathlib import Path

import psycopg
import pytest
from django.db import OperationalError

from hindsight_site.absence import explain_absence
from hindsight_site.config import Config
from tests.embedded.test_up import manage


@pytest.mark.parametrize("command", [["verify_audit"], ["migrate"]])
def test_a_command_without_its_services_says_how_to_start_them(command: list[str], state: Path):
    done = manage(*command, "--state", str(state))

    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("The services are not running: start them with `make run`")
    assert len(done.stderr.splitlines()) == 1  # No warnings of a pool, no traceback.


def test_only_processes_that_last_have_a_pool():
    names = ("web-2", "worker", "beat", "manage", "migrate")

    assert [name for name in names if Config(process=name, db_pool=True).pooled] == [
        "web-2",
        "worker",
        "beat",
    ]
    assert not Config(process="web", db_pool=False).pooled


def _from(cause: Exception) -> OperationalError:
    error = OperationalError(*cause.args)
    error.__cause__ = cause
    return error


def test_another_database_is_named_with_what_it_said(tmp_path: Path):
    config = Config(state=tmp_path, DATABASE_URL="postgresql://u:p@h/d")

    told = explain_absence(_from(psycopg.OperationalError("connection refused\nhint")), config)

    assert told == "The database of DATABASE_URL cannot be used: connection refused"


@pytest.mark.parametrize("cause", [psycopg.errors.DeadlockDetected("x"), psycopg.errors.DiskFull("x")])
def test_trouble_of_a_running_database_is_not_explained_away(cause: Exception, tmp_path: Path):
    assert explain_absence(_from(cause), Config(state=tmp_path)) is None
