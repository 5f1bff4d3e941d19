"""Row security: who may touch which rows. Raw SQL, because the ORM cannot say it; every statement has its reverse."""

from collections.abc import Iterator

from django.db import migrations

from audit import rls
from audit.rls import TableClass

# The schema as it was when this migration was written: a table that comes later brings its own migration, and
# ``memories.models.registry`` grows with it.
_OWNER = """
memories_owner memories_conversation memories_message memories_episode memories_memory
memories_memorycontent memories_memoryversion memories_memoryterm memories_memoryembedding memories_relation
memories_reviewcase memories_reviewdecision memories_lesson memories_erasurerequest memories_erasurestep
memories_recalltrace memories_exportchunk audit_auditpayload audit_auditsubjectkey
"""
_SHARED = "memories_operation memories_idempotencyrecord memories_policyversion"
_WORKSPACE = """
memories_workspace memories_staffmember memories_agentkey memories_signinlink memories_erasurereceipt
memories_tombstone audit_auditevent
"""
_OPEN = """
auth_user auth_group auth_permission auth_user_groups auth_user_user_permissions auth_group_permissions
django_content_type django_migrations django_admin_log memories_consolesession
django_celery_beat_clockedschedule django_celery_beat_crontabschedule django_celery_beat_intervalschedule
django_celery_beat_periodictask django_celery_beat_periodictasks django_celery_beat_solarschedule
"""
TABLES = {
    **dict.fromkeys(_OWNER.split(), TableClass.OWNER),
    **dict.fromkeys(_SHARED.split(), TableClass.SHARED),
    **dict.fromkeys(_WORKSPACE.split(), TableClass.WORKSPACE),
    **dict.fromkeys(_OPEN.split(), TableClass.OPEN),
}


def tables_of(*classes: TableClass) -> list[str]:
    return [name for name, table_class in TABLES.items() if table_class in classes]


WORKSPACE_ROWS = rls.condition(TableClass.WORKSPACE)
OWNER_ROWS = rls.condition(TableClass.OWNER)
ANY_ROW = "true"

# What the runtime role may do on each table; the absent ones it cannot touch without a narrower role.
APP_RIGHTS = {
    "memories_owner": "SELECT, INSERT, UPDATE (locale, time_zone, paused_at)",
    "memories_memoryterm": "SELECT, INSERT, DELETE",
    "memories_memoryembedding": "SELECT, INSERT, DELETE",
    "memories_memoryversion": "SELECT, INSERT",
    "memories_reviewdecision": "SELECT, INSERT",
    "memories_lesson": "SELECT, INSERT",
    "memories_recalltrace": "SELECT, INSERT",
    "memories_exportchunk": "SELECT, INSERT, DELETE",
    "memories_message": "SELECT, INSERT",
    "memories_episode": "SELECT, INSERT",
    "audit_auditpayload": "SELECT, INSERT",
    "audit_auditsubjectkey": "SELECT, INSERT",
    "memories_idempotencyrecord": "SELECT, INSERT, UPDATE, DELETE",
    "memories_workspace": "SELECT, INSERT",
    "memories_erasurereceipt": "SELECT, INSERT",
    "memories_tombstone": "SELECT, INSERT",
    "audit_auditevent": "INSERT",
}
APP_NEVER = {"memories_agentkey", "memories_signinlink", "memories_staffmember"}

# (table, columns, target): keys that begin with the owner, so that no row points at another owner's.
COMPOSITE_KEYS = [
    ("memories_message", "conversation_id", "memories_conversation"),
    ("memories_episode", "conversation_id", "memories_conversation"),
    ("memories_memory", "conversation_id", "memories_conversation"),
    ("memories_memory", "message_id", "memories_message"),
    ("memories_memory", "episode_id", "memories_episode"),
    ("memories_memory", "superseded_by_id", "memories_memory"),
    ("memories_memory", "merged_into_id", "memories_memory"),
    ("memories_memorycontent", "memory_id", "memories_memory"),
    ("memories_memoryversion", "memory_id", "memories_memory"),
    ("memories_memoryterm", "memory_id", "memories_memory"),
    ("memories_memoryembedding", "memory_id", "memories_memory"),
    ("memories_relation", "source_id", "memories_memory"),
    ("memories_relation", "target_id", "memories_memory"),
    ("memories_reviewcase", "memory_id", "memories_memory"),
    ("memories_reviewdecision", "case_id", "memories_reviewcase"),
    ("memories_reviewdecision", "overrides_id", "memories_reviewdecision"),
    ("memories_erasurestep", "request_id", "memories_erasurerequest"),
    ("memories_exportchunk", "operation_id", "memories_operation"),
]

