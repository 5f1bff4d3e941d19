"""Pages of lists whose cursor is a position."""

from collections.abc import Sequence
from typing import TypeVar

from memories.entry.schemas.base import Paging
from memories.services.browse import Page
from memories.services.ledger import parse_position

T = TypeVar("T")


def offset_of(query: Paging) -> int:
    """The position in a cursor; raises ``Invalid`` for a forged one."""
    return parse_position(query.cursor) or 0


def page_at(results: Sequence[T], query: Paging, *, total: int) -> Page[T]:
    """Results that start at the query's position, with the cursor of what follows them."""
    following = offset_of(query) + len(results)
    return Page(tuple(results), str(following) if results and following < total else None, total)


def sliced(everything: Sequence[T], query: Paging) -> Page[T]:
    """A page of a list that is at hand as a whole."""
    start = offset_of(query)
    return page_at(everything[start : start + query.limit], query, total=len(everything))
