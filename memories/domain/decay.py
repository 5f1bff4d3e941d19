"""How much use a memory still has, and what its age means for it."""

import math
from dataclasses import dataclass

from memories.domain.policy import Policy
from memories.domain.vocabulary import Kind

DECAY_PER_DAY = {Kind.PREFERENCE: 0.05, Kind.FACT: 0.05, Kind.EVENT: 0.01, Kind.TASK: 0.05}
"""λ of exp(−λ·days) for each kind (requirements, section 1)."""

_FREQUENT = 20  # recalls after which more of them add nothing


def decay(rate: float, days: float) -> float:
    """Return exp(−rate·days), 1 for today; a time in the future counts as today. ``rate`` is per day."""
    return math.exp(-max(rate, 0.0) * max(days, 0.0))


def frequency(access_count: int) -> float:
    """Return 0–1 for how often a memory was recalled: logarithmic, 1 from twenty recalls on."""
    return min(1.0, math.log1p(max(access_count, 0)) / math.log1p(_FREQUENT))


def decay_score(*, kind: Kind, idle_days: float, access_count: int, confidence: float) -> float:
    """Return the remaining usefulness 0–1 from age, recalls and confidence.

    ``idle_days`` counts from the last read, or from the write when there was none. Each recall slows the
    decay, down to a third of the rate of a memory that nobody ever recalled; doubt scales the result.
    """
    slowed = DECAY_PER_DAY[kind] / (1 + 2 * frequency(access_count))
    return decay(slowed, idle_days) * (0.5 + 0.5 * min(max(confidence, 0.0), 1.0))


@dataclass(frozen=True)
class Ageing:
    """What the sweep knows of one memory; days are since the event, ``decay_score`` and confidence 0–1."""

    idle_days: float
    decay_score: float
    confidence: float
    access_count: int = 0
    pinned: bool = False


def is_soft_forgotten(age: Ageing, *, policy: Policy) -> bool:
    """True when a memory is rarely recalled and long unread: it then counts less in recall."""
    rare = age.access_count < _FREQUENT
    return not age.pinned and rare and age.idle_days > policy.soft_forget_after_days


def is_due_for_archive(age: Ageing, *, policy: Policy) -> bool:
    """True when a memory is unread and worn out enough to leave recall (it can be restored)."""
    worn_out = age.decay_score < ARCHIVE_BELOW
    return not age.pinned and worn_out and age.idle_days > policy.archive_after_days


def is_due_for_erasure(age: Ageing, *, policy: Policy) -> bool:
    """True when a memory is doubtful and unread so long that the erasure service should remove it."""
    doubtful = age.confidence < ERASE_BELOW_CONFIDENCE
    return not age.pinned and doubtful and age.idle_days > policy.hard_delete_after_days


ARCHIVE_BELOW = 0.3
ERASE_BELOW_CONFIDENCE = 0.6
