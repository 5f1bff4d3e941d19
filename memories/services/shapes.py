"""What use cases give to doors: frozen values, no rows."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from memories.models import Conversation, Memory, Message


@dataclass(frozen=True)
class Provenance:
    """Where a memory came from: the answer to "why do you remember this"."""

    source: str
    trust: float
    conversation_id: str | None
    message_id: str | None
    said_at: datetime | None
    recorded_at: datetime
    speaker: str = ""
    conversation_title: str = ""


@dataclass(frozen=True)
class MemoryView:
    """One memory as its owner, or an agent of its owner, may see it."""

    id: UUID
    kind: str
    status: str
    outcome: str
    content: str
    summary: str
    metadata: dict[str, Any]
    source: str
    trust: float
    confidence: float
    risk: float
    pinned: bool
    version: int
    conversation_id: str | None
    message_id: str | None
    event_time: datetime | None
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None
    access_count: int
    last_access: datetime | None
    decay_score: float
    superseded_by: UUID | None
    merged_into: UUID | None
    indexed: bool
    provenance: Provenance


@dataclass(frozen=True)
class SignalView:
    """One reason of a verdict, content-free."""

    name: str
    weight: float
    owasp: str
    start: int
    end: int
    reason_code: str


@dataclass(frozen=True)
class ScreeningView:
    """What the gate decided about a text and why."""

    verdict: str
    risk: float
    signals: tuple[SignalView, ...] = ()


@dataclass(frozen=True)
class Retained:
    """Outcome of an offered write. ``id`` is absent when nothing was stored."""

    outcome: str
    screening: ScreeningView
    id: UUID | None = None
    memory: MemoryView | None = None
    case_id: UUID | None = None
    merged_into: UUID | None = None
    superseded: tuple[UUID, ...] = field(default=())


def with_body(rows: QuerySet[Memory]) -> QuerySet[Memory]:
    """Join what a view needs in one statement."""
    return rows.select_related("body", "conversation", "message")


def memory_view(row: Memory) -> MemoryView:
    """Shape one row that was read ``with_body``."""
    conversation: Conversation | None = row.conversation
    message: Message | None = row.message
    return MemoryView(
        **{name: getattr(row, name) for name in _SAME},
        content=row.body.content,
        summary=row.body.summary,
        metadata=row.body.metadata,
        conversation_id=conversation.external_id if conversation else None,
        message_id=message.external_id if message else None,
        superseded_by=row.superseded_by_id,
        merged_into=row.merged_into_id,
        indexed=row.indexing_state == "ready",
        provenance=_provenance(row, conversation, message),
    )


def memory_views(rows: Iterable[Memory]) -> list[MemoryView]:
    """Shape many rows."""
    return [memory_view(row) for row in rows]


_SAME = (
    "id",
    "kind",
    "status",
    "outcome",
    "source",
    "trust",
    "confidence",
    "risk",
    "pinned",
    "version",
    "event_time",
    "created_at",
    "updated_at",
    "expires_at",
    "access_count",
    "last_access",
    "decay_score",
)


def _provenance(row: Memory, conversation: Conversation | None, message: Message | None) -> Provenance:
    return Provenance(
        source=row.source,
        trust=row.trust,
        conversation_id=conversation.external_id if conversation else None,
        message_id=message.external_id if message else None,
        said_at=row.event_time or (message.sent_at if message else None),
        recorded_at=row.created_at,
        speaker=message.speaker if message else "",
        conversation_title=conversation.title if conversation else "",
    )
