"""Memories over REST: what is offered, read, changed, recalled and forgotten."""

import pytest

from memories.services.indexing import index_owner
from tests.api.conftest import BLOCKED, POISON, PROBLEM, refusal


def test_a_statement_is_kept_and_read_back(team):
    answer = team.agent.post(
        "/memories",
        {
            "user_id": "alice",
            "content": "Alice lives in Shanghai.",
            "kind": "fact",
            "metadata": {"city": "Shanghai"},
            "event_time": "2026-01-15T16:30:00+08:00",
            "conversation_id": "chat-1",
            "message_id": "m-1",
        },
    )

    assert answer.status_code == 201
    kept = answer.json()
    assert kept["outcome"] == "stored" and kept["screening"]["verdict"] == "allow"
    assert kept["memory"]["event_time"] == "2026-01-15T08:30:00Z"
    assert answer["Cache-Control"] == "no-store" and answer["ETag"] == '"1"'
    read = team.agent.get(f"/memories/{kept['id']}/")
    assert read.json() == kept["memory"] | {"updated_at": read.json()["updated_at"]}
    assert read.json()["provenance"]["conversation_id"] == "chat-1"


def test_the_same_statement_again_is_merged(team, remember):
    first = remember("Alice drinks tea.")

    again = team.agent.post("/memories", {"user_id": "alice", "content": "alice  drinks TEA."})

    assert again.status_code == 200
    assert again.json()["outcome"] == "merged" and again.json()["merged_into"] == first["id"]


def test_a_suspicious_statement_waits_without_its_text(team):
    answer = team.agent.post("/memories", {"user_id": "alice", "content": POISON})

    assert answer.status_code == 202
    kept = answer.json()
    assert kept["outcome"] == "quarantined" and kept["case_id"] and kept["screening"]["signals"]
    assert kept["memory"]["content"] == ""
    assert team.alice.get(f"/memories/{kept['id']}").json()["content"] == ""


def test_a_blocked_statement_is_a_problem_that_tells_its_signals(team):
    answer = team.agent.post("/memories", {"user_id": "alice", "content": BLOCKED})

    body = refusal(answer, 422, "blocked")
    assert body["outcome"] == "blocked" and body["screening"]["signals"] and body["id"] is None
    assert team.agent.get("/memories?user_id=alice").json()["total"] == 0


def test_a_dry_run_says_what_would_happen_and_stores_nothing(team):
    for content, outcome in (("Alice swims.", "stored"), (POISON, "quarantined"), (BLOCKED, "blocked")):
        answer = team.agent.post("/memories?dry_run=true", {"user_id": "alice", "content": content})
        assert answer.status_code == 200 and answer.json()["outcome"] == outcome

    assert team.agent.get("/memories?user_id=alice").json()["total"] == 0


def test_a_claimed_source_never_raises_trust(team):
    for claim, given in (("user", "agent_inferred"), ("document", "document"), ("tool", "tool_result")):
        answer = team.agent.post(
            "/memories", {"user_id": "alice", "content": f"Alice owns {claim} things.", "source": claim}
        )
        assert answer.json()["memory"]["source"] == given


@pytest.mark.parametrize("name", ["status", "risk", "trust", "owner", "workspace", "id", "user"])
def test_what_the_server_decides_cannot_be_sent(team, name):
    answer = team.agent.post("/memories", {"user_id": "alice", "content": "x", name: "approved"})

    assert refusal(answer, 400, "unknown_field")["errors"][0]["field"] == name


def test_null_is_the_same_as_leaving_out(team):
    body = {"user_id": "alice", "content": "Alice sings.", "kind": None, "metadata": None, "pinned": None}

    assert team.agent.post("/memories", body).status_code == 201


def test_a_batch_has_a_result_for_each_item(team):
    items = [
        {"content": "Alice plays chess."},
        {"content": ""},
        {"content": POISON},
        {"content": "Bob plays go.", "user_id": "bob"},
        {"content": BLOCKED},
        {"content": "x", "status": "active"},
        "no object",
        {"content": "Alice plays chess."},
    ]

    answer = team.agent.post("/memories/batch", {"user_id": "alice", "items": items})

    assert answer.status_code == 207
    results = answer.json()["results"]
    assert [result["index"] for result in results] == list(range(len(items)))
    assert [result["status"] for result in results] == [201, 400, 202, 201, 422, 400, 400, 200]
    assert [results[index]["code"] for index in (1, 4, 5, 6)] == [
        "blank", "blocked", "unknown_field", "not_an_object",
    ]  # fmt: skip
    assert team.bob.get("/memories").json()["total"] == 1


