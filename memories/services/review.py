"""The reviewers' queue: list, read, claim. Quarantined text is read only through an open case, and reading
it is an event."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from audit.context import DatabaseRole, acting_as
from audit.identity import Actor
from memories.domain.errors import Conflict, Invalid, NotFound
from memories.domain.text import first_line
from memories.domain.vocabulary import CaseState, Source, Verb
from memories.models import MemoryContent, ReviewCase, ReviewDecision
from memories.services.access import require_staff
from memories.services.browse import Page
from memories.services.finders import owner_of
from memories.services.shapes import SignalView
from memories.services.subjects import hold_owner

LEASE = timedelta(minutes=5)
SORTS = ("due_at", "-risk", "created_at", "-created_at")


@dataclass(frozen=True)
class CaseFilters:
    """What to list; empty fields do not filter. ``age`` is a minimum in hours, ``q`` words of an undecided
    case's text. No ``state``: undecided."""

    state: CaseState | None = None
    signal: str = ""
    min_risk: float = 0.0
    source: Source | None = None
    age: float = 0.0
    q: str = ""
    sort: str = "due_at"


@dataclass(frozen=True)
class DecisionView:
    """One decision of a case's history."""

    id: UUID
    decision: str
    reason: str
    reviewer_kind: str
    reviewer_id: UUID
    created_at: datetime


@dataclass(frozen=True)
class CaseView:
    """A flagged write. ``owner`` is a random id, never a name; ``content`` is filled in the detail only."""

    id: UUID
    state: str
    risk: float
    source: str
    signals: tuple[SignalView, ...]
    owner: UUID
    memory_id: UUID | None
    first_line: str
    version: int
    claimed_by: UUID | None
    claimed_until: datetime | None
    created_at: datetime
    due_at: datetime
    overdue: bool
    decided_at: datetime | None
    content: str = ""
    metadata: Mapping[str, Any] | None = None
    decisions: tuple[DecisionView, ...] = ()


def list_cases(actor: Actor, filters: CaseFilters, *, limit: int = 50, offset: int = 0) -> Page[CaseView]:
    """A page of the workspace's cases, soonest due first. Needs ``review``; logged as one reading."""
    require_staff(actor, Verb.REVIEW)
    if filters.sort not in SORTS:
        raise Invalid(f"sort must be one of {', '.join(SORTS)}.", field="sort")
    now = datetime.now(UTC)
    with acting_as(actor, role=DatabaseRole.REVIEW) as scope:
        rows = _filtered(filters, now)
        total = rows.count()
        page = list(rows.order_by(filters.sort, "id")[offset : offset + limit])
        bodies, decisions = _bodies(page), _decisions([row.id for row in page])
        views = tuple(
            _view(row, bodies.get(row.memory_id), now=now, decisions=decisions.get(row.id, ()))
            for row in page
        )
        scope.record("review.queue_read", count=len(views))
    following = str(offset + limit) if offset + limit < total else None
    return Page(views, following, total)


def count_cases(actor: Actor) -> dict[CaseState, int]:
    """How many cases stand where; a lapsed claim counts as open. Needs ``review``."""
    require_staff(actor, Verb.REVIEW)
    now = datetime.now(UTC)
    with acting_as(actor, role=DatabaseRole.REVIEW):
        counts = Counter(dict(ReviewCase.objects.values_list("state").annotate(n=Count("id"))))
        lapsed = ReviewCase.objects.filter(state=CaseState.CLAIMED, claimed_until__lt=now).count()
    counts[CaseState.OPEN] += lapsed
    counts[CaseState.CLAIMED] -= lapsed
    return {state: counts[state] for state in CaseState}


def next_case(actor: Actor, *, besides: UUID) -> UUID | None:
    """The case to look at next: the soonest due of those nobody decides now. Needs ``review``."""
    require_staff(actor, Verb.REVIEW)
    with acting_as(actor, role=DatabaseRole.REVIEW):
        free = _filtered(CaseFilters(state=CaseState.OPEN), datetime.now(UTC)).exclude(id=besides)
        return free.order_by("due_at", "id").values_list("id", flat=True).first()


def get_case(actor: Actor, case_id: UUID) -> CaseView:
    """One case with the text under judgement and its decisions. Needs ``review``; logged."""
    require_staff(actor, Verb.REVIEW)
    now = datetime.now(UTC)
    with acting_as(actor, role=DatabaseRole.REVIEW) as scope:
        row = ReviewCase.objects.filter(id=case_id).first()
        if row is None:
            raise NotFound
        body = _bodies([row]).get(row.memory_id)
        decisions = _decisions([case_id]).get(case_id, ())
        scope.record("review.case_read", object_type="review_case", object_id=row.id)
        return _view(row, body, now=now, decisions=decisions, whole=True)


