"""The embedded PostgreSQL: rights, crashes, stale files, and a log without content."""

import os
import signal
import subprocess
from pathlib import Path

import psycopg
import pytest

from hindsight_site.embedded import Services, postgres, roles, start_services
from hindsight_site.embedded.errors import LaunchError
from hindsight_site.embedded.paths import state_paths
from hindsight_site.embedded.process import Running, living_process, spawn, wait_until

CANARY = "canary-Kx7-我的秘密"


def test_the_smoke_test_finds_version_vector_and_chinese_trigrams(running: Services):
    with psycopg.connect(running.superuser_url) as connection:
        found = postgres.smoke_test(connection)

    assert (found["postgresql"], found["vector"][:3]) == ("18", "0.8")


def test_the_server_listens_on_no_network_address_and_syncs(running: Services):
    with psycopg.connect(running.superuser_url) as connection:
        names = ("listen_addresses", "fsync", "unix_socket_permissions")
        values = [connection.execute(f"SHOW {name}").fetchone() for name in names]

    assert values == [("",), ("on",), ("0700",)]


def test_a_wrong_password_is_refused(running: Services):
    password = postgres.ensure_secret(running.paths.secrets, f"pg_{roles.APP}.password")

    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(running.database_url.replace(password, "0" * 64))


@pytest.mark.parametrize("url", ["database_url", "owner_url", "maint_url"])
def test_no_role_of_the_product_is_mighty(running: Services, url: str):
    with psycopg.connect(getattr(running, url)) as connection:
        row = connection.execute(
            "SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication "
            "FROM pg_roles WHERE rolname = current_user"
        ).fetchone()

    assert row == (False,) * 5


def test_narrow_roles_are_taken_and_never_inherited(running: Services):
    with psycopg.connect(running.superuser_url) as connection:
        rows = connection.execute(
            "SELECT r.rolname, m.inherit_option, m.set_option, m.admin_option, r.rolcanlogin "
            "FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid "
            "JOIN pg_roles l ON l.oid = m.member WHERE l.rolname = 'hindsight_app' ORDER BY 1"
        ).fetchall()

    assert rows == [(role, False, True, False, False) for role in sorted(roles.NARROW_ROLES)]


def test_only_the_owner_may_make_tables(running: Services):
    with psycopg.connect(running.owner_url) as owner:
        owner.execute("CREATE TABLE made_by_owner (id int)")
        owner.rollback()
    with (
        psycopg.connect(running.database_url) as app,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        app.execute("CREATE TABLE made_by_app (id int)")


def test_maintenance_may_vacuum_checkpoint_and_switch_the_log(running: Services):
    with psycopg.connect(running.owner_url, autocommit=True) as owner:
        owner.execute("CREATE TABLE to_vacuum (id int)")
    notices: list[str] = []
    with psycopg.connect(running.maint_url, autocommit=True) as maint:
        maint.add_notice_handler(lambda notice: notices.append(str(notice.message_primary)))
        maint.execute("VACUUM FULL to_vacuum")
        maint.execute("CHECKPOINT")
        maint.execute("SELECT pg_switch_wal()")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            maint.execute("SELECT * FROM to_vacuum")

    assert notices == []


def test_backup_reads_everything_and_writes_nothing(running: Services):
    with psycopg.connect(running.owner_url, autocommit=True) as owner:
        owner.execute("CREATE TABLE to_back_up AS SELECT 1 AS id")
        owner.execute("ALTER TABLE to_back_up ENABLE ROW LEVEL SECURITY")
        owner.execute("ALTER TABLE to_back_up FORCE ROW LEVEL SECURITY")
    with psycopg.connect(running.backup_url, autocommit=True) as backup:
        assert backup.execute("SELECT * FROM to_back_up").fetchall() == [(1,)]
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            backup.execute("DELETE FROM to_back_up")


def test_preparing_again_changes_nothing(running: Services):
    running.prepare_database("hindsight")
    running.prepare_database("another")

    with psycopg.connect(running.database_url_of(roles.APP, "another")) as connection:
        assert connection.execute("SELECT current_database()").fetchone() == ("another",)


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("INSERT INTO canaries VALUES (%s, 1)", psycopg.errors.CheckViolation),
        ("INSERT INTO canaries VALUES ('x', %s::int)", psycopg.errors.InvalidTextRepresentation),
        ("SELECT 1 / 0, %s", psycopg.errors.DivisionByZero),
        ("INSERT INTO nowhere VALUES (%s)", psycopg.errors.UndefinedTable),
    ],
)
def test_no_content_of_a_failing_statement_reaches_a_log(
    running: Services, statement: str, error: type[Exception]
):
    with psycopg.connect(running.owner_url, autocommit=True) as owner:
        owner.execute("CREATE TABLE IF NOT EXISTS canaries (content text CHECK (length(content) < 5), n int)")
        with pytest.raises(error):
            owner.execute(statement, (CANARY,))

    assert [path for path in running.paths.logs.iterdir() if "canary-Kx7" in path.read_text()] == []


