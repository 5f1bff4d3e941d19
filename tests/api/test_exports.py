"""An export over REST and back in through the gate: the round trip keeps every living memory."""

import json
from uuid import UUID

from memories.services.finders import owner_of
from memories.services.operations import run_operation


def finish(team, started):
    operation = UUID(started.json()["operation_id"])
    run_operation(team.house.id, operation, owner_id=owner_of(team.house.agent, "operation", operation))
    return operation


def told(client, user_id):
    listed = client.get(f"/memories?user_id={user_id}").json()["results"]
    kept = ("content", "kind", "metadata", "pinned", "conversation_id", "message_id", "event_time")
    return sorted(json.dumps({name: one[name] for name in kept}, sort_keys=True) for one in listed)


def test_an_export_comes_back_as_it_was(team):
    said = [
        {"content": "爱丽丝住在上海。", "kind": "fact", "conversation_id": "c1", "message_id": "m1"},
        {"content": "Alice prefers tea.", "kind": "preference", "pinned": True, "metadata": {"from": "call"}},
        {"content": "Alice met Tom.", "kind": "fact", "event_time": "2024-05-04T10:00:00Z"},
    ]
    for one in said:
        assert team.agent.post("/memories", {"user_id": "traveller", **one}).status_code == 201
    operation = finish(team, team.agent.post("/exports", {"user_id": "traveller"}))
    answer = team.agent.get(f"/exports/{operation}/download?user_id=traveller")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    started = team.agent.send("POST", "/imports?user_id=arrived", answer.content, "application/x-ndjson")
    assert started.status_code == 202, started.content
    finish(team, started)
    assert told(team.agent, "arrived") == told(team.agent, "traveller")


def test_a_changed_export_is_refused_whole(team):
    team.agent.post("/memories", {"user_id": "traveller2", "content": "Alice owns a red bicycle."})
    operation = finish(team, team.agent.post("/exports", {"user_id": "traveller2"}))
    body = team.agent.get(f"/exports/{operation}/download").content.replace(b"red", b"blue")
    refused = team.agent.send("POST", "/imports?user_id=arrived2", body, "application/x-ndjson")
    assert refused.status_code == 400
    assert refused.json()["code"] == "checksum_mismatch"
    assert told(team.agent, "arrived2") == []
