"""Every table × select, insert, update, delete, move × own and foreign scopes, as the runtime role.

The rights stand here once more, by hand: a test that read them from the migration would agree with any fault.
"""

import json
from typing import Any

import psycopg
import pytest

from audit.rls import TableClass
from memories.models.registry import TABLES, tables_of
from tests.isolation.conftest import Lives, Scope, attempt, enter

REFUSED = "42501"

# s: select, i: insert, u: update, d: delete. A column stands where only some may be updated.
RIGHTS = {
    "memories_owner": "si locale",
    "memories_conversation": "siu",
    "memories_message": "si",
    "memories_episode": "si",
    "memories_memory": "siu",
    "memories_memorycontent": "siu",
    "memories_memoryversion": "si",
    "memories_memoryterm": "sid",
    "memories_memoryembedding": "sid",
    "memories_relation": "siu",
    "memories_reviewcase": "siu",
    "memories_reviewdecision": "si",
    "memories_lesson": "si",
    "memories_erasurerequest": "siu",
    "memories_erasurestep": "siu",
    "memories_recalltrace": "si",
    "memories_exportchunk": "sid",
    "memories_operation": "siu",
    "memories_idempotencyrecord": "siud",
    "memories_policyversion": "siu",
    "memories_workspace": "si",
    "memories_staffmember": "",
    "memories_agentkey": "",
    "memories_signinlink": "",
    "memories_erasurereceipt": "si",
    "memories_tombstone": "si",
    "audit_auditevent": "i",
    "audit_auditpayload": "si",
    "audit_auditsubjectkey": "si",
}
PROTECTED = tables_of(TableClass.OWNER, TableClass.SHARED, TableClass.WORKSPACE)
BY_OWNER = tables_of(TableClass.OWNER, TableClass.SHARED)


class Row:
    """Alice's row of one table (or her workspace's), as a superuser found it."""

    def __init__(self, connection: psycopg.Connection, table: str, lives: Lives) -> None:
        self.table = table
        self.key = self._key(connection)
        column, value = self._whose(lives)
        statement = f"SELECT to_jsonb(t) FROM {table} t WHERE {column} = %s LIMIT 1"
        found = connection.execute(statement.encode(), (value,)).fetchone()
        assert found, f"nobody lives in {table}: extend tests.factories.live_fully"
        self.values: dict[str, Any] = found[0]

    def _key(self, connection: psycopg.Connection) -> list[str]:
        """Columns of the primary key, or of another unique one."""
        found = connection.execute(
            "SELECT array_agg(a.attname)::text[] FROM pg_index i"
            " JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)"
            " WHERE i.indrelid = %s::regclass AND i.indisunique AND i.indpred IS NULL"
            " GROUP BY i.indexrelid, i.indisprimary ORDER BY i.indisprimary DESC LIMIT 1",
            (self.table,),
        ).fetchone()
        return list(found[0])

    def _whose(self, lives: Lives) -> tuple[str, Any]:
        if TABLES[self.table] in (TableClass.OWNER, TableClass.SHARED):
            return "owner_id", lives.house.alice
        return ("id" if self.table == "memories_workspace" else "workspace_id"), lives.house.id

    @property
    def where(self) -> str:
        return " AND ".join(f"{name}::text = %({name})s" for name in self.key)

    @property
    def where_values(self) -> dict[str, str]:
        return {name: str(self.values[name]) for name in self.key}

    @property
    def updatable(self) -> str:
        return RIGHTS[self.table].partition(" ")[2] or self.key[0]


@pytest.fixture(params=PROTECTED)
def row(request: pytest.FixtureRequest, session_superuser: psycopg.Connection, lives: Lives) -> Row:
    return Row(session_superuser, request.param, lives)


