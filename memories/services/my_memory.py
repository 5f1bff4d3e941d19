"""A person's own list: everything remembered about them, kind by kind, newest first."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Count

from audit.context import acting_as
from audit.identity import Actor
from memories.domain.errors import Invalid
from memories.domain.vocabulary import Kind, Verb
from memories.models import Owner
from memories.services.access import require
from memories.services.browse import Filters, browse, filtered
from memories.services.shapes import MemoryView

KIND_ORDER = (Kind.PREFERENCE, Kind.FACT, Kind.EVENT, Kind.TASK)
_MARK = "."


@dataclass(frozen=True)
class Shelf:
    """One page of the list. ``counts`` are by kind under the same filters, whatever kind was asked for;
    ``continues`` is the kind in which the page before ended."""

    memories: tuple[MemoryView, ...]
    counts: Mapping[str, int]
    continues: Kind | None
    next_cursor: str | None
    paused: bool


def my_memory(
    actor: Actor, owner_id: UUID, filters: Filters, *, limit: int = 50, cursor: str | None = None
) -> Shelf:
    """A page of an owner's memories in the order of ``KIND_ORDER``. Needs ``read``; ``Invalid`` for a forged
    cursor."""
    require(actor, Verb.READ)
    kinds = (filters.kind,) if filters.kind else KIND_ORDER
    first, inner = _parse(cursor, kinds)
    with acting_as(actor, owner_id):
        counts = _counts(owner_id, filters)
        ahead = [kind for kind in kinds[kinds.index(first) :] if counts.get(kind)]
        found: list[MemoryView] = []
        following = None
        for kind in ahead:
            if len(found) == limit:
                following = f"{kind}{_MARK}"
                break
            room, place = limit - len(found), inner if kind is first else None
            page = browse(actor, owner_id, replace(filters, kind=kind), limit=room, cursor=place)
            found += page.results
            if page.next_cursor:
                following = f"{kind}{_MARK}{page.next_cursor}"
                break
        paused = Owner.objects.filter(id=owner_id, paused_at__isnull=False).exists()
    return Shelf(tuple(found), counts, first if inner else None, following, paused)


def _counts(owner_id: UUID, filters: Filters) -> dict[str, int]:
    rows = filtered(owner_id, replace(filters, kind=None)).values("kind")
    return {row["kind"]: row["n"] for row in rows.annotate(n=Count("id")).order_by()}


def _parse(cursor: str | None, kinds: tuple[Kind, ...]) -> tuple[Kind, str | None]:
    if cursor is None:
        return kinds[0], None
    name, mark, inner = cursor.partition(_MARK)
    if not mark or name not in kinds:
        raise Invalid("This cursor was not made here; start again without one.", field="cursor")
    return Kind(name), inner or None
