"""Liveness and readiness: no sign-in, no content; ready names what is missing."""

from collections.abc import Callable
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from hindsight_site import heartbeat
from memories.services.isolation import check_isolation

_SECONDS = 2


@require_safe
@never_cache
def live(_request: HttpRequest) -> JsonResponse:
    """200 as long as this process answers at all."""
    return JsonResponse({"status": "live"})


@require_safe
@never_cache
def ready(_request: HttpRequest) -> JsonResponse:
    """200 when database, migrations, row security and broker are as they must be; else 503 and what is not.

    Without a worker requests are still answered, only not followed up: that is told as ``degraded``.
    """
    results = {name: check() for name, check in _CHECKS.items()}
    failed = [name for name, problem in results.items() if problem]
    missing = [name for name in failed if name not in _NOT_VITAL]
    body: dict[str, Any] = {
        "status": "not_ready" if missing else "ready",
        "missing": missing,
        "degraded": [name for name in failed if name in _NOT_VITAL],
        "checks": {name: problem or "ok" for name, problem in results.items()},
    }
    return JsonResponse(body, status=503 if missing else 200)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return f"cannot be reached ({type(error).__name__})"
    return ""


_migrated: list[bool] = []
"""Holds one entry once all migrations were seen applied: they are not taken back under a running process."""


def _migrations() -> str:
    if _migrated:
        return ""
    try:
        loader = MigrationLoader(connection)
    except DatabaseError as error:
        return f"cannot be read ({type(error).__name__})"
    pending = sorted(set(loader.disk_migrations) - set(loader.applied_migrations))
    if pending:
        return f"{len(pending)} not applied"
    _migrated.append(True)
    return ""


def _isolation() -> str:
    if not _migrated:
        return "not known before the migrations"
    try:
        return "; ".join(check_isolation())
    except DatabaseError as error:
        return f"cannot be read ({type(error).__name__})"


def _broker() -> str:
    try:
        with _redis() as client:
            client.ping()
    except redis.RedisError as error:
        return f"cannot be reached ({type(error).__name__})"
    return ""


def _worker() -> str:
    try:
        with _redis() as client:
            return "" if client.exists(heartbeat.KEY) else "no sign of life"
    except redis.RedisError:
        return "not known without the broker"


def _redis() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=_SECONDS, socket_connect_timeout=_SECONDS)


_CHECKS: dict[str, Callable[[], str]] = {
    "database": _database,
    "migrations": _migrations,
    "isolation": _isolation,
    "broker": _broker,
    "worker": _worker,
}
_NOT_VITAL = {"worker"}
