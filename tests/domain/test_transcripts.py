"""Readers of transcript files: what they make of a file, and how they name a fault."""

import json
from datetime import UTC, datetime

import pytest

from memories.domain.errors import Invalid
from memories.domain.transcript_formats import read_transcript
from memories.domain.transcripts import TranscriptFormat, attributed, count_turns

JSONL, LOCOMO, MEMORYBANK = TranscriptFormat.JSONL, TranscriptFormat.LOCOMO, TranscriptFormat.MEMORYBANK


def _read(form, *documents):
    return list(read_transcript([json.dumps(document) for document in documents], form))


def _sample(**changes):
    talk = {
        "speaker_a": "Ines",
        "speaker_b": "Tom",
        "session_10_date_time": "9:05 am on 3 March, 2024",
        "session_10": [{"speaker": "Tom", "dia_id": "D10:1", "text": "Ten."}],
        "session_2_date_time": "11:59 pm on 29 February, 2024",
        "session_2": [
            {"speaker": "Ines", "dia_id": "D2:1", "text": "Two."},
            {"speaker": "Tom", "dia_id": "D2:2", "text": "", "blip_caption": "a cat"},
        ],
        **changes,
    }
    return [{"sample_id": "talk", "conversation": talk}]


def test_sittings_come_in_the_order_of_their_numbers_and_a_gap_parts_them():
    second, tenth = _read(LOCOMO, _sample())

    assert [second.label, tenth.label] == ["session_2", "session_10"]
    assert [turn.place for turn in (*second.utterances, *tenth.utterances)] == [0, 1, 3]
    assert second.began_at == datetime(2024, 2, 29, 23, 59, tzinfo=UTC)
    assert second.utterances[1].text == "[image: a cat]"
    assert [turn.role for turn in second.utterances] == ["user", "peer"]


def test_a_day_of_a_diary_is_a_conversation_dated_at_noon():
    turn = {"user_text": "Hello.", "assistant_text": "Hi."}
    days = [{**turn, "id": f"{day}#0", "date": day} for day in ("2023-04-27", "2023-04-28")]
    first, second = _read(MEMORYBANK, {"user": "Ana", "lang": "en", "turns": days})

    assert (first.conversation, second.conversation) == ("2023-04-27", "2023-04-28")
    assert first.utterances[0].text == "Hello.\nHi."
    assert first.began_at == datetime(2023, 4, 27, 12, tzinfo=UTC)
    assert [turn.place for turn in (*first.utterances, *second.utterances)] == [0, 0]


def test_lines_of_one_conversation_keep_counting_when_another_comes_between():
    lines = [{"user_id": "ada", "conversation_id": name, "content": "x"} for name in ("a", "a", "b", "a")]
    stretches = _read(JSONL, *lines)

    places = [(stretch.conversation, [turn.place for turn in stretch.utterances]) for stretch in stretches]
    assert places == [("a", [0, 1]), ("b", [0]), ("a", [2])]
    assert count_turns(iter(stretches)) == 4


def test_blank_lines_are_skipped_and_counted_in_places():
    lines = ['{"user_id": "ada", "content": "x"}', "", '{"user_id": "ada"}']

    with pytest.raises(Invalid, match=r"line 3: 'content' is missing\."):
        list(read_transcript(lines, JSONL))


@pytest.mark.parametrize(
    ("form", "document", "message"),
    [
        (LOCOMO, [{}], "sample 1: 'sample_id' is missing."),
        (LOCOMO, ["talk"], "sample 1: 'sample_id' is missing."),
        (LOCOMO, _sample(session_2_date_time="yesterday"), "talk session 2: 'yesterday' is not a time."),
        (LOCOMO, _sample(session_2="Two."), "talk session 2: 'session_2' must be a list."),
        (LOCOMO, _sample(session_2=[{"speaker": "Tom"}]), "talk session 2 turn 1: 'dia_id' is missing."),
        (MEMORYBANK, {"user": "Ana"}, "line 1: 'turns' is missing."),
        (MEMORYBANK, {"user": "Ana", "turns": [7]}, "line 1 turn 1: 'date' is missing."),
        (JSONL, 7, "line 1: 'user_id' is missing."),
        (JSONL, {"user_id": 7, "content": "x"}, "line 1: 'user_id' must be text."),
        (JSONL, {"user_id": "a", "content": "x", "trust": 1}, "line 1: unknown field 'trust'."),
        (JSONL, {"user_id": "a", "content": "x", "metadata": []}, "line 1: 'metadata' must be an object."),
        (JSONL, {"user_id": "a", "content": "x", "event_time": "3 p.m."}, "line 1: '3 p.m.' is not a time."),
    ],
)
def test_a_fault_names_its_place(form, document, message):
    with pytest.raises(Invalid) as caught:
        _read(form, document)

    assert caught.value.message == message
    assert caught.value.code == "bad_transcript"


@pytest.mark.parametrize("text", ["{", "[" * 100_000, ""])
def test_what_is_no_json_is_said_so(text):
    with pytest.raises(Invalid, match="not valid JSON"):
        list(read_transcript([text], LOCOMO))


def test_who_said_it_is_part_of_what_is_searched():
    assert attributed("I dance.", "Mia") == "Mia: I dance."
    assert attributed("I dance.", "") == "I dance."
