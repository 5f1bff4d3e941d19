"""The start-up check: silent on the healthy system, and it names every way in which owners could be mixed."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import psycopg
import pytest
from django.conf import settings
from django.test import RequestFactory

from hindsight_site.config import BASE_DIR
from hindsight_site.embedded.errors import LaunchError
from hindsight_site.health import ready
from hindsight_site.launch import require_isolation
from memories.services.isolation import check_isolation


def test_the_healthy_system_has_no_fault(database):
    assert check_isolation() == []


FAULTS = {
    "ALTER ROLE hindsight_app SUPERUSER": "hindsight_app is a superuser",
    "ALTER ROLE hindsight_app BYPASSRLS": "hindsight_app is able to bypass row security",
    "ALTER ROLE hindsight_app CREATEROLE": "hindsight_app is able to change roles",
    "ALTER ROLE hindsight_app REPLICATION": "hindsight_app is able to read the log of changes",
    "ALTER ROLE hindsight_review BYPASSRLS": "hindsight_review is able to bypass row security",
    "GRANT hindsight_erase TO hindsight_app WITH INHERIT TRUE": "hindsight_app inherits hindsight_erase",
    "GRANT hindsight_owner TO hindsight_app WITH INHERIT FALSE": "hindsight_app may become hindsight_owner",
    "GRANT pg_read_all_data TO hindsight_app": "hindsight_app inherits pg_read_all_data",
    "GRANT pg_read_all_data TO hindsight_review": "hindsight_review inherits pg_read_all_data",
    "ALTER TABLE memories_relation OWNER TO hindsight_app": "hindsight_app owns memories_relation",
    "ALTER FUNCTION hindsight_find_workspace OWNER TO hindsight_app": (
        "hindsight_app owns hindsight_find_workspace"
    ),
    "ALTER SCHEMA public OWNER TO hindsight_app": "hindsight_app owns the schema",
    "ALTER TABLE memories_memory NO FORCE ROW LEVEL SECURITY": "memories_memory lacks forced row security",
    "ALTER TABLE memories_memory DISABLE ROW LEVEL SECURITY": "memories_memory lacks forced row security",
    "DROP POLICY hindsight_app_rows ON memories_tombstone": "memories_tombstone has no policy",
    "CREATE POLICY loose ON memories_memory FOR SELECT TO PUBLIC USING (true)": (
        "memories_memory: the policy loose does not ask for owner_id"
    ),
    "CREATE POLICY loose ON memories_message TO hindsight_app USING"
    " (workspace_id::text = current_setting('hindsight.workspace_id', true))": (
        "memories_message: the policy loose does not ask for owner_id"
    ),
    "CREATE POLICY loose ON audit_auditevent FOR SELECT TO hindsight_audit USING (true)": (
        "audit_auditevent: the policy loose does not ask for workspace_id"
    ),
    "CREATE TABLE planted (id int)": "planted is not in the table registry",
    "DROP TABLE memories_relation": "memories_relation is registered but does not exist",
    "CREATE VIEW planted AS SELECT * FROM memories_memory": (
        "planted is a view that runs with the rights of its owner"
    ),
    "CREATE MATERIALIZED VIEW planted AS SELECT * FROM memories_memory": (
        "planted is a view that runs with the rights of its owner"
    ),
    "GRANT TRUNCATE ON memories_memory TO hindsight_app": "hindsight_app may TRUNCATE memories_memory",
    "GRANT TRIGGER ON memories_memory TO PUBLIC": "hindsight_app may TRIGGER memories_memory",
}


@pytest.mark.parametrize(("change", "fault"), FAULTS.items(), ids=FAULTS)
def test_a_fault_is_named(services, change, fault):
    """Looked at inside the transaction that makes the change, so that nobody else ever meets it."""
    with psycopg.connect(services.superuser_url) as connection:
        connection.execute(change.encode())
        connection.execute("SET LOCAL ROLE hindsight_app")
        faults = check_isolation(connection.cursor())
        connection.rollback()

    assert fault in faults


def test_a_view_with_the_callers_rights_is_no_fault(services):
    with psycopg.connect(services.superuser_url) as connection:
        connection.execute(
            "CREATE VIEW planted WITH (security_invoker = true) AS SELECT * FROM memories_memory"
        )
        connection.execute("SET LOCAL ROLE hindsight_app")
        assert check_isolation(connection.cursor()) == []
        connection.rollback()


@pytest.fixture
def unforced(database, superuser) -> Iterator[str]:
    """One table without forced row security, for everybody to see."""
    superuser.execute("ALTER TABLE memories_relation NO FORCE ROW LEVEL SECURITY")
    yield "memories_relation lacks forced row security"
    superuser.execute("ALTER TABLE memories_relation FORCE ROW LEVEL SECURITY")


def _ready() -> tuple[int, dict]:
    answer = ready(RequestFactory().get("/health/ready"))
    return answer.status_code, json.loads(answer.content)


def test_readiness_refuses_and_names_the_fault(unforced):
    status, body = _ready()

    assert status == 503
    assert body["missing"] == ["isolation"]
    assert body["checks"]["isolation"] == unforced


def test_readiness_is_given_to_the_healthy_system(database):
    status, body = _ready()

    assert (status, body["checks"]["isolation"]) == (200, "ok")


def test_everything_stops_before_it_serves(unforced):
    with pytest.raises(LaunchError, match=unforced):
        require_isolation(settings.HINDSIGHT)


def test_the_web_processes_do_not_start(unforced):
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "hindsight_site.settings"}
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", "0"],
        cwd=BASE_DIR, env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert unforced in done.stderr
