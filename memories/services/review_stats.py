"""How the review queue and the gate are doing: waiting, age, signals, precision, load."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db.models import Count, Min, Q

from audit.context import DatabaseRole, acting_as
from audit.identity import Actor
from memories.domain.vocabulary import CaseState, DecisionKind, Verb
from memories.models import ReviewCase, ReviewDecision
from memories.services.access import require_staff

PERIOD = timedelta(days=30)
"""How far back decisions count."""

_HARMFUL = (DecisionKind.REJECT, DecisionKind.REDACT, DecisionKind.EDIT)
_FINAL = (*_HARMFUL, DecisionKind.RELEASE, DecisionKind.MERGE)


@dataclass(frozen=True)
class ReviewerLoad:
    """One reviewer: cases they hold now, and decisions in the period."""

    reviewer: UUID
    claimed: int
    decided: int


@dataclass(frozen=True)
class ReviewStats:
    """The queue now, and decisions of the last 30 days.

    ``precision`` is the share of decided cases in which the text was not let in as it was (rejected, redacted
    or edited): how often the gate was right. ``None`` before the first decision.
    """

    open: int
    overdue: int
    oldest_at: datetime | None
    per_signal: dict[str, int]
    decisions: dict[str, int]
    precision: float | None
    per_reviewer: tuple[ReviewerLoad, ...]


def review_stats(actor: Actor) -> ReviewStats:
    """Figures of the workspace's queue. Needs ``review``."""
    require_staff(actor, Verb.REVIEW)
    now = datetime.now(UTC)
    with acting_as(actor, role=DatabaseRole.REVIEW):
        waiting = ReviewCase.objects.exclude(state=CaseState.DECIDED)
        queue = waiting.aggregate(
            n=Count("id"), late=Count("id", filter=Q(due_at__lt=now)), oldest=Min("created_at")
        )
        names = (
            signal["name"] for signals in waiting.values_list("signals", flat=True) for signal in signals
        )
        signals = Counter(names)
        recent = ReviewDecision.objects.filter(created_at__gte=now - PERIOD)
        decisions = dict(recent.values_list("decision").annotate(n=Count("id")))
        decided = dict(recent.values_list("reviewer_id").annotate(n=Count("id")))
        held = waiting.filter(state=CaseState.CLAIMED, claimed_until__gte=now)
        claimed = dict(held.values_list("claimed_by").annotate(n=Count("id")))
    return ReviewStats(
        open=queue["n"],
        overdue=queue["late"],
        oldest_at=queue["oldest"],
        per_signal=dict(signals.most_common()),
        decisions=decisions,
        precision=_precision(decisions),
        per_reviewer=_loads(claimed, decided),
    )


def _precision(decisions: dict[str, int]) -> float | None:
    final = sum(decisions.get(kind, 0) for kind in _FINAL)
    harmful = sum(decisions.get(kind, 0) for kind in _HARMFUL)
    return round(harmful / final, 4) if final else None


def _loads(claimed: dict[UUID, int], decided: dict[UUID, int]) -> tuple[ReviewerLoad, ...]:
    people = sorted({*claimed, *decided}, key=lambda person: -decided.get(person, 0))
    return tuple(ReviewerLoad(person, claimed.get(person, 0), decided.get(person, 0)) for person in people)
