"""Writes one accepted or quarantined statement with everything that belongs to it."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction

from audit.context import DatabaseRole, Scope, acting_as
from audit.identity import Actor, uuid7
from audit.record import subject_key
from memories.backends import memory_index
from memories.domain.errors import Conflict, OwnerErased
from memories.domain.policy import Policy
from memories.domain.text import normalise, summarise
from memories.domain.tokens import term_count, terms
from memories.domain.transcripts import attributed
from memories.domain.vocabulary import CaseState, IndexingState, Kind, Outcome, Source, Status
from memories.jobs import Job, enqueue
from memories.models import Conversation, Memory, MemoryContent, MemoryVersion, Message, Owner, ReviewCase
from memories.services.gate import Judgement
from memories.services.offers import Turn
from memories.services.shapes import Retained, memory_view

WITHHELD = "withheld"
"""The ``change`` of a version whose words were taken out."""

LIVE = (Status.ACTIVE, Status.TO_CONFIRM, Status.QUARANTINED)
_STATUS = {
    Outcome.STORED: Status.ACTIVE,
    Outcome.TO_CONFIRM: Status.TO_CONFIRM,
    Outcome.QUARANTINED: Status.QUARANTINED,
}


@dataclass(frozen=True)
class Draft:
    """A judged statement, ready to be stored. ``original`` is the text before masking: it is never stored."""

    owner: Owner
    author: Actor
    kind: Kind
    judged: Judgement
    policy: Policy
    source: Source
    trust: float
    confidence: float
    outcome: Outcome
    digest: bytes
    now: datetime
    conversation: Conversation | None = None
    message_id: str | None = None
    turn: Turn | None = None
    event_time: datetime | None = None
    expires_at: datetime | None = None
    pinned: bool = False
    was_erased: bool = False
    id: UUID = field(default_factory=uuid7)


def store(scope: Scope, draft: Draft) -> Retained:
    """Insert the memory, its content, first version, index terms and (when quarantined) its review case.

    Raises ``IntegrityError`` when a live memory with the same digest exists.
    """
    counts = {} if draft.outcome is Outcome.QUARANTINED else terms(_searched(draft))
    row = _memory(draft, length=term_count(counts))
    _content(row, draft)
    add_version(
        row, draft.author, content=draft.judged.content, metadata=draft.judged.metadata, change="retained"
    )
    case_id = None
    if draft.outcome is Outcome.QUARANTINED:
        case_id = open_case(scope, row, draft.judged, policy=draft.policy, now=draft.now)
    else:
        memory_index().put_terms(owner_id=row.owner_id, memory_id=row.id, counts=counts)
        enqueue(Job.INDEX_OWNER, draft.owner.workspace_id, draft.owner.id, draft.owner.epoch)
    _record(scope, row, draft)
    return Retained(draft.outcome, draft.judged.view, id=row.id, memory=memory_view(row), case_id=case_id)


def _searched(draft: Draft) -> str:
    return attributed(draft.judged.content, draft.turn.speaker if draft.turn else "")


def add_version(
    row: Memory, author: Actor, *, content: str, metadata: dict[str, object], change: str
) -> None:
    """Keep the text that ``row.version`` stands for; numbers run without gaps."""
    MemoryVersion.objects.create(
        workspace_id=row.workspace_id,
        owner_id=row.owner_id,
        memory_id=row.id,
        number=row.version,
        content=content,
        kind=row.kind,
        confidence=row.confidence,
        metadata=metadata,
        change=change,
        author_kind=author.kind,
        author_id=author.id,
        created_at=row.updated_at,
    )


def set_identity(row: Memory, content: str) -> None:
    """Let the memory count as saying ``content`` (before masking), for "the same statement again".

    Raises ``Conflict`` when another living memory says exactly that, ``OwnerErased`` when the key is gone.
    """
    key = subject_key(row.owner_id)
    if key is None:
        raise OwnerErased
    row.digest = key.digest(normalise(content))
    try:
        with transaction.atomic():
            Memory.objects.filter(owner_id=row.owner_id, id=row.id).update(digest=row.digest)
    except IntegrityError as error:
        raise Conflict("Another memory says exactly this already.", code="said_already") from error


def withhold_version(scope: Scope, row: Memory) -> None:
    """Take the words out of the current version, so that no one reads or restores them; its number stays."""
    with acting_as(scope.actor, row.owner_id, role=DatabaseRole.ERASE):
        current = MemoryVersion.objects.filter(owner_id=row.owner_id, memory_id=row.id, number=row.version)
        current.update(content="", metadata={}, change=WITHHELD)


def index_terms(row: Memory, content: str) -> None:
    """Write the index terms of a memory's current text and set its ``term_count`` (not saved)."""
    counts = terms(attributed(content, row.message.speaker if row.message else ""))
    row.term_count = term_count(counts)
    memory_index().put_terms(owner_id=row.owner_id, memory_id=row.id, counts=counts)


