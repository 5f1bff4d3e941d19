"""The files around the code agree with it: pins, image, compose, environment."""

import os
import re
from pathlib import Path
from unittest.mock import patch

import pytest
import yaml

from hindsight_site.config import BASE_DIR
from hindsight_site.embedded.postgres import SERVER_SETTINGS
from hindsight_site.environment import load_config
from hindsight_site.examination import FORGETTING, QUIET

COMPOSE = yaml.safe_load((BASE_DIR / "docker-compose.yml").read_text())
DOCKERFILE = (BASE_DIR / "Dockerfile").read_text()
SECRETS = {
    "database_url": "postgresql://hindsight_app:p@postgres/hindsight",
    "database_owner_url": "postgresql://hindsight_owner:p@postgres/hindsight",
    "database_maint_url": "postgresql://hindsight_maint:p@postgres/hindsight",
    "redis_url": "redis://:p@valkey:6379/0",
    "secret_key": "s" * 50,
    "master_key": "ab" * 32,
    "signing_key": "cd" * 32,
}
OURS = ("migrate", "web", "worker", "beat")
REQUIREMENTS = sorted(BASE_DIR.glob("requirements*.txt"))


def _lines(path: Path) -> list[str]:
    lines = (line.partition("#")[0].strip() for line in path.read_text().splitlines())
    return [line for line in lines if line]


@pytest.mark.parametrize("path", REQUIREMENTS, ids=lambda path: path.name)
def test_every_requirement_is_pinned_and_names_no_host(path: Path):
    wrong = [
        line
        for line in _lines(path)
        if line != "-r requirements-base.txt" and not re.fullmatch(r"[\w.-]+(\[[\w,]+\])?==[\w.]+", line)
    ]
    assert wrong == []


def test_the_complete_runtime_includes_the_base_and_pins_torch():
    assert _lines(BASE_DIR / "requirements.txt")[0] == "-r requirements-base.txt"
    assert "torch==2.13.0" in _lines(BASE_DIR / "requirements.txt")


def test_compose_has_the_parts_of_production():
    assert set(COMPOSE["services"]) == {"postgres", "valkey", *OURS}
    assert set(COMPOSE["volumes"]) == {"postgres", "valkey", "state", "ledger_heads"}


def test_compose_has_exactly_one_beat():
    assert COMPOSE["services"]["beat"]["deploy"]["replicas"] == 1
    assert COMPOSE["services"]["beat"]["container_name"]  # What has a fixed name cannot be scaled.
    beats = [name for name, service in COMPOSE["services"].items() if "beat" in service.get("command", [])]
    assert beats == ["beat"]


@pytest.mark.parametrize("name", OURS)
def test_the_signed_heads_lie_on_a_volume_of_their_own_that_the_image_hands_over(name: str):
    service = COMPOSE["services"][name]
    mounted = dict(reversed(volume.split(":")) for volume in service["volumes"])
    folder = service["environment"]["HINDSIGHT_LEDGER_HEADS"]
    assert mounted[folder] == "ledger_heads"
    assert re.search(rf"install -d -o hindsight .*{folder}$", DOCKERFILE, re.MULTILINE)


@pytest.mark.parametrize("name", [name for name in COMPOSE["services"] if name != "migrate"])
def test_every_lasting_service_is_watched_and_reaped(name: str):
    service = COMPOSE["services"][name]
    assert service["init"] is True
    assert service["healthcheck"]["test"]
    assert service["restart"] == "unless-stopped"


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_every_secret_is_a_file_that_is_declared(name: str):
    service = COMPOSE["services"][name]
    assert set(service["secrets"]) <= set(COMPOSE["secrets"])
    mounted = [
        value.removeprefix("/run/secrets/")
        for value in service.get("environment", {}).values()
        if str(value).startswith("/run/secrets/")
    ]
    assert set(mounted) <= set(service["secrets"])


@pytest.mark.parametrize("name", OURS)
def test_the_settings_of_compose_are_accepted(name: str, tmp_path: Path):
    given = {"HINDSIGHT_STATE": str(tmp_path)}
    for variable, value in COMPOSE["services"][name]["environment"].items():
        given[variable] = _as_compose_fills_in(value)
        if variable.endswith("_FILE"):
            secret = tmp_path / variable
            secret.write_text(SECRETS[Path(value).name])
            given[variable] = str(secret)

    with patch.dict(os.environ, given, clear=True):
        config = load_config()

    assert config.process == name
    assert config.external_database and config.external_redis
    assert "localhost" in config.allowed_hosts
    assert config.url_of(config.db_role)


def _as_compose_fills_in(value: str) -> str:
    """``${NAME:-default}`` with NAME unset."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value)


def test_the_database_of_compose_keeps_as_little_as_the_embedded_one():
    command = COMPOSE["services"]["postgres"]["command"]
    given = dict(part.split("=") for part in command if "=" in part)
    assert given == {name: SERVER_SETTINGS[name] for name in (*QUIET, *FORGETTING)}


def test_the_image_runs_as_nobody_of_importance_and_copies_what_exists():
    assert DOCKERFILE.index("USER hindsight") < DOCKERFILE.index("CMD ")
    lines = [line for line in DOCKERFILE.splitlines() if line.startswith("COPY") and "--from" not in line]
    copied = [line.split()[1:-1] for line in lines]
    assert [name for names in copied for name in names if not (BASE_DIR / name).exists()] == []
