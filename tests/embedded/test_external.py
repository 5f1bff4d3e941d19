"""With databases of one's own ``up`` starts none, migrates only as their owner, and says what is wrong."""

import json
import signal
from pathlib import Path

import psycopg
import pytest

from hindsight_site.config import DatabaseRole
from hindsight_site.embedded import Services, roles
from hindsight_site.embedded.errors import LaunchError
from hindsight_site.embedded.process import wait_until
from hindsight_site.environment import load_config
from hindsight_site.examination import FORGETTING, QUIET, external_sql
from hindsight_site.launch import migrate, require_external
from tests.embedded.test_up import manage, up


@pytest.fixture
def external(running: Services, monkeypatch: pytest.MonkeyPatch, state: Path) -> Services:
    """The session's servers in the part of somebody else's, with an empty database called external."""
    running.prepare_database("external")
    monkeypatch.setenv("HINDSIGHT_STATE", str(state))
    monkeypatch.setenv("DATABASE_URL", running.database_url_of(roles.APP, "external"))
    monkeypatch.setenv("REDIS_URL", running.redis_url)
    return running


def test_missing_tables_stop_the_start_when_the_owner_is_unknown(external: Services):
    told: list[str] = []

    with pytest.raises(LaunchError, match=r"lacks \d+ migrations") as caught:
        migrate(load_config(), environment={}, say=told.append)

    assert told == ["Not migrating: DATABASE_URL is set without DATABASE_OWNER_URL"]
    assert "DATABASE_OWNER_URL" in caught.value.mend


def test_it_runs_on_servers_of_ones_own_starts_none_and_ends_at_sigterm(
    external: Services, monkeypatch: pytest.MonkeyPatch, state: Path
):
    config = load_config()
    owner = external.database_url_of(roles.OWNER, "external")
    environment = {"DATABASE_URL": config.url_of(DatabaseRole.APP), "REDIS_URL": config.broker_url}

    with up(state, **environment, DATABASE_OWNER_URL=owner, HINDSIGHT_WEB_WORKERS="1") as tree:
        assert wait_until(tree.is_ready, seconds=40, pause=0.2)
        names = " ".join(member.name() for member in tree.members())
        doctor = json.loads(manage("doctor", "--json", "--state", str(state), **environment).stdout)
        assert tree.end(signal.SIGTERM) == (0, [])

    assert "postgres" not in names and "valkey" not in names
    assert doctor["database_url"] == environment["DATABASE_URL"]
    assert doctor["admin_database_url"] is None
    assert {"CREATE EXTENSION IF NOT EXISTS vector;", "ALTER SYSTEM SET wal_recycle = 'off';"} <= {
        *doctor["sql"]
    }
    assert any(line.startswith("ALTER ROLE hindsight_app PASSWORD 'SCRAM-SHA-256$") for line in doctor["sql"])


def test_the_settings_that_are_printed_are_settings_and_come_before_what_a_log_would_repeat(
    external: Services,
):
    lines = external_sql(load_config())
    settings = [line for line in lines if line.startswith("ALTER SYSTEM")]
    passwords = [number for number, line in enumerate(lines) if " PASSWORD " in line]
    assert len(passwords) == 1  # Of the one login whose address is configured: nobody gets a guessable one.

    with psycopg.connect(external.superuser_url, autocommit=True) as superuser:
        for line in settings:
            superuser.execute(line.encode())

    assert len(settings) == len({*QUIET, *FORGETTING})
    assert lines.index("SELECT pg_reload_conf();") < min(passwords)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "postgresql://hindsight_app:x@127.0.0.1:1/hindsight"),
        ("REDIS_URL", "redis://127.0.0.1:1/0"),
    ],
)
def test_a_server_that_is_not_there_is_named(
    external: Services, monkeypatch: pytest.MonkeyPatch, name: str, value: str
):
    monkeypatch.setenv(name, value)

    with pytest.raises(LaunchError, match=f"{name} cannot be used"):
        require_external(load_config())
