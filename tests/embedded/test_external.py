"""With databases of one's own ``up`` starts none, migrates only as their owner, and says what is wrong."""

import json
from pathlib import Path

import pytest

from hindsight_site.config import DatabaseRole
from hindsight_site.embedded import Services, roles
from hindsight_site.embedded.errors import LaunchError
from hindsight_site.embedded.process import wait_until
from hindsight_site.environment import load_config
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


def test_it_runs_on_servers_of_ones_own_and_starts_none(
    external: Services, monkeypatch: pytest.MonkeyPatch, state: Path
):
    config = load_config()
    owner = external.database_url_of(roles.OWNER, "external")
    environment = {"DATABASE_URL": config.url_of(DatabaseRole.APP), "REDIS_URL": config.broker_url}

    with up(state, **environment, DATABASE_OWNER_URL=owner) as tree:
        assert wait_until(tree.is_ready, seconds=40, pause=0.2)
        names = " ".join(member.name() for member in tree.members())
        doctor = json.loads(manage("doctor", "--json", "--state", str(state), **environment).stdout)

    assert "postgres" not in names and "valkey" not in names
    assert doctor["database_url"] == environment["DATABASE_URL"]
    assert doctor["admin_database_url"] is None
    assert "CREATE EXTENSION IF NOT EXISTS vector;" in doctor["sql"]
    assert any(line.startswith("ALTER ROLE hindsight_app PASSWORD 'SCRAM-SHA-256$") for line in doctor["sql"])


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
