"""The files around the code agree with it: pins, image, compose, environment."""

import re
from pathlib import Path

import pytest
import yaml

from hindsight_site.config import BASE_DIR
from hindsight_site.embedded.postgres import SERVER_SETTINGS
from hindsight_site.environment import known_variables

COMPOSE = yaml.safe_load((BASE_DIR / "docker-compose.yml").read_text())
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
    assert set(COMPOSE["volumes"]) == {"postgres", "valkey", "state"}
    assert COMPOSE["services"]["beat"]["deploy"]["replicas"] == 1


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
def test_compose_sets_only_settings_that_exist(name: str):
    known = {*known_variables(), *(f"{variable}_FILE" for variable in known_variables())}
    assert set(COMPOSE["services"][name]["environment"]) <= known


def test_the_database_of_compose_logs_as_little_as_the_embedded_one():
    command = COMPOSE["services"]["postgres"]["command"]
    given = dict(part.split("=") for part in command if "=" in part)
    assert given == {name: SERVER_SETTINGS[name] for name in given}
    assert len(given) == 7


def test_the_image_runs_as_nobody_of_importance_and_copies_what_exists():
    text = (BASE_DIR / "Dockerfile").read_text()
    assert text.index("USER hindsight") < text.index("CMD ")
    copied = [
        line.split()[1:-1] for line in text.splitlines() if line.startswith("COPY") and "--from" not in line
    ]
    assert [name for names in copied for name in names if not (BASE_DIR / name).exists()] == []
