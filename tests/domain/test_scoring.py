"""The recall score: explained, bounded, monotonic, and the same order every time."""

import dataclasses
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.domain.errors import Invalid
from memories.domain.scoring import (
    PRESETS,
    SOURCE_WEIGHT,
    Candidate,
    ScoreWeights,
    rank,
    score,
    share_of_best,
    weights_of,
)
from memories.domain.vocabulary import Kind, Source

ONE, TWO = UUID(int=1), UUID(int=2)
units = st.floats(0, 1)
presets = st.sampled_from(sorted(PRESETS)).map(weights_of)
candidates = st.builds(
    Candidate,
    id=st.uuids(),
    kind=st.sampled_from(Kind),
    source=st.sampled_from(Source),
    vector=st.floats(allow_nan=True),
    keyword=units,
    context=units,
    age_days=st.floats(-10, 10_000),
    access_count=st.integers(0, 10_000),
    confidence=units,
    soft_forgotten=st.booleans(),
)


def _plain(**values: object) -> Candidate:
    return dataclasses.replace(Candidate(id=ONE, kind=Kind.FACT, source=Source.USER_STATED), **values)


@given(candidates, presets)
def test_score_and_all_its_parts_lie_between_nought_and_one(
    candidate: Candidate, weights: ScoreWeights
) -> None:
    found = score(candidate, weights=weights)
    for value in (found.total, *found.parts.values(), *found.factors.values()):
        assert 0 <= value <= 1


@given(candidates, presets)
def test_the_total_is_the_weighted_sum_of_the_parts_times_the_factors(
    candidate: Candidate, weights: ScoreWeights
) -> None:
    found = score(candidate, weights=weights)
    total = sum(share * found.parts[name] for name, share in weights.as_dict().items())
    for factor in found.factors.values():
        total *= factor
    assert found.total == pytest.approx(min(1, total))


@given(candidates, presets, st.sampled_from(["vector", "keyword", "context", "confidence"]), units, units)
def test_a_better_part_never_lowers_the_score(
    candidate: Candidate, weights: ScoreWeights, part: str, one: float, other: float
) -> None:
    low, high = sorted((one, other))
    worse = score(dataclasses.replace(candidate, **{part: low}), weights=weights)
    better = score(dataclasses.replace(candidate, **{part: high}), weights=weights)
    assert worse.total <= better.total + 1e-9


@given(candidates, presets)
def test_an_older_memory_never_scores_higher(candidate: Candidate, weights: ScoreWeights) -> None:
    older = dataclasses.replace(candidate, age_days=max(candidate.age_days, 0) + 30)
    assert score(older, weights=weights).total <= score(candidate, weights=weights).total + 1e-9


def test_the_published_presets_have_their_published_shares() -> None:
    balanced, typed = weights_of("balanced-60"), weights_of("typed-50")
    assert (balanced.vector, balanced.keyword, balanced.recency, balanced.frequency) == (0.6, 0.2, 0.1, 0.1)
    assert (typed.vector, typed.keyword, typed.decay, typed.prior) == (0.5, 0.2, 0.2, 0.1)


def test_an_unknown_preset_and_wrong_shares_are_refused() -> None:
    with pytest.raises(Invalid):
        weights_of("mine")
    with pytest.raises(Invalid):
        ScoreWeights(vector=0.9)
    with pytest.raises(Invalid):
        ScoreWeights(vector=1.5, keyword=-0.5)


def test_what_the_owner_said_outweighs_what_a_document_says() -> None:
    assert SOURCE_WEIGHT[Source.USER_STATED] == max(SOURCE_WEIGHT.values())
    weights = weights_of("default")
    said = score(_plain(vector=0.8), weights=weights).total
    read = score(_plain(vector=0.8, source=Source.DOCUMENT), weights=weights).total
    assert read < said


def test_a_soft_forgotten_memory_keeps_a_third_of_its_score() -> None:
    weights = weights_of("default")
    fresh = score(_plain(vector=0.8), weights=weights).total
    faded = score(_plain(vector=0.8, soft_forgotten=True), weights=weights).total
    assert faded == pytest.approx(0.3 * fresh)


def test_ties_are_broken_the_same_way_every_time() -> None:
    first = _plain(vector=0.5)
    second = dataclasses.replace(first, id=TWO)
    weights = weights_of("default")
    order = [c.id for c, _ in rank([second, first], weights=weights)]
    assert order == [c.id for c, _ in rank([first, second], weights=weights)] == [ONE, TWO]


@given(st.lists(candidates, max_size=8), presets)
def test_ranking_loses_nobody_and_puts_the_best_first(found: list[Candidate], weights: ScoreWeights) -> None:
    ranked = rank(found, weights=weights)
    assert sorted(str(c.id) for c, _ in ranked) == sorted(str(c.id) for c in found)
    totals = [round(s.total, 9) for _, s in ranked]
    assert totals == sorted(totals, reverse=True)


def test_keyword_scores_become_shares_of_the_best() -> None:
    assert share_of_best({ONE: 4.0, TWO: 2.0}) == {ONE: 1.0, TWO: 0.5}
    assert share_of_best({ONE: 0.0}) == {ONE: 0.0}
    assert share_of_best({}) == {}
