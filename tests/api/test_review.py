"""The reviewers' queue over REST."""

import pytest

from memories.domain.vocabulary import StaffRole
from tests.api.conftest import POISON, refusal


@pytest.fixture
def case(team) -> str:
    return team.agent.post("/memories", {"user_id": "alice", "content": POISON}).json()["case_id"]


@pytest.fixture
def reviewer(team):
    return team.staff(StaffRole.REVIEWER)


def test_a_case_is_found_read_claimed_and_decided(team, case, reviewer):
    queue = reviewer.get("/review/cases?min_risk=0.5&sort=-risk&age=0h").json()
    assert queue["total"] == 1 and queue["results"][0]["id"] == case
    assert queue["results"][0]["content"] == "" and queue["results"][0]["first_line"]
    detail = reviewer.get(f"/review/cases/{case}").json()
    assert detail["content"] == POISON and detail["signals"] and detail["kind"] == "fact"
    assert {event["event"] for event in detail["history"]} == {"memory.retained", "review.case_opened"}

    claimed = reviewer.post(f"/review/cases/{case}/claim")
    assert claimed.json()["state"] == "claimed" and claimed.json()["claimed_until"]
    refusal(team.staff(StaffRole.OPERATOR).post(f"/review/cases/{case}/claim"), 409, "claimed_by_other")
    assert reviewer.post(f"/review/cases/{case}/release-claim").json()["state"] == "open"

    decision = {"decision": "release", "reason": "A joke among friends.", "version": detail["version"]}
    decided = reviewer.post(f"/review/cases/{case}/decide", decision)
    assert decided.json()["outcome"] == "active" and decided.json()["state"] == "decided"
    refusal(reviewer.post(f"/review/cases/{case}/decide", decision), 409)
    assert reviewer.get("/review/cases?state=decided").json()["total"] == 1
    assert team.alice.get(f"/memories/{decided.json()['memory_id']}").json()["content"] == POISON


def test_a_decision_needs_sense_and_a_reason(case, reviewer):
    path = f"/review/cases/{case}/decide"

    refusal(reviewer.post(path, {"decision": "release"}), 400, "required")
    refusal(reviewer.post(path, {"decision": "release", "reason": "  "}), 400)
    refusal(reviewer.post(path, {"decision": "burn", "reason": "x"}), 400, "unknown_value")
    refusal(reviewer.post(path, {"decision": "edit", "reason": "x"}), 400)
    refusal(reviewer.post(path, {"decision": "release", "reason": "x", "version": 99}), 409, "stale_case")


def test_one_bad_case_never_sinks_a_bulk_decision(case, reviewer):
    absent = "01890000-0000-7000-8000-000000000000"

    answer = reviewer.post(
        "/review/bulk", {"case_ids": [absent, case], "decision": "reject", "reason": "An attack."}
    )

    results = answer.json()["results"]
    assert answer.status_code == 200 and [result["status"] for result in results] == [404, 200]
    assert results[0]["code"] == "not_found" and results[1]["outcome"] == "rejected"


def test_figures_of_the_queue(team, case, reviewer):
    team.agent.post("/memories", {"user_id": "bob", "content": POISON})
    reviewer.post(f"/review/cases/{case}/decide", {"decision": "reject", "reason": "An attack."})

    stats = reviewer.get("/review/stats").json()

    assert stats["open"] == 1 and stats["oldest_at"] and stats["per_signal"]
    assert stats["precision"] == 1.0 and stats["decisions"] == {"reject": 1}
    assert stats["per_reviewer"][0]["decided"] == 1


@pytest.mark.parametrize(
    "query", ["state=lost", "min_risk=2", "age=-1", "sort=owner", "owner=alice", "signal=%00"]
)
def test_unknown_filters(reviewer, query):
    refusal(reviewer.get(f"/review/cases?{query}"), 400)


def test_an_owner_or_agent_does_not_review(team, case):
    refusal(team.alice.get(f"/review/cases/{case}"), 403)
    refusal(team.with_verbs("read", "recall").get(f"/review/cases/{case}"), 403)
