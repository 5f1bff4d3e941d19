"""The canonical form of an event and its hash: fixed from the first row, as a chain cannot be rewritten."""

from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Protocol
from uuid import UUID

import rfc8785

FORMAT = 1


class Link(Protocol):
    """The attributes of an event that the canonical form covers."""

    id: UUID
    workspace_id: UUID
    seq: int
    format: int
    name: str
    occurred_at: datetime
    actor_kind: str
    actor_id: str
    subject: str
    object_type: str
    object_id: UUID | None
    outcome: str
    fields: dict[str, Any]
    payload_commit: bytes | memoryview | None


def genesis(workspace_id: UUID) -> bytes:
    """``prev_hash`` of the first event of a workspace."""
    return sha256(b"hindsight.audit.v1:" + workspace_id.bytes).digest()


def canonical(event: Link) -> bytes:
    """RFC 8785 (canonical JSON) bytes of everything an event says, its place in the chain included."""
    commit = event.payload_commit
    return rfc8785.dumps(
        {
            "format": event.format,
            "workspace": str(event.workspace_id),
            "seq": event.seq,
            "id": str(event.id),
            "event": event.name,
            "at": event.occurred_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            "actor": {"kind": event.actor_kind, "id": event.actor_id},
            "subject": event.subject,
            "object": {"type": event.object_type, "id": str(event.object_id or "")},
            "outcome": event.outcome,
            "fields": event.fields,
            "payload": bytes(commit).hex() if commit is not None else "",
        }
    )


def link_hash(prev_hash: bytes, event: Link) -> bytes:
    """SHA-256 over the previous hash followed by the canonical event."""
    return sha256(bytes(prev_hash) + canonical(event)).digest()
