"""Transcripts become memories: in order, once, dated, through the gate, and found again."""

from datetime import UTC, datetime

from memories.services.browse import Filters, browse
from memories.services.finders import find_owner
from memories.services.recall import recall
from memories.services.recall_pools import Query
from memories.services.review import CaseFilters, list_cases
from tests.commands.conftest import locomo_document, memorybank_line


def _memories(house, person):
    owner_id = find_owner(house.agent, person)
    page = browse(house.agent, owner_id, Filters(sort="created_at"), limit=200)
    return list(page.results)


def test_a_locomo_conversation_becomes_one_memory_a_turn_in_order(house, run, write):
    path = write(locomo_document("talk-1"))
    done = run("import_conversations", path, "--format", "locomo", "--workspace", house.name, "--json")

    assert done.code == 0, done.err
    assert done.json["outcomes"] == {"stored": 4}
    assert done.json["waiting"] == 0
    memories = _memories(house, "talk-1")
    assert [memory.metadata["dia_id"] for memory in memories] == ["D1:1", "D1:2", "D2:1", "D2:2"]
    assert memories[0].content == "I adopted a greyhound called Biscuit."
    assert memories[2].content == "The kiln exploded, look! [image: a broken kiln]"
    assert memories[0].provenance.speaker == "Ines"
    assert memories[0].event_time == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert memories[3].event_time == datetime(2023, 9, 13, 0, 9, tzinfo=UTC)
    assert {memory.source for memory in memories} == {"import"}
    assert all(memory.indexed for memory in memories)


def test_a_memorybank_user_becomes_an_owner_with_a_conversation_a_day(house, run, write):
    path = write((memorybank_line("苏杭"), memorybank_line("苏州")))
    done = run("import_conversations", path, "--format", "memorybank", "--workspace", house.name, "--json")

    assert done.json["owners"] == 2
    assert done.json["conversations"] == 4
    memories = _memories(house, "苏杭")
    assert [memory.metadata["turn_id"] for memory in memories] == [
        "2023-04-27#0",
        "2023-04-27#1",
        "2023-04-28#2",
    ]
    assert [memory.conversation_id for memory in memories] == ["2023-04-27", "2023-04-27", "2023-04-28"]
    assert memories[1].content == "它叫绿豆。\n好可爱的名字！"


def test_plain_lines_name_the_person_and_may_name_the_rest(house, run, write):
    lines = (
        {"user_id": "ada", "content": "I play the cello."},
        {
            "user_id": "ada",
            "content": "We rehearse on Mondays.",
            "conversation_id": "music",
            "message_id": "m-7",
            "role": "user",
            "speaker": "Ada",
            "event_time": "2024-02-03T10:00:00+02:00",
            "metadata": {"room": "B2"},
        },
    )
    arguments = ("--format", "jsonl", "--workspace", house.name, "--json")
    done = run("import_conversations", write(lines), *arguments)

    assert done.json["outcomes"] == {"stored": 2}
    first, second = _memories(house, "ada")
    assert (first.content, first.conversation_id, first.message_id) == (
        "I play the cello.",
        "import",
        "turn-0",
    )
    assert (second.content, second.message_id) == ("We rehearse on Mondays.", "m-7")
    assert second.event_time == datetime(2024, 2, 3, 8, 0, tzinfo=UTC)
    assert second.metadata == {"room": "B2"}


def test_who_said_it_is_searched_though_it_is_not_in_the_text(house, run, write):
    run(
        "import_conversations",
        write(locomo_document("talk-8")),
        "--format",
        "locomo",
        "--workspace",
        house.name,
    )
    owner_id = find_owner(house.agent, "talk-8")

    hits = recall(house.agent, owner_id, Query("What did Tom start?")).results
    assert hits[0].memory.content == "Lovely! I started a pottery class."
    assert {hit.parts["speaker"] for hit in hits if hit.memory.provenance.speaker == "Tom"} == {1.0}
    assert {hit.parts["speaker"] for hit in hits if hit.memory.provenance.speaker == "Ines"} == {0.0}


def test_importing_again_changes_nothing(house, run, write):
    arguments = (
        "import_conversations",
        write(locomo_document("talk-2")),
        "--format",
        "locomo",
        "--workspace",
    )
    run(*arguments, house.name)
    before = _memories(house, "talk-2")
    again = run(*arguments, house.name, "--json")

    assert again.json["outcomes"] == {"known": 4}
    assert _memories(house, "talk-2") == before


def test_a_poisoned_turn_waits_for_a_reviewer(house, run, write):
    path = write(locomo_document("talk-3", poisoned=True))
    done = run("import_conversations", path, "--format", "locomo", "--workspace", house.name)

    assert "quarantined  1  (waiting for a reviewer)" in done.out
    assert list_cases(house.system, CaseFilters()).total == 1
    statuses = {memory.metadata.get("dia_id"): memory.status for memory in _memories(house, "talk-3")}
    assert statuses == {"D1:1": "active", "D1:2": "active", "D2:1": "active", None: "quarantined"}


def test_without_waiting_the_vectors_are_left_to_the_worker(house, run, write):
    arguments = ("--format", "locomo", "--workspace", house.name, "--no-wait", "--json")
    done = run("import_conversations", write(locomo_document("talk-4")), *arguments)

    assert done.json["waiting"] == 4
    assert not any(memory.indexed for memory in _memories(house, "talk-4"))


def test_a_log_gets_plain_lines_of_progress(house, run, write):
    path = write(locomo_document("talk-5"))
    done = run("import_conversations", path, "--format", "locomo", "--workspace", house.name)

    assert "storing  4 of 4" in done.err
    assert "indexing 4 of 4" in done.err
    assert "\r" not in done.err


def test_a_fault_anywhere_is_named_and_nothing_is_stored(house, run, write):
    document = locomo_document("talk-6")
    del document[0]["conversation"]["session_2"][1]["dia_id"]
    done = run("import_conversations", write(document), "--format", "locomo", "--workspace", house.name)

    assert done.code == 1
    assert done.err == "talk-6 session 2 turn 2: 'dia_id' is missing."
    assert find_owner(house.agent, "talk-6") is None


def test_an_unknown_workspace_names_the_command_that_makes_one(run, write):
    path = write(locomo_document("talk-7"))
    done = run("import_conversations", path, "--format", "locomo", "--workspace", "nowhere")

    assert done.code == 1
    assert "create_workspace" in done.err


def test_a_missing_file_is_said_in_one_line(house, run):
    done = run("import_conversations", "/nowhere.json", "--format", "locomo", "--workspace", house.name)

    assert (done.code, done.err) == (1, "Cannot read /nowhere.json: No such file or directory.")