def test_rows_survive_a_killed_server(used_state: Path):
    with start_services(used_state, with_valkey=False) as services:
        with psycopg.connect(services.owner_url, autocommit=True) as owner:
            owner.execute("CREATE TABLE kept AS SELECT generate_series(1, 10000) AS id")
        assert services.postgres is not None
        services.postgres.child.send_signal(signal.SIGKILL)
        services.postgres.child.wait()
        services.postgres.replace()
        assert postgres.wait_until_ready(services.paths, services.postgres.child)
        with psycopg.connect(services.owner_url) as owner:
            assert owner.execute("SELECT count(*) FROM kept").fetchone() == (10000,)


def test_a_busy_session_does_not_outlive_its_killed_server(used_state: Path):
    with start_services(used_state, with_valkey=False) as services:
        busy = psycopg.connect(services.database_url, autocommit=True)
        backend = busy.info.backend_pid
        busy.pgconn.send_query(b"DO $$ BEGIN LOOP END LOOP; END $$")
        assert services.postgres is not None
        services.postgres.child.kill()
        services.postgres.child.wait()
        assert living_process(backend)

        services.postgres.replace()

        assert postgres.wait_until_ready(services.paths, services.postgres.child)
        assert living_process(backend) is None
        busy.close()


@pytest.mark.parametrize(
    ("number", "complete"), [(str(os.getpid()), True), (str(os.getpid()), False), ("1", True)]
)
def test_a_stale_pid_file_does_not_block_the_start(used_state: Path, number: str, complete: bool):
    with start_services(used_state, with_valkey=False) as services:
        pid_file = services.paths.postgres_data / "postmaster.pid"
        lines = pid_file.read_text().splitlines()
    pid_file.write_text("\n".join([number, *(lines[1:] if complete else [])]))

    with start_services(used_state, with_valkey=False) as services, psycopg.connect(services.database_url):
        pass


@pytest.mark.parametrize("content", ["", "garbage\n"])
def test_a_damaged_pid_file_does_not_block_the_start(used_state: Path, content: str):
    with start_services(used_state, with_valkey=False) as services:
        pid_file = services.paths.postgres_data / "postmaster.pid"
    pid_file.write_text(content)

    with start_services(used_state, with_valkey=False) as services, psycopg.connect(services.database_url):
        pass


def test_a_server_left_by_a_killed_launcher_is_shut_down_first(used_state: Path):
    with start_services(used_state, with_valkey=False) as services:
        program = services.postgres.program if services.postgres else None
    assert program is not None
    left = spawn(program, services.paths.log_file)
    assert postgres.wait_until_ready(services.paths, left)

    with start_services(used_state, with_valkey=False) as services, psycopg.connect(services.database_url):
        assert living_process(left.pid) is None
    left.wait()


def test_a_folder_of_another_major_version_is_refused_with_the_way_out(state: Path):
    data = state_paths(state).postgres_data
    data.mkdir()
    (data / "PG_VERSION").write_text("17\n")

    with (
        pytest.raises(LaunchError, match=r"PostgreSQL 17.*brings PostgreSQL 18") as caught,
        start_services(state),
    ):
        pass
    assert "pg_dump" in caught.value.mend


def test_an_interrupted_first_start_leaves_nothing_in_the_way(state: Path):
    draft = state / "postgres.new"
    (draft / "base").mkdir(parents=True)
    (draft / "base" / "half").write_text("x")

    with start_services(state, with_valkey=False):
        assert not draft.exists()


def test_lost_secrets_are_named(used_state: Path):
    with start_services(used_state, with_valkey=False) as services:
        pass
    (services.paths.secrets / "pg_postgres.password").unlink()

    with pytest.raises(LaunchError, match="does not accept the password"), start_services(used_state):
        pass


def test_a_server_that_cannot_start_shows_its_last_lines(used_state: Path):
    (state_paths(used_state).postgres_data / "pg_hba.conf").unlink()

    with pytest.raises(LaunchError, match=r"did not start(?s:.*)pg_hba.conf"), start_services(used_state):
        pass


def test_the_program_takes_no_part_in_its_parents_group(running: Services):
    assert running.postgres is not None
    assert os.getpgid(running.postgres.child.pid) == running.postgres.child.pid != os.getpgid(0)


def test_stopping_leaves_no_server_process(used_state: Path):
    with start_services(used_state) as services:
        servers: list[Running] = [one for one in (services.postgres, services.valkey) if one]
    groups = " ".join(str(server.child.pid) for server in servers)

    def nobody_left() -> bool:
        listing = subprocess.run(["ps", "-o", "pid=", "-g", groups], capture_output=True, check=False)
        return listing.stdout.strip() == b""

    assert wait_until(nobody_left, seconds=5)
