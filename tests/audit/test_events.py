"""What an event may carry: registered names and fields, ids, codes and numbers. Never words."""

from uuid import UUID

import pytest

from audit.events import EVENTS, UnknownEvent, UnknownField, build_event
from memories.domain.vocabulary import Outcome


def test_an_unknown_event_is_refused():
    with pytest.raises(UnknownEvent):
        build_event("memory.whispered")


def test_an_unknown_field_is_refused():
    with pytest.raises(UnknownField):
        build_event("memory.confirmed", content="x")


CONTENT = [
    "Alice lives in Shanghai",
    "爱丽丝",
    "a\nb",
    "a\x00b",
    "alice@example.org",
    "line\r\nforged: entry",
    "‮txet",
    "x" * 81,
    {"text": "hidden"},
    ["fine", "not fine at all"],
]


@pytest.mark.parametrize("value", CONTENT, ids=repr)
def test_words_fit_into_no_field(value):
    with pytest.raises(UnknownField):
        build_event("memory.retained", kind=value)


@pytest.mark.parametrize("part", ["object_type", "outcome", "subject"])
@pytest.mark.parametrize("value", CONTENT[:8], ids=repr)
def test_words_fit_into_no_other_part(part, value):
    with pytest.raises(UnknownField):
        build_event("memory.retained", **{part: value})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), 2**53, -(2**53)], ids=repr)
def test_numbers_that_json_cannot_carry_are_refused(value):
    with pytest.raises(UnknownField):
        build_event("memory.recalled", count=value)


def test_what_is_allowed_becomes_plain_json():
    built = build_event(
        "memory.retained",
        object_type="memory",
        object_id=UUID(int=1),
        outcome=Outcome.STORED,
        risk=0.5,
        signals={"b", "a"},
        merged_into=UUID(int=2),
        source=None,
    )
    assert built.outcome == "stored"
    assert built.fields == {
        "risk": 0.5,
        "signals": ["a", "b"],
        "merged_into": "00000000-0000-0000-0000-000000000002",
    }


def test_no_event_has_a_field_named_after_words():
    fields = {name for allowed in EVENTS.values() for name in allowed}
    assert fields & {"content", "text", "query", "reason", "name", "email", "external_id", "user_id"} == set()
