"""Who reaches what: keys, verbs, owners, sessions."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from memories.adapters.sessions import OWNER_KEY
from memories.domain.vocabulary import AGENT_VERBS, StaffRole, Verb
from memories.services.ledger import EventFilters, list_events
from memories.services.workspaces import create_staff
from tests.api.conftest import BASE, Caller, refusal
from tests.api.routes import OBJECT_ROUTES, ROUTES, Route, fill

ALL = frozenset(verb.value for verb in Verb)


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_every_route_refuses_a_caller_without_key(database, route: Route):
    refusal(Caller().send(route.method, fill(route.path), b"{}"), 401, "unauthenticated")


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_every_route_names_the_verb_that_is_missing(calm, route: Route):
    others = sorted(ALL - set(route.verbs))

    body = refusal(calm.with_verbs(*others).send(route.method, fill(route.path), b"{}"), 403, "forbidden")

    assert f"'{route.verbs[0]}'" in body["detail"]


@pytest.mark.parametrize("route", [route for route in ROUTES if route.staff], ids=str)
def test_an_owner_key_does_not_reach_the_routes_of_the_staff(calm, route: Route):
    refusal(calm.alice.send(route.method, fill(route.path), b"{}"), 403, "forbidden")


@pytest.mark.parametrize("route", OBJECT_ROUTES, ids=str)
def test_foreign_objects_are_as_absent_as_none(team, carols, route: Route):
    """A01: the same answer for Bob, for Carol's workspace, and for an id that nobody has."""
    path = fill(route.path, route.make(team))
    others = [carols.agent]
    if not route.staff:
        others.append(team.with_verbs(*{*AGENT_VERBS, route.verbs[0]}, owner_id=team.house.bob))

    for caller in others:
        absent = refusal(caller.send(route.method, fill(route.path), route.raw), 404, "not_found")
        assert refusal(caller.send(route.method, path, route.raw), 404) == absent


def test_a_refusal_is_seen_in_the_ledger(team):
    refusal(team.with_verbs("recall").get("/keys"), 403)

    auditor = team.house.staff(StaffRole.AUDITOR)
    event = list_events(auditor, EventFilters(event="access.denied")).results[0]
    assert event.fields == {"verb": "keys", "route": "GET:KeysView"}


def test_a_workspace_key_must_name_the_person(calm):
    refusal(calm.agent.get("/memories"), 400, "user_id_required")
    refusal(calm.agent.post("/memories", {"content": "x"}), 400, "user_id_required")
    refusal(calm.agent.post("/memories/recall", {"query": "x"}), 400, "user_id_required")
    refusal(calm.agent.get("/conversations"), 400, "user_id_required")
    refusal(calm.agent.post("/erasure/requests", {"scope": "owner"}), 400, "user_id_required")


def test_an_owner_key_may_name_only_its_own_person(team):
    assert team.alice.get("/memories?user_id=alice").status_code == 200
    assert team.alice.post("/memories", {"content": "x", "user_id": "alice"}).status_code == 201
    assert team.alice.post("/memories", {"content": "y"}).status_code == 201
    for name in ("bob", "nobody"):
        refusal(team.alice.get(f"/memories?user_id={name}"), 404, "not_found")
        refusal(team.alice.post("/memories", {"content": "x", "user_id": name}), 404, "not_found")
        refusal(team.alice.post("/memories/recall", {"query": "x", "user_id": name}), 404, "not_found")


def test_an_unknown_person_has_an_empty_list_and_is_not_made_by_a_read(calm):
    assert calm.agent.get("/memories?user_id=dave").json() == {
        "results": [], "next_cursor": None, "total": 0, "total_exact": True,
    }  # fmt: skip
    assert calm.agent.post("/memories/recall", {"user_id": "dave", "query": "x"}).json()["results"] == []
    assert calm.agent.get("/conversations?user_id=dave").json()["total"] == 0

    refusal(calm.agent.get("/owners/dave"), 404)


def test_an_object_of_another_person_than_named_is_absent(team, remember):
    path = f"/memories/{remember('Alice sails.')['id']}"

    assert team.agent.get(f"{path}?user_id=alice").status_code == 200
    refusal(team.agent.get(f"{path}?user_id=bob"), 404)
    refusal(team.agent.patch(path, {"content": "x", "user_id": "bob"}), 404)
    refusal(team.agent.delete(f"{path}?user_id=bob"), 404)


