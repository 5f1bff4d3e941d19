"""The reviewers' queue."""

from datetime import timedelta
from typing import Annotated, Any
from uuid import UUID

from pydantic import BeforeValidator, Field

from memories.domain.vocabulary import CaseState, DecisionKind, Kind, Source
from memories.entry.schemas.administration import EventAnswer
from memories.entry.schemas.base import Ident, Incoming, Listed, Moment, Outgoing, Paging, Share, span_of
from memories.entry.schemas.memories import Content, MemoryAnswer
from memories.entry.schemas.retaining import SignalAnswer
from memories.services.case_context import CaseContext
from memories.services.decide import BulkResult, Decision
from memories.services.review import SORTS, CaseFilters, CaseView

_HOUR = timedelta(hours=1)


def _hours(value: Any) -> Any:
    """``"3d"`` in hours; a plain number is hours already."""
    return span_of(value) / _HOUR if isinstance(value, str) and value[-1:].isalpha() else value


class CasesQuery(Paging):
    """What to list; without ``state`` all that is undecided. ``age`` is a least age: hours, or ``3d``."""

    state: CaseState | None = None
    signal: str = Field(default="", max_length=64)
    min_risk: Share = 0.0
    source: Source | None = None
    age: Annotated[float, Field(ge=0, le=100_000), BeforeValidator(_hours)] = 0.0
    q: str = Field(default="", max_length=200, description="Words of the text of an undecided case.")
    sort: Annotated[str, Field(json_schema_extra={"enum": list(SORTS)})] = SORTS[0]

    def filters(self) -> CaseFilters:
        """The request as the use case takes it."""
        return CaseFilters(**self.model_dump(exclude={"limit", "cursor"}))


DecisionIn = Annotated[DecisionKind, Field(strict=False)]
Reason = Annotated[str, Field(min_length=1, max_length=2000)]


class DecideRequest(Incoming):
    """A decision with its reason; ``version`` refuses a case that has changed since it was read."""

    decision: DecisionIn
    reason: Reason
    content: Content | None = None
    target_id: Ident | None = None
    version: int | None = None

    def made(self) -> Decision:
        """The request as the use case takes it."""
        return Decision(self.decision, self.reason, self.content, self.target_id, self.version)


class BulkRequest(Incoming):
    """The same decision on several cases."""

    case_ids: list[Ident] = Field(min_length=1, max_length=200)
    decision: DecisionIn
    reason: Reason


class DecisionAnswer(Outgoing):
    """One decision of a case's history."""

    id: UUID
    decision: DecisionKind
    reason: str
    reviewer_kind: str
    reviewer_id: UUID
    created_at: Moment


class CaseAnswer(Outgoing):
    """A flagged write. ``owner`` is a random id, never a name; ``content`` is filled in the detail only."""

    id: UUID
    state: CaseState
    risk: float
    source: str
    signals: list[SignalAnswer]
    owner: UUID
    memory_id: UUID | None
    first_line: str
    version: int
    claimed_by: UUID | None
    claimed_until: Moment | None
    created_at: Moment
    due_at: Moment
    overdue: bool
    decided_at: Moment | None
    content: str
    metadata: dict[str, Any] | None
    decisions: list[DecisionAnswer]


class NeighbourAnswer(Outgoing):
    """A living memory of the same person that comes close to the flagged text, and how close, 0–1."""

    memory: MemoryAnswer
    similarity: float


class CaseDetailAnswer(CaseAnswer):
    """One case with its surroundings; ``history`` is newest first. Decided cases show no neighbours."""

    kind: Kind | None
    nearest: list[NeighbourAnswer]
    history: list[EventAnswer]


class CaseList(Listed[CaseAnswer]):
    """A page of the queue."""


class ClaimAnswer(Outgoing):
    """Who holds the case until when."""

    id: UUID
    state: CaseState
    claimed_until: Moment | None


class DecidedAnswer(Outgoing):
    """What became of a case."""

    case_id: UUID
    state: CaseState
    decision: DecisionKind
    outcome: str
    memory_id: UUID | None


class BulkItemAnswer(Outgoing):
    """What became of one case of several."""

    case_id: UUID
    status: int
    outcome: str | None = None
    code: str | None = None
    detail: str | None = None


class BulkAnswer(Outgoing):
    """Results in the order of the cases."""

    results: list[BulkItemAnswer]


class ReviewerLoadAnswer(Outgoing):
    """One reviewer's share."""

    reviewer: UUID
    claimed: int
    decided: int


class ReviewStatsAnswer(Outgoing):
    """The queue now; decisions and precision of the gate over 30 days."""

    open: int
    overdue: int
    oldest_at: Moment | None
    per_signal: dict[str, int]
    decisions: dict[str, int]
    precision: float | None
    per_reviewer: list[ReviewerLoadAnswer]


def case_detail(case: CaseView, context: CaseContext) -> CaseDetailAnswer:
    """Shape one case with what lies around it."""
    surroundings = {**vars(context), "kind": context.kind or None}
    return CaseDetailAnswer.model_validate({**vars(case), **surroundings})


def bulk_item(result: BulkResult) -> BulkItemAnswer:
    """Shape the result of one case."""
    if result.decided is not None:
        return BulkItemAnswer(case_id=result.case_id, status=200, outcome=result.decided.outcome)
    refusal = result.refusal
    return BulkItemAnswer(
        case_id=result.case_id,
        status=refusal.status if refusal else 500,
        code=refusal.code if refusal else "internal",
        detail=refusal.message if refusal else None,
    )
