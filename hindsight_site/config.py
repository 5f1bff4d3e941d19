"""Every setting that comes from outside: typed, with defaults that are safe, and loud about nonsense.

Variables start with ``HINDSIGHT_``; only the addresses of databases and broker keep their customary
names. ``hindsight_site.environment`` reads them.
"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Self

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from hindsight_site.embedded.paths import StatePaths, database_url, redis_url, state_paths
from hindsight_site.embedded.secrets import ensure_secret

BASE_DIR = Path(__file__).resolve().parent.parent
PREFIX = "HINDSIGHT_"
_KEY_HEX_DIGITS = 64
_LASTING = ("web", "worker", "beat")


class ConfigError(RuntimeError):
    """A setting is wrong; the message names it and says what is expected."""


class DatabaseRole(StrEnum):
    """Which login a process uses: the running product, migrations, or maintenance."""

    APP = "app"
    OWNER = "owner"
    MAINT = "maint"


class LogLevel(StrEnum):
    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"


class Config(BaseSettings):
    """The settings of one process. Secrets do not show in ``repr``."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, extra="forbid", populate_by_name=True, hide_input_in_errors=True
    )

    state: Path = BASE_DIR / "var"
    debug: bool = False
    log_level: LogLevel = LogLevel.INFO
    process: str = Field(default="manage", max_length=40)

    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = ("localhost", "127.0.0.1", "[::1]")
    trusted_origins: Annotated[tuple[str, ...], NoDecode] = ()
    https: bool = False
    base_url: str = ""
    behind_proxy: bool = False
    static_root: Path | None = None

    db_role: DatabaseRole = DatabaseRole.APP
    db_pool_size: int = Field(default=8, ge=1, le=100)
    db_pool: bool = True
    database_url: SecretStr | None = Field(default=None, validation_alias="DATABASE_URL")
    database_owner_url: SecretStr | None = Field(default=None, validation_alias="DATABASE_OWNER_URL")
    database_maint_url: SecretStr | None = Field(default=None, validation_alias="DATABASE_MAINT_URL")
    redis_url: SecretStr | None = Field(default=None, validation_alias="REDIS_URL")

    web_workers: int = Field(default=2, ge=1, le=64)
    worker_threads: int = Field(default=2, ge=1, le=64)

    secret_key: SecretStr | None = None
    master_key: SecretStr | None = None
    signing_key: SecretStr | None = None
    key: SecretStr | None = None
    former_public_keys: Annotated[tuple[str, ...], NoDecode] = ()
    ledger_heads: Path | None = None

    embedder: str = "memories.adapters.embeddings.PackagedEmbedder"
    memory_index: str = "memories.adapters.memory_index.PostgresMemoryIndex"
    sentence_transformers_model: str = ""

    @field_validator("allowed_hosts", "trusted_origins", "former_public_keys", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("state", "static_root", "ledger_heads")
    @classmethod
    def _absolute(cls, value: Path | None) -> Path | None:
        return None if value is None else value.expanduser().resolve()

    @field_validator("database_url", "database_owner_url", "database_maint_url")
    @classmethod
    def _is_postgres(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None:
            database_options(value.get_secret_value())
        return value

    @field_validator("redis_url")
    @classmethod
    def _is_redis(cls, value: SecretStr | None) -> SecretStr | None:
        if value and not value.get_secret_value().startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("must start with redis://, rediss:// or unix://")
        return value

    @field_validator("base_url")
    @classmethod
    def _is_web_address(cls, value: str) -> str:
        if value and not value.startswith(("http://", "https://")):
            raise ValueError("must start with http:// or https://")
        return value

    @field_validator("secret_key")
    @classmethod
    def _is_long(cls, value: SecretStr | None) -> SecretStr | None:
        if value and len(value.get_secret_value()) < _KEY_HEX_DIGITS // 2:
            raise ValueError("must have at least 32 characters")
        return value

    @field_validator("master_key", "signing_key")
    @classmethod
    def _is_key(cls, value: SecretStr | None) -> SecretStr | None:
        if value and not _is_hex_key(value.get_secret_value()):
            raise ValueError("must be 32 bytes in hexadecimal (64 digits)")
        return value

    @model_validator(mode="after")
    def _goes_together(self) -> Self:
        if self.database_owner_url and not self.database_url:
            raise ValueError("DATABASE_OWNER_URL is set without DATABASE_URL; set both or neither")
        if self.debug and self.https:
            raise ValueError("HINDSIGHT_DEBUG and HINDSIGHT_HTTPS exclude each other")
        return self

    @property
    def paths(self) -> StatePaths:
        """Every path below the state folder."""
        return state_paths(self.state)

    @property
    def external_database(self) -> bool:
        """True when ``DATABASE_URL`` is set, so that no embedded server runs."""
        return self.database_url is not None

    @property
    def external_redis(self) -> bool:
        """True when ``REDIS_URL`` is set, so that no embedded Valkey runs."""
        return self.redis_url is not None

    @property
    def has_maintenance(self) -> bool:
        """True when the product may vacuum tables and switch the write-ahead log itself."""
        return not self.external_database or self.database_maint_url is not None

    @property
    def pooled(self) -> bool:
        """True where connections are kept in a pool: in the processes that last.

        A command must say at once when nobody answers, and a pool would go on trying.
        """
        return self.db_pool and self.process.startswith(_LASTING)

    def url_of(self, role: DatabaseRole) -> str:
        """The database address of a role.

        Raises ``ConfigError`` when the database is external and that role's address was not given.
        """
        given = {
            DatabaseRole.APP: self.database_url,
            DatabaseRole.OWNER: self.database_owner_url,
            DatabaseRole.MAINT: self.database_maint_url,
        }[role]
        if given is not None:
            return given.get_secret_value()
        if self.external_database:
            raise ConfigError(f"DATABASE_URL is set but DATABASE_{role.upper()}_URL is not.")
        user = f"hindsight_{role}"
        return database_url(self.paths, user=user, password=self.secret(f"pg_{user}.password"))

    @property
    def broker_url(self) -> str:
        """The Redis address in redis-py's form."""
        if self.redis_url is not None:
            return self.redis_url.get_secret_value()
        return redis_url(self.paths, password=self.secret("valkey.password"))

    def secret(self, name: str) -> str:
        """A secret out of ``<state>/secrets``, made on first use."""
        return ensure_secret(self.paths.secrets, name)

    @property
    def public_url(self) -> str:
        """Where people reach the pages, without a closing slash; ``up`` leaves its address in a file."""
        if self.base_url:
            return self.base_url.rstrip("/")
        try:
            return self.paths.base_url_file.read_text(encoding="ascii").strip()
        except OSError:
            return "http://127.0.0.1:8000"

    @property
    def secret_key_value(self) -> str:
        """Django's signing secret."""
        return self.secret_key.get_secret_value() if self.secret_key else self.secret("secret_key")

    @property
    def master_key_bytes(self) -> bytes:
        """32 bytes that wrap every owner's key; kept outside the database and its backups."""
        given = self.master_key.get_secret_value() if self.master_key else self.secret("master_key")
        return bytes.fromhex(given)

    @property
    def signing_key_bytes(self) -> bytes:
        """The 32-byte Ed25519 seed that signs receipts and ledger heads."""
        given = self.signing_key.get_secret_value() if self.signing_key else self.secret("signing_key")
        return bytes.fromhex(given)


def database_options(url: str) -> dict[str, str]:
    """The parts of a PostgreSQL address. Raises ``ValueError`` when it is none."""
    if not url.startswith(("postgresql://", "postgres://")):
        raise ValueError("must start with postgresql://")
    try:
        parts = {key: str(value) for key, value in conninfo_to_dict(url).items()}
    except ProgrammingError:
        raise ValueError("is not a PostgreSQL address") from None
    if not parts.get("dbname") or not parts.get("user"):
        raise ValueError("must name a user and a database: postgresql://USER:PASSWORD@HOST/DATABASE")
    return parts


def _is_hex_key(value: str) -> bool:
    try:
        return len(value) == _KEY_HEX_DIGITS and bool(bytes.fromhex(value))
    except ValueError:
        return False
