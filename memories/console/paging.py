"""Where one stands in a list, as links that keep the filters of the address."""

from typing import Any

from django.http import HttpRequest


def pager(request: HttpRequest, *, next_cursor: str | None, total: int, exact: bool = True) -> dict[str, Any]:
    """Context of ``partials/pager.html``."""
    return {
        "first_url": address(request, cursor="") if request.GET.get("cursor") else None,
        "next_url": address(request, cursor=next_cursor) if next_cursor else None,
        "total": total,
        "total_exact": exact,
    }


def address(request: HttpRequest, **changes: str) -> str:
    """This page with some parameters changed; an empty value takes the parameter out."""
    query = request.GET.copy()
    for name, value in changes.items():
        query[name] = value
        if not value:
            del query[name]
    encoded = query.urlencode()
    return f"{request.path}?{encoded}" if encoded else request.path


def offset_of(cursor: str) -> int:
    """The offset in a cursor of a list that is paged by place; nonsense counts as the start."""
    digits = 9  # more would be no place in any list of ours, and no number for the database
    return int(cursor) if cursor.isascii() and cursor.isdigit() and len(cursor) <= digits else 0
