"""Owners and agents correct what is remembered: a new version, the earlier text kept."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from audit.context import Scope, acting_as
from audit.identity import Actor
from audit.record import subject_key
from memories.domain.errors import Blocked, Conflict, Invalid, OwnerErased, StaleVersion
from memories.domain.fingerprint import fingerprint
from memories.domain.text import summarise
from memories.domain.vocabulary import IndexingState, Kind, Source, Status, Verb, Verdict
from memories.jobs import Job, enqueue
from memories.models import Memory, MemoryEmbedding, MemoryTerm, MemoryVersion, Owner
from memories.services.access import require
from memories.services.browse import one, visible
from memories.services.gate import Judgement, check_metadata, check_text, judge
from memories.services.lessons import matches_lesson
from memories.services.owners import owner_of_object
from memories.services.policies import effective_policy
from memories.services.shapes import MemoryView, memory_view
from memories.services.storing import add_version, index_terms, open_case, set_identity
from memories.services.subjects import hold_owner


@dataclass(frozen=True)
class Revision:
    """What to change; ``None`` leaves a field as it is. ``clear_expiry`` removes the expiry."""

    content: str | None = None
    kind: Kind | None = None
    metadata: dict[str, Any] | None = None
    confidence: float | None = None
    expires_at: datetime | None = None
    clear_expiry: bool = False
    pinned: bool | None = None


def revise(
    actor: Actor,
    memory_id: UUID,
    revision: Revision,
    *,
    user_id: str | None = None,
    expected_version: int | None = None,
) -> MemoryView:
    """Change a memory; the text passes the gate again. Needs ``revise``.

    Raises ``StaleVersion`` when ``expected_version`` is no longer current, ``Blocked`` when screening
    refuses the new text; a text that screening suspects sends the memory to quarantine.
    """
    require(actor, Verb.REVISE)
    if revision.content is not None:
        check_text(revision.content)
    check_metadata(revision.metadata or {})
    owner_id = owner_of_object(actor, "memory", memory_id, user_id=user_id)
    with acting_as(actor, owner_id) as scope:
        owner = hold_owner(owner_id)
        row = locked(memory_id, expected_version)
        if row.status == Status.QUARANTINED:
            raise Conflict("This memory waits for review and cannot be changed.", code="quarantined")
        refusal = _apply(scope, owner, row, revision, change="revised")
        view = visible(memory_view(row))
    if refusal is not None:
        raise refusal
    return view


def restore_version(actor: Actor, memory_id: UUID, number: int, *, user_id: str | None = None) -> MemoryView:
    """Make an earlier text current again, as a new version. Needs ``revise``."""
    require(actor, Verb.REVISE)
    owner_id = owner_of_object(actor, "memory", memory_id, user_id=user_id)
    with acting_as(actor, owner_id) as scope:
        owner = hold_owner(owner_id)
        row = locked(memory_id)
        old = MemoryVersion.objects.filter(owner_id=owner_id, memory_id=memory_id, number=number).first()
        if old is None or not old.content or row.status == Status.QUARANTINED:
            raise Conflict("There is no such version to restore.", code="no_such_version")
        earlier = Revision(content=old.content, kind=Kind(old.kind), metadata=old.metadata)
        refusal = _apply(scope, owner, row, earlier, change="restored")
        view = visible(memory_view(row))
    if refusal is not None:
        raise refusal
    return view


def _apply(scope: Scope, owner: Owner, row: Memory, revision: Revision, *, change: str) -> Blocked | None:
    """Carry a revision out; a blocked text changes nothing but leaves its event, and is returned to raise."""
    judged = _judged(owner, row, revision)
    if judged.verdict is Verdict.BLOCK:
        scope.record(
            "memory.revised",
            object_type="memory",
            object_id=row.id,
            outcome="blocked",
            risk=round(judged.risk, 4),
            verdict=judged.verdict,
        )
        return Blocked()
    changed = _set_fields(row, revision)
    if revision.content is not None or revision.metadata is not None:
        _set_text(scope, owner, row, judged, spoken=revision.content)
        changed.append("content" if revision.content is not None else "metadata")
    row.version += 1
    row.updated_at = datetime.now(UTC)
    row.save()
    row.body.save()
    add_version(row, scope.actor, content=row.body.content, metadata=row.body.metadata, change=change)
    scope.record(
        "memory.revised",
        object_type="memory",
        object_id=row.id,
        outcome=row.status,
        version=row.version,
        changed=changed,
        risk=round(judged.risk, 4),
        verdict=judged.verdict,
    )
    return None


def _judged(owner: Owner, row: Memory, revision: Revision) -> Judgement:
    key = subject_key(owner.id)
    if key is None:
        raise OwnerErased
    content = revision.content if revision.content is not None else row.body.content
    metadata = revision.metadata if revision.metadata is not None else row.body.metadata
    lesson = matches_lesson(owner.id, fingerprint(content, key=key.salt))
    policy = effective_policy(owner.id, kind=Kind(row.kind))
    return judge(content, metadata, policy=policy, source=Source(row.source), lesson_matched=lesson)


def _set_fields(row: Memory, revision: Revision) -> list[str]:
    if revision.expires_at is not None and revision.expires_at <= datetime.now(UTC):
        raise Invalid("expires_at lies in the past.", field="expires_at")
    changed = []
    for name in ("kind", "confidence", "expires_at", "pinned"):
        value = getattr(revision, name)
        if value is not None:
            setattr(row, name, value)
            changed.append(name)
    if revision.clear_expiry:
        row.expires_at = None
        changed.append("expires_at")
    return changed


def _set_text(scope: Scope, owner: Owner, row: Memory, judged: Judgement, *, spoken: str | None) -> None:
    row.body.content, row.body.metadata = judged.content, judged.metadata
    row.body.summary = summarise(judged.content)
    row.risk = judged.risk
    if spoken is not None:
        set_identity(row, spoken)
    if judged.verdict is Verdict.QUARANTINE:
        row.status, row.indexing_state, row.term_count = Status.QUARANTINED, IndexingState.WITHHELD, 0
        _unindex(row)
        open_case(scope, row, judged, policy=effective_policy(owner.id), now=datetime.now(UTC))
    elif spoken is not None:
        _unindex(row)
        index_terms(row, judged.content)
        row.indexing_state, row.indexing_attempts, row.indexing_lease_until = IndexingState.PENDING, 0, None
        enqueue(Job.INDEX_OWNER, owner.workspace_id, owner.id, owner.epoch)


def _unindex(row: Memory) -> None:
    MemoryTerm.objects.filter(owner_id=row.owner_id, memory_id=row.id).delete()
    MemoryEmbedding.objects.filter(owner_id=row.owner_id, memory_id=row.id).delete()


def locked(memory_id: UUID, expected_version: int | None = None) -> Memory:
    """The row with its body, locked until the transaction ends; raises ``NotFound`` or ``StaleVersion``."""
    Memory.objects.select_for_update().filter(id=memory_id).first()
    row = one(memory_id)
    if expected_version is not None and row.version != expected_version:
        raise StaleVersion
    return row
