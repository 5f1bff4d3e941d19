"""Normal form, blankness, malformed text and short forms for people."""

from hypothesis import given, settings
from hypothesis import strategies as st

from memories.domain.text import find_malformed, first_line, is_blank, normalise, summarise

anything = st.text(st.characters(exclude_categories=()), max_size=200)


@settings(max_examples=400)
@given(anything)
def test_a_normal_form_is_its_own_normal_form(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


def test_the_same_statement_in_other_dress_has_the_same_normal_form() -> None:
    plain = normalise("I live in Leeds, room 12.")
    for dress in (
        "I  live in\nLeeds, room 12. ",
        "Ｉ live in LEEDS, room １２.",
        "I li\u200bve in Le\u00adeds, room 12.",
    ):
        assert normalise(dress) == plain


def test_other_words_numbers_and_marks_keep_statements_apart() -> None:
    assert normalise("room 12") != normalise("room 13")
    assert normalise("resume") != normalise("résumé")
    assert normalise("我喜欢茶") != normalise("我喜歡茶")


def test_only_what_cannot_be_seen_is_blank() -> None:
    for text in ("", "  \n\t", "\u200b\u200c\ufeff", "\u3000\u2060", "\u202e\u202c", "\U000e0041", "\x00"):
        assert is_blank(text)
    for text in ("a", "。", "👍", " . ", "\u200b猫"):
        assert not is_blank(text)


def test_nul_and_lone_surrogates_are_found_where_they_stand() -> None:
    assert find_malformed("fine 👍 文") is None
    nul = find_malformed("ab\x00c")
    assert nul is not None
    assert (nul.reason, nul.position) == ("nul", 2)
    lone = find_malformed("a\ud800\x00")
    assert lone is not None
    assert (lone.reason, lone.position) == ("surrogate", 1)


@given(anything)
def test_what_is_not_malformed_can_be_stored(text: str) -> None:
    if find_malformed(text) is None:
        assert "\x00" not in text
        text.encode("utf-8")


@settings(max_examples=300)
@given(anything, st.integers(1, 60))
def test_a_summary_keeps_its_limit(text: str, limit: int) -> None:
    assert len(summarise(text, limit=limit)) <= limit
    assert len(first_line(text, limit=limit)) <= limit


def test_a_short_text_is_its_own_summary() -> None:
    assert summarise(" I like  tea. ") == "I like tea."


def test_the_first_sentence_is_enough() -> None:
    text = "She moved to Leeds in spring. She works there as a librarian and runs a reading club."
    assert summarise(text) == "She moved to Leeds in spring."
    assert summarise("我搬到了青岛。" + "在图书馆工作，" * 12, limit=20) == "我搬到了青岛。"


def test_a_cut_falls_between_words_and_says_so() -> None:
    cut = summarise("The quick brown fox jumps over the lazy dog while the band plays on and on", limit=30)
    assert cut == "The quick brown fox jumps…"
    assert summarise("中" * 80) == "中" * 49 + "…"


def test_a_cut_never_tears_an_emoji() -> None:
    family = "👨‍👩‍👧‍👦"
    for limit in range(2, 20):
        cut = summarise(family * 10, limit=limit).rstrip("…")
        assert len(cut) % len(family) == 0 or limit <= len(family)


def test_the_first_line_is_the_first_that_can_be_seen() -> None:
    assert first_line("\n \u200b\n# Title\nbody") == "# Title"
    assert first_line("") == ""
