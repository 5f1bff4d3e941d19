"""What the catalogue says about tables, keys and statistics: rules that a new table must follow too."""

import importlib

import psycopg
import pytest
from django.apps import apps

from audit.rls import TableClass
from memories.models.registry import TABLES, tables_of
from tests.isolation.conftest import Lives, attempt, enter, random_id

OWNED = tables_of(TableClass.OWNER)
row_security = importlib.import_module("memories.migrations.0002_row_security")


def rows(connection: psycopg.Connection, statement: str, *values: object) -> list[tuple]:
    return connection.execute(statement.encode(), values).fetchall()


def test_the_registry_names_every_table_and_nothing_else(superuser):
    found = rows(
        superuser,
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"
        " AND relkind IN ('r', 'p', 'f')",
    )
    assert {name for (name,) in found} == set(TABLES)


def test_every_model_with_an_owner_is_registered_by_owner():
    owned = {
        model._meta.db_table
        for model in apps.get_models()
        if any(field.column == "owner_id" for field in model._meta.local_fields)
    }
    by_owner = set(tables_of(TableClass.OWNER, TableClass.SHARED))
    # Found by finders and by their own narrow role; never readable by the runtime role.
    credentials = {"memories_agentkey", "memories_signinlink", "memories_consolesession"}
    assert owned - by_owner == credentials


@pytest.mark.parametrize("table", tables_of(TableClass.OWNER, TableClass.SHARED, TableClass.WORKSPACE))
def test_row_security_is_enabled_and_forced(superuser, table):
    found = rows(
        superuser, "SELECT relrowsecurity, relforcerowsecurity FROM pg_class WHERE oid = %s::regclass", table
    )
    assert found == [(True, True)]


@pytest.mark.parametrize("table", OWNED)
def test_an_owned_table_has_both_walls_and_an_index_that_leads_with_the_owner(superuser, table):
    columns = rows(
        superuser,
        "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnotnull AND attnum > 0",
        table,
    )
    leading = rows(
        superuser,
        "SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid"
        " AND a.attnum = i.indkey[0] WHERE i.indrelid = %s::regclass AND i.indpred IS NULL",
        table,
    )
    assert {"workspace_id", "owner_id"} <= {name for (name,) in columns}
    assert ("owner_id",) in leading


@pytest.mark.parametrize("table", OWNED)
def test_an_owned_table_has_no_trigger_of_its_own(superuser, table):
    assert (
        rows(
            superuser,
            "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal",
            table,
        )
        == []
    )


def test_every_foreign_key_between_owned_tables_begins_with_the_owner(superuser):
    loose = rows(
        superuser,
        "SELECT c.conrelid::regclass::text, c.conname FROM pg_constraint c"
        " JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]"
        " WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace"
        " AND c.conrelid = ANY (%s::regclass[]) AND c.confrelid = ANY (%s::regclass[])"
        " AND NOT (a.attname = 'owner_id' OR a.attname = 'workspace_id'"
        "          AND c.confrelid = 'memories_owner'::regclass)",
        OWNED,
        OWNED,
    )
    assert loose == []


def test_every_link_of_the_models_has_its_composite_key(superuser):
    """The ORM's own constraints are off (``db_constraint=False``): each link needs one of the migration's."""
    links = {
        (model._meta.db_table, field.column)
        for model in apps.get_models()
        if model._meta.db_table in OWNED
        for field in model._meta.local_fields
        if field.is_relation
    }
    keyed = {(table, column) for table, column, _ in row_security.COMPOSITE_KEYS}
    assert links - keyed == set()


# Few rows point this way: a look through those of one owner is nothing.
SELDOM = {
    "memories_memory.episode_id",
    "memories_reviewdecision.overrides_id",
    "memories_episode.conversation_id",
}


def test_what_points_at_a_row_is_found_by_an_index(superuser):
    """Otherwise each deleted row costs a look through all rows of its owner, and an erasure never ends."""
    indexed = rows(
        superuser,
        "SELECT i.indrelid::regclass::text, b.attname::text FROM pg_index i"
        " JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]"
        " JOIN pg_attribute b ON b.attrelid = i.indrelid AND b.attnum = i.indkey[1]"
        " WHERE a.attname = 'owner_id'",
    )
    pointing = {f"{table}.{column}" for table, column, _ in row_security.COMPOSITE_KEYS}
    assert pointing - {f"{table}.{column}" for table, column in indexed} == SELDOM


