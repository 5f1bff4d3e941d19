"""Settings are typed, and nonsense stops the start with a line that helps."""

import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from hindsight_site.config import BASE_DIR, Config, ConfigError, DatabaseRole
from hindsight_site.environment import known_variables, load_config


@pytest.fixture(autouse=True)
def clean_environment(tmp_path: Path) -> Iterator[None]:
    """Reading settings moves secrets out of their files into the environment: all of it is put back."""
    with patch.dict(os.environ, {"HINDSIGHT_STATE": str(tmp_path)}, clear=True):
        yield


def test_defaults_are_closed(tmp_path: Path):
    config = load_config()

    assert config.debug is False
    assert set(config.allowed_hosts) == {"localhost", "127.0.0.1", "[::1]"}
    assert config.external_database is False
    assert config.state == tmp_path


def test_an_unknown_variable_is_refused_with_the_nearest_name(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HINDSIGHT_ALOWED_HOSTS", "x")

    with pytest.raises(ConfigError, match="Did you mean HINDSIGHT_ALLOWED_HOSTS"):
        load_config()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HINDSIGHT_WEB_WORKERS", "0"),
        ("HINDSIGHT_WEB_WORKERS", "many"),
        ("HINDSIGHT_DEBUG", "perhaps"),
        ("HINDSIGHT_SECRET_KEY", "short"),
        ("HINDSIGHT_MASTER_KEY", "zz" * 32),
        ("HINDSIGHT_SIGNING_KEY", "ab"),
        ("HINDSIGHT_LOG_LEVEL", "LOUD"),
        ("HINDSIGHT_BASE_URL", "example.org"),
        ("DATABASE_URL", "mysql://u@h/d"),
        ("DATABASE_URL", "postgresql://h/"),
        ("REDIS_URL", "http://h"),
    ],
)
def test_nonsense_is_refused_by_name_and_without_its_value(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
):
    monkeypatch.setenv(name, value)

    with pytest.raises(ConfigError) as caught:
        load_config()

    assert str(caught.value).startswith(f"{name}: ")
    assert "input_value" not in str(caught.value)


def test_every_problem_is_told_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HINDSIGHT_WEB_WORKERS", "x")
    monkeypatch.setenv("REDIS_URL", "x")

    with pytest.raises(ConfigError) as caught:
        load_config()

    assert len(str(caught.value).splitlines()) == 2


def test_an_owner_address_alone_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_OWNER_URL", "postgresql://o:p@h/d")

    with pytest.raises(ConfigError, match="without DATABASE_URL"):
        load_config()


def test_secrets_do_not_show(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://u:canary@h/d")

    assert "canary" not in repr(load_config())


def test_a_secret_may_come_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "url").write_text("postgresql://u:p@h/d\n")
    monkeypatch.setenv("DATABASE_URL_FILE", str(tmp_path / "url"))

    assert load_config().url_of(DatabaseRole.APP) == "postgresql://u:p@h/d"


def test_a_secret_given_twice_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("REDIS_URL", "redis://h")
    monkeypatch.setenv("REDIS_URL_FILE", str(tmp_path / "url"))

    with pytest.raises(ConfigError, match="both set"):
        load_config()


def test_the_owner_of_an_external_database_is_not_guessed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://u:p@h/d")

    with pytest.raises(ConfigError, match="DATABASE_OWNER_URL is not"):
        load_config().url_of(DatabaseRole.OWNER)


def test_generated_secrets_are_private_and_stay(tmp_path: Path):
    first, second = load_config(), load_config()

    assert first.master_key_bytes == second.master_key_bytes
    assert len(first.master_key_bytes) == len(first.signing_key_bytes) == 32
    assert first.master_key_bytes != first.signing_key_bytes
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "secrets" / "master_key").stat().st_mode & 0o777 == 0o600


def test_the_example_file_lists_every_setting():
    text = (BASE_DIR / ".env.example").read_text()

    assert [name for name in known_variables() if f"#{name}=" not in text] == []


def test_defaults_in_the_example_file_are_the_defaults():
    shown = dict(
        line.removeprefix("#").split("=", 1)
        for line in (BASE_DIR / ".env.example").read_text().splitlines()
        if line.startswith("#HINDSIGHT_")
    )

    assert shown["HINDSIGHT_WEB_WORKERS"] == str(Config.model_fields["web_workers"].default)
    assert shown["HINDSIGHT_DB_POOL_SIZE"] == str(Config.model_fields["db_pool_size"].default)
    assert shown["HINDSIGHT_EMBEDDER"] == Config.model_fields["embedder"].default
