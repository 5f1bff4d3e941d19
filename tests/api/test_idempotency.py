"""The same POST sent twice."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from django.db import connections

from tests.api.conftest import BLOCKED, Caller, refusal

BODY = {"user_id": "alice", "content": "Alice bought a house."}


def test_the_same_request_gives_the_same_answer_and_acts_once(team):
    first = team.agent.post("/memories", BODY, Idempotency_Key="k-1")
    second = team.agent.post("/memories/", {**dict(reversed(BODY.items()))}, Idempotency_Key="k-1")

    assert first.status_code == second.status_code == 201
    assert second.content == first.content and second["ETag"] == first["ETag"]
    assert second["Idempotency-Replayed"] == "true" and "Idempotency-Replayed" not in first
    assert team.agent.get("/memories?user_id=alice").json()["total"] == 1


def test_another_body_or_object_is_a_conflict(team, remember):
    team.agent.post("/memories", BODY, Idempotency_Key="k-1")

    other = team.agent.post("/memories", {**BODY, "content": "else"}, Idempotency_Key="k-1")
    refusal(other, 409, "key_reused")

    one, two = remember("Alice sings.")["id"], remember("Alice dances.")["id"]
    assert team.agent.post(f"/memories/{one}/archive", Idempotency_Key="k-2").status_code == 200
    refusal(team.agent.post(f"/memories/{two}/archive", Idempotency_Key="k-2"), 409, "key_reused")
    again = team.agent.post(f"/memories/{one}/archive", Idempotency_Key="k-2")
    assert again.status_code == 200 and again["Idempotency-Replayed"] == "true"


def test_keys_are_told_apart_by_route_and_caller(team):
    team.agent.post("/memories", BODY, Idempotency_Key="k-1")

    recalled = team.agent.post(
        "/memories/recall", {"user_id": "alice", "query": "house"}, Idempotency_Key="k-1"
    )
    other = team.with_verbs("retain").post("/memories", BODY, Idempotency_Key="k-1")

    assert recalled.status_code == 200
    assert other.json()["outcome"] == "merged"


def test_a_refusal_frees_the_key(team):
    refusal(
        team.agent.post("/memories", {**BODY, "expires_at": "2001-01-01T00:00:00Z"}, Idempotency_Key="k"), 400
    )

    assert team.agent.post("/memories", BODY, Idempotency_Key="k").status_code == 201


def test_a_blocked_write_is_an_outcome_and_is_kept(team):
    first = team.agent.post("/memories", {**BODY, "content": BLOCKED}, Idempotency_Key="k")
    second = team.agent.post("/memories", {**BODY, "content": BLOCKED}, Idempotency_Key="k")

    assert first.status_code == 422 and second.content == first.content
    assert second["Content-Type"] == "application/problem+json"


def test_a_new_keys_secret_is_given_again_but_lies_sealed(team, superuser: psycopg.Connection):
    first = team.agent.post("/keys", {"label": "x"}, Idempotency_Key="k").json()
    second = team.agent.post("/keys", {"label": "x"}, Idempotency_Key="k").json()

    assert first["secret"] == second["secret"] == first["key"]
    assert Caller(first["secret"]).get("/memories?user_id=alice").status_code == 200
    kept = superuser.execute(
        "SELECT answer::text FROM memories_idempotencyrecord WHERE workspace_id = %s", [team.house.id]
    ).fetchall()
    assert len(kept) == 1 and first["secret"] not in kept[0][0]


def test_two_at_once_act_once(team):
    def ask(_number: int) -> int:
        try:
            return team.agent.post("/memories", BODY, Idempotency_Key="k").status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        statuses = set(pool.map(ask, range(16)))

    assert statuses <= {201, 409}
    assert team.agent.post("/memories", BODY, Idempotency_Key="k").status_code == 201
    assert team.agent.get("/memories?user_id=alice").json()["total"] == 1


@pytest.mark.parametrize("key", ["x" * 256, "a\u200bb", " "])
def test_a_key_is_short_and_printable(team, key):
    answer = team.agent.post("/memories", BODY, Idempotency_Key=key)

    assert refusal(answer, 400)["errors"][0]["field"] == "Idempotency-Key"
