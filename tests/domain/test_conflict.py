"""Two similar statements: one said again, a newer one, or two of their own."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memories.domain.conflict import Judgement, contradicts, explicit_supersession, judge, same_guard
from memories.domain.policy import DEFAULT_POLICY

SAME = [
    ("I like coffee.", "i like Coffee"),
    ("The meeting is at three.", "The meeting is at 3."),
    ("会议在三点", "会议在3点"),
    ("My daughter is called Mia.", "Mia is what my daughter is called."),
    ("我妹妹住在青岛", "我妹妹在青岛住"),
    ("預算是十二萬", "预算是12万"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_statement_may_be_merged(one: str, other: str) -> None:
    assert same_guard(one, other)


APART = [
    ("My flat is number 12.", "My flat is number 13."),
    ("The exam is on Monday.", "The exam is on Tuesday."),
    ("Anna likes jazz.", "Tom likes jazz."),
    ("I eat fish.", "I don't eat fish."),
    ("I like cats.", "I hate cats."),
    ("I am tired.", "He is tired."),
    ("我住三楼", "我住四楼"),
    ("周一考试", "周二考试"),
    ("王磊喜欢跑步", "李静喜欢跑步"),
    ("我吃鱼", "我不吃鱼"),
    ("我去上海", "我去北京"),
    ("The price rose.", "The price fell."),
    ("Call me before lunch.", "Call me after lunch."),
]


@pytest.mark.parametrize(("one", "other"), APART)
def test_another_number_day_name_negation_pole_or_speaker_forbids_a_merge(one: str, other: str) -> None:
    assert not same_guard(one, other)
    assert not same_guard(other, one)


@pytest.mark.parametrize(
    "text",
    [
        "I no longer eat meat.",
        "We moved from Leeds to York.",
        "She switched to the night shift.",
        "My phone number has changed.",
        "我不再吃肉了",
        "我改用安卓手机了",
        "我从杭州搬到青岛了",
        "我不吃辣了，以前吃，现在不吃",
        "我搬家了，新地址在文三路",
        "公司換到三樓了",
    ],
)
def test_a_statement_that_replaces_an_older_one_says_so(text: str) -> None:
    assert explicit_supersession(text)


@pytest.mark.parametrize("text", ["I eat fish.", "Tom lives in York.", "我喜欢茶", "会议在三点"])
def test_a_plain_statement_replaces_nothing(text: str) -> None:
    assert not explicit_supersession(text)


CONTRADICTING = [
    ("I live in Leeds.", "I live in York."),
    ("我住在上海", "我住在北京"),
    ("I like coffee.", "I don't like coffee."),
    ("我喜欢咖啡", "我讨厌咖啡"),
    ("My birthday is May 3.", "My birthday is May 4."),
    ("The meeting is on Monday.", "The meeting is on Friday."),
    ("我的电话是 555-0101", "我的电话是 555-0199"),
]


@pytest.mark.parametrize(("old", "new"), CONTRADICTING)
def test_statements_that_cannot_both_hold_contradict(old: str, new: str) -> None:
    assert contradicts(old, new)


COMPATIBLE = [
    ("I visited Rome.", "I visited Paris."),
    ("I bought 3 books.", "I bought 5 pens."),
    ("I don't smoke.", "He smokes."),
    ("我去过上海", "我去过北京"),
    ("I don't like the rain in Leeds.", "The new bakery sells good bread."),
    ("我不喜欢下雨天", "新开的面包店很好"),
]


@pytest.mark.parametrize(("old", "new"), COMPATIBLE)
def test_statements_that_can_both_hold_do_not(old: str, new: str) -> None:
    assert not contradicts(old, new)


def test_the_judgement_needs_similarity_as_well_as_agreement() -> None:
    def of(old: str, new: str, similarity: float) -> Judgement:
        return judge(old, new, similarity=similarity, policy=DEFAULT_POLICY)

    assert of("I like tea.", "I like tea!", 0.97) is Judgement.MERGE
    assert of("I like tea.", "I like tea!", 0.9) is Judgement.NEW
    assert of("I live in Leeds.", "I live in York.", 0.97) is Judgement.SUPERSEDE
    assert of("I live in Leeds.", "I live in York.", 0.86) is Judgement.SUPERSEDE
    assert of("I live in Leeds.", "I live in York.", 0.5) is Judgement.NEW


anything = st.text(st.characters(exclude_categories=()), max_size=60)


@settings(max_examples=200, deadline=None)
@given(anything, anything)
def test_comparing_never_fails_and_merging_works_both_ways(one: str, other: str) -> None:
    assert same_guard(one, other) == same_guard(other, one)
    assert same_guard(one, one)
    contradicts(one, other)


@pytest.mark.parametrize("run", ["亿" * 9000, "9" * 9000 + "万", "半" * 50, "一" * 5000, "١٢٣万"])
def test_absurd_numbers_are_compared_without_harm(run: str) -> None:
    assert same_guard(run, run)
