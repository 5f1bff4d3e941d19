"""Who the roles are, and what each special one may see: taken by the runtime role for one transaction."""

import psycopg
import pytest

from audit.rls import TableClass
from memories.domain.vocabulary import DecisionKind, StaffRole
from memories.models.registry import TABLES, tables_of
from memories.services.decide import Decision, decide
from tests.factories import keep, keep_poison
from tests.isolation.conftest import Lives, Scope, attempt, enter

REFUSED = "42501"
NARROW = ("hindsight_review", "hindsight_erase", "hindsight_audit", "hindsight_auth")
LOGINS = ("hindsight_owner", "hindsight_app", "hindsight_maint", "hindsight_backup")
PROTECTED = tables_of(TableClass.OWNER, TableClass.SHARED, TableClass.WORKSPACE)

READABLE = {
    "hindsight_review": {
        "memories_reviewcase",
        "memories_reviewdecision",
        "memories_memory",
        "memories_memorycontent",
    },
    "hindsight_audit": {"audit_auditevent"},
    "hindsight_erase": {
        *tables_of(TableClass.OWNER, TableClass.SHARED),
        "memories_signinlink",
        "memories_agentkey",
    },
    "hindsight_auth": {
        "memories_staffmember",
        "memories_agentkey",
        "memories_signinlink",
        "memories_owner",
        "memories_memory",
        "memories_reviewcase",
        "memories_erasurerequest",
        "memories_operation",
        "memories_recalltrace",
    },
}


def in_workspace(lives: Lives) -> Scope:
    return Scope(str(lives.house.id), None)


def test_no_role_of_ours_is_mighty(superuser):
    found = superuser.execute(
        "SELECT rolname, rolcanlogin, rolbypassrls,"
        " rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication"
        " FROM pg_roles WHERE rolname LIKE 'hindsight%'"
    ).fetchall()
    assert sorted(found) == sorted(
        (name, name in LOGINS, name == "hindsight_backup", False) for name in (*LOGINS, *NARROW)
    )


def test_narrow_roles_are_taken_but_never_inherited(superuser):
    found = superuser.execute(
        "SELECT r.rolname, m.rolname, a.inherit_option, a.set_option, a.admin_option FROM pg_auth_members a"
        " JOIN pg_roles r ON r.oid = a.roleid JOIN pg_roles m ON m.oid = a.member"
        " WHERE m.rolname LIKE 'hindsight%'"
    ).fetchall()
    taken = {
        (role, login, False, True, False) for role in NARROW for login in ("hindsight_app", "hindsight_owner")
    }
    service = {
        ("pg_maintain", "hindsight_maint", True, True, False),
        ("pg_checkpoint", "hindsight_maint", True, True, False),
        ("pg_read_all_data", "hindsight_backup", True, True, False),
    }
    assert set(found) == taken | service


def test_the_runtime_role_owns_nothing(superuser):
    owned = superuser.execute(
        "SELECT count(*) FROM pg_shdepend WHERE deptype = 'o' AND refclassid = 'pg_authid'::regclass"
        " AND refobjid = ANY (%s::regrole[]::oid[])",
        (["hindsight_app", "hindsight_maint", "hindsight_backup", *NARROW],),
    ).fetchone()
    assert owned == (0,)


def test_the_runtime_role_makes_no_objects_not_even_temporary_ones(app):
    app.rollback()
    assert {
        attempt(app, statement)
        for statement in (
            "CREATE TABLE public.planted (id int)",
            "CREATE TEMP TABLE memories_owner (id uuid)",
            "CREATE SCHEMA planted",
            "CREATE FUNCTION public.planted() RETURNS int LANGUAGE sql AS 'SELECT 1'",
            "SET LOCAL ROLE hindsight_owner",
            "SET LOCAL ROLE postgres",
            "SET SESSION AUTHORIZATION postgres",
        )
    } == {REFUSED}


