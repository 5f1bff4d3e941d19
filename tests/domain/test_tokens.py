"""Index terms: the same words are found again whatever their form, in English and Chinese."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from memories.domain.tokens import is_bigram, term_count, terms


def test_english_words_are_stemmed_and_stop_words_left_out() -> None:
    assert terms("The runner was running to the shops") == Counter({"run": 1, "runner": 1, "shop": 1})


def test_width_case_accents_and_invisible_characters_do_not_matter() -> None:
    assert terms("ＣＡＦÉ") == terms("cafe") == terms("ca\u200bfé")


def test_numbers_are_kept_whole_and_in_parts() -> None:
    assert {"2024-03-05", "2024", "03", "05"} <= terms("on 2024-03-05").keys()
    assert {"3.5", "1,200"} <= terms("3.5 of 1,200").keys()


def test_chinese_gives_words_and_pairs_in_two_spaces() -> None:
    found = terms("我在上海跑步")
    assert {"上海", "跑步", "2:上海", "2:跑步", "2:海跑"} <= found.keys()
    assert all(is_bigram(term) == term.startswith("2:") for term in found)


def test_traditional_text_is_found_by_simplified_words() -> None:
    assert terms("開發資料庫") == terms("开发资料库")
    assert terms("帳戶").keys() & terms("账户").keys()


def test_a_single_character_is_kept_as_a_pair_term() -> None:
    assert terms("茶") == Counter({"2:茶": 1})


def test_mixed_text_keeps_both_scripts() -> None:
    assert {"python", "2:喜欢", "喜欢"} <= terms("我喜欢Python").keys()


def test_other_scripts_are_indexed_as_they_are() -> None:
    assert "москва" in terms("Москва")
    assert {"2:서울"} <= terms("서울").keys()


def test_possessives_and_contractions_fall_to_their_word() -> None:
    assert terms("Anna's") == terms("anna")
    assert not terms("don't isn't they're")


def test_no_term_is_longer_than_an_index_entry_may_be() -> None:
    assert all(len(term) <= 64 for term in terms("x" * 5000 + " " + "9" * 5000))


def test_the_length_of_a_document_is_its_number_of_terms() -> None:
    assert term_count(terms("tea tea coffee")) == 3


@settings(max_examples=300)
@given(st.text(st.characters(exclude_categories=()), max_size=120))
def test_any_text_has_terms_without_spaces_or_capitals(text: str) -> None:
    for term in terms(text):
        assert term
        assert not term.isspace()
        assert term == term.casefold() or not term.isascii()


@given(st.text(max_size=40), st.text(max_size=40))
def test_texts_on_two_lines_have_the_terms_of_both(one: str, other: str) -> None:
    assert terms(f"{one}\n{other}") == terms(one) + terms(other)
