"""One embedded PostgreSQL and Valkey for the whole session, migrated as owner, used as the runtime role.

Every test makes a workspace of its own, so none needs to clean up after another.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

if TYPE_CHECKING:
    from tests.people import House  # At run time its models need Django to be set up first.

_STATE = Path(os.environ["HINDSIGHT_STATE"])  # made by tests.settings
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def services() -> Iterator[object]:
    """The running embedded services of this session."""
    from hindsight_site.embedded import start_services

    with start_services(_STATE) as running:
        environment = {
            **os.environ,
            "HINDSIGHT_DB_ROLE": "owner",
            "DJANGO_SETTINGS_MODULE": "hindsight_site.settings",
        }
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"]
        subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        yield running
    shutil.rmtree(_STATE, ignore_errors=True)


@pytest.fixture(scope="session")
def database(services: object, django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    """Open access to the database, as ``hindsight_app``, in real transactions."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture
def superuser(services: object) -> Iterator[psycopg.Connection]:
    """A connection that sees everything: for looking at what the product may not see."""
    with psycopg.connect(services.superuser_url, autocommit=True) as connection:
        yield connection


@pytest.fixture
def owner_connection(services: object) -> Iterator[psycopg.Connection]:
    """A connection of the role that owns the tables."""
    with psycopg.connect(services.owner_url, autocommit=True) as connection:
        yield connection


@pytest.fixture
def house(database: None) -> "House":
    """A workspace of this test's own, with Alice and Bob."""
    from tests.people import new_house

    return new_house()
