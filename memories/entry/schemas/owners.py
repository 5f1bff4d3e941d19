"""The people the memories are about, and their transcripts."""

from typing import Annotated
from uuid import UUID

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from memories.entry.schemas.base import Incoming, Listed, Moment, OuterId, Outgoing

Locale = Annotated[str, Field(max_length=16, pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
ZoneName = Annotated[str, Field(max_length=64, description="IANA name such as Asia/Shanghai.")]


class OwnerRequest(Incoming):
    """A person to make known; ``restart`` begins anew after an erasure."""

    user_id: OuterId
    restart: bool = False
    locale: Locale | None = None
    time_zone: ZoneName | None = None


class OwnerChange(Incoming):
    """What to change about a person."""

    locale: Locale | None = None
    time_zone: ZoneName | None = None

    @model_validator(mode="after")
    def _something(self) -> "OwnerChange":
        if not self.model_fields_set:
            raise PydanticCustomError("nothing_to_change", "Name at least one field to change.")
        return self


class PauseRequest(Incoming):
    """Pause or resume one conversation, or (left out) everything about the person."""

    conversation_id: OuterId | None = None


class OwnerAnswer(Outgoing):
    """A person, without content."""

    user_id: str
    state: str
    locale: str
    time_zone: str
    paused: bool
    created_at: Moment
    memories: int
    last_activity: Moment | None


class OwnerList(Listed[OwnerAnswer]):
    """People by their external id."""


class PauseAnswer(Outgoing):
    """Whether anything is remembered."""

    user_id: str
    conversation_id: str | None
    paused: bool


class SignInLinkAnswer(Outgoing):
    """A link that lets the person in once, for 15 minutes."""

    url: str
    expires_at: Moment


class ConversationAnswer(Outgoing):
    """One thread."""

    conversation_id: str
    title: str
    paused: bool
    started_at: Moment
    messages: int


class ConversationList(Listed[ConversationAnswer]):
    """Threads, newest first."""


class MessageAnswer(Outgoing):
    """One turn; the text of a turn whose statement is quarantined is empty."""

    message_id: str
    place: int
    role: str
    speaker: str
    content: str
    sent_at: Moment


class MessageList(Listed[MessageAnswer]):
    """Turns in their order."""


class ProgressAnswer(Outgoing):
    """How far work has come; ``total`` is unknown at first for some work."""

    done: int
    total: int | None


class OperationAnswer(Outgoing):
    """A piece of asynchronous work."""

    id: UUID
    kind: str
    state: str
    progress: ProgressAnswer
    results: list[dict[str, object]]
    error: str | None
    attempts: int
    created_at: Moment
    finished_at: Moment | None


class OperationStarted(Outgoing):
    """Where to ask how the work goes on."""

    operation_id: UUID
