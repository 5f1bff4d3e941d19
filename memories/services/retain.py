"""Offer content: stored, merged, to confirm, quarantined, blocked, or (while paused) not remembered."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from audit.context import Scope, acting_as
from audit.identity import Actor
from audit.record import subject_key
from audit.seal import SubjectKey
from memories.domain.errors import HindsightError, OwnerErased
from memories.domain.fingerprint import fingerprint
from memories.domain.policy import Policy
from memories.domain.scoring import SOURCE_WEIGHT
from memories.domain.vocabulary import Outcome, Source, Status, Verb, Verdict
from memories.models import Conversation, Memory, Owner
from memories.services.access import require
from memories.services.gate import Judgement, check_metadata, check_text, judge
from memories.services.lessons import matches_lesson
from memories.services.offers import (
    Offer,
    decided_source,
    expiry,
    identity_digest,
    outcome_of,
    stated_confidence,
    thread_of,
)
from memories.services.policies import effective_policy
from memories.services.shapes import Retained, memory_view, with_body
from memories.services.storing import LIVE, Draft, case_of, store
from memories.services.subjects import find_conversation, hold_owner, pause_of, take_conversation
from memories.services.tombstones import is_tombstoned


@dataclass(frozen=True)
class BatchResult:
    """Result of one item of a batch: an outcome, or the refusal that met it."""

    retained: Retained | None = None
    refusal: HindsightError | None = None


@dataclass(frozen=True)
class _Case:
    """An offer with everything the server has found out about it."""

    offer: Offer
    owner: Owner
    key: SubjectKey
    policy: Policy
    source: Source
    judged: Judgement
    was_erased: bool
    now: datetime

    @property
    def confidence(self) -> float:
        return stated_confidence(self.offer, self.source)

    @property
    def outcome(self) -> Outcome:
        # An erased statement does not come back unasked: somebody confirms it first.
        confidence = 0.0 if self.was_erased else self.confidence
        return outcome_of(self.judged.verdict, confidence, policy=self.policy)


def retain(actor: Actor, owner_id: UUID, offer: Offer, *, dry_run: bool = False) -> Retained:
    """Offer one statement about an owner; ``dry_run`` says what would happen and stores nothing.

    Needs ``retain``. Raises ``Invalid`` for text that cannot be kept and ``OwnerErased`` for a person
    being forgotten. A blocked write is an outcome, not an exception: its event must commit.
    """
    require(actor, Verb.RETAIN)
    _check(offer)
    with acting_as(actor, owner_id) as scope:
        case = _examine(scope, owner_id, offer)
        return _foresee(scope, case) if dry_run else _carry_out(scope, case)


def foresee_for_stranger(actor: Actor, offer: Offer) -> Retained:
    """A dry run about a person nobody has mentioned yet: nothing is made, not even the person. Needs
    ``retain``."""
    require(actor, Verb.RETAIN)
    _check(offer)
    with acting_as(actor) as scope:
        policy = effective_policy(kind=offer.kind)
        source = decided_source(actor, offer.source)
        judged = judge(offer.content, offer.metadata, policy=policy, source=source)
        expiry(offer, policy=policy, now=datetime.now(UTC))
        outcome = outcome_of(judged.verdict, stated_confidence(offer, source), policy=policy)
        scope.record("memory.dry_run", outcome=outcome, risk=round(judged.risk, 4), verdict=judged.verdict)
        return Retained(outcome, judged.view)


def retain_batch(actor: Actor, owner_id: UUID, offers: Sequence[Offer]) -> list[BatchResult]:
    """Offer up to 100 statements in one transaction; one bad item never sinks the rest. Needs ``retain``."""
    require(actor, Verb.RETAIN)
    with acting_as(actor, owner_id) as scope:
        return [_attempt(scope, owner_id, offer) for offer in offers]


def _check(offer: Offer) -> None:
    check_text(offer.content)
    check_metadata(offer.metadata)


def _attempt(scope: Scope, owner_id: UUID, offer: Offer) -> BatchResult:
    recorded = len(scope.events)
    try:
        _check(offer)
        with transaction.atomic():
            return BatchResult(retained=_carry_out(scope, _examine(scope, owner_id, offer)))
    except HindsightError as refusal:
        del scope.events[recorded:]  # what was rolled back did not happen
        return BatchResult(refusal=refusal)


def _examine(scope: Scope, owner_id: UUID, offer: Offer) -> _Case:
    owner = hold_owner(owner_id)
    key = subject_key(owner_id)
    if key is None:
        raise OwnerErased
    policy = effective_policy(owner_id, kind=offer.kind)
    source = decided_source(scope.actor, offer.source)
    lesson = matches_lesson(owner_id, fingerprint(offer.content, key=key.salt))
    judged = judge(offer.content, offer.metadata, policy=policy, source=source, lesson_matched=lesson)
    was_erased = is_tombstoned(owner, (offer.content, judged.content), offer.message_id)
    return _Case(offer, owner, key, policy, source, judged, was_erased, datetime.now(UTC))


def _foresee(scope: Scope, case: _Case) -> Retained:
    outcome, merged = _foreseen(case)
    scope.record(
        "memory.dry_run", outcome=outcome, risk=round(case.judged.risk, 4), verdict=case.judged.verdict
    )
    return Retained(outcome, case.judged.view, merged_into=merged)


def _foreseen(case: _Case) -> tuple[Outcome, UUID | None]:
    """Outcome, and the memory it would merge with: the same turns as ``_carry_out``, without a trace."""
    if pause_of(case.owner, find_conversation(case.owner, case.offer.conversation_id)):
        return Outcome.PAUSED, None
    if case.outcome is Outcome.BLOCKED:
        return Outcome.BLOCKED, None
    expiry(case.offer, policy=case.policy, now=case.now)
    existing = _existing(case.owner, identity_digest(case.key, case.offer)).first()
    if existing is None:
        return case.outcome, None
    if existing.status == Status.QUARANTINED:
        return Outcome.QUARANTINED, None
    return Outcome.MERGED, existing.id


def _carry_out(scope: Scope, case: _Case) -> Retained:
    conversation = take_conversation(case.owner, thread_of(case.offer), now=case.now)
    if pause_of(case.owner, conversation):
        scope.record("memory.retained", outcome=Outcome.PAUSED, source=case.source)
        return Retained(Outcome.PAUSED, case.judged.view)
    if case.judged.verdict is Verdict.BLOCK:
        return _blocked(scope, case)
    return _store_once(scope, _draft(scope.actor, case, conversation))


def _draft(author: Actor, case: _Case, conversation: Conversation | None) -> Draft:
    offer = case.offer
    return Draft(
        owner=case.owner,
        author=author,
        kind=offer.kind,
        judged=case.judged,
        policy=case.policy,
        source=case.source,
        trust=SOURCE_WEIGHT[case.source],
        confidence=case.confidence,
        outcome=case.outcome,
        digest=identity_digest(case.key, offer),
        now=case.now,
        conversation=conversation,
        message_id=offer.message_id,
        turn=offer.turn,
        event_time=offer.event_time,
        expires_at=expiry(offer, policy=case.policy, now=case.now),
        pinned=offer.pinned,
        was_erased=case.was_erased,
    )


def _store_once(scope: Scope, draft: Draft) -> Retained:
    existing = _lock_existing(draft)
    if existing is not None:
        return _merge(scope, existing, draft)
    recorded = len(scope.events)
    try:
        with transaction.atomic():
            return store(scope, draft)
    except IntegrityError:
        # Another request stored the same statement meanwhile: the constraint decided, so this one merges.
        del scope.events[recorded:]
        existing = _lock_existing(draft)
        if existing is None:
            raise
    return _merge(scope, existing, draft)


def _existing(owner: Owner, digest: bytes) -> QuerySet[Memory]:
    return with_body(Memory.objects.filter(owner_id=owner.id, digest=digest, status__in=LIVE))


def _lock_existing(draft: Draft) -> Memory | None:
    return _existing(draft.owner, draft.digest).select_for_update(of=("self",)).first()


def _merge(scope: Scope, row: Memory, draft: Draft) -> Retained:
    """The same statement again reinforces the memory that exists; one in quarantine stays where it is."""
    if row.status == Status.QUARANTINED:
        outcome, merged, case_id = Outcome.QUARANTINED, None, case_of(row.id, row.owner_id)
    else:
        outcome, merged, case_id = Outcome.MERGED, row.id, None
        if draft.outcome is not Outcome.QUARANTINED:  # what a reviewer should see first is no witness
            _reinforce(row, draft)
    scope.record(
        "memory.retained",
        object_type="memory",
        object_id=row.id,
        outcome=outcome,
        merged_into=merged,
        source=draft.source,
    )
    return Retained(
        outcome, draft.judged.view, id=row.id, memory=memory_view(row), case_id=case_id, merged_into=merged
    )


def _reinforce(row: Memory, draft: Draft) -> None:
    # A repeat is half as good as an independent witness: it may be the same source saying it twice.
    row.confidence = 1 - (1 - row.confidence) * (1 - draft.confidence / 2)
    confirmed = row.confidence >= draft.policy.confirm_below and not draft.was_erased
    if row.status == Status.TO_CONFIRM and confirmed:
        row.status = Status.ACTIVE
    row.updated_at = draft.now
    row.save(update_fields=["confidence", "status", "updated_at"])


def _blocked(scope: Scope, case: _Case) -> Retained:
    scope.record(
        "memory.retained",
        outcome=Outcome.BLOCKED,
        source=case.source,
        risk=round(case.judged.risk, 4),
        verdict=case.judged.verdict,
        signals=case.judged.codes,
    )
    return Retained(Outcome.BLOCKED, case.judged.view)
