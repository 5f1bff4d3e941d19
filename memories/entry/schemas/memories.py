"""Memories: what is offered, what becomes of it, how it is read and changed."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from memories.domain.vocabulary import Kind, Outcome, RelationKind, Source, Status
from memories.entry.schemas.base import (
    Ident,
    Listed,
    Moment,
    OuterId,
    Outgoing,
    Owned,
    OwnedPaging,
    Share,
    renamed,
)
from memories.services.browse import SORTS, Filters, visible
from memories.services.gate import CONTENT_LIMIT
from memories.services.revise import Revision
from memories.services.shapes import MemoryView

SOURCE_ALIASES = {"user": "user_stated", "agent": "agent_inferred", "tool": "tool_result"}
KindIn = Annotated[Kind, Field(strict=False)]
SourceIn = Annotated[
    Source,
    Field(
        strict=False,
        description="A claim that can only lower trust; user, agent and tool are understood too.",
    ),
    BeforeValidator(renamed(SOURCE_ALIASES)),
]
Content = Annotated[str, Field(min_length=1, max_length=CONTENT_LIMIT)]


class ReviseRequest(Owned):
    """What to change; ``expires_at: null`` removes the expiry."""

    content: Content | None = None
    kind: KindIn | None = None
    metadata: dict[str, Any] | None = None
    confidence: Share | None = None
    expires_at: Moment | None = None
    pinned: bool | None = None

    @model_validator(mode="after")
    def _something(self) -> "ReviseRequest":
        if not self.model_fields_set - {"user_id"}:
            raise PydanticCustomError("nothing_to_change", "Name at least one field to change.")
        return self

    def revision(self) -> Revision:
        """The request as the use case takes it."""
        return Revision(
            content=self.content,
            kind=self.kind,
            metadata=self.metadata,
            confidence=self.confidence,
            expires_at=self.expires_at,
            clear_expiry="expires_at" in self.model_fields_set and self.expires_at is None,
            pinned=self.pinned,
        )


class RelationRequest(Owned):
    """A link from the memory in the path to another one of the same person."""

    target_id: Ident
    kind: Annotated[RelationKind, Field(strict=False)]
    strength: Share = 1.0


class BrowseQuery(OwnedPaging):
    """What to list; nothing given lists all. Times compare with when a memory was made."""

    kind: Kind | None = None
    status: Status | None = None
    source: Annotated[Source, BeforeValidator(renamed(SOURCE_ALIASES))] | None = None
    q: str = Field(default="", max_length=200, description="Words of the content, as written.")
    created_after: Moment | None = None
    created_before: Moment | None = None
    pinned: bool | None = None
    conversation_id: OuterId | None = None
    sort: Annotated[str, Field(json_schema_extra={"enum": list(SORTS)})] = SORTS[0]

    def filters(self) -> Filters:
        """The request as the use case takes it."""
        return Filters(**self.model_dump(exclude={"limit", "cursor", "user_id"}))


class ProvenanceAnswer(Outgoing):
    """Why this is remembered: who said it, where, when."""

    source: Source
    trust: float
    conversation_id: str | None
    message_id: str | None
    said_at: Moment | None
    recorded_at: Moment
    speaker: str
    conversation_title: str


class MemoryAnswer(Outgoing):
    """One memory. The text of a quarantined one is empty: a reviewer reads it through its case."""

    id: UUID
    kind: Kind
    status: Status
    outcome: Outcome
    content: str
    summary: str
    metadata: dict[str, Any]
    source: Source
    trust: float
    confidence: float
    risk: float
    pinned: bool
    version: int
    conversation_id: str | None
    message_id: str | None
    event_time: Moment | None
    created_at: Moment
    updated_at: Moment
    expires_at: Moment | None
    access_count: int
    last_access: Moment | None
    decay_score: float
    superseded_by: UUID | None
    merged_into: UUID | None
    indexed: bool
    provenance: ProvenanceAnswer


class MemoryList(Listed[MemoryAnswer]):
    """A page of memories."""


class VersionAnswer(Outgoing):
    """One text a memory had."""

    number: int
    content: str
    kind: Kind
    confidence: float
    metadata: dict[str, Any]
    change: str
    author_kind: str
    created_at: Moment


class VersionList(Listed[VersionAnswer]):
    """Versions, newest first."""


class RelationAnswer(Outgoing):
    """A link between two memories."""

    id: UUID
    kind: RelationKind
    source_id: UUID
    target_id: UUID
    strength: float
    created_at: Moment


class RelationList(Listed[RelationAnswer]):
    """Links from and to a memory."""


class Forgotten(Outgoing):
    """A memory that is being erased."""

    erasure_id: UUID
    state: str
    receipt_url: str | None


def memory_answer(view: MemoryView) -> MemoryAnswer:
    """Shape one memory, without the text of a quarantined one."""
    return MemoryAnswer.model_validate(visible(view))
