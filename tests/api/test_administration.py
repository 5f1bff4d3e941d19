"""Keys, policies, the ledger, health and metrics."""

import pytest

from memories.domain.vocabulary import StaffRole
from tests.api.conftest import Caller, refusal


def test_a_key_is_shown_once_and_rotated(team):
    made = team.agent.post("/keys", {"label": "bot", "verbs": ["recall"], "user_id": "alice"})

    assert made.status_code == 201
    key = made.json()
    assert key["secret"].startswith("hs_") and key["user_id"] == "alice" and key["verbs"] == ["recall"]
    listed = team.agent.get("/keys?limit=1").json()
    assert listed["results"][0]["user_id"] == "alice" and "secret" not in listed["results"][0]
    assert listed["total"] == 2 and listed["next_cursor"]
    assert (
        team.agent.get(f"/keys?cursor={listed['next_cursor']}").json()["results"][0]["label"] == "first key"
    )

    renewed = team.agent.post(f"/keys/{key['id']}/rotate").json()
    refusal(Caller(key["secret"]).post("/memories/recall", {"query": "x"}), 401)
    assert Caller(renewed["secret"]).post("/memories/recall", {"query": "x"}).status_code == 200


def test_nobody_hands_out_what_they_do_not_have(team):
    operator = team.staff(StaffRole.OPERATOR)

    assert operator.post("/keys", {}).status_code == 201
    refusal(operator.post("/keys", {"verbs": ["audit"]}), 403)
    refusal(operator.post("/keys", {"unlimited": True}), 403)
    refusal(team.agent.post("/keys", {"verbs": ["rule"]}), 400, "unknown_value")
    refusal(team.agent.post("/keys", {"verbs": []}), 400)
    refusal(team.agent.post("/keys", {"verbs": ["keys"], "user_id": "alice"}), 400)


def test_a_policy_is_made_from_what_one_shows_and_put_in_force(team):
    before = team.agent.get("/policies").json()
    assert before["total"] == 0 and before["effective"]["risk_threshold"] == 0.7

    made = team.agent.post("/policies", {"risk_threshold": 0.5, "writes_per_minute": 30})

    assert made.status_code == 201
    policy = made.json()
    assert policy["risk_threshold"] == 0.5 and policy["block_threshold"] == 0.95 and not policy["active"]
    assert team.agent.post(f"/policies/{policy['id']}/activate").json()["active"]
    assert team.agent.get("/policies").json()["effective"]["writes_per_minute"] == 30
    errors = refusal(team.agent.post("/policies", policy), 400, "read_only")["errors"]
    assert {error["field"] for error in errors} == {"id", "version", "active", "created_at", "activated_at"}
    writable = {name: value for name, value in policy.items() if name not in {e["field"] for e in errors}}
    assert team.agent.post("/policies", writable).json()["version"] == 2


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"colour": "red"}, "unknown_field"),
        ({"risk_threshold": "0.5"}, "wrong_type"),
        ({"risk_threshold": 7}, "invalid"),
        ({"risk_threshold": 0.9, "block_threshold": 0.5}, "invalid"),
        ({"writes_per_minute": 1.5}, "wrong_type"),
        ({"writes_per_minute": -1}, "invalid"),
        ({"personal_data": {"email": "sell"}}, "invalid"),
        ({"recall_preset": "best"}, "invalid"),
        ({"kind": "rumour"}, "unknown_value"),
    ],
)
def test_policies_that_make_no_sense(calm, body, code):
    refusal(calm.agent.post("/policies", body), 400, code)


def test_the_ledger_is_read_and_verified(team, remember):
    kept = remember("Alice writes letters.")
    auditor = team.staff(StaffRole.AUDITOR)

    events = auditor.get("/audit/events?event=memory.retained&subject=alice").json()
    assert events["total"] == 1 and events["results"][0]["object_id"] == kept["id"]
    assert "letters" not in str(events)
    assert auditor.get("/audit/events?since=2099-01-01T00:00:00Z").json()["total"] == 0
    assert auditor.get("/audit/events?before=2020-01-01T00:00:00Z").json()["total"] == 0
    page = auditor.get("/audit/events?limit=1").json()
    older = auditor.get(f"/audit/events?limit=1&cursor={page['next_cursor']}").json()
    assert older["results"][0]["seq"] < page["results"][0]["seq"]
    refusal(auditor.get("/audit/events?content=letters"), 400, "unknown_field")

    report = auditor.post("/audit/verify").json()
    assert report["ok"] and report["checked"] > 5 and report["first_bad"] is None


def test_health_and_metrics(team, remember):
    remember("Alice jogs.")
    operator = team.staff(StaffRole.OPERATOR)

    health = operator.get("/memory-health").json()
    text = operator.get("/metrics")

    assert health["memories"] == 1 and health["by_status"]["active"] == 1
    assert text["Content-Type"].startswith("text/plain")
    assert b'hindsight_requests_total{method="POST",route="api/v1/memories",status="201"}' in text.content
    assert (
        b"hindsight_memories 1.0" in text.content and b'hindsight_by_status{of="active"} 1.0' in text.content
    )
    root = operator.client.get("/metrics", headers={"Authorization": f"Bearer {operator.key}"})
    assert root.status_code == 200
    refusal(operator.client.get("/metrics"), 401)
