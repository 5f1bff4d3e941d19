"""Keys, policies, the ledger and the figures of a workspace."""

from dataclasses import fields
from typing import Annotated, Any
from uuid import UUID

from pydantic import AliasChoices, Field, create_model, model_validator

from memories.domain.policy import Policy
from memories.domain.vocabulary import Kind, Verb
from memories.entry.schemas.base import Incoming, Listed, Moment, OuterId, Outgoing, Paging
from memories.entry.validation import FieldError, InvalidFields
from memories.services.keys import KeyView
from memories.services.ledger import EventFilters
from memories.services.policies import PolicyView


class KeyRequest(Incoming):
    """A key to make: ``user_id`` binds it to one person. Without ``verbs`` it is an agent's."""

    label: str = Field(default="", max_length=100)
    verbs: list[Annotated[Verb, Field(strict=False)]] | None = Field(default=None, max_length=30)
    user_id: OuterId | None = None
    unlimited: bool = False
    expires_at: Moment | None = None


class KeyAnswer(Outgoing):
    """A key without its secret."""

    id: UUID
    public_id: str
    label: str
    verbs: list[Verb]
    user_id: str | None
    unlimited: bool
    created_at: Moment
    expires_at: Moment | None
    revoked_at: Moment | None
    last_used_at: Moment | None


class NewKeyAnswer(KeyAnswer):
    """A key with its text, shown this once; ``key`` and ``secret`` are the same."""

    secret: str
    key: str


class KeyList(Listed[KeyAnswer]):
    """Keys, newest first."""


_READ_ONLY = frozenset({"id", "version", "active", "created_at", "activated_at"})


class _PolicyBase(Incoming):
    kind: Annotated[Kind, Field(strict=False)] | None = None

    @model_validator(mode="before")
    @classmethod
    def _writable(cls, data: Any) -> Any:
        refused = sorted(_READ_ONLY & set(data))
        if refused:
            raise InvalidFields(
                [FieldError(name, "read_only", "This is set by the server.") for name in refused]
            )
        return data

    def changes(self) -> dict[str, Any]:
        """The values to change, without those left out."""
        return self.model_dump(exclude_unset=True, exclude={"kind"}, exclude_none=True)


_TYPES: dict[str, Any] = {field.name: field.type for field in fields(Policy)}
_GIVEN: Any = {name: (kind, ...) for name, kind in _TYPES.items()}
_WANTED: Any = {name: (kind | None, None) for name, kind in _TYPES.items()}
PolicyRequest = create_model(
    "PolicyRequest",
    __base__=_PolicyBase,
    __doc__="Values that differ from the defaults; ``kind`` limits them to one kind of memory.",
    **_WANTED,
)


class PolicyHead(Outgoing):
    """What the server knows about a version."""

    id: UUID
    version: int
    kind: Kind | None
    active: bool
    created_at: Moment
    activated_at: Moment | None


PolicyAnswer = create_model(
    "PolicyAnswer",
    __base__=PolicyHead,
    __doc__="One version with every value it would put in force.",
    **_GIVEN,
)
PolicyValues = create_model(
    "PolicyValues",
    __base__=Outgoing,
    __doc__="Every value that is in force.",
    **_GIVEN,
)


class PolicyList(Outgoing):
    """Versions, newest first, and what is in force for the workspace now."""

    results: list[PolicyAnswer]
    next_cursor: str | None
    total: int
    total_exact: bool = True
    effective: PolicyValues


class EventsQuery(Paging):
    """Which events; ``subject`` is a person's own id or a pseudonym of the ledger, ``actor`` an id."""

    event: str = Field(default="", max_length=64)
    actor: str = Field(default="", max_length=64)
    subject: str = Field(default="", max_length=200)
    object_id: UUID | None = None
    since: Moment | None = Field(default=None, validation_alias=AliasChoices("since", "after"))
    until: Moment | None = Field(default=None, validation_alias=AliasChoices("until", "before"))

    def filters(self) -> EventFilters:
        """The request as the use case takes it."""
        return EventFilters(**self.model_dump(exclude={"limit", "cursor"}))


class EventAnswer(Outgoing):
    """One link of the chain."""

    id: UUID
    seq: int
    event: str = Field(validation_alias=AliasChoices("name", "event"))
    occurred_at: Moment
    actor_kind: str
    actor_id: str
    subject: str
    object_type: str
    object_id: UUID | None
    outcome: str
    fields: dict[str, Any]
    hash: str


class EventList(Listed[EventAnswer]):
    """Events, newest first."""


class ChainAnswer(Outgoing):
    """Whether the chain holds, and where it breaks."""

    ok: bool
    checked: int
    first_bad: int | None
    reason: str
    head: str


class HealthAnswer(Outgoing):
    """A workspace at one moment; latencies in milliseconds over the last day."""

    memories: int
    by_status: dict[str, int]
    new_today: int
    waiting_for_index: int
    failed_index: int
    open_cases: int
    overdue_cases: int
    oldest_case_at: Moment | None
    erasures_due: int
    erasures_failed: int
    next_erasure_at: Moment | None
    operations_open: int
    operations_failed: int
    recalls_today: int
    recall_ms_mean: float
    recall_ms_p95: float
    chain_length: int
    chain_checked_at: Moment | None
    chain_ok: bool | None
    at: Moment


def new_key_answer(view: KeyView, *, user_id: str | None = None) -> NewKeyAnswer:
    """Shape a key with its text."""
    secret = view.secret or ""
    named = {"user_id": user_id or view.user_id, "secret": secret, "key": secret}
    return NewKeyAnswer.model_validate({**vars(view), **named})


def policy_answer(view: PolicyView) -> Outgoing:
    """Shape one version with its values beside its head."""
    head = {name: getattr(view, name) for name in ("id", "version", "active", "created_at", "activated_at")}
    return PolicyAnswer.model_validate({**head, "kind": view.kind or None, **view.values})
