"""One installation from nothing to ready: databases, tables, web, worker, scheduler, in this order."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import psycopg
import redis
from django.db.migrations.loader import MigrationLoader

from hindsight_site.config import Config, DatabaseRole
from hindsight_site.embedded import postgres, programs, upgrade, web
from hindsight_site.embedded.errors import LaunchError
from hindsight_site.embedded.logfile import last_lines, readable, rotate
from hindsight_site.embedded.process import Program, Running, run_to_end, wait_until
from hindsight_site.embedded.services import Services, require_unlocked, start_services
from hindsight_site.embedded.supervisor import Supervisor, stopping_together
from hindsight_site.embedded.trial import Diagnosis
from hindsight_site.heartbeat import forget_workers
from memories.services.isolation import check_isolation

_READY_SECONDS = 90
_HOUSEKEEPING_SECONDS = 60
Say = Callable[[str], None]


@dataclass(frozen=True)
class Installation:
    """What runs now."""

    config: Config
    url: str
    supervisor: Supervisor
    environment: dict[str, str]

    def manage(self, *arguments: str) -> str:
        """Run one of manage.py's commands beside it; its standard output.

        Raises ``LaunchError`` with the last line of its complaint.
        """
        return _manage(arguments, self.environment)

    def watch(self) -> None:
        """Keep everything running until ``StopRequested`` is raised."""
        due = time.monotonic()

        def keep_house() -> None:
            nonlocal due
            if time.monotonic() >= due:
                due = time.monotonic() + _HOUSEKEEPING_SECONDS
                rotate(self.config.paths.log_file)
                upgrade.remove_old_backups(self.config.paths)

        self.supervisor.run(each_tick=keep_house)


@contextmanager
def databases(config: Config, *, say: Say) -> Iterator[Services]:
    """The embedded servers that the settings do not replace by external ones."""
    upgrade.require_known_format(config.paths)
    with start_services(
        config.state,
        with_postgres=not config.external_database,
        with_valkey=not config.external_redis,
        progress=say,
    ) as services:
        yield services


@contextmanager
def launched(config: Config, *, host: str, port: int, say: Say) -> Iterator[Installation]:
    """Start everything, wait until it is ready, and stop everything at the end.

    Raises ``LaunchError`` when something outside prevents it.
    """
    require_unlocked(config.paths)
    with ExitStack() as stack:
        listener = stack.enter_context(web.listen(host, port))
        services = stack.enter_context(databases(config, say=say))
        url = _address(listener)
        config.paths.base_url_file.write_text((config.base_url or url) + "\n", encoding="ascii")
        environment = {"HINDSIGHT_STATE": str(config.state), **_metrics_folder(config)}
        require_external(config)
        migrate(config, environment=environment, say=say)
        require_isolation(config)
        supervisor = _supervised(services, say=say)
        say("Starting web, worker and scheduler")
        group: list[Running] = []
        stack.enter_context(stopping_together(group))
        for program in _our_programs(config, listener.fileno(), environment):
            group.append(Running(program, log=config.paths.log_file))
            supervisor.watch(group[-1])
        _wait_until_ready(config, listener, supervisor, Diagnosis(group, environment))
        yield Installation(config, url, supervisor, environment)


def migrate(config: Config, *, environment: dict[str, str], say: Say) -> None:
    """Bring the tables up to date, after a backup when the embedded database holds older ones.

    Raises ``LaunchError`` when tables are missing and the address of the owner was not given.
    """
    known = MigrationLoader(None).disk_migrations
    may_migrate = not config.external_database or config.database_owner_url is not None
    role = DatabaseRole.OWNER if may_migrate else DatabaseRole.APP
    pending, in_use = upgrade.pending_migrations(config.url_of(role), known)
    if not may_migrate:
        say("Not migrating: DATABASE_URL is set without DATABASE_OWNER_URL")
        _require_none(pending)
        return
    if in_use and not config.external_database and (pending or upgrade.is_older(config.paths)):
        say(f"Saving the database before the upgrade: {upgrade.back_up(config.paths)}")
    if pending:
        say(f"Preparing the tables ({len(pending)} steps)")
        _manage(("migrate", "--no-input", "--skip-checks"), {**environment, "HINDSIGHT_DB_ROLE": role.value})
    upgrade.write_format(config.paths)


def require_external(config: Config) -> None:
    """Raise ``LaunchError`` when a database or broker of one's own cannot be used as it is."""
    try:
        if config.external_database:
            with psycopg.connect(config.url_of(DatabaseRole.APP), connect_timeout=10) as connection:
                postgres.smoke_test(connection)
    except psycopg.Error as error:
        raise LaunchError(
            f"the database of DATABASE_URL cannot be used: {str(error).strip().splitlines()[0]}",
            mend="mend address or server; `manage.py doctor --sql` prints what a superuser runs once.",
        ) from None
    try:
        forget_workers(config.broker_url)
    except redis.RedisError as error:
        raise LaunchError(
            f"the broker of REDIS_URL cannot be used ({type(error).__name__}).",
            mend="mend the address or the server.",
        ) from None


