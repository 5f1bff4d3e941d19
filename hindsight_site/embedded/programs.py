"""Our own processes: web, worker, scheduler."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from hindsight_site.embedded.process import Program

_PROJECT = str(Path(__file__).resolve().parent.parent.parent)
_CELERY = [sys.executable, "-m", "celery", "--app", "hindsight_site.celery:app", "--quiet"]


def child_environment(name: str, extra: Mapping[str, str]) -> dict[str, str]:
    """The environment of one process; ``extra`` carries state folder, address and the like."""
    return {
        "DJANGO_SETTINGS_MODULE": "hindsight_site.settings",
        "PYTHONPATH": _PROJECT,
        "PYTHONUNBUFFERED": "1",
        # Threads of the embedding engine that spin while idle would eat the second core.
        "OMP_WAIT_POLICY": "passive",
        "HINDSIGHT_PROCESS": name,
        **extra,
    }


def web_programs(count: int, *, socket: int, behind_proxy: bool, env: Mapping[str, str]) -> list[Program]:
    """``count`` uvicorn processes that accept on one inherited listening socket."""
    trust = ["proxy"] if behind_proxy else []
    return [
        Program(
            name=f"web-{number}",
            argv=[sys.executable, "-m", "hindsight_site.embedded.web", str(socket), *trust],
            env=child_environment(f"web-{number}", env),
            stop_seconds=10,
            pass_fds=(socket,),
        )
        for number in range(1, count + 1)
    ]


def worker_program(threads: int, *, env: Mapping[str, str]) -> Program:
    """The Celery worker. Threads, since its work waits for the database or lies in native code."""
    options = ["--pool", "threads", "--concurrency", str(threads), "--queues", "default"]
    quiet = ["--without-gossip", "--without-mingle", "--loglevel", "INFO"]
    return Program(
        name="worker",
        argv=[*_CELERY, "worker", *options, *quiet],
        env=child_environment("worker", env),
        stop_seconds=10,  # For jobs in hand. What takes longer is killed; its rows are taken up again.
    )


def beat_program(*, env: Mapping[str, str]) -> Program:
    """The scheduler: exactly one, without a pid file since the state folder's lock already says so."""
    options = ["--scheduler", "django_celery_beat.schedulers:DatabaseScheduler", "--pidfile", ""]
    return Program(
        name="beat",
        argv=[*_CELERY, "beat", *options, "--loglevel", "INFO"],
        env=child_environment("beat", env),
        stop_seconds=10,
    )


def trial_program(*, env: Mapping[str, str]) -> Program:
    """Imports what the lasting processes import, and ends."""
    return Program(
        name="trial",
        argv=[sys.executable, "-m", "hindsight_site.embedded.trial"],
        env=child_environment("trial", env),
    )


def manage_program(arguments: Sequence[str], *, env: Mapping[str, str]) -> Program:
    """One of manage.py's commands as a child."""
    return Program(
        name=arguments[0],
        argv=[sys.executable, str(Path(_PROJECT) / "manage.py"), *arguments],
        env=child_environment(arguments[0], env),
        stop_seconds=10,
    )