def test_browsing_pages_without_gaps(team, remember):
    kept = [remember(f"Alice has read book {number}.")["id"] for number in range(5)]

    seen, cursor = [], ""
    while True:
        page = team.agent.get(f"/memories?user_id=alice&limit=2{cursor}").json()
        assert page["total"] == 5
        seen += [memory["id"] for memory in page["results"]]
        if page["next_cursor"] is None:
            break
        cursor = f"&cursor={page['next_cursor']}"

    assert seen == kept[::-1]


def test_browsing_filters(team, remember):
    remember("Alice likes coffee.", kind="preference", pinned=True)
    remember("Alice was born in May.")

    def total(query: str) -> int:
        return team.agent.get(f"/memories?user_id=alice&{query}").json()["total"]

    assert total("kind=preference") == total("pinned=true") == total("q=coffee") == 1
    assert total("status=archived") == total("created_before=2020-01-01T00:00:00Z") == 0
    assert total("source=agent&sort=updated_at") == 2


def test_revision_keeps_history_and_honours_if_match(team, remember):
    path = f"/memories/{remember('Alice lives in Beijing.')['id']}"

    revised = team.agent.patch(path, {"content": "Alice lives in Suzhou."}, If_Match='"1"')
    stale = team.agent.patch(path, {"content": "Alice lives in Xi'an."}, If_Match='"1"')

    assert revised.status_code == 200 and revised["ETag"] == '"2"'
    refusal(stale, 412, "stale_version")
    refusal(team.agent.delete(path, If_Match="nonsense"), 412, "stale_version")
    versions = team.agent.get(f"{path}/versions").json()["results"]
    assert [version["content"] for version in versions] == [
        "Alice lives in Suzhou.",
        "Alice lives in Beijing.",
    ]
    restored = team.agent.post(f"{path}/versions/1/restore")
    assert restored.json()["content"] == "Alice lives in Beijing." and restored.json()["version"] == 3
    refusal(team.agent.post(f"{path}/versions/9/restore"), 409, "no_such_version")


def test_expiry_can_be_set_and_removed(team, remember):
    path = f"/memories/{remember('Alice has a cold.')['id']}"

    assert team.agent.patch(path, {"expires_at": "2099-01-01T00:00:00Z"}).json()["expires_at"]
    assert team.agent.patch(path, {"expires_at": None}).json()["expires_at"] is None
    refusal(team.agent.patch(path, {}), 400, "nothing_to_change")


def test_the_life_of_a_memory(team, remember):
    path = f"/memories/{remember('Alice might move.', confidence=0.4)['id']}"
    assert team.agent.get(path).json()["status"] == "to_confirm"

    assert team.agent.post(f"{path}/confirm").json()["status"] == "active"
    assert team.agent.post(f"{path}/archive").json()["status"] == "archived"
    assert team.agent.post(f"{path}/restore").json()["status"] == "active"
    refusal(team.agent.post(f"{path}/restore"), 409, "invalid_transition")


def test_relations_stay_inside_one_person(team, remember):
    cause, effect = remember("Alice broke her leg."), remember("Alice stopped running.")
    bobs = team.agent.post("/memories", {"user_id": "bob", "content": "Bob runs."}).json()
    path = f"/memories/{cause['id']}/relations"

    made = team.agent.post(path, {"target_id": effect["id"], "kind": "causes", "strength": 0.9})

    assert made.status_code == 201 and made.json()["kind"] == "causes"
    assert team.agent.get(path).json()["total"] == 1
    foreign = team.agent.post(path, {"target_id": bobs["id"], "kind": "causes"})
    absent = team.agent.post(path, {"target_id": "01890000-0000-7000-8000-000000000000", "kind": "causes"})
    assert refusal(foreign, 400) == refusal(absent, 400)


