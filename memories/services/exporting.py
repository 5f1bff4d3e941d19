"""Portable export of everything that is remembered about one person: theirs to take along.

Text that waits for review is named but not included: nobody but a reviewer reads it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from audit.context import acting_as
from audit.identity import Actor, system_actor, uuid7
from memories.domain.errors import NotFound
from memories.domain.portable import Checksum, line
from memories.domain.vocabulary import OperationState, Status, Verb
from memories.jobs import Job, enqueue
from memories.models import (
    Conversation,
    ExportChunk,
    Memory,
    MemoryVersion,
    Message,
    Operation,
    Owner,
    Relation,
)
from memories.services.access import require
from memories.services.owners import owner_of_object
from memories.services.shapes import with_body
from memories.services.subjects import hold_owner

KEPT = timedelta(hours=24)
_LINES_IN_CHUNK = 500


@dataclass(frozen=True)
class Export:
    """A finished export, read chunk by chunk."""

    name: str
    expires_at: datetime
    chunks: Iterator[str]


def start_export(actor: Actor, owner_id: UUID) -> UUID:
    """Queue an export of everything about an owner; returns the operation's id. Needs ``export``."""
    require(actor, Verb.EXPORT)
    with acting_as(actor, owner_id) as scope:
        hold_owner(owner_id)
        row = Operation.objects.create(
            id=uuid7(),
            workspace_id=actor.workspace_id,
            owner_id=owner_id,
            kind="export",
            created_by_kind=actor.kind,
            created_by_id=actor.id,
            created_at=datetime.now(UTC),
        )
        scope.record("operation.created", object_type="operation", object_id=row.id, kind="export")
        enqueue(Job.RUN_OPERATION, actor.workspace_id, row.id, owner_id)
    return row.id


def export_piece(row: Operation) -> Operation:
    """Write the whole export in one transaction: a snapshot, or nothing. Memory stays constant."""
    if row.owner_id is None:
        raise NotFound
    actor = system_actor(row.workspace_id)
    with acting_as(actor, row.owner_id) as scope:
        hold_owner(row.owner_id)
        current = Operation.objects.select_for_update().get(id=row.id)
        if current.state != OperationState.RUNNING:
            return current
        now = datetime.now(UTC)
        ExportChunk.objects.filter(operation_id=row.id).delete()
        count = 0
        for place, body in enumerate(_chunks(row.owner_id)):
            count += body.count("\n")
            ExportChunk.objects.create(
                workspace_id=row.workspace_id,
                owner_id=row.owner_id,
                operation_id=row.id,
                place=place,
                body=body,
                expires_at=now + KEPT,
            )
        current.state, current.done, current.total = OperationState.SUCCEEDED, count, count
        current.lease_until, current.finished_at = None, now
        current.results = [{"lines": count, "expires_at": (now + KEPT).isoformat()}]
        current.save()
        scope.record(
            "operation.finished",
            object_type="operation",
            object_id=row.id,
            kind="export",
            state=current.state,
            done=count,
        )
        return current


def read_export(actor: Actor, operation_id: UUID, *, user_id: str | None = None) -> Export:
    """A finished export that has not expired, else ``NotFound``. Needs ``export``; reading is an event."""
    require(actor, Verb.EXPORT)
    owner_id = owner_of_object(actor, "operation", operation_id, user_id=user_id)
    now = datetime.now(UTC)
    with acting_as(actor, owner_id) as scope:
        hold_owner(owner_id)
        rows = ExportChunk.objects.filter(operation_id=operation_id, expires_at__gt=now)
        first = rows.values_list("expires_at", flat=True).first()
        if first is None:
            raise NotFound("There is no export under that id, or it has expired; start a new one.")
        places = list(rows.order_by("place").values_list("place", flat=True))
        scope.record("export.read", object_type="operation", object_id=operation_id)
    return Export(
        f"hindsight-export-{operation_id}.jsonl", first, _bodies(actor, owner_id, operation_id, places)
    )


def _bodies(actor: Actor, owner_id: UUID, operation_id: UUID, places: list[int]) -> Iterator[str]:
    """One chunk per transaction: a scope does not outlive the statement that needs it."""
    for place in places:
        with acting_as(actor, owner_id):
            chunk = ExportChunk.objects.filter(operation_id=operation_id, place=place)
            body = chunk.values_list("body", flat=True).first()
        if body is None:
            return  # erased meanwhile
        yield body


def _chunks(owner_id: UUID) -> Iterator[str]:
    checksum, lines = Checksum(), []
    for record in _records(owner_id):
        lines.append(line(record))
        checksum.add(lines[-1])
        if len(lines) >= _LINES_IN_CHUNK:
            yield "".join(lines)
            lines = []
    yield "".join([*lines, line(checksum.manifest())])


def _records(owner_id: UUID) -> Iterator[dict[str, Any]]:
    owner = Owner.objects.get(id=owner_id)
    yield {
        "type": "person",
        "user_id": owner.external_id,
        "locale": owner.locale,
        "time_zone": owner.time_zone,
    }
    for conversation in Conversation.objects.filter(owner_id=owner_id).order_by("id").iterator():
        yield {
            "type": "conversation",
            "id": conversation.external_id,
            "title": conversation.title,
            "started_at": conversation.started_at.isoformat(),
        }
    messages = Message.objects.filter(owner_id=owner_id).select_related("conversation")
    for message in messages.order_by("conversation_id", "place").iterator():
        yield {
            "type": "message",
            "id": message.external_id,
            "conversation_id": message.conversation.external_id,
            "place": message.place,
            "role": message.role,
            "speaker": message.speaker,
            "content": message.content,
            "sent_at": message.sent_at.isoformat(),
        }
    for memory in with_body(Memory.objects.filter(owner_id=owner_id)).order_by("id").iterator():
        yield _memory(memory)
    for version in _versions(owner_id).iterator():
        yield {
            "type": "version",
            "memory": str(version.memory_id),
            "number": version.number,
            "content": version.content,
            "change": version.change,
            "created_at": version.created_at.isoformat(),
        }
    for relation in Relation.objects.filter(owner_id=owner_id).order_by("id").iterator():
        yield {
            "type": "relation",
            "source": str(relation.source_id),
            "target": str(relation.target_id),
            "kind": relation.kind,
            "strength": relation.strength,
        }


def _versions(owner_id: UUID) -> Any:
    rows = MemoryVersion.objects.filter(owner_id=owner_id).exclude(memory__status=Status.QUARANTINED)
    return rows.order_by("memory_id", "number")


def _memory(row: Memory) -> dict[str, Any]:
    withheld = row.status == Status.QUARANTINED
    return {
        "type": "memory",
        "id": str(row.id),
        "kind": row.kind,
        "status": row.status,
        "content": "" if withheld else row.body.content,
        "metadata": {} if withheld else row.body.metadata,
        "source": row.source,
        "confidence": row.confidence,
        "pinned": row.pinned,
        "version": row.version,
        "conversation_id": row.conversation.external_id if row.conversation else None,
        "message_id": row.message.external_id if row.message else None,
        "event_time": row.event_time.isoformat() if row.event_time else None,
        "expires_at": row.expires_at.isoformat() if row.expires_at else None,
        "created_at": row.created_at.isoformat(),
    }