def require_isolation(config: Config) -> None:
    """Raise ``LaunchError`` naming every way in which the product could reach rows of other owners."""
    try:
        with psycopg.connect(config.url_of(DatabaseRole.APP), connect_timeout=10) as connection:
            faults = check_isolation(connection.cursor())
    except psycopg.OperationalError as error:
        first = str(error).strip().splitlines()[0]
        raise LaunchError(f"the database cannot be used: {first}", mend="start or mend the server.") from None
    if faults:
        raise LaunchError(
            f"the database does not keep people's memories apart: {'; '.join(faults)}.",
            mend="undo what the line above names; `manage.py doctor --sql` prints roles as they must be.",
        )


def _require_none(pending: list[upgrade.Migration]) -> None:
    if pending:
        raise LaunchError(
            f"the database of DATABASE_URL lacks {len(pending)} migrations.",
            mend="set DATABASE_OWNER_URL too, or run `HINDSIGHT_DB_ROLE=owner manage.py migrate` with it.",
        )


def _manage(arguments: tuple[str, ...], environment: dict[str, str]) -> str:
    done = run_to_end(programs.manage_program(arguments, env=environment))
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:] or ["no message"]
        raise LaunchError(
            f"manage.py {arguments[0]} failed: {last[0]}",
            mend=f"run manage.py {' '.join(arguments)} by hand.",
        )
    return done.stdout


def _supervised(services: Services, *, say: Say) -> Supervisor:
    supervisor = Supervisor(report=say)
    for server in (services.postgres, services.valkey):
        if server is not None:
            supervisor.watch(server)
    return supervisor


def _our_programs(config: Config, descriptor: int, environment: dict[str, str]) -> list[Program]:
    return [
        *programs.web_programs(
            config.web_workers, socket=descriptor, behind_proxy=config.behind_proxy, env=environment
        ),
        programs.worker_program(config.worker_threads, env=environment),
        programs.beat_program(env=environment),
    ]


def _metrics_folder(config: Config) -> dict[str, str]:
    """Several processes share their counters through files; those of the last run are dropped."""
    folder = config.paths.metrics
    folder.mkdir(mode=0o700, exist_ok=True)
    for path in folder.glob("*.db"):
        path.unlink()
    return {"PROMETHEUS_MULTIPROC_DIR": str(folder)}


def _wait_until_ready(
    config: Config, listener: socket.socket, supervisor: Supervisor, diagnosis: Diagnosis
) -> None:
    missing = ["web"]

    def ready() -> bool:
        diagnosis.look()
        supervisor.look(time.monotonic())
        missing[:] = web.ask_ready(listener.getsockname()[:2], host_header=_host_header(config))
        return not missing

    if not wait_until(ready, seconds=_READY_SECONDS, pause=0.1):
        tail = "\n    ".join(map(readable, last_lines(config.paths.log_file, 6)))
        raise LaunchError(
            f"not ready after {_READY_SECONDS} s; missing: {', '.join(missing)}. The log ends:\n    {tail}",
            mend=f"read {config.paths.log_file}.",
        )


def _host_header(config: Config) -> str:
    """A host name that ``ALLOWED_HOSTS`` accepts."""
    first = config.allowed_hosts[0] if config.allowed_hosts else "localhost"
    return "localhost" if first == "*" else first.removeprefix(".")


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared only
    return f"http://[{reachable}]:{port}" if ":" in reachable else f"http://{reachable}:{port}"