def test_a_missing_verb_makes_nobody(calm):
    refusal(calm.with_verbs("read").post("/memories", {"user_id": "eve", "content": "x"}), 403)

    refusal(calm.agent.get("/owners/eve"), 404)


def test_listing_by_another_person_shows_only_own_rows(team, remember):
    """A02 over REST: an owner sees themselves, whatever is asked for."""
    remember("Alice keeps bees.")

    assert team.bob.get("/memories").json()["total"] == 0
    assert team.bob.get("/memories?q=bees").json()["total"] == 0
    assert team.bob.post("/memories/recall", {"query": "Alice keeps bees."}).json()["results"] == []


def test_the_same_query_of_two_people_never_mixes(team, remember):
    """A22: whatever is cached, is cached per person."""
    remember("Alice has a blue bicycle.")
    team.agent.post("/memories", {"user_id": "bob", "content": "Bob has a red bicycle."})

    for _ in range(2):
        for caller, colour in ((team.alice, "blue"), (team.bob, "red")):
            hits = caller.post("/memories/recall", {"query": "bicycle"}).json()["results"]
            assert [colour in hit["memory"]["content"] for hit in hits] == [True]


@pytest.mark.parametrize("name", ["user_id", "user", "owner", "id"])
def test_an_owner_cannot_be_moved_by_a_body(team, remember, name):
    """A04."""
    path = f"/memories/{remember('Alice paints.')['id']}"

    answer = team.alice.patch(path, {"content": "Alice draws.", name: "bob"})

    assert answer.status_code == (404 if name == "user_id" else 400)
    assert team.bob.get("/memories").json()["total"] == 0


def test_a_stale_key_is_no_key(team):
    made = team.agent.post("/keys", {"label": "short-lived"}).json()
    caller = Caller(made["secret"])
    assert caller.get("/memories?user_id=alice").status_code == 200

    assert team.agent.delete(f"/keys/{made['id']}").status_code == 204

    refusal(caller.get("/memories?user_id=alice"), 401)
    refusal(team.agent.delete(f"/keys/{made['id']}"), 404)
    past = (datetime.now(UTC) - timedelta(seconds=1)).isoformat()
    refusal(team.agent.post("/keys", {"expires_at": past}), 400)


def test_a_key_in_its_own_header(calm):
    answer = Client().get(f"{BASE}/memories?user_id=alice", headers={"X-API-Key": calm.house.key})

    assert answer.status_code == 200


def signed_in_owner(team) -> Client:
    client = Client(enforce_csrf_checks=True)
    session = client.session
    session[OWNER_KEY] = {"owner": str(team.house.alice), "workspace": str(team.house.id), "epoch": 1}
    session.save()
    return client


def test_a_signed_in_owner_uses_the_same_routes_with_a_csrf_token(team, remember):
    path = f"{BASE}/memories/{remember('Alice cooks.')['id']}"
    client = signed_in_owner(team)
    assert client.get(path).json()["content"] == "Alice cooks."

    without = client.patch(path, b'{"pinned": true}', content_type="application/json")

    refusal(without, 403, "csrf_failed")
    token = "a" * 32
    client.cookies["hindsight_csrf"] = token
    with_token = client.patch(
        path, b'{"pinned": true}', content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert with_token.status_code == 200 and with_token.json()["pinned"]
    refusal(client.get(f"{BASE}/keys"), 403)


def test_a_session_of_an_earlier_life_is_none(team):
    client = signed_in_owner(team)
    session = client.session
    session[OWNER_KEY] = session[OWNER_KEY] | {"epoch": 7}
    session.save()

    refusal(client.get(f"{BASE}/memories"), 401)


def test_signed_in_staff_use_the_same_routes(team):
    email = f"{uuid4()}@example.org"
    create_staff(team.house.system, email=email, role=StaffRole.REVIEWER)
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(username=email))

    assert client.get(f"{BASE}/review/cases").status_code == 200
    refusal(client.get(f"{BASE}/memories?user_id=alice"), 403)
    refusal(client.post(f"{BASE}/review/bulk", b"{}", content_type="application/json"), 403, "csrf_failed")
