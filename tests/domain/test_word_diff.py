"""Word differences: lossless, by words in both languages, and never slow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.domain.word_diff import Change, Piece, word_diff

TEXT = st.text(st.sampled_from("ab 我们喜欢.，\n\u200b"), max_size=60)


def both(pieces: list[Piece]) -> tuple[str, str]:
    """(the old text, the new text) that pieces join to."""
    old = "".join(piece.text for piece in pieces if piece.op is not Change.INSERTED)
    return old, "".join(piece.text for piece in pieces if piece.op is not Change.DELETED)


@given(TEXT, TEXT)
def test_nothing_is_lost(old, new):
    pieces = word_diff(old, new)
    assert both(pieces) == (old, new)
    assert all(piece.text for piece in pieces)
    assert all(left.op is not right.op for left, right in zip(pieces, pieces[1:], strict=False))


@pytest.mark.parametrize(
    ("old", "new", "gone", "come"),
    [
        ("Prefers an aisle seat", "Prefers a window seat", ["an aisle "], ["a window "]),
        ("我喜欢靠窗的座位", "我喜欢过道的座位", ["靠窗"], ["过道"]),
        ("住在杭州", "住在杭州，2024年从上海搬来", [], ["，2024年从上海搬来"]),
        ("same", "same", [], []),
        ("", "new", [], ["new"]),
        ("old", "", ["old"], []),
    ],
)
def test_the_difference_is_made_of_words(old, new, gone, come):
    pieces = word_diff(old, new)
    assert [piece.text for piece in pieces if piece.op is Change.DELETED] == gone
    assert [piece.text for piece in pieces if piece.op is Change.INSERTED] == come


def test_long_texts_with_little_in_common_are_compared_by_sentences():
    old = " ".join(f"word{number} changes. This stays the same." for number in range(600))
    new = " ".join(f"other{number} changes. This stays the same." for number in range(600))
    pieces = word_diff(old, new)
    assert both(pieces) == (old, new)
    assert len(pieces) < 2000


def test_hostile_repetition_is_given_as_a_whole():
    old, new = "a b " * 2000, "c d " * 2000
    assert [piece.op for piece in word_diff(old, new)] == [Change.DELETED, Change.INSERTED]
