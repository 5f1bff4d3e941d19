"""Texts cut at the edges of their evidence: nothing is lost, and what nobody sees has a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.domain.evidence import Segment, evidence, merged, segments

TEXT = st.text(st.sampled_from("ab 我😀\u200b\u202e\ufe0f\u200d\U000e0041\n"), max_size=40)
SPANS = st.lists(st.tuples(st.integers(-3, 50), st.integers(-3, 50)), max_size=6)


@given(TEXT, SPANS)
def test_segments_join_to_the_text(text, spans):
    parts = segments(text, spans=spans)
    assert "".join(part.text for part in parts) == text
    assert all(part.text for part in parts)


def test_overlapping_spans_cover_what_they_share():
    parts = segments("abcdef", spans=[(0, 4), (2, 6)])
    assert parts == [Segment("ab", (0,)), Segment("cd", (0, 1)), Segment("ef", (1,))]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("tr\u200b\u200bansfer", ["U+200B × 2"]),
        ("a\u202eb", ["U+202E"]),
        ("x\U000e0054\U000e0045", ["U+E0054 … U+E0045 × 2"]),
        ("bell\x07", ["U+0007"]),
        ("plain\ttext\n", []),
        ("❤️ and 👩‍💻", []),
        ("sp\u200dlit", ["U+200D"]),
    ],
)
def test_what_nobody_sees_has_a_name(text, names):
    assert [part.hidden for part in segments(text) if part.hidden] == names


def test_evidence_is_short_and_shows_nothing_hidden():
    assert evidence("pay\u200bment now", start=0, end=8) == "pay[U+200B]ment"
    assert evidence("x" * 200, start=0, end=200) == "x" * 79 + "…"
    assert evidence("abc", start=0, end=0) == ""


def test_overlapping_places_become_one():
    assert merged([(5, 9), (0, 3), (2, 4), (7, 7), (9, 12)]) == [(0, 4), (5, 12)]
