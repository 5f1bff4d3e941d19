"""A raw cosine means something else with every model."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from memories.domain.policy import DEFAULT_POLICY
from memories.domain.similarity import FIT, LIKENESS, calibrate, likeness

tags = st.sampled_from([*FIT, *LIKENESS, "multilingual-e5-small-q4", "some-other-model"])
maps = st.sampled_from([calibrate, likeness])


@given(st.floats(allow_nan=True), tags, maps)
def test_similarity_lies_between_nought_and_one(
    cosine: float, tag: str, meaning: Callable[[float, str], float]
) -> None:
    assert 0 <= meaning(cosine, tag) <= 1


@given(st.floats(-1, 1), st.floats(-1, 1), tags, maps)
def test_a_higher_cosine_never_means_less(
    one: float, other: float, tag: str, meaning: Callable[[float, str], float]
) -> None:
    low, high = sorted((one, other))
    assert meaning(low, tag) <= meaning(high, tag)


def test_unrelated_sentences_of_the_packaged_model_are_not_similar() -> None:
    assert calibrate(0.75, "multilingual-e5-small") == 0
    assert calibrate(0.83, "multilingual-e5-small") < 0.5
    assert calibrate(1.0, "multilingual-e5-small") == 1


def test_the_policys_thresholds_mean_what_they_say_with_the_packaged_model() -> None:
    def of(cosine: float) -> float:
        return likeness(cosine, "multilingual-e5-small-q4")

    assert of(0.85) < 0.5  # two sentences about different things
    # The same meeting on another weekday is a conflict, no merge.
    assert DEFAULT_POLICY.conflict_similarity <= of(0.917) < DEFAULT_POLICY.merge_similarity
    assert of(0.971) < DEFAULT_POLICY.merge_similarity  # mornings or evenings, in Chinese
    assert of(0.987) >= DEFAULT_POLICY.merge_similarity  # "I love hiking", "I really enjoy hiking"


def test_an_unknown_model_keeps_its_positive_cosine() -> None:
    assert calibrate(0.4, "unheard-of") == 0.4
    assert calibrate(-0.4, "unheard-of") == 0
