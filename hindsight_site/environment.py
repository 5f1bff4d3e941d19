"""Reads the settings out of the environment and refuses what it does not know.

A secret may also be given as a file: ``<NAME>_FILE`` names it (the habit of containers).
"""

import difflib
import os
from pathlib import Path
from typing import Any

from dotenv import dotenv_values
from pydantic import ValidationError

from hindsight_site.config import BASE_DIR, PREFIX, Config, ConfigError

_FROM_FILE = (
    "DATABASE_URL",
    "DATABASE_OWNER_URL",
    "DATABASE_MAINT_URL",
    "REDIS_URL",
    "HINDSIGHT_SECRET_KEY",
    "HINDSIGHT_MASTER_KEY",
    "HINDSIGHT_SIGNING_KEY",
)


def load_config() -> Config:
    """Read the environment. Raises ``ConfigError`` with every problem, one a line, without values."""
    _refuse_unknown()
    _read_secret_files()
    try:
        return Config()
    except ValidationError as error:
        lines = [_explain(problem) for problem in error.errors(include_url=False, include_input=False)]
        raise ConfigError("\n".join(lines)) from None


def load_dotenv() -> None:
    """Take what the environment leaves open from ``.env`` beside manage.py, if there is one."""
    for name, value in dotenv_values(BASE_DIR / ".env").items():
        if value is not None:
            os.environ.setdefault(name, value)


def known_variables() -> tuple[str, ...]:
    """The name of every environment variable that is read."""
    return tuple(
        str(field.validation_alias or f"{PREFIX}{name.upper()}")
        for name, field in Config.model_fields.items()
    )


def _refuse_unknown() -> None:
    known = set(known_variables())
    known.update(f"{name}_FILE" for name in _FROM_FILE)
    unknown = sorted(name for name in os.environ if name.startswith(PREFIX) and name not in known)
    if unknown:
        raise ConfigError("\n".join(_unknown_line(name, known) for name in unknown))


def _unknown_line(name: str, known: set[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f" Did you mean {near[0]}?" if near else " See .env.example for every setting."
    return f"{name} is not a setting.{hint}"


def _read_secret_files() -> None:
    for name in _FROM_FILE:
        path = os.environ.get(f"{name}_FILE")
        if not path:
            continue
        if os.environ.get(name):
            raise ConfigError(f"{name} and {name}_FILE are both set; set one.")
        try:
            os.environ[name] = Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise ConfigError(f"{name}_FILE: cannot read {path}: {error.strerror}.") from error
        del os.environ[f"{name}_FILE"]


def _explain(problem: Any) -> str:
    place = ".".join(str(part) for part in problem["loc"])
    message = problem["msg"].removeprefix("Value error, ")
    if not place:
        return str(message)
    name = place if place.isupper() else f"{PREFIX}{place.upper()}"
    return f"{name}: {message}"