def claim(actor: Actor, case_id: UUID) -> datetime:
    """Reserve a case for five minutes (again: five more); returns until when.

    Raises ``Conflict`` while another reviewer holds it or when it is decided. Needs ``review``.
    """
    require_staff(actor, Verb.REVIEW)
    until = datetime.now(UTC) + LEASE
    owner_id = case_owner(actor, case_id)
    with acting_as(actor, owner_id) as scope:
        hold_owner(owner_id)
        row = lock_case(actor, case_id)
        row.state, row.claimed_by, row.claimed_until = CaseState.CLAIMED, actor.id, until
        row.save(update_fields=["state", "claimed_by", "claimed_until"])
        scope.record("review.claimed", object_type="review_case", object_id=row.id)
    return until


def release_claim(actor: Actor, case_id: UUID) -> None:
    """Give a claimed case back to the queue. Needs ``review`` and the claim."""
    require_staff(actor, Verb.REVIEW)
    owner_id = case_owner(actor, case_id)
    with acting_as(actor, owner_id) as scope:
        hold_owner(owner_id)
        row = lock_case(actor, case_id)
        if row.claimed_by != actor.id:
            raise Conflict("You do not hold this case.", code="not_claimed")
        row.state, row.claimed_by, row.claimed_until = CaseState.OPEN, None, None
        row.save(update_fields=["state", "claimed_by", "claimed_until"])
        scope.record("review.claim_released", object_type="review_case", object_id=row.id)


def case_owner(actor: Actor, case_id: UUID) -> UUID:
    """The owner a case of this workspace is about; ``NotFound`` otherwise."""
    owner_id = owner_of(actor, "review_case", case_id)
    if owner_id is None:
        raise NotFound
    return owner_id


def lock_case(actor: Actor, case_id: UUID) -> ReviewCase:
    """An undecided case nobody else holds, locked until the transaction ends; ``Conflict`` otherwise."""
    row = ReviewCase.objects.select_for_update().filter(id=case_id).first()
    if row is None:
        raise NotFound
    if row.state == CaseState.DECIDED:
        raise Conflict("This case is decided already.", code="already_decided")
    held = row.claimed_by not in (None, actor.id) and (row.claimed_until or datetime.min.replace(tzinfo=UTC))
    if held and held > datetime.now(UTC):
        raise Conflict("Another reviewer holds this case.", code="claimed_by_other")
    return row


def _filtered(filters: CaseFilters, now: datetime) -> QuerySet[ReviewCase]:
    rows = ReviewCase.objects.filter(risk__gte=filters.min_risk)
    lapsed = Q(state=CaseState.CLAIMED, claimed_until__lt=now)
    if filters.state is CaseState.OPEN:
        rows = rows.filter(Q(state=CaseState.OPEN) | lapsed)
    elif filters.state is CaseState.CLAIMED:
        rows = rows.filter(state=CaseState.CLAIMED, claimed_until__gte=now)
    elif filters.state is not None:
        rows = rows.filter(state=filters.state)
    else:
        rows = rows.exclude(state=CaseState.DECIDED)
    if filters.signal:
        rows = rows.filter(signals__contains=[{"name": filters.signal}])
    if filters.source is not None:
        rows = rows.filter(source=filters.source)
    if filters.q:
        said = MemoryContent.objects.filter(content__icontains=filters.q)
        rows = rows.exclude(state=CaseState.DECIDED).filter(memory_id__in=said.values("memory_id"))
    return rows.filter(created_at__lte=now - timedelta(hours=filters.age)) if filters.age else rows


def _bodies(cases: list[ReviewCase]) -> dict[UUID | None, MemoryContent]:
    ids = [case.memory_id for case in cases if case.memory_id and case.state != CaseState.DECIDED]
    return {body.memory_id: body for body in MemoryContent.objects.filter(memory_id__in=ids)}


def _view(
    row: ReviewCase,
    body: MemoryContent | None,
    *,
    now: datetime,
    decisions: tuple[DecisionView, ...] = (),
    whole: bool = False,
) -> CaseView:
    lapsed = row.state == CaseState.CLAIMED and row.claimed_until is not None and row.claimed_until < now
    return CaseView(
        id=row.id,
        state=CaseState.OPEN.value if lapsed else row.state,
        risk=round(row.risk, 4),
        source=row.source,
        signals=tuple(SignalView(**signal) for signal in row.signals),
        owner=row.owner_id,
        memory_id=row.memory_id,
        first_line=first_line(body.content) if body else "",
        version=row.version,
        claimed_by=None if lapsed else row.claimed_by,
        claimed_until=None if lapsed else row.claimed_until,
        created_at=row.created_at,
        due_at=row.due_at,
        overdue=row.decided_at is None and row.due_at < now,
        decided_at=row.decided_at,
        content=body.content if body and whole else "",
        metadata=body.metadata if body and whole else None,
        decisions=decisions,
    )


def _decisions(case_ids: list[UUID]) -> dict[UUID, tuple[DecisionView, ...]]:
    """The decisions of several cases, each oldest first."""
    found: dict[UUID, list[DecisionView]] = {}
    for row in ReviewDecision.objects.filter(case_id__in=case_ids).order_by("created_at"):
        found.setdefault(row.case_id, []).append(_decision(row))
    return {case_id: tuple(views) for case_id, views in found.items()}


def _decision(row: ReviewDecision) -> DecisionView:
    return DecisionView(row.id, row.decision, row.reason, row.reviewer_kind, row.reviewer_id, row.created_at)
