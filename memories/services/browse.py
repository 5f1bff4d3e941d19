"""Unranked listing for people, and one memory with its history."""

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet

from audit.context import acting_as
from audit.identity import Actor
from memories.domain.errors import Invalid, NotFound
from memories.domain.vocabulary import Kind, Source, Status, Verb
from memories.models import Memory, MemoryVersion, Relation
from memories.services.access import require
from memories.services.owners import owner_of_object
from memories.services.shapes import MemoryView, memory_view, with_body

T = TypeVar("T")
SORTS = ("-created_at", "created_at", "-updated_at", "updated_at")
EXACT_TOTAL = 10_000


@dataclass(frozen=True)
class Filters:
    """What to list. Empty fields do not filter; quarantined memories are listed without their text."""

    kind: Kind | None = None
    status: Status | None = None
    source: Source | None = None
    q: str = ""
    created_after: datetime | None = None
    created_before: datetime | None = None
    pinned: bool | None = None
    conversation_id: str | None = None
    sort: str = "-created_at"


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list; ``total`` is an estimate unless ``total_exact``."""

    results: tuple[T, ...]
    next_cursor: str | None
    total: int
    total_exact: bool = True


@dataclass(frozen=True)
class VersionView:
    """One text a memory had."""

    number: int
    content: str
    kind: str
    confidence: float
    metadata: dict[str, Any]
    change: str
    author_kind: str
    created_at: datetime


@dataclass(frozen=True)
class RelationView:
    """A link of a memory to another one of the same owner."""

    id: UUID
    kind: str
    source_id: UUID
    target_id: UUID
    strength: float
    created_at: datetime


def browse(
    actor: Actor, owner_id: UUID | None, filters: Filters, *, limit: int = 50, cursor: str | None = None
) -> Page[MemoryView]:
    """A page of an owner's memories. Needs ``read``. Raises ``Invalid`` for a forged cursor or sort."""
    require(actor, Verb.READ)
    if filters.sort not in SORTS:
        raise Invalid(f"sort must be one of {', '.join(SORTS)}.", field="sort")
    if owner_id is None:
        return Page((), None, 0)
    with acting_as(actor, owner_id):
        rows = filtered(owner_id, filters)
        total = rows[: EXACT_TOTAL + 1].count()
        page = list(with_body(_after(rows, filters.sort, cursor))[: limit + 1])
        views = tuple(visible(memory_view(row)) for row in page[:limit])
    following = _cursor(page[limit - 1], filters.sort) if len(page) > limit else None
    return Page(views, following, total, total <= EXACT_TOTAL)


def get_memory(actor: Actor, memory_id: UUID, *, user_id: str | None = None) -> MemoryView:
    """One memory of the actor's reach. Needs ``read``; ``NotFound`` when absent or not yours."""
    require(actor, Verb.READ)
    owner_id = owner_of_object(actor, "memory", memory_id, user_id=user_id)
    with acting_as(actor, owner_id):
        return visible(memory_view(one(memory_id)))


def list_versions(actor: Actor, memory_id: UUID, *, user_id: str | None = None) -> list[VersionView]:
    """Every text the memory had, newest first. Needs ``read``."""
    require(actor, Verb.READ)
    owner_id = owner_of_object(actor, "memory", memory_id, user_id=user_id)
    with acting_as(actor, owner_id):
        if one(memory_id).status == Status.QUARANTINED:
            return []
        rows = MemoryVersion.objects.filter(owner_id=owner_id, memory_id=memory_id).order_by("-number")
        return [
            VersionView(**{name: getattr(row, name) for name in VersionView.__annotations__}) for row in rows
        ]


def list_relations(actor: Actor, memory_id: UUID, *, user_id: str | None = None) -> list[RelationView]:
    """Links from and to a memory. Needs ``read``."""
    require(actor, Verb.READ)
    owner_id = owner_of_object(actor, "memory", memory_id, user_id=user_id)
    with acting_as(actor, owner_id):
        ends = Q(source_id=memory_id) | Q(target_id=memory_id)
        rows = Relation.objects.filter(ends, owner_id=owner_id).order_by("created_at")
        return [relation_view(row) for row in rows]


def one(memory_id: UUID) -> Memory:
    """The row with its body inside the current scope; raises ``NotFound``."""
    row = with_body(Memory.objects.filter(id=memory_id)).first()
    if row is None:
        raise NotFound
    return row


def visible(view: MemoryView) -> MemoryView:
    """Hide the text of a quarantined memory: a reviewer reads it through an open case, nobody else."""
    if view.status != Status.QUARANTINED:
        return view
    values: Mapping[str, Any] = {**vars(view), "content": "", "summary": "", "metadata": {}}
    return MemoryView(**values)


def relation_view(row: Relation) -> RelationView:
    """Shape one relation."""
    return RelationView(row.id, row.kind, row.source_id, row.target_id, row.strength, row.created_at)


def filtered(owner_id: UUID, filters: Filters) -> QuerySet[Memory]:
    """The rows that ``filters`` admit, inside the owner's scope. Never searches a quarantined text."""
    wanted = {
        "kind": filters.kind,
        "status": filters.status,
        "source": filters.source,
        "pinned": filters.pinned,
        "created_at__gte": filters.created_after,
        "created_at__lt": filters.created_before,
        "conversation__external_id": filters.conversation_id,
    }
    rows = Memory.objects.filter(owner_id=owner_id, **{k: v for k, v in wanted.items() if v is not None})
    if filters.q:
        rows = rows.filter(body__content__icontains=filters.q).exclude(status=Status.QUARANTINED)
    return rows


def _after(rows: QuerySet[Memory], sort: str, cursor: str | None) -> QuerySet[Memory]:
    column, descending = sort.lstrip("-"), sort.startswith("-")
    ordered = rows.order_by(sort, "-id" if descending else "id")
    if cursor is None:
        return ordered
    moment, last_id = _parse(cursor)
    side = "lt" if descending else "gt"
    return ordered.filter(Q(**{f"{column}__{side}": moment}) | Q(**{column: moment, f"id__{side}": last_id}))


def _cursor(row: Memory, sort: str) -> str:
    moment: datetime = getattr(row, sort.lstrip("-"))
    return (
        base64.urlsafe_b64encode(json.dumps([moment.isoformat(), str(row.id)]).encode()).decode().rstrip("=")
    )


def _parse(cursor: str) -> tuple[datetime, UUID]:
    try:
        plain = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        moment, last_id = datetime.fromisoformat(plain[0]), UUID(plain[1])
    except (ValueError, TypeError, LookupError, AttributeError, binascii.Error, RecursionError) as error:
        raise Invalid("This cursor was not made here; start again without one.", field="cursor") from error
    if moment.tzinfo is None:
        raise Invalid("This cursor was not made here; start again without one.", field="cursor")
    return moment, last_id
