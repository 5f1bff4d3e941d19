"""The last step of an erasure: bytes that SQL DELETE leaves behind in table files and the write-ahead log.

After a DELETE, and even after VACUUM, freed pages of heaps and B-trees still hold the text. Only a rewrite of
the table leaves nothing (measured: heap, TOAST, B-tree, HNSW, log). The log is clean once its segments were
switched, checkpointed and removed. These commands need rights of their own and no transaction, so they run
on a connection of ``hindsight_maint``.
"""

import logging
import re
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import psycopg
from django.conf import settings

logger = logging.getLogger(__name__)

REWRITE_UP_TO = 256 * 2**20
"""Bytes of a table up to which it is rewritten; readers wait meanwhile, about a second for this much."""

REWRITE_GRAPH_UP_TO = 6 * 2**20
"""The same for a table with an HNSW index, which is built anew: 5,000 vectors take two seconds (measured)."""

_TRIES = 5
_PAUSE = 0.5
_LOCK_WAIT = "3s"  # who waits longer for the table makes every reader wait behind
_NUMBER = re.compile(r"\d+")

_SIZE = """
SELECT pg_table_size(%(table)s::regclass), EXISTS (
  SELECT FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
  WHERE i.indrelid = %(table)s::regclass AND a.amname = 'hnsw'
)
"""


class _Told(NamedTuple):
    """What the server said beside its answer."""

    severity: str
    detail: str


def scrub_files(tables: Sequence[str]) -> dict[str, Any]:
    """Rewrite ``tables``, then checkpoint and switch the log so that its old segments are removed.

    Returns what was done, for the receipt: ``done`` is true when no byte is left within the database's reach,
    ``left`` names the tables that were too large or too busy and were only vacuumed. Without a maintenance
    connection nothing is done. Any warning counts as failure: VACUUM without the right to it only warns.
    """
    if not settings.DATABASE_MAINT_URL:
        return {"done": False, "reason": "no_maintenance_connection"}
    try:
        with psycopg.connect(settings.DATABASE_MAINT_URL, autocommit=True) as connection:
            return _scrub(connection, list(dict.fromkeys(tables)))
    except psycopg.Error:
        logger.warning("file clean-up failed; the receipt says so")
        return {"done": False, "reason": "database_refused"}


def _scrub(connection: psycopg.Connection, tables: Sequence[str]) -> dict[str, Any]:
    notices: list[_Told] = []
    # Taken apart here: the message is only readable while the handler runs.
    connection.add_notice_handler(
        lambda notice: notices.append(_Told(notice.severity_nonlocalized or "", notice.message_detail or ""))
    )
    connection.execute(f"SET lock_timeout = '{_LOCK_WAIT}'".encode())
    left = [table for table in tables if not _is_clean(connection, table, notices)]
    for statement in ("CHECKPOINT", "SELECT pg_switch_wal()", "CHECKPOINT"):
        connection.execute(statement.encode())
    recycled = _one(connection, "SELECT current_setting('wal_recycle') = 'on'", {})[0]
    warned = any(notice.severity in ("WARNING", "ERROR") for notice in notices)
    reason = "warnings" if warned else "tables_left" if left else "log_recycled" if recycled else ""
    return {
        "done": not reason,
        "reason": reason,
        "method": "rewrite+checkpoint+log_switch",
        "left": sorted(left),
        "log_recycled": recycled,
    }


def _is_clean(connection: psycopg.Connection, table: str, notices: list[_Told]) -> bool:
    size, has_graph = _one(connection, _SIZE, {"table": table})
    if size <= (REWRITE_GRAPH_UP_TO if has_graph else REWRITE_UP_TO):
        for attempt in range(_TRIES):
            if attempt:
                time.sleep(_PAUSE)
            if _rewrite(connection, table, notices):
                return True
    connection.execute(f"VACUUM (TRUNCATE) {table}".encode())
    return False


def _rewrite(connection: psycopg.Connection, table: str, notices: list[_Told]) -> bool:
    """False when the table is in use, or when an old snapshot still sees erased rows: those are copied."""
    before = len(notices)
    try:
        connection.execute(f"VACUUM (FULL, VERBOSE) {table}".encode())
    except psycopg.errors.LockNotAvailable:
        return False
    told = [_NUMBER.search(notice.detail) for notice in notices[before:]]
    # "DETAIL:  0 dead row versions cannot be removed yet." – the first number, in every language.
    return all(int(match.group()) == 0 for match in told if match)


def _one(connection: psycopg.Connection, statement: str, values: dict[str, Any]) -> Any:
    return connection.execute(statement.encode(), values).fetchone()
