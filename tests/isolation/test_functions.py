"""Definer functions: one narrow answer each, and nobody talks them into more."""

import pytest

from audit.context import acting_as
from memories.models import Memory
from tests.isolation.conftest import Lives, Scope, attempt, enter

# What each may tell. Ids, names of workspaces, roles and verbs: never content, never a digest.
ANSWERS = {
    "hindsight_find_key": (
        "TABLE(key_id uuid, workspace_id uuid, owner_id uuid, staff_id uuid, staff_role text, verbs text[],"
        " unlimited boolean, used_recently boolean)"
    ),
    "hindsight_find_link": (
        "TABLE(link_id uuid, workspace_id uuid, owner_id uuid, staff_id uuid, user_id integer)"
    ),
    "hindsight_find_staff": "TABLE(staff_id uuid, workspace_id uuid, workspace_name text, role text)",
    "hindsight_find_workspace": "TABLE(workspace_id uuid)",
    "hindsight_find_owner": "TABLE(owner_id uuid)",
    "hindsight_find_owner_anywhere": "TABLE(owner_id uuid, workspace_id uuid)",
    "hindsight_owner_of": "TABLE(owner_id uuid)",
    "hindsight_find_receipt": "TABLE(receipt_id uuid, workspace_id uuid)",
    "hindsight_find_request": "TABLE(request_id uuid, workspace_id uuid, owner_id uuid)",
    "hindsight_due": "TABLE(workspace_id uuid, owner_id uuid, object_id uuid)",
    "hindsight_audit_head": "TABLE(seq bigint, hash bytea)",
}
DEFINERS = (
    "FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner"
    " WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef"
)


def test_these_functions_exist_with_these_answers(superuser):
    found = dict(
        superuser.execute(f"SELECT p.proname::text, pg_get_function_result(p.oid) {DEFINERS}").fetchall()
    )
    assert found == ANSWERS


def test_their_search_path_is_fixed_and_their_owner_is_no_superuser(superuser):
    found = superuser.execute(
        f"SELECT p.proconfig::text[], r.rolname::text, r.rolsuper {DEFINERS}"
    ).fetchall()
    assert {(tuple(config), owner, mighty) for config, owner, mighty in found} == {
        (("search_path=pg_catalog, pg_temp",), "hindsight_owner", False)
    }


def test_only_the_runtime_role_may_call_them(superuser):
    callers = superuser.execute(
        f"SELECT DISTINCT r2.rolname::text FROM pg_roles r2, (SELECT p.oid {DEFINERS}) AS f"
        " WHERE has_function_privilege(r2.oid, f.oid, 'EXECUTE') AND NOT r2.rolsuper"
    ).fetchall()
    assert {name for (name,) in callers} == {"hindsight_app", "hindsight_owner"}


SCOPED = (
    ("SELECT * FROM hindsight_find_owner(%s)", lambda lives: ["alice"]),
    ("SELECT * FROM hindsight_owner_of('memory', %s)", lambda lives: [_memory_of_alice(lives)]),
)


def _memory_of_alice(lives: Lives) -> object:
    with acting_as(lives.house.system, lives.house.alice):
        return Memory.objects.values_list("id", flat=True).first()


@pytest.mark.parametrize(("statement", "values"), SCOPED)
def test_scoped_finders_stay_inside_the_workspace_of_the_setting(app, lives, statement, values):
    given = values(lives)
    enter(app, Scope(str(lives.house.id), None))
    assert app.execute(statement, given).fetchall() == [(lives.house.alice,)]

    for name in ("nobody", "empty", "garbage abc"):
        enter(app, lives.foreign[name])
        assert app.execute(statement, given).fetchall() == [], name
    enter(app, Scope(str(lives.carols.id), None))
    assert (lives.house.alice,) not in app.execute(statement, given).fetchall()
    app.rollback()


def test_the_head_of_a_chain_is_refused_without_a_workspace(app, lives):
    for name in ("nobody", "empty", "garbage abc"):
        enter(app, lives.foreign[name])
        assert attempt(app, "SELECT * FROM hindsight_audit_head()") == "42501", name


def test_hostile_settings_of_the_session_change_no_answer(app, lives):
    """The session decides over its search path and settings; a function that trusted them could be misled."""
    ask = "SELECT * FROM public.hindsight_find_owner('alice')"
    for path in ("", "pg_temp", "pg_temp, public, pg_catalog", '"$user"'):
        enter(app, Scope(str(lives.carols.id), str(lives.house.alice)))
        app.execute("SELECT set_config('search_path', %s, true)", (path,))
        assert app.execute(ask).fetchall() == [(lives.carols.alice,)], path
        app.execute("SET LOCAL row_security = off")
        assert attempt(app, ask) == "42501", path  # an error, never all rows
    app.rollback()


def test_the_key_table_answers_only_who_holds_the_secret(app, lives):
    app.rollback()
    assert attempt(app, "SELECT digest FROM memories_agentkey") == "42501"
    assert attempt(app, "SELECT * FROM hindsight_find_key('hs_unknown', '\\x00')") == 0
