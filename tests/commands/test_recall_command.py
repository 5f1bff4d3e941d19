"""Recall on the terminal, and the demo that makes it worth trying."""

from audit.identity import ActorKind
from memories.services.browse import Filters, browse
from memories.services.finders import find_owner
from memories.services.indexing import index_owner
from memories.services.offers import Offer
from memories.services.retain import retain
from memories.services.review import CaseFilters, list_cases
from memories.services.signin import use_link
from memories.services.workspaces import workspace_actor


def _statuses(actor, person):
    memories = browse(actor, find_owner(actor, person), Filters(), limit=200).results
    return [memory.status for memory in memories]


def test_hits_are_explained(house, run):
    retain(house.agent, house.alice, Offer("I moved to Shanghai in 2021 and work as a nurse."))
    index_owner(house.id, house.alice)
    query = ("recall", "Where did she move in 2021?", "--owner", "alice", "--workspace", house.name)
    lines = run(*query).out.splitlines()

    assert lines[0].endswith("I moved to Shanghai in 2021 and work as a nurse.")
    assert "vector" in lines[1] and "keyword 1.00" in lines[1]
    hit = run(*query, "--top-k", "1", "--json").json["results"][0]
    assert 0 < hit["score"] <= 1
    assert hit["via"] == "vector+keyword"


def test_a_person_without_memories_gets_none(house, run):
    done = run("recall", "anything", "--owner", "bob", "--workspace", house.name)

    assert (done.code, done.out) == (0, "Nothing found.\n")


def test_the_demo_is_there_once_and_lets_people_in(run):
    first = run("load_demo", "--json").json
    second = run("load_demo", "--json").json
    demo = workspace_actor("demo")

    assert first["workspace_id"] == second["workspace_id"]
    assert first["key"] and second["key"] is None
    assert list_cases(demo, CaseFilters()).total == 4
    for person in first["owners"]:
        statuses = _statuses(demo, person)
        assert (statuses.count("to_confirm"), statuses.count("quarantined")) == (1, 2)
        assert statuses.count("active") >= 40
    roles = {
        name: use_link(link.rstrip("/").rpartition("/")[2]).actor for name, link in second["links"].items()
    }
    assert {"reviewer", "operator", "officer", "auditor"} <= set(roles)
    assert roles["auditor"].kind is ActorKind.AUDITOR
    assert roles["owner maya"].owner_id == find_owner(demo, "maya")


def test_the_demo_keeps_no_private_number(run):
    run("load_demo")
    demo = workspace_actor("demo")
    texts = [
        memory.content for memory in browse(demo, find_owner(demo, "林晓"), Filters(), limit=200).results
    ]

    assert not any("13800138000" in text for text in texts)
    assert any("[mobile" in text for text in texts)
