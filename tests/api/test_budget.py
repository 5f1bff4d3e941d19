"""Rate limits: exact under parallel requests, one budget a key, and no fault while the broker is away."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from memories.entry import throttle
from tests.api.conftest import Caller, refusal

THREADS = 16


@pytest.fixture
def broker_away(settings, monkeypatch):
    """Nobody listens where the broker should be."""
    settings.REDIS_URL = "unix:///nonexistent/valkey.sock"
    throttle._script.cache_clear()
    monkeypatch.setattr(throttle, "_away", throttle._Away())
    monkeypatch.setattr(throttle, "_local", throttle.LocalWindows())
    yield
    throttle._script.cache_clear()


def statuses_of_parallel_recalls(key: str, *, requests: int) -> Counter[int]:
    def ask(_number: int) -> int:
        try:
            return Caller(key).post("/memories/recall", {"user_id": "nobody", "query": "tea"}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as pool:
        return Counter(pool.map(ask, range(requests)))


def test_exactly_the_limit_passes_however_parallel(team):
    policy = team.agent.post("/policies", {"recalls_per_minute": 60}).json()
    team.agent.post(f"/policies/{policy['id']}/activate")

    assert statuses_of_parallel_recalls(team.house.key, requests=400) == {200: 60, 429: 340}


def test_the_limit_holds_without_the_broker(team, broker_away):
    assert statuses_of_parallel_recalls(team.house.key, requests=160) == {200: 120, 429: 40}


def test_answers_tell_the_budget(team):
    policy = team.agent.post("/policies", {"writes_per_minute": 2}).json()
    team.agent.post(f"/policies/{policy['id']}/activate")

    def write(number: int):
        return team.agent.post("/memories", {"user_id": "alice", "content": f"Alice owns {number} hats."})

    first, second, third = write(1), write(2), write(3)
    assert (first["RateLimit-Limit"], first["RateLimit-Remaining"]) == ("2", "1")
    assert second["RateLimit-Remaining"] == "0" and 0 < int(second["RateLimit-Reset"]) <= 60
    refusal(third, 429, "rate_limited")
    assert third["RateLimit-Limit"] == "2" and 0 < int(third["Retry-After"]) <= 60
    # Reading, deciding and forgetting are not counted, and recalls have a budget of their own.
    assert "RateLimit-Limit" not in team.agent.get("/memories?user_id=alice")
    recalled = team.agent.post("/memories/recall", {"user_id": "alice", "query": "hats"})
    assert recalled["RateLimit-Remaining"] == "119"


def test_each_key_has_its_own_budget_and_a_bad_request_costs_nothing(team):
    refusal(team.agent.post("/memories", {"user_id": "alice"}), 400)

    first = team.agent.post("/memories", {"user_id": "alice", "content": "Alice runs."})
    other = team.with_verbs("retain").post("/memories", {"user_id": "alice", "content": "Alice swims."})

    assert first["RateLimit-Remaining"] == other["RateLimit-Remaining"] == "59"


def test_a_batch_is_one_write(team):
    items = [{"content": f"Alice has read book {number}."} for number in range(70)]

    answer = team.agent.post("/memories/batch", {"user_id": "alice", "items": items})

    assert answer.status_code == 207 and answer["RateLimit-Remaining"] == "59"


def test_a_key_without_limits(team):
    caller = team.with_verbs("recall", unlimited=True)

    answer = caller.post("/memories/recall", {"user_id": "alice", "query": "tea"})

    assert answer.status_code == 200 and "RateLimit-Limit" not in answer


def test_a_window_slides(monkeypatch):
    windows, now = throttle.LocalWindows(), [0.0]
    monkeypatch.setattr(throttle.time, "monotonic", lambda: now[0])

    def take(at: float) -> bool:
        now[0] = at
        return windows.take("k", limit=2).granted

    assert [take(at) for at in (0, 30, 59, 60, 61, 90)] == [True, True, False, True, False, True]