# A quarantined memory is read by a reviewer only through a case of the same workspace that is not decided.
OPEN_CASE = (
    f"{WORKSPACE_ROWS} AND EXISTS (SELECT FROM public.memories_reviewcase c WHERE c.owner_id = {{table}}.owner_id"
    " AND c.memory_id = {table}.{column} AND c.state <> 'decided')"
)
QUARANTINED = f"{WORKSPACE_ROWS} AND status = 'quarantined'"


def app_statements() -> Iterator[tuple[str, str]]:
    for table in tables_of(TableClass.OWNER, TableClass.SHARED, TableClass.WORKSPACE):
        yield rls.protect(table)
        if table in APP_NEVER:
            continue
        rights = APP_RIGHTS.get(table, "SELECT, INSERT, UPDATE")
        using = rls.condition(TABLES[table])
        if table == "memories_workspace":
            using = using.replace("workspace_id =", "id =", 1)
        yield from rls.allow(table, role=rls.APP, rights=rights, using=using)


def review_statements() -> Iterator[tuple[str, str]]:
    for table in ("memories_reviewcase", "memories_reviewdecision"):
        yield from rls.allow(table, role="hindsight_review", rights="SELECT", using=WORKSPACE_ROWS)
    memory = f"{OPEN_CASE.format(table='memories_memory', column='id')} AND status = 'quarantined'"
    yield from rls.allow("memories_memory", role="hindsight_review", rights="SELECT", using=memory)
    content = (
        f"{OPEN_CASE.format(table='memories_memorycontent', column='memory_id')}"
        " AND EXISTS (SELECT FROM public.memories_memory m WHERE m.owner_id = memories_memorycontent.owner_id"
        " AND m.id = memories_memorycontent.memory_id AND m.status = 'quarantined')"
    )
    yield from rls.allow("memories_memorycontent", role="hindsight_review", rights="SELECT", using=content)


def erase_statements() -> Iterator[tuple[str, str]]:
    for table in tables_of(TableClass.OWNER, TableClass.SHARED):
        using = f"{WORKSPACE_ROWS} AND owner_id = {rls.setting_as_uuid('owner_id')}"
        yield from rls.allow(table, role="hindsight_erase", rights="SELECT, UPDATE, DELETE", using=using)
    grant = "GRANT SELECT, DELETE ON {} TO hindsight_erase"
    for table in ("memories_consolesession", "memories_signinlink", "memories_agentkey"):
        yield grant.format(table), f"REVOKE ALL ON {table} FROM hindsight_erase"
    for table in ("memories_signinlink", "memories_agentkey"):
        yield (
            f"CREATE POLICY hindsight_erase_rows ON {table} FOR ALL TO hindsight_erase USING ({OWNER_ROWS})",
            f"DROP POLICY hindsight_erase_rows ON {table}",
        )


def audit_statements() -> Iterator[tuple[str, str]]:
    yield from rls.allow("audit_auditevent", role="hindsight_audit", rights="SELECT", using=WORKSPACE_ROWS)


def auth_statements() -> Iterator[tuple[str, str]]:
    for table in sorted(APP_NEVER):
        yield from rls.allow(
            table, role="hindsight_auth", rights="SELECT, INSERT, UPDATE", using=WORKSPACE_ROWS
        )
    for table, columns in (
        (
            "memories_owner",
            "id, workspace_id, owner_id, external_id, state, epoch, locale, time_zone, paused_at, created_at",
        ),
        ("memories_memory", "id, workspace_id, owner_id, status, kind, indexing_state, created_at"),
        ("memories_reviewcase", "id, workspace_id, owner_id, state, risk, created_at, due_at"),
        ("memories_erasurerequest", "id, workspace_id, owner_id, state, scope, created_at, executes_after"),
        ("memories_operation", "id, workspace_id, owner_id, kind, state, created_at"),
        ("memories_recalltrace", "id, workspace_id, owner_id, took_ms, degraded, created_at"),
    ):
        yield (
            f"GRANT SELECT ({columns}) ON {table} TO hindsight_auth",
            f"REVOKE ALL ON {table} FROM hindsight_auth",
        )
        yield (
            f"CREATE POLICY hindsight_auth_rows ON {table} FOR SELECT TO hindsight_auth USING ({WORKSPACE_ROWS})",
            f"DROP POLICY hindsight_auth_rows ON {table}",
        )
    yield (
        "GRANT SELECT (id, username, email, is_active) ON auth_user TO hindsight_auth",
        "REVOKE ALL ON auth_user FROM hindsight_auth",
    )


def open_statements() -> Iterator[tuple[str, str]]:
    for table in tables_of(TableClass.OPEN):
        rights = "SELECT" if table == "django_migrations" else "SELECT, INSERT, UPDATE, DELETE"
        yield f"GRANT {rights} ON {table} TO hindsight_app", f"REVOKE ALL ON {table} FROM hindsight_app"
    yield (
        "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO hindsight_app",
        "REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM hindsight_app",
    )


