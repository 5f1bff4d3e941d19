"""A sign of life of the workers, in the broker: cheap to ask for, gone a minute after the last worker."""

import time

import redis
from django.conf import settings

KEY = "hindsight:worker-seen"
_KEPT_SECONDS = 60
_EVERY_SECONDS = 10


class Pulse:
    """Writes the sign at most every ten seconds, however often Celery's own heart beats."""

    def __init__(self) -> None:
        self._next = 0.0

    def beat(self) -> None:
        """Say that a worker is alive. A broker that cannot be reached is Celery's business, not ours."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _EVERY_SECONDS
        try:
            with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2) as client:
                client.set(KEY, "1", ex=_KEPT_SECONDS)
        except redis.RedisError:
            return


def forget_workers(redis_url: str) -> None:
    """Drop the sign of a run that has ended."""
    with redis.Redis.from_url(redis_url, socket_timeout=5) as client:
        client.delete(KEY)