def open_case(scope: Scope, row: Memory, judged: Judgement, *, policy: Policy, now: datetime) -> UUID:
    """Put a quarantined memory before the reviewers; returns the case's id."""
    case = ReviewCase.objects.create(
        id=uuid7(),
        workspace_id=row.workspace_id,
        owner_id=row.owner_id,
        memory_id=row.id,
        state=CaseState.OPEN,
        risk=judged.risk,
        source=row.source,
        signals=[vars(signal) for signal in judged.view.signals],
        created_at=now,
        # The riskier, the sooner: at risk 1 half of the policy's time.
        due_at=now + timedelta(hours=policy.review_due_hours) * (1 - judged.risk / 2),
    )
    scope.record(
        "review.case_opened",
        object_type="review_case",
        object_id=case.id,
        risk=round(judged.risk, 4),
        signals=judged.codes,
    )
    return case.id


def case_of(memory_id: UUID, owner_id: UUID) -> UUID | None:
    """The case of a memory that waits, if any."""
    waiting = ReviewCase.objects.filter(owner_id=owner_id, memory_id=memory_id).exclude(
        state=CaseState.DECIDED
    )
    return waiting.order_by("-created_at").values_list("id", flat=True).first()


def _memory(draft: Draft, *, length: int) -> Memory:
    quarantined = draft.outcome is Outcome.QUARANTINED
    message = _message(draft)
    row = Memory(
        id=draft.id,
        workspace_id=draft.owner.workspace_id,
        owner_id=draft.owner.id,
        kind=draft.kind,
        status=_STATUS[draft.outcome],
        source=draft.source,
        trust=draft.trust,
        confidence=draft.confidence,
        risk=draft.judged.risk,
        outcome=draft.outcome,
        digest=draft.digest,
        pinned=draft.pinned,
        conversation=draft.conversation,
        message=message,
        episode_id=draft.turn.episode_id if draft.turn else None,
        place=draft.turn.place if draft.turn else None,
        event_time=draft.event_time,
        created_at=draft.now,
        updated_at=draft.now,
        expires_at=draft.expires_at,
        epoch=draft.owner.epoch,
        term_count=length,
        indexing_state=IndexingState.WITHHELD if quarantined else IndexingState.PENDING,
    )
    row.save(force_insert=True)
    return row


def _content(row: Memory, draft: Draft) -> None:
    MemoryContent.objects.create(
        memory=row,
        workspace_id=draft.owner.workspace_id,
        owner_id=draft.owner.id,
        content=draft.judged.content,
        summary=summarise(draft.judged.content),
        metadata=draft.judged.metadata,
    )


def _message(draft: Draft) -> Message | None:
    """The message a statement came from, made at first mention. It holds the masked text, as the memory does;
    the text of a quarantined write lies in quarantine only, so its message stays empty."""
    if not draft.message_id or draft.conversation is None:
        return None
    withheld = draft.outcome is Outcome.QUARANTINED
    message, _ = Message.objects.get_or_create(
        owner_id=draft.owner.id,
        conversation=draft.conversation,
        external_id=draft.message_id,
        defaults={
            "workspace_id": draft.owner.workspace_id,
            "place": draft.turn.place if draft.turn else 0,
            "role": draft.turn.role if draft.turn else "user",
            "speaker": draft.turn.speaker if draft.turn else "",
            "content": "" if withheld else draft.judged.content,
            "sent_at": draft.event_time or draft.now,
        },
    )
    return message


def _record(scope: Scope, row: Memory, draft: Draft) -> None:
    scope.record(
        "memory.retained",
        object_type="memory",
        object_id=row.id,
        outcome=draft.outcome,
        kind=draft.kind,
        source=draft.source,
        risk=round(draft.judged.risk, 4),
        verdict=draft.judged.verdict,
        signals=draft.judged.codes,
    )