def service_statements() -> Iterator[tuple[str, str]]:
    yield (
        "GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO hindsight_maint",
        "REVOKE MAINTAIN ON ALL TABLES IN SCHEMA public FROM hindsight_maint",
    )
    yield (
        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO hindsight_backup",
        "REVOKE SELECT ON ALL TABLES IN SCHEMA public FROM hindsight_backup",
    )
    yield (
        "GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO hindsight_backup",
        "REVOKE SELECT ON ALL SEQUENCES IN SCHEMA public FROM hindsight_backup",
    )


def key_statements() -> Iterator[tuple[str, str]]:
    for table in tables_of(TableClass.OWNER):
        if table == "memories_owner" or table.startswith("audit_"):
            continue  # the ledger's tables hold plain ids, so that erasure never breaks the chain
        yield rls.composite_key(
            table, columns="workspace_id, owner_id", target="memories_owner", name=f"{table[9:]}_owner_fk"
        )
    for table, column, target in COMPOSITE_KEYS:
        name = f"{table[9:]}_{column}_fk"
        yield rls.composite_key(table, columns=f"owner_id, {column}", target=target, name=name)
    # Without them every deleted memory or message looks through all memories of its owner for rows that point at
    # it: 5,000 memories took 3.7 s to delete, with them 0.8 s, and the time grew with the square (measured).
    for column in ("superseded_by_id", "merged_into_id", "message_id"):
        yield (
            f"CREATE INDEX memory_{column} ON memories_memory (owner_id, {column}) WHERE {column} IS NOT NULL",
            f"DROP INDEX memory_{column}",
        )
    # A key on memory_id alone would answer "exists already" for another owner's memory: the one on (owner_id,
    # memory_id) says as much, and the composite key above answers foreign and unknown ids alike.
    yield (
        "ALTER TABLE memories_memorycontent DROP CONSTRAINT memories_memorycontent_pkey",
        "ALTER TABLE memories_memorycontent ADD PRIMARY KEY (memory_id)",
    )
    yield (
        "CREATE INDEX content_by_memory ON memories_memorycontent (memory_id)",
        "DROP INDEX content_by_memory",
    )
    yield (
        "ALTER TABLE memories_owner ADD CONSTRAINT owner_workspace_fk FOREIGN KEY (workspace_id)"
        " REFERENCES memories_workspace (id)",
        "ALTER TABLE memories_owner DROP CONSTRAINT owner_workspace_fk",
    )


APPEND_ONLY = """
CREATE FUNCTION hindsight_refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$ BEGIN RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'insufficient_privilege'; END $$
"""


def ledger_statements() -> Iterator[tuple[str, str]]:
    yield APPEND_ONLY, "DROP FUNCTION hindsight_refuse_change()"
    yield (
        "CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_auditevent"
        " FOR EACH STATEMENT EXECUTE FUNCTION hindsight_refuse_change()",
        "DROP TRIGGER append_only ON audit_auditevent",
    )


# Planner statistics keep sample values, which an erasure could not reach: none are kept on personal columns.
PERSONAL_COLUMNS = {
    "memories_memorycontent": "content summary metadata",
    "memories_memoryversion": "content metadata",
    "memories_memoryterm": "term",
    "memories_memoryembedding": "vector",
    "memories_message": "content speaker external_id",
    "memories_conversation": "title external_id",
    "memories_episode": "label",
    "memories_owner": "external_id",
    "memories_erasurerequest": "query reason note",
    "memories_reviewdecision": "reason",
    "memories_lesson": "shingles",
    "memories_idempotencyrecord": "answer",
    "memories_operation": "request results",
    "memories_exportchunk": "body",
    "memories_agentkey": "label",
    "memories_consolesession": "session_data",
}


def statistics_statements() -> Iterator[tuple[str, str]]:
    for table, columns in PERSONAL_COLUMNS.items():
        for column in columns.split():
            alter = f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS"
            yield f"{alter} 0", f"{alter} DEFAULT"


def statements() -> list[tuple[str, str]]:
    """Every statement with its reverse, in order."""
    parts = (
        key_statements,
        app_statements,
        review_statements,
        erase_statements,
        audit_statements,
        auth_statements,
        open_statements,
        service_statements,
        ledger_statements,
        statistics_statements,
    )
    return [pair for part in parts for pair in part()]


class Migration(migrations.Migration):
    """Runs as ``hindsight_owner``; the roles were made by the launcher or the database's administrator."""

    dependencies = [
        ("memories", "0001_initial"),
        ("audit", "0001_initial"),
        ("admin", "__latest__"),
        ("auth", "__latest__"),
        ("contenttypes", "__latest__"),
        ("django_celery_beat", "__latest__"),
    ]
    operations = [migrations.RunSQL(forward, reverse) for forward, reverse in statements()]