def test_forgetting_one_memory(team, remember):
    path = f"/memories/{remember('Alice once failed an exam.')['id']}"

    answer = team.agent.delete(path, If_Match='"1"')

    assert answer.status_code == 202
    case = team.agent.get(f"/erasure/requests/{answer.json()['erasure_id']}").json()
    assert case["state"] == "verifying" and case["scope"] == "memory"


def test_recall_explains_itself(team, remember, house):
    tea = remember("Alice drinks green tea every morning.", kind="preference", metadata={"topic": "tea"})
    remember("Alice works as a nurse.")
    index_owner(house.id, house.alice)

    answer = team.agent.post("/memories/recall", {"user_id": "alice", "query": "What does she drink?"})

    found = answer.json()
    assert answer.status_code == 200 and not found["degraded"] and found["took_ms"] >= 0
    best = found["results"][0]
    assert best["memory"]["id"] == tea["id"] and 0 < best["score"] <= 1
    assert best["parts"]["vector"] > 0 and best["provenance"]["recorded_at"].endswith("Z")
    assert {"rewritten_query", "cached", "preset"} <= set(found)

    def hits(**filters: object) -> list[str]:
        body = {"user_id": "alice", "query": "tea", "filters": filters, "explain": False}
        results = team.agent.post("/memories/recall", body).json()["results"]
        assert all(hit["parts"] == {} for hit in results)
        return [hit["memory"]["id"] for hit in results]

    assert tea["id"] in hits(metadata={"topic": "tea"}) and hits(metadata={"topic": "coffee"}) == []
    assert hits(source=["document"]) == [] and hits(status="archived") == []
    assert tea["id"] in hits(source="agent", min_confidence=0.1)


def test_recall_by_time(team, remember):
    remember("Alice went to Japan.", event_time="2020-05-01T00:00:00Z")
    remember("Alice went to Norway.")

    def hits(time_range: object) -> int:
        body = {"user_id": "alice", "query": "Alice went to", "time_range": time_range}
        return len(team.agent.post("/memories/recall", body).json()["results"])

    assert hits(None) == 2 and hits("7d") == 1
    assert hits({"from": "2020-01-01T00:00:00Z", "to": "2021-01-01T00:00:00Z"}) == 1


def test_nobody_recalls_quarantined_text(team, remember):
    remember(POISON)

    for body in ({"include": ["quarantined"]}, {"filters": {"status": ["quarantined"]}}):
        refusal(
            team.agent.post("/memories/recall", {"user_id": "alice", "query": "转账", **body}),
            400,
            "unknown_value",
        )
    found = team.agent.post("/memories/recall", {"user_id": "alice", "query": "转账 确认"})
    assert found.json()["results"] == []


def test_a_head_request_is_a_get_without_its_body(team):
    answer = team.agent.send("HEAD", "/memories?user_id=alice", b"")

    assert answer.status_code == 200 and answer.content == b""


def test_any_accept_header_gets_json(team):
    answer = team.agent.get("/memories?user_id=alice", Accept="text/html, image/png")

    assert answer["Content-Type"] == "application/json"
    assert team.agent.get("/memories/x", Accept="text/html")["Content-Type"] == PROBLEM


def test_a_dry_run_about_a_stranger_makes_nobody(team):
    """Nothing is stored: not the text, and not the person either."""
    told = team.agent.post("/memories?dry_run=true", {"user_id": "stranger", "content": "A cat sits."})
    assert (told.status_code, told.json()["outcome"]) == (200, "stored")
    held = team.agent.post("/memories?dry_run=true", {"user_id": "stranger", "content": POISON})
    assert (held.status_code, held.json()["outcome"]) == (200, "quarantined")
    assert team.agent.get("/owners/stranger").status_code == 404


def test_a_person_whose_id_holds_a_line_break_can_be_addressed(team):
    assert team.agent.post("/memories", {"user_id": "a\nb", "content": "A boat."}).status_code == 201
    assert team.agent.get("/owners/a%0Ab").status_code == 200


def test_a_memory_that_was_forgotten_is_gone_with_the_answer(team):
    kept = team.agent.post("/memories", {"user_id": "alice", "content": "Alice has a lighthouse."}).json()
    forgotten = team.agent.delete(f"/memories/{kept['id']}")
    assert (forgotten.status_code, forgotten.json()["state"]) == (202, "verifying")
    assert team.agent.get(f"/memories/{kept['id']}").status_code == 404
