"""Appends collected events to the workspace's chain, as the last statements of the acting transaction."""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from django.db import connection

from audit.chain import FORMAT, genesis, link_hash
from audit.events import PendingEvent
from audit.identity import Actor, ActorKind, uuid7
from audit.models import AuditEvent, AuditPayload, AuditSubjectKey
from audit.seal import SubjectKey, new_subject_key, unwrap, wrap


class PayloadWithoutOwner(RuntimeError):
    """A payload needs an owner's key to be sealed with, and there is none."""


def create_subject_key(*, workspace_id: UUID, owner_id: UUID) -> None:
    """Make the secrets of a new owner; must run inside the owner's scope."""
    wrapped = wrap(new_subject_key(), owner_id=owner_id)
    AuditSubjectKey.objects.create(owner_id=owner_id, workspace_id=workspace_id, wrapped=wrapped)


def subject_key(owner_id: UUID) -> SubjectKey | None:
    """The owner's secrets, or ``None`` when they never were or are destroyed."""
    row = AuditSubjectKey.objects.filter(owner_id=owner_id).values_list("wrapped", flat=True).first()
    return unwrap(row, owner_id=owner_id) if row is not None else None


def append(actor: Actor, owner_id: UUID | None, events: Sequence[PendingEvent]) -> None:
    """Write ``events`` in order after the head of the workspace's chain.

    One lock per workspace is taken here and held to the end of the transaction, so this must come
    last; a second writer waits only for the few statements that follow.
    """
    if not events:
        return
    key = subject_key(owner_id) if owner_id else None
    rows = [_row(actor, owner_id, key, event) for event in events]
    payloads = [_payload(row, owner_id, key, event) for row, event in zip(rows, events, strict=True)]
    seq, prev = _lock_head(actor.workspace_id)
    for row in rows:
        seq += 1
        row.seq, row.prev_hash = seq, prev
        prev = row.hash = link_hash(prev, row)
    AuditEvent.objects.bulk_create(rows)
    AuditPayload.objects.bulk_create([payload for payload in payloads if payload])


def _row(actor: Actor, owner_id: UUID | None, key: SubjectKey | None, event: PendingEvent) -> AuditEvent:
    own = key.pseudonym(owner_id) if key and owner_id else ""
    subject = own if event.subject is None else event.subject
    if event.payload is not None and key is None:
        raise PayloadWithoutOwner(event.name)
    commit = key.commitment(event.payload) if key and event.payload is not None else None
    # An owner's own id would name the person for ever: the pseudonym stands in its place.
    actor_id = subject if actor.kind is ActorKind.OWNER else str(actor.id)
    return AuditEvent(
        id=uuid7(),
        workspace_id=actor.workspace_id,
        format=FORMAT,
        name=event.name,
        occurred_at=datetime.now(UTC),
        actor_kind=actor.kind.value,
        actor_id=actor_id,
        subject=subject,
        object_type=event.object_type,
        object_id=event.object_id,
        outcome=event.outcome,
        fields=event.fields,
        payload_commit=commit,
    )


def _payload(
    row: AuditEvent, owner_id: UUID | None, key: SubjectKey | None, event: PendingEvent
) -> AuditPayload | None:
    if event.payload is None or key is None or owner_id is None:
        return None
    sealed = key.seal(event.payload, bound_to=row.id)
    return AuditPayload(event_id=row.id, workspace_id=row.workspace_id, owner_id=owner_id, sealed=sealed)


def _lock_head(workspace_id: UUID) -> tuple[int, bytes]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq, hash FROM hindsight_audit_head()")
        row = cursor.fetchone()
    return (row[0], bytes(row[1])) if row else (0, genesis(workspace_id))