@pytest.mark.parametrize("role", NARROW)
def test_a_narrow_role_reads_its_tables_and_no_other(app, lives, role):
    answers = {}
    for table in PROTECTED:
        enter(app, lives.own, role=role)
        answers[table] = attempt(app, f"SELECT 1 FROM {table}") != REFUSED

    assert {table for table, readable in answers.items() if readable} == READABLE[role]


@pytest.mark.parametrize("role", NARROW)
@pytest.mark.parametrize("scope", ["carol", "nobody", "garbage abc", "empty"])
def test_a_narrow_role_sees_nothing_of_this_house_from_elsewhere(app, lives, role, scope):
    for table in READABLE[role]:
        enter(app, lives.foreign[scope], role=role)
        assert attempt(app, f"SELECT 1 FROM {table} WHERE workspace_id = %s", (lives.house.id,)) == 0, table


@pytest.mark.parametrize("role", NARROW)
def test_no_narrow_role_writes_beyond_its_task(app, lives, role):
    writable = {
        "hindsight_review": set(),
        "hindsight_audit": set(),
        "hindsight_erase": READABLE["hindsight_erase"],
        "hindsight_auth": {"memories_staffmember", "memories_agentkey", "memories_signinlink"},
    }[role]
    enter(app, lives.own, role=role)
    found = app.execute(
        "SELECT name FROM unnest(%s::text[]) AS name"
        " WHERE has_table_privilege(name, 'INSERT, UPDATE, DELETE, TRUNCATE')"
        " OR has_any_column_privilege(name, 'INSERT, UPDATE')",
        (PROTECTED,),
    ).fetchall()
    assert {name for (name,) in found} == writable


class TestReviewer:
    """Reads quarantined rows of its workspace, through an undecided case, and nothing else."""

    def texts(self, app, scope: Scope) -> set[str]:
        enter(app, scope, role="hindsight_review")
        found = {content for (content,) in app.execute("SELECT content FROM memories_memorycontent")}
        app.rollback()
        return found

    def test_sees_what_waits_and_nothing_active(self, app, house):
        keep(house, "Alice likes tea in the morning.")
        waiting = keep_poison(house)
        scope = Scope(str(house.id), None)

        assert self.texts(app, scope) == {waiting.memory.content}

        enter(app, scope, role="hindsight_review")
        assert app.execute("SELECT id FROM memories_memory").fetchall() == [(waiting.id,)]
        app.rollback()

    def test_an_owner_in_scope_changes_nothing(self, app, house):
        waiting = keep_poison(house, owner_id=house.bob)

        assert self.texts(app, Scope(str(house.id), str(house.alice))) == {waiting.memory.content}

    def test_sees_nothing_of_another_workspace(self, app, house, lives):
        keep_poison(house)

        assert house.id != lives.carols.id
        assert self.texts(app, Scope(str(lives.carols.id), str(house.alice))) == self.texts(
            app, Scope(str(lives.carols.id), None)
        )

    @pytest.mark.parametrize(
        ("kind", "visible"),
        [(DecisionKind.RELEASE, False), (DecisionKind.REJECT, False), (DecisionKind.DEFER, True)],
    )
    def test_a_decided_case_closes_the_text(self, app, house, kind, visible):
        waiting = keep_poison(house)
        decide(house.staff(StaffRole.REVIEWER), waiting.case_id, Decision(kind, "looked at"))

        assert bool(self.texts(app, Scope(str(house.id), None))) is visible

    def test_a_quarantined_row_without_an_open_case_is_closed(self, app, house, superuser):
        waiting = keep_poison(house)
        superuser.execute(
            "UPDATE memories_reviewcase SET state = 'decided' WHERE id = %s", (waiting.case_id,)
        )

        assert self.texts(app, Scope(str(house.id), None)) == set()

    def test_an_open_case_of_an_active_memory_opens_nothing(self, app, house, superuser):
        waiting = keep_poison(house)
        superuser.execute("UPDATE memories_memory SET status = 'active' WHERE id = %s", (waiting.id,))

        assert self.texts(app, Scope(str(house.id), None)) == set()


