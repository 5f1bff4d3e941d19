"""One budget of writes and one of recalls a minute for each credential, over all doors together.

A sliding window: at most the limit in *any* 60 seconds, counted by one script in Valkey, so that parallel
requests over several processes cannot overdraw it. While Valkey is away each process counts on its own,
which bounds a flood and answers everybody else.
"""

import logging
import math
import time
from collections import OrderedDict, deque
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from threading import Lock
from uuid import uuid4

import redis
from django.conf import settings
from redis.commands.core import Script

from audit.identity import Actor
from memories.domain.errors import RateLimited
from memories.services.policies import limits_of

logger = logging.getLogger(__name__)

WINDOW = 60.0
"""Seconds of the window."""

_SECONDS = 0.5  # Valkey answers in well under a millisecond; waiting longer would be the slower answer.
_PAUSE = 2.0  # seconds without asking a Valkey that has just failed
_WATCHED = 10_000  # credentials that one process counts while Valkey is away

# Valkey's clock, not the caller's: several machines agree on it. Times are microseconds.
_TAKE = """
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local window, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local used = redis.call('ZCARD', KEYS[1])
local granted = 0
if used < limit then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000))
  used, granted = used + 1, 1
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
return {granted, math.max(limit - used, 0), oldest and oldest + window - now or window}
"""


class Budget(StrEnum):
    """What is counted. A batch or an import is one write: its size is limited by its own bounds."""

    WRITES = "writes"
    RECALLS = "recalls"


@dataclass(frozen=True)
class Standing:
    """What is left of a budget after a request; ``reset`` is seconds until the oldest request leaves it."""

    granted: bool
    limit: int
    remaining: int
    reset: float

    @property
    def headers(self) -> dict[str, str]:
        """The RateLimit fields of an answer."""
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(max(math.ceil(self.reset), 0)),
        }


class OverBudget(RateLimited):
    """Refused for now; ``standing`` says until when."""

    def __init__(self, standing: Standing):
        super().__init__(retry_after=max(math.ceil(standing.reset), 1))
        self.standing = standing


def spend(actor: Actor, budget: Budget) -> Standing | None:
    """Take one from the credential's budget; raises ``OverBudget``. ``None`` for one without limits."""
    if actor.unlimited:
        return None
    limits = limits_of(actor)
    limit = limits.writes_per_minute if budget is Budget.WRITES else limits.recalls_per_minute
    standing = take(f"{actor.workspace_id}:{actor.kind}:{actor.id}:{budget}", limit=limit)
    if not standing.granted:
        raise OverBudget(standing)
    return standing


def take(name: str, *, limit: int) -> Standing:
    """Take one of ``limit`` per window under ``name``, if one is left."""
    if time.monotonic() < _away.until:
        return _local.take(name, limit=limit)
    try:
        granted, remaining, reset = _script()(
            keys=[f"budget:{name}"], args=[int(WINDOW * 1_000_000), limit, uuid4().hex]
        )
    except redis.RedisError:
        logger.warning("the broker is away: this process counts requests on its own")
        _away.until = time.monotonic() + _PAUSE
        return _local.take(name, limit=limit)
    return Standing(bool(granted), limit, remaining, reset / 1_000_000)


@cache
def _script() -> Script:
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=_SECONDS, socket_connect_timeout=_SECONDS
    )
    return client.register_script(_TAKE)


class _Away:
    until = 0.0


class LocalWindows:
    """The same window inside one process; when it holds many credentials it forgets the quietest."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, name: str, *, limit: int) -> Standing:
        """As ``take`` of the module."""
        now = time.monotonic()
        with self._lock:
            times = self._times.setdefault(name, deque())
            self._times.move_to_end(name)
            if len(self._times) > _WATCHED:
                self._times.popitem(last=False)
            while times and times[0] <= now - WINDOW:
                times.popleft()
            granted = len(times) < limit
            if granted:
                times.append(now)
            reset = times[0] + WINDOW - now if times else WINDOW
            return Standing(granted, limit, max(limit - len(times), 0), reset)


_away = _Away()
_local = LocalWindows()
