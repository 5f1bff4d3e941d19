"""Being forgotten, over REST."""

from urllib.parse import urlsplit

import pytest
from django.test import Client

from memories.domain.vocabulary import StaffRole
from memories.services.erasure_proof import finish_waiting
from tests.api.conftest import Caller, refusal


@pytest.fixture
def case(team, remember) -> dict:
    remember("Alice keeps a diary.", conversation_id="chat-1")
    return team.alice.post("/erasure/requests", {"scope": "owner", "reason": "I am leaving."}).json()


def test_a_request_shows_what_it_would_reach(case):
    assert case["state"] == "preview" and case["preview"]["memories"] == 1
    assert case["confirm_token"] and case["executes_after"] and case["receipt_url"] is None


def test_from_request_to_receipt(team, case):
    path = f"/erasure/requests/{case['id']}"
    refusal(team.alice.post(f"{path}/confirm", {"confirm_token": "wrong"}), 400)
    refusal(team.alice.get(f"{path}/receipt"), 404)

    confirmed = team.alice.post(f"{path}/confirm", {"confirm_token": case["confirm_token"]})

    assert confirmed.status_code == 202 and confirmed.json()["state"] == "grace"
    refusal(
        team.alice.post(f"{path}/confirm", {"confirm_token": case["confirm_token"]}), 409, "not_in_preview"
    )
    link = urlsplit(confirmed.json()["receipt_url"]).path
    refusal(Client().get(link), 404, "not_found")
    assert team.alice.post(f"{path}/cancel").json()["state"] == "cancelled"
    refusal(team.alice.post(f"{path}/cancel"), 409)


def test_a_receipt_needs_no_key_and_anyone_can_verify_it(team, remember):
    kept = remember("Alice once stole an apple.")
    forgotten = team.alice.delete(f"/memories/{kept['id']}").json()
    assert finish_waiting() >= 1

    refusal(team.alice.get(f"/memories/{kept['id']}"), 404)
    progress = team.alice.get(f"/erasure/requests/{forgotten['erasure_id']}").json()
    assert progress["state"] == "verified" and all(store["remaining"] == 0 for store in progress["progress"])
    receipt = Client().get(urlsplit(forgotten["receipt_url"]).path).json()
    assert receipt == team.alice.get(f"/erasure/requests/{forgotten['erasure_id']}/receipt").json()
    assert "apple" not in str(receipt)

    anyone = Caller()
    assert anyone.post("/erasure/receipts/verify", receipt).json()["ok"]
    receipt["receipt"]["stores"][0]["erased"] += 1
    forged = anyone.post("/erasure/receipts/verify", receipt).json()
    assert forged["ok"] is False and forged["reason"] == "signature_does_not_match"
    assert anyone.post("/erasure/receipts/verify", {"a": 1}).json()["ok"] is False
    refusal(Client().get("/api/v1/erasure/receipts/" + "A" * 43), 404)
    refusal(Client().get("/api/v1/erasure/receipts/x"), 404)


def test_one_conversation_or_one_topic(team, remember):
    remember("Alice talked about football.", conversation_id="chat-1")
    remember("Alice likes chess.")

    thread = team.alice.post("/erasure/requests", {"scope": "conversation", "target": "chat-1"})
    topic = team.alice.post("/erasure/requests", {"scope": "topic", "query": "chess"})

    assert thread.json()["preview"]["memories"] == 1 and thread.json()["preview"]["conversations"] == 1
    assert len(topic.json()["chosen"]) == 1
    assert team.alice.get("/erasure/requests").json()["total"] == 2


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"scope": "everything"}, 400),
        ({"scope": "memory", "target": "x"}, 400),
        ({"scope": "memory", "target": "01890000-0000-7000-8000-000000000000"}, 404),
        ({"scope": "memory"}, 400),
        ({"scope": "conversation", "target": "none"}, 404),
        ({"scope": "topic", "query": "unheard of"}, 400),
        ({"scope": "owner", "user_id": "bob"}, 404),
        ({"scope": "owner", "force": True}, 400),
        ({}, 400),
    ],
)
def test_wishes_that_cannot_be_met(team, body, status):
    refusal(team.alice.post("/erasure/requests", body), status)


def test_an_unknown_person_is_not_made_to_be_erased(team):
    refusal(team.agent.post("/erasure/requests", {"scope": "owner", "user_id": "dave"}), 404)

    refusal(team.agent.get("/owners/dave"), 404)


def test_an_officer_holds_lifts_and_refuses_with_reasons(team, case):
    officer, path = team.staff(StaffRole.OFFICER), f"/erasure/requests/{case['id']}"

    refusal(officer.post(f"{path}/hold", {"reason": "A court asked.", "user_id": "bob"}), 404)
    assert officer.post(f"{path}/hold", {"reason": "A court asked."}).json()["state"] == "held"
    assert team.alice.get(path).json()["note"] == "A court asked."
    refusal(team.alice.post(f"{path}/cancel"), 409)
    assert officer.post(f"{path}/unhold").json()["state"] == "preview"
    refusal(officer.post(f"{path}/unhold"), 409, "not_held")
    refusal(officer.post(f"{path}/refuse", {"reason": " "}), 400)
    refusal(officer.post(f"{path}/refuse", {}), 400, "required")
    assert officer.post(f"{path}/refuse", {"reason": "Not the person."}).json()["state"] == "refused"
    refusal(team.staff(StaffRole.OPERATOR).post(f"{path}/hold", {"reason": "x"}), 403)


def test_an_officer_acts_on_behalf(team, remember):
    remember("Alice phones a lot.")
    officer = team.staff(StaffRole.OFFICER)

    answer = officer.post("/erasure/requests", {"scope": "owner", "user_id": "alice", "reason": "By letter."})

    assert answer.status_code == 201 and answer.json()["preview"]["memories"] == 1
