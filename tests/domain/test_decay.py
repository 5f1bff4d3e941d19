"""How use wears off with time, and which memories a sweep may touch."""

import dataclasses
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.domain.decay import (
    DECAY_PER_DAY,
    Ageing,
    decay,
    decay_score,
    frequency,
    is_due_for_archive,
    is_due_for_erasure,
    is_soft_forgotten,
)
from memories.domain.policy import DEFAULT_POLICY
from memories.domain.vocabulary import Kind

days = st.floats(0, 5000)
kinds = st.sampled_from(Kind)
counts = st.integers(0, 500)
units = st.floats(0, 1)


def test_decay_is_exponential_and_the_future_counts_as_today() -> None:
    assert decay(0.05, 10) == pytest.approx(math.exp(-0.5))
    assert decay(0.05, 0) == decay(0.05, -7) == 1


def test_events_wear_off_slower_than_facts() -> None:
    assert DECAY_PER_DAY[Kind.EVENT] < DECAY_PER_DAY[Kind.FACT]


@given(kinds, days, counts, units)
def test_the_score_stays_between_nought_and_one(
    kind: Kind, idle: float, count: int, confidence: float
) -> None:
    assert 0 <= decay_score(kind=kind, idle_days=idle, access_count=count, confidence=confidence) <= 1


@given(kinds, days, st.floats(0, 100), counts, units)
def test_time_never_raises_the_score_and_recalls_never_lower_it(
    kind: Kind, idle: float, more: float, count: int, confidence: float
) -> None:
    def of(idle_days: float, access_count: int) -> float:
        return decay_score(kind=kind, idle_days=idle_days, access_count=access_count, confidence=confidence)

    assert of(idle + more, count) <= of(idle, count) + 1e-12
    assert of(idle, count + 5) >= of(idle, count) - 1e-12


def test_frequency_saturates() -> None:
    assert frequency(0) == 0
    assert frequency(20) == frequency(2000) == 1
    assert 0 < frequency(1) < frequency(5) < 1


OLD = Ageing(idle_days=400, decay_score=0.05, confidence=0.3)


def test_old_doubtful_and_unread_memories_pass_all_three_stages() -> None:
    assert is_soft_forgotten(OLD, policy=DEFAULT_POLICY)
    assert is_due_for_archive(OLD, policy=DEFAULT_POLICY)
    assert is_due_for_erasure(OLD, policy=DEFAULT_POLICY)


STAGES = [
    (is_soft_forgotten, {"idle_days": 90}, {"idle_days": 91}),
    (is_soft_forgotten, {"access_count": 20}, {"access_count": 1}),
    (is_due_for_archive, {"idle_days": 30}, {"idle_days": 31}),
    (is_due_for_archive, {"decay_score": 0.3}, {"decay_score": 0.29}),
    (is_due_for_erasure, {"idle_days": 180}, {"idle_days": 181}),
    (is_due_for_erasure, {"confidence": 0.6}, {"confidence": 0.59}),
]


@pytest.mark.parametrize(("stage", "spared", "taken"), STAGES)
def test_each_stage_begins_where_the_policy_says(stage, spared, taken) -> None:  # type: ignore[no-untyped-def]
    assert not stage(dataclasses.replace(OLD, **spared), policy=DEFAULT_POLICY)
    assert stage(dataclasses.replace(OLD, **taken), policy=DEFAULT_POLICY)


def test_a_pinned_memory_is_never_touched() -> None:
    pinned = dataclasses.replace(OLD, pinned=True)
    assert not is_soft_forgotten(pinned, policy=DEFAULT_POLICY)
    assert not is_due_for_archive(pinned, policy=DEFAULT_POLICY)
    assert not is_due_for_erasure(pinned, policy=DEFAULT_POLICY)
