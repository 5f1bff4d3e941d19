"""Whether the database still keeps owners apart: asked before serving, and by the readiness check."""

from typing import Any

from django.db import connection

from audit.isolation import isolation_faults
from memories.models.registry import TABLES


def check_isolation(cursor: Any = None) -> list[str]:
    """Faults by name (roles and tables, never content); an empty list means that owners are apart.

    ``cursor`` is one of the runtime role, where the caller is not yet the running product.
    """
    if cursor is not None:
        return isolation_faults(cursor, TABLES)
    with connection.cursor() as own:
        return isolation_faults(own, TABLES)
