"""A reviewer's decision on a quarantined write, re-validated at the moment it is made."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from audit.context import Scope, acting_as
from audit.identity import Actor, uuid7
from memories.domain.errors import Blocked, Conflict, HindsightError, Invalid
from memories.domain.lifecycle import ensure_allowed
from memories.domain.text import find_malformed, is_blank, summarise
from memories.domain.vocabulary import (
    CaseState,
    DecisionKind,
    IndexingState,
    Kind,
    Outcome,
    Source,
    Status,
    Verb,
    Verdict,
)
from memories.jobs import Job, enqueue
from memories.models import Memory, MemoryVersion, Owner, ReviewCase, ReviewDecision
from memories.services.access import require_staff
from memories.services.browse import one
from memories.services.erasure_targets import erase_memory_rows
from memories.services.gate import Judgement, check_text, judge
from memories.services.lessons import keep_lesson
from memories.services.policies import effective_policy
from memories.services.review import case_owner, lock_case
from memories.services.storing import add_version, index_terms, set_identity, withhold_version
from memories.services.subjects import hold_owner

_REDACTED = "▇"
_REASON_LIMIT = 2000
_AS_A_WHOLE = 0.9


@dataclass(frozen=True)
class Decision:
    """What a reviewer decides; ``content`` for an edit, ``target_id`` for a merge."""

    kind: DecisionKind
    reason: str
    content: str | None = None
    target_id: UUID | None = None
    expected_version: int | None = None


@dataclass(frozen=True)
class Decided:
    """What became of a case."""

    case_id: UUID
    state: str
    decision: str
    outcome: str
    memory_id: UUID | None


@dataclass(frozen=True)
class BulkResult:
    """Result of one case of a bulk decision."""

    case_id: UUID
    decided: Decided | None = None
    refusal: HindsightError | None = None


def decide(actor: Actor, case_id: UUID, decision: Decision) -> Decided:
    """Carry out one decision. Needs ``review``.

    Raises ``Conflict`` when the case is decided, held by another, changed since ``expected_version``, or
    its memory no longer waits; ``Blocked`` when an edited text is refused by screening.
    """
    require_staff(actor, Verb.REVIEW)
    _check(decision)
    owner_id = case_owner(actor, case_id)
    with acting_as(actor, owner_id) as scope:
        owner = hold_owner(owner_id)
        case = lock_case(actor, case_id)
        if decision.expected_version not in (None, case.version):
            raise Conflict("This case has changed; look at it again.", code="stale_case")
        row = _waiting(case)
        outcome = _ACTIONS[decision.kind](scope, owner, row, case, decision)
        return _close(scope, case, decision, outcome=outcome)


def decide_many(
    actor: Actor, case_ids: Sequence[UUID], *, kind: DecisionKind, reason: str
) -> list[BulkResult]:
    """The same decision on many cases, each in its own transaction: one failure never sinks the rest."""
    require_staff(actor, Verb.REVIEW)
    if kind in (DecisionKind.EDIT, DecisionKind.MERGE):
        raise Invalid("An edit or a merge is decided case by case.", field="decision")
    results = []
    for case_id in case_ids:
        try:
            results.append(BulkResult(case_id, decide(actor, case_id, Decision(kind, reason))))
        except HindsightError as refusal:
            results.append(BulkResult(case_id, refusal=refusal))
    return results


def _check(decision: Decision) -> None:
    reason = decision.reason
    if is_blank(reason) or len(reason) > _REASON_LIMIT or find_malformed(reason):
        raise Invalid(f"Give a reason of 1 to {_REASON_LIMIT} characters.", field="reason")
    if (decision.kind is DecisionKind.EDIT) != (decision.content is not None):
        raise Invalid("content belongs to an edit, and an edit needs it.", field="content")
    if (decision.kind is DecisionKind.MERGE) != (decision.target_id is not None):
        raise Invalid("target_id belongs to a merge, and a merge needs it.", field="target_id")
    if decision.content is not None:
        check_text(decision.content)


def _waiting(case: ReviewCase) -> Memory:
    if case.memory_id is None:
        raise Conflict("The memory of this case is gone.", code="memory_gone")
    Memory.objects.select_for_update().filter(id=case.memory_id).first()
    row = one(case.memory_id)
    if row.status != Status.QUARANTINED:
        raise Conflict("The memory of this case no longer waits.", code="not_quarantined")
    return row


def _release(scope: Scope, owner: Owner, row: Memory, case: ReviewCase, decision: Decision) -> str:
    return _let_in(scope, owner, row, change="released")


def _edit(scope: Scope, owner: Owner, row: Memory, case: ReviewCase, decision: Decision) -> str:
    return _let_in_reworded(scope, owner, row, decision.content or "", change="edited")


def _redact(scope: Scope, owner: Owner, row: Memory, case: ReviewCase, decision: Decision) -> str:
    content = row.body.content
    for start, end in _flagged_places(case, len(content)):
        content = content[:start] + _REDACTED * (end - start) + content[end:]
    if not content.strip(_REDACTED + " \n\t.,;:!?。，；：！？"):
        raise Invalid("Nothing would be left after redaction; reject the write instead.", field="decision")
    if content == row.body.content:
        raise Invalid("No signal names a place in this text; edit or reject it instead.", field="decision")
    return _let_in_reworded(scope, owner, row, content, change="redacted")


def _flagged_places(case: ReviewCase, length: int) -> list[tuple[int, int]]:
    """Where the signals point. One that means the whole text says nothing about a place, unless all do."""
    places = [(signal["start"], min(signal["end"], length)) for signal in case.signals]
    narrow = [(start, end) for start, end in places if 0 < end - start < _AS_A_WHOLE * length]
    return sorted(narrow or places)


def _reject(scope: Scope, owner: Owner, row: Memory, case: ReviewCase, decision: Decision) -> str:
    keep_lesson(row, row.body.content, case.signals)
    if _took_back(scope, owner, row):
        return "rejected"
    erase_memory_rows(scope, row.id)
    case.memory = None
    return "rejected"


def _merge(scope: Scope, owner: Owner, row: Memory, case: ReviewCase, decision: Decision) -> str:
    living = Memory.objects.filter(status__in=[Status.ACTIVE, Status.TO_CONFIRM])
    if decision.target_id is None or not living.filter(id=decision.target_id).exists():
        raise Invalid("target_id must be a living memory of the same person.", field="target_id")
    row.status, row.outcome, row.merged_into_id = Status.MERGED, Outcome.MERGED, decision.target_id
    row.updated_at = datetime.now(UTC)
    row.save(update_fields=["status", "outcome", "merged_into", "updated_at"])
    return Status.MERGED.value


def _defer(scope: Scope, owner: Owner, row: Memory, case: ReviewCase, decision: Decision) -> str:
    return "deferred"


_ACTIONS = {
    DecisionKind.RELEASE: _release,
    DecisionKind.EDIT: _edit,
    DecisionKind.REDACT: _redact,
    DecisionKind.REJECT: _reject,
    DecisionKind.MERGE: _merge,
    DecisionKind.DEFER: _defer,
}


def _let_in_reworded(scope: Scope, owner: Owner, row: Memory, content: str, *, change: str) -> str:
    """Let the memory in with other words. Nobody reads the ones that were judged any more, and offered again
    they are judged again."""
    judged = _judged(owner, row, content)
    if judged.verdict is Verdict.BLOCK:
        raise Blocked("Screening refuses the changed text; change it further or reject the write.")
    set_identity(row, content)
    withhold_version(scope, row)
    row.body.content, row.risk = judged.content, judged.risk
    return _let_in(scope, owner, row, change=change)


def _took_back(scope: Scope, owner: Owner, row: Memory) -> bool:
    """A rejected revision leaves the memory as it was before; false when there is no before."""
    versions = MemoryVersion.objects.filter(owner_id=owner.id, memory_id=row.id, number=row.version - 1)
    earlier = versions.exclude(content="").first()
    if earlier is None:
        return False
    try:
        set_identity(row, earlier.content)
    except Conflict:
        return False  # The earlier text was stored anew meanwhile and needs no second memory.
    withhold_version(scope, row)
    row.body.content, row.body.metadata = earlier.content, earlier.metadata
    row.kind, row.confidence = earlier.kind, earlier.confidence
    row.risk = _judged(owner, row, earlier.content).risk
    # Whether somebody had confirmed it is not known any more: better asked twice.
    status = Status.TO_CONFIRM if row.outcome == Outcome.TO_CONFIRM else Status.ACTIVE
    _let_in(scope, owner, row, change="taken_back", status=status)
    return True


def _judged(owner: Owner, row: Memory, content: str) -> Judgement:
    policy = effective_policy(owner.id, kind=Kind(row.kind))
    return judge(content, row.body.metadata, policy=policy, source=Source(row.source))


def _let_in(scope: Scope, owner: Owner, row: Memory, *, change: str, status: Status = Status.ACTIVE) -> str:
    """The memory leaves quarantine; text that was changed is a new version."""
    ensure_allowed(Status(row.status), status)
    now = datetime.now(UTC)
    row.status, row.updated_at = status, now
    row.outcome = Outcome.STORED if status is Status.ACTIVE else Outcome.TO_CONFIRM
    row.indexing_state, row.indexing_attempts = IndexingState.PENDING, 0
    if change != "released":
        row.version += 1
        row.body.summary = summarise(row.body.content)
        row.body.save(update_fields=["content", "summary", "metadata"])
        add_version(row, scope.actor, content=row.body.content, metadata=row.body.metadata, change=change)
    index_terms(row, row.body.content)
    row.save()
    enqueue(Job.INDEX_OWNER, owner.workspace_id, owner.id, owner.epoch)
    return status.value


def _close(scope: Scope, case: ReviewCase, decision: Decision, *, outcome: str) -> Decided:
    now = datetime.now(UTC)
    deferred = decision.kind is DecisionKind.DEFER
    row = ReviewDecision.objects.create(
        id=uuid7(),
        workspace_id=case.workspace_id,
        owner_id=case.owner_id,
        case_id=case.id,
        decision=decision.kind,
        reason=decision.reason,
        reviewer_kind=scope.actor.kind,
        reviewer_id=scope.actor.id,
        created_at=now,
    )
    case.state = CaseState.HELD if deferred else CaseState.DECIDED
    case.decided_at = None if deferred else now
    case.claimed_by, case.claimed_until = None, None
    case.version += 1
    case.save()
    scope.record(
        "review.decided",
        object_type="review_case",
        object_id=case.id,
        outcome=outcome,
        decision=decision.kind,
        risk=round(case.risk, 4),
        version=case.version,
        decision_id=row.id,
    )
    return Decided(case.id, case.state, decision.kind.value, outcome, case.memory_id)
