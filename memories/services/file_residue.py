"""The last step of an erasure: bytes that SQL DELETE leaves behind in table files and the write-ahead log.

After a DELETE the rows are still readable in the files. VACUUM clears TOAST and indexes, and frees the heap
pages; the log is clean once its segments were switched and checkpointed. These commands need rights of
their own, so they run on a connection of ``hindsight_maint``, outside any transaction.
"""

import logging
from typing import Any

import psycopg
from django.conf import settings

from audit.rls import TableClass
from memories.models.registry import tables_of

logger = logging.getLogger(__name__)


def scrub_files() -> dict[str, Any]:
    """Vacuum every table with personal data, then checkpoint and switch the log.

    Returns what was done, for the receipt. Without a maintenance connection nothing is done and the
    receipt says so; any warning of the database counts as failure.
    """
    url = settings.DATABASE_MAINT_URL
    if not url:
        return {"done": False, "reason": "no_maintenance_connection"}
    warnings: list[str] = []
    try:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.add_notice_handler(lambda notice: warnings.append(notice.severity_nonlocalized or ""))
            for table in tables_of(TableClass.OWNER, TableClass.SHARED):
                connection.execute(f"VACUUM (TRUNCATE) {table}".encode())
            connection.execute("CHECKPOINT")
            connection.execute("SELECT pg_switch_wal()")
    except psycopg.Error:
        logger.warning("file clean-up failed; the receipt says so")
        return {"done": False, "reason": "database_refused"}
    bad = [severity for severity in warnings if severity in ("WARNING", "ERROR")]
    return {"done": not bad, "reason": "warnings" if bad else "", "method": "vacuum+checkpoint+wal_switch"}
