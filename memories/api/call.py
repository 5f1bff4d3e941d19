"""What a route needs, and one request after all checks."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.http import HttpRequest
from pydantic import BaseModel

from audit.identity import Actor
from memories.domain.errors import Invalid, NotFound
from memories.domain.vocabulary import Verb
from memories.entry.parsing import BODY_LIMIT
from memories.entry.schemas.base import Asked, Incoming
from memories.entry.throttle import Budget
from memories.services.owners import owner_for_read, owner_for_write, owner_of_object

QueryT = TypeVar("QueryT", bound=BaseModel)
BodyT = TypeVar("BodyT", bound=BaseModel)
Whose = Callable[["Call[Any, Any]"], UUID | None]

_LONGEST_VERSION = 9  # digits; more were never handed out


class Nothing(Incoming):
    """A body without fields."""


@dataclass
class Call(Generic[QueryT, BodyT]):
    """Who asks for what about whom."""

    actor: Actor
    query: QueryT
    body: BodyT
    request: HttpRequest
    ids: dict[str, Any]
    whose: Whose

    @property
    def user_id(self) -> str | None:
        """The person as the caller names them: in the body of a write, in the query of a read."""
        return getattr(self.body, "user_id", None) or getattr(self.query, "user_id", None)

    @cached_property
    def owner_id(self) -> UUID | None:
        """The owner that the request is about; ``None`` for an unknown one or for the workspace."""
        return self.whose(self)

    @property
    def known_owner(self) -> UUID:
        """The owner that the request is about; raises ``NotFound`` when there is none."""
        if self.owner_id is None:
            raise NotFound
        return self.owner_id

    @property
    def expected_version(self) -> int | None:
        """The version in ``If-Match``; ``None`` without one. Raises ``Invalid`` for more than one."""
        tag = self.request.headers.get("If-Match", "*").strip()
        if tag == "*":
            return None
        if "," in tag:
            raise Invalid("If-Match takes one version.", field="If-Match")
        number = tag.removeprefix("W/").strip('"')
        # What was never a version matches none: stale, like a version that has passed.
        return int(number) if number.isdecimal() and len(number) <= _LONGEST_VERSION else -1


def nobody(_call: Call[Any, Any]) -> UUID | None:
    """The request is about the workspace."""
    return None


def writer(call: Call[Any, Any]) -> UUID | None:
    """The person a write names, made at first mention by a workspace key."""
    return owner_for_write(call.actor, call.user_id)


def reader(call: Call[Any, Any]) -> UUID | None:
    """The person a read names."""
    return owner_for_read(call.actor, call.user_id)


def holder(kind: str, name: str) -> Whose:
    """The owner of the object whose id the path gives as ``name``."""
    return lambda call: owner_of_object(call.actor, kind, call.ids[name], user_id=call.user_id)


@dataclass(frozen=True)
class Spec:
    """What a route needs, checked in front of its method and told in the OpenAPI document.

    ``name`` is the operation's id. Any one of ``verbs`` will do. ``reads`` replaces the JSON body's reader.
    ``also`` are further answers by status.
    """

    name: str
    verbs: tuple[Verb, ...] = ()
    staff: bool = False
    public: bool = False
    query: type[BaseModel] = Asked
    body: type[BaseModel] = Nothing
    reads: Callable[[HttpRequest], Any] | None = None
    whose: Whose = nobody
    budget: Budget | None = None
    body_limit: int = BODY_LIMIT
    answer: Any = None
    status: int = 200
    also: dict[int, Any] = field(default_factory=dict)
    versioned: bool = False