@pytest.mark.parametrize("key", row_security.COMPOSITE_KEYS, ids=lambda key: f"{key[0]}.{key[1]}")
def test_a_row_cannot_point_at_another_owners(app, session_superuser, lives: Lives, key):
    """The database alone refuses, and with one answer: nobody learns whether an id exists elsewhere."""
    table, column, target = key
    statement = (
        f"UPDATE {table} SET {column} = %s WHERE ctid = (SELECT min(ctid) FROM {table} WHERE owner_id = %s)"
    )
    foreign = rows(session_superuser, f"SELECT id FROM {target} WHERE owner_id = %s LIMIT 1", lives.house.bob)
    assert foreign, f"Bob has no row in {target}"
    answers = []
    for other in (foreign[0][0], random_id()):
        with pytest.raises(psycopg.errors.ForeignKeyViolation) as refused, session_superuser.transaction():
            session_superuser.execute(statement.encode(), (other, lives.house.alice))
        answers.append((refused.value.sqlstate, refused.value.diag.constraint_name))

    assert answers[0] == answers[1]


def test_the_runtime_role_gets_one_answer_for_a_foreign_and_a_random_memory(app, lives: Lives, superuser):
    own, foreign = (
        rows(superuser, "SELECT id FROM memories_memory WHERE owner_id = %s LIMIT 1", owner)[0][0]
        for owner in (lives.house.alice, lives.house.bob)
    )
    insert = (
        "INSERT INTO memories_relation"
        " (workspace_id, owner_id, source_id, target_id, kind, strength, created_at)"
        " VALUES (%s, %s, %s, %s, 'about', 1, now())"
    )
    enter(app, lives.own)
    answers = [
        attempt(app, insert, (lives.house.id, lives.house.alice, own, target))
        for target in (foreign, random_id())
    ]
    assert answers == ["23503", "23503"]


@pytest.mark.parametrize(
    "table", [name for name in OWNED if name not in ("memories_memoryterm", "memories_owner")]
)
def test_owner_and_id_are_unique_together(superuser, table):
    uniques = rows(
        superuser,
        "SELECT array_agg(a.attname ORDER BY k.place)::text[] FROM pg_constraint c"
        " CROSS JOIN LATERAL unnest(c.conkey) WITH ORDINALITY AS k (attnum, place)"
        " JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum"
        " WHERE c.conrelid = %s::regclass AND c.contype IN ('u', 'p') GROUP BY c.oid",
        table,
    )
    names = {"memories_memorycontent": "memory_id", "audit_auditpayload": "event_id"}
    wanted = ["owner_id"] if table == "audit_auditsubjectkey" else ["owner_id", names.get(table, "id")]
    assert (wanted,) in uniques


def test_values_of_one_owner_never_collide_with_anothers(superuser):
    """A duplicate-key error would tell that somebody else has the value; random ids tell nothing."""
    narrow = rows(
        superuser,
        "SELECT c.conrelid::regclass::text, array_agg(a.attname)::text[] FROM pg_constraint c"
        " JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)"
        " WHERE c.contype IN ('u', 'p') AND c.conrelid = ANY (%s::regclass[])"
        " GROUP BY c.oid, c.conrelid HAVING NOT array_agg(a.attname) && '{owner_id}'::name[]",
        OWNED,
    )
    told = {column for _, columns in narrow for column in columns} - {"id", "memory_id", "event_id"}
    assert told == {"workspace_id", "external_id"}  # (workspace_id, external_id) of memories_owner itself


def test_the_planner_keeps_no_samples_of_personal_columns(superuser):
    superuser.execute("ANALYZE")
    personal = {
        (table, column)
        for table, columns in row_security.PERSONAL_COLUMNS.items()
        for column in columns.split()
    }
    sampled = rows(
        superuser,
        "SELECT s.starelid::regclass::text, a.attname FROM pg_statistic s"
        " JOIN pg_attribute a ON a.attrelid = s.starelid AND a.attnum = s.staattnum",
    )
    assert personal & set(sampled) == set()


def test_every_text_column_of_a_person_is_known_as_personal():
    """A new column that can hold words must be kept out of the statistics, or be listed here as a code."""
    codes = {  # fmt: skip
        "status",
        "source",
        "outcome",
        "kind",
        "role",
        "change",
        "author_kind",
        "model",
        "actor_kind",
        "preset",
        "scope",
        "state",
        "held_from",
        "subject",
        "requested_by_kind",
        "target",
        "decision",
        "reviewer_kind",
        "error_code",
        "created_by_kind",
        "route",
        "locale",
        "time_zone",
        "indexing_state",
        "signals",
        "results",
        "preview",
        "selection",
        "changes",
    }
    words = {
        (model._meta.db_table, field.column)
        for model in apps.get_models()
        if model._meta.db_table in tables_of(TableClass.OWNER, TableClass.SHARED)
        for field in model._meta.local_fields
        if field.get_internal_type() in ("CharField", "TextField", "JSONField", "HalfVectorField")
        and field.column not in codes
    }
    listed = {
        (table, column)
        for table, columns in row_security.PERSONAL_COLUMNS.items()
        for column in columns.split()
    }
    assert words - listed == set()
