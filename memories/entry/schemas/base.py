"""Building blocks: strict bodies, coerced query parameters, plain answers, times in UTC."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, WithJsonSchema
from pydantic_core import PydanticCustomError

from memories.services.browse import Page

T = TypeVar("T", bound="Outgoing")

_RFC3339 = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)")
_SPAN = re.compile(r"(\d{1,5})([mhdw])")
_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


class Incoming(BaseModel):
    """A body: a number is no text, "8" is no 8, and what is not known is an error."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Asked(BaseModel):
    """Query parameters: they arrive as text and are coerced; unknown ones are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Outgoing(BaseModel):
    """An answer, built from what a service returned."""

    model_config = ConfigDict(from_attributes=True, frozen=True)


def _moment(value: Any) -> Any:
    if isinstance(value, datetime):
        return value
    if not isinstance(value, str) or not _RFC3339.fullmatch(value):
        raise PydanticCustomError("bad_time", "A time is RFC 3339 text with its zone: 2026-01-15T08:30:00Z.")
    try:
        return datetime.fromisoformat(value.upper()).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise PydanticCustomError("bad_time", "There is no such time.") from error


def _utc(value: datetime) -> str:
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def span_of(text: str) -> timedelta:
    """A length of time written as ``30m``, ``24h``, ``7d`` or ``2w``."""
    match = _SPAN.fullmatch(text)
    if match is None:
        raise PydanticCustomError("bad_span", "A span is a number with m, h, d or w, such as 7d.")
    return int(match[1]) * _UNITS[match[2]]


def renamed(aliases: dict[str, str]) -> Callable[[Any], Any]:
    """A validator that accepts other names for a value."""
    return lambda value: aliases.get(value, value) if isinstance(value, str) else value


def listed(value: Any) -> Any:
    """One value stands for a list of one."""
    return [value] if isinstance(value, str) else value


Moment = Annotated[
    datetime,
    BeforeValidator(_moment),
    PlainSerializer(_utc, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
Ident = Annotated[UUID, Field(strict=False)]
OuterId = Annotated[str, Field(min_length=1, max_length=200, description="The caller's own id.")]
Share = Annotated[float, Field(ge=0, le=1)]


class Owned(Incoming):
    """A body about one person. A workspace key must name them; an owner key may, but only itself."""

    user_id: OuterId | None = None


class AskedOwned(Asked):
    """Query parameters about one person."""

    user_id: OuterId | None = None


class Paging(Asked):
    """Which page of a list."""

    limit: int = Field(default=50, ge=1, le=200)
    cursor: str | None = Field(default=None, max_length=500)


class OwnedPaging(Paging):
    """Which page of a list about one person."""

    user_id: OuterId | None = None


class Listed(Outgoing, Generic[T]):
    """One page; ``total`` may be an estimate above 10,000 (``total_exact`` is false then)."""

    results: list[T]
    next_cursor: str | None = None
    total: int
    total_exact: bool = True

    @classmethod
    def of(cls, page: Page[Any]) -> "Listed[T]":
        """Shape a page of a service."""
        return cls.model_validate(page, from_attributes=True)