class TestAuth:
    """Sees credentials, and of everything else only what figures need."""

    @pytest.mark.parametrize(
        "column",
        [
            "memories_memory.digest",
            "memories_memory.confidence",
            "memories_reviewcase.signals",
            "memories_erasurerequest.query",
            "memories_erasurerequest.reason",
            "memories_operation.request",
            "memories_recalltrace.results",
            "auth_user.password",
        ],
    )
    def test_no_column_that_could_hold_words_or_secrets(self, app, lives, column):
        table, _, name = column.partition(".")
        enter(app, in_workspace(lives), role="hindsight_auth")

        assert attempt(app, f"SELECT {name} FROM {table}") == REFUSED

    def test_counts_the_workspaces_memories(self, app, lives, superuser):
        enter(app, in_workspace(lives), role="hindsight_auth")
        seen = app.execute("SELECT count(*) FROM memories_memory").fetchone()
        there = superuser.execute(
            "SELECT count(*) FROM memories_memory WHERE workspace_id = %s", (lives.house.id,)
        ).fetchone()
        assert seen == there and seen[0] > 0


class TestErase:
    """Reads and removes the rows of the one owner in scope."""

    def test_reaches_the_owner_in_scope_and_no_other(self, app, lives):
        enter(app, lives.own, role="hindsight_erase")
        owners = app.execute("SELECT DISTINCT owner_id FROM memories_memory").fetchall()

        assert owners == [(lives.house.alice,)]
        assert attempt(app, "DELETE FROM memories_recalltrace WHERE owner_id = %s", (lives.house.bob,)) == 0
        assert attempt(app, "UPDATE memories_memory SET owner_id = %s", (lives.house.bob,)) == REFUSED
        app.rollback()

    def test_without_an_owner_reaches_nothing(self, app, lives):
        enter(app, in_workspace(lives), role="hindsight_erase")

        assert attempt(app, "DELETE FROM memories_memoryterm") == 0
        app.rollback()

    def test_makes_nothing(self, app, lives):
        enter(app, lives.own, role="hindsight_erase")

        assert attempt(app, "INSERT INTO memories_lesson SELECT * FROM memories_lesson LIMIT 0") == REFUSED


LEDGER_CHANGES = (
    "UPDATE audit_auditevent SET name = 'memory.read'",
    "DELETE FROM audit_auditevent",
    "TRUNCATE audit_auditevent",
    "ALTER TABLE audit_auditevent DISABLE TRIGGER append_only",
    "ALTER TABLE audit_auditevent NO FORCE ROW LEVEL SECURITY",
    "DROP TABLE audit_auditevent",
)


@pytest.mark.parametrize("role", [None, *NARROW])
def test_no_runtime_role_changes_the_ledger(app, lives, role):
    answers = set()
    for statement in LEDGER_CHANGES:
        enter(app, lives.own, role=role)
        answers.add(attempt(app, statement))
    app.rollback()

    assert answers == {REFUSED}


def test_even_the_owner_of_the_ledger_runs_into_its_trigger(owner_connection):
    for statement in LEDGER_CHANGES[:3]:
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="append-only"):
            owner_connection.execute(statement)


@pytest.mark.parametrize("url", ["maint_url", "backup_url"])
def test_service_logins_change_nothing(services, url):
    with psycopg.connect(getattr(services, url)) as connection:
        connection.execute("SET default_transaction_read_only = off")
        connection.commit()
        for table in PROTECTED:
            for statement in (
                f"DELETE FROM {table}",
                f"UPDATE {table} SET workspace_id = NULL",
                f"TRUNCATE {table}",
            ):
                assert attempt(connection, statement) in (REFUSED, "42703"), statement


def test_maintenance_reads_nothing(services):
    with psycopg.connect(services.maint_url) as connection:
        assert {attempt(connection, f"SELECT 1 FROM {table}") for table in TABLES} == {REFUSED}


def test_the_backup_sees_every_row(services, superuser):
    with psycopg.connect(services.backup_url) as connection:
        for table in TABLES:
            statement = f"SELECT count(*) FROM {table}".encode()
            assert connection.execute(statement).fetchone() == superuser.execute(statement).fetchone()