def outcomes(connection: psycopg.Connection, row: Row, scope: Scope) -> dict[str, int | str]:
    enter(connection, scope)
    table, where, values = row.table, row.where, row.where_values
    # "ON CONFLICT DO NOTHING": the policy judges the row before the conflict with itself is seen.
    insert = f"INSERT INTO {table} SELECT (jsonb_populate_record(NULL::{table}, %s)).* ON CONFLICT DO NOTHING"
    return {
        "select": attempt(connection, f"SELECT 1 FROM {table} WHERE {where}", values),
        "insert": attempt(connection, insert, (json.dumps(row.values),)),
        "update": attempt(
            connection, f"UPDATE {table} SET {row.updatable} = {row.updatable} WHERE {where}", values
        ),
        "delete": attempt(connection, f"DELETE FROM {table} WHERE {where}", values),
    }


def test_every_protected_table_is_in_this_matrix():
    assert set(RIGHTS) == set(PROTECTED)


def test_in_its_own_scope_a_row_is_reached_as_far_as_the_rights_go(app, row, lives):
    granted, _, columns = RIGHTS[row.table].partition(" ")

    assert outcomes(app, row, lives.own) == {
        "select": 1 if "s" in granted else REFUSED,
        "insert": 0 if "i" in granted else REFUSED,
        "update": 1 if "u" in granted or columns else REFUSED,
        "delete": 1 if "d" in granted else REFUSED,
    }


def test_from_a_foreign_scope_a_row_is_neither_seen_nor_touched(app, row, lives):
    granted, _, columns = RIGHTS[row.table].partition(" ")
    expected = {
        "select": 0 if "s" in granted else REFUSED,
        "insert": REFUSED,
        "update": 0 if "u" in granted or columns else REFUSED,
        "delete": 0 if "d" in granted else REFUSED,
    }
    inside = {"bob", "workspace only", "garbage owner"}  # of the same workspace: its own rows are theirs, too
    foreign = {
        name: scope for name, scope in lives.foreign.items() if row.table in BY_OWNER or name not in inside
    }

    assert {name: outcomes(app, row, scope) for name, scope in foreign.items()} == dict.fromkeys(
        foreign, expected
    )


@pytest.mark.parametrize("table", BY_OWNER)
def test_no_row_is_moved_to_another_owner_or_workspace(app, session_superuser, lives, table):
    row = Row(session_superuser, table, lives)
    moved = {}
    for column, value in (("owner_id", lives.house.bob), ("workspace_id", lives.carols.id)):
        enter(app, lives.own)
        statement = f"UPDATE {table} SET {column} = %(to)s WHERE {row.where}"
        moved[column] = attempt(app, statement, {**row.where_values, "to": value})

    assert moved == {"owner_id": REFUSED, "workspace_id": REFUSED}


@pytest.mark.parametrize("table", PROTECTED)
def test_without_a_scope_nothing_is_there(app, table):
    enter(app, Scope(None, None))
    counted = attempt(app, f"SELECT 1 FROM {table}")

    assert counted == (0 if "s" in RIGHTS[table] else REFUSED)


@pytest.mark.parametrize("table", PROTECTED)
def test_a_whole_table_shows_one_owner_only(app, lives, table):
    if "s" not in RIGHTS[table].partition(" ")[0]:
        return
    enter(app, lives.own)
    wall = "id" if table == "memories_workspace" else "workspace_id"
    strangers = f"{wall} IS DISTINCT FROM %(workspace)s"
    if table in BY_OWNER:
        strangers += " OR owner_id IS DISTINCT FROM %(owner)s AND owner_id IS NOT NULL"
    values = {"workspace": lives.house.id, "owner": lives.house.alice}

    assert attempt(app, f"SELECT 1 FROM {table} WHERE {strangers}", values) == 0
    assert attempt(app, f"SELECT 1 FROM {table}") > 0


@pytest.mark.parametrize("table", sorted(TABLES))
def test_rights_that_policies_do_not_judge_are_not_there(app, table):
    app.rollback()
    found = app.execute(
        "SELECT name FROM unnest(ARRAY['TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) AS name"
        " WHERE has_table_privilege(%s, name)",
        (table,),
    ).fetchall()
    assert found == []
