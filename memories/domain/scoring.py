"""The recall score: a weighted sum of explained parts, each 0–1, times what the source is worth."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from uuid import UUID

from memories.domain.decay import DECAY_PER_DAY, decay, frequency
from memories.domain.errors import Invalid
from memories.domain.vocabulary import Kind, Source

TYPE_PRIOR = {Kind.PREFERENCE: 1.0, Kind.FACT: 0.9, Kind.TASK: 0.8, Kind.EVENT: 0.7}
"""Requirements, section 1."""

SOURCE_WEIGHT = {
    Source.USER_STATED: 1.0,
    Source.IMPORT: 0.9,
    Source.AGENT_INFERRED: 0.8,
    Source.TOOL_RESULT: 0.6,
    Source.DOCUMENT: 0.4,
}
"""A document counts half of what an agent says: in a poisoned store that cut the hijack from 47 % of the hits
to 6–12 %."""

SOFT_FORGOTTEN_WEIGHT = 0.3
_RECENCY_PER_DAY = 1 / 30
_LEAST_CONFIDENCE_WEIGHT = 0.6
_ROUNDING = 1e-6  # what adding up shares may be off by


@dataclass(frozen=True)
class ScoreWeights:
    """Share of each part in the total; the shares add up to 1."""

    vector: float = 0.0
    keyword: float = 0.0
    context: float = 0.0
    speaker: float = 0.0
    recency: float = 0.0
    frequency: float = 0.0
    decay: float = 0.0
    prior: float = 0.0

    def __post_init__(self) -> None:
        shares = self.as_dict().values()
        if min(shares) < 0 or abs(sum(shares) - 1) > _ROUNDING:
            raise Invalid("Score weights must not be negative and must add up to 1.", field="weights")

    def as_dict(self) -> dict[str, float]:
        """Shares by the name of the part."""
        return dict(self._shares)

    @cached_property
    def _shares(self) -> dict[str, float]:
        return {f.name: getattr(self, f.name) for f in fields(self)}


PRESETS: Mapping[str, ScoreWeights] = {
    "balanced-60": ScoreWeights(vector=0.6, keyword=0.2, recency=0.1, frequency=0.1),
    "typed-50": ScoreWeights(vector=0.5, keyword=0.2, decay=0.2, prior=0.1),
    # Measured on dialogues in both languages (docs/benchmarks.md); age and habit only break near-ties.
    "default": ScoreWeights(
        vector=0.37, keyword=0.3, context=0.14, speaker=0.13, recency=0.03, frequency=0.01, prior=0.02
    ),
}


@dataclass(frozen=True)
class Candidate:
    """A pooled memory. ``vector`` is a calibrated similarity, ``keyword`` BM25 over the pool's best, 0–1.

    ``context`` says how well its neighbours in the conversation match, ``speaker`` whether somebody said it
    whom the question names, both 0–1; ``age_days`` counts from the event.
    """

    id: UUID
    kind: Kind
    source: Source
    vector: float = 0.0
    keyword: float = 0.0
    context: float = 0.0
    speaker: float = 0.0
    age_days: float = 0.0
    access_count: int = 0
    confidence: float = 1.0
    soft_forgotten: bool = False


@dataclass(frozen=True)
class Score:
    """``total`` 0–1 is the weighted sum of ``parts`` (0–1 each) times all ``factors`` (0–1 each)."""

    total: float
    parts: dict[str, float]
    factors: dict[str, float]


def score(candidate: Candidate, *, weights: ScoreWeights) -> Score:
    """Return the explained score of one candidate."""
    parts = _parts(candidate)
    factors = _factors(candidate)
    total = sum(share * parts[name] for name, share in weights.as_dict().items())
    for factor in factors.values():
        total *= factor
    return Score(total=_unit(total), parts=parts, factors=factors)


def rank(candidates: Iterable[Candidate], *, weights: ScoreWeights) -> list[tuple[Candidate, Score]]:
    """Return all candidates, best first; equal totals go to the better match, the younger, the smaller id."""
    scored = [(candidate, score(candidate, weights=weights)) for candidate in candidates]
    return sorted(scored, key=lambda pair: _order(*pair))


def weights_of(preset: str) -> ScoreWeights:
    """Return the weights of a published preset; raises ``Invalid`` for an unknown name."""
    if preset not in PRESETS:
        raise Invalid(f"Unknown preset {preset}; known are {', '.join(PRESETS)}.", field="preset")
    return PRESETS[preset]


def share_of_best(scores: Mapping[UUID, float], *, at_least: float = 0.0) -> dict[UUID, float]:
    """Return BM25 scores divided by the best of them (0–1), or by ``at_least`` where even the best is lower.

    An empty or worthless pool gives zeros.
    """
    best = max([*scores.values(), at_least], default=0.0)
    return {key: _unit(value / best) if best > 0 else 0.0 for key, value in scores.items()}


def _parts(candidate: Candidate) -> dict[str, float]:
    return {
        "vector": _unit(candidate.vector),
        "keyword": _unit(candidate.keyword),
        "context": _unit(candidate.context),
        "speaker": _unit(candidate.speaker),
        "recency": decay(_RECENCY_PER_DAY, candidate.age_days),
        "frequency": frequency(candidate.access_count),
        "decay": decay(DECAY_PER_DAY[candidate.kind], candidate.age_days),
        "prior": TYPE_PRIOR[candidate.kind],
    }


def _factors(candidate: Candidate) -> dict[str, float]:
    doubt = _LEAST_CONFIDENCE_WEIGHT + (1 - _LEAST_CONFIDENCE_WEIGHT) * _unit(candidate.confidence)
    forgotten = SOFT_FORGOTTEN_WEIGHT if candidate.soft_forgotten else 1.0
    return {"source": SOURCE_WEIGHT[candidate.source], "confidence": doubt, "soft_forget": forgotten}


def _order(candidate: Candidate, scored: Score) -> tuple[float, float, float, float, str]:
    best_match = max(scored.parts["vector"], scored.parts["keyword"])
    return (
        -round(scored.total, 9),
        -best_match,
        candidate.age_days,
        -candidate.access_count,
        str(candidate.id),
    )


def _unit(value: float) -> float:
    return 0.0 if math.isnan(value) else min(1.0, max(0.0, value))  # NaN counts as no match
