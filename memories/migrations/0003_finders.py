"""Finders: definer functions with one narrow answer each, for what must be found before a scope is known.

They run as ``hindsight_owner``, which under forced row security sees only what the read policies below
admit; their search path is fixed and every name in them is qualified.
"""

from django.db import migrations

from audit.rls import setting_as_uuid

READABLE = (
    "memories_agentkey",
    "memories_signinlink",
    "memories_staffmember",
    "memories_workspace",
    "memories_owner",
    "memories_memory",
    "memories_conversation",
    "memories_reviewcase",
    "memories_erasurerequest",
    "memories_erasurereceipt",
    "memories_operation",
    "memories_exportchunk",
    "memories_idempotencyrecord",
    "audit_auditevent",
)
HERE = setting_as_uuid("workspace_id")

FINDERS = {
    "hindsight_find_key(p_public_id text, p_digest bytea)": (
        "TABLE (key_id uuid, workspace_id uuid, owner_id uuid, staff_id uuid, staff_role text, verbs text[],"
        " unlimited boolean, used_recently boolean)",
        """
        SELECT k.id, k.workspace_id, k.owner_id, k.staff_id, s.role::text, k.verbs::text[], k.unlimited,
               coalesce(k.last_used_at > now() - interval '1 minute', false)
        FROM public.memories_agentkey k LEFT JOIN public.memories_staffmember s ON s.id = k.staff_id AND s.active
        WHERE k.public_id = p_public_id AND k.digest = p_digest AND k.revoked_at IS NULL
          AND (k.expires_at IS NULL OR k.expires_at > now()) AND (k.staff_id IS NULL OR s.id IS NOT NULL)
        """,
    ),
    "hindsight_find_link(p_digest bytea)": (
        "TABLE (link_id uuid, workspace_id uuid, owner_id uuid, staff_id uuid, user_id integer)",
        """
        SELECT l.id, l.workspace_id, l.owner_id, l.staff_id, s.user_id
        FROM public.memories_signinlink l LEFT JOIN public.memories_staffmember s ON s.id = l.staff_id AND s.active
        WHERE l.digest = p_digest AND l.used_at IS NULL AND l.expires_at > now()
          AND (l.staff_id IS NULL OR s.id IS NOT NULL)
        """,
    ),
    "hindsight_find_staff(p_user integer)": (
        "TABLE (staff_id uuid, workspace_id uuid, workspace_name text, role text)",
        """
        SELECT s.id, s.workspace_id, w.name::text, s.role::text
        FROM public.memories_staffmember s JOIN public.memories_workspace w ON w.id = s.workspace_id
        WHERE s.user_id = p_user AND s.active ORDER BY s.created_at
        """,
    ),
    "hindsight_find_workspace(p_name text)": (
        "TABLE (workspace_id uuid)",
        "SELECT w.id FROM public.memories_workspace w WHERE w.name = p_name",
    ),
    "hindsight_find_owner(p_external_id text)": (
        "TABLE (owner_id uuid)",
        f"SELECT o.id FROM public.memories_owner o WHERE o.workspace_id = {HERE} AND o.external_id = p_external_id",
    ),
    "hindsight_find_owner_anywhere(p_external_id text)": (
        "TABLE (owner_id uuid, workspace_id uuid)",
        "SELECT o.id, o.workspace_id FROM public.memories_owner o WHERE o.external_id = p_external_id",
    ),
    "hindsight_owner_of(p_kind text, p_id uuid)": (
        "TABLE (owner_id uuid)",
        f"""
        SELECT m.owner_id FROM public.memories_memory m
          WHERE p_kind = 'memory' AND m.id = p_id AND m.workspace_id = {HERE}
        UNION ALL SELECT c.owner_id FROM public.memories_conversation c
          WHERE p_kind = 'conversation' AND c.id = p_id AND c.workspace_id = {HERE}
        UNION ALL SELECT r.owner_id FROM public.memories_reviewcase r
          WHERE p_kind = 'review_case' AND r.id = p_id AND r.workspace_id = {HERE}
        UNION ALL SELECT e.owner_id FROM public.memories_erasurerequest e
          WHERE p_kind = 'erasure' AND e.id = p_id AND e.workspace_id = {HERE}
        UNION ALL SELECT o.owner_id FROM public.memories_operation o
          WHERE p_kind = 'operation' AND o.id = p_id AND o.workspace_id = {HERE}
        """,
    ),
    "hindsight_find_receipt(p_token_digest bytea)": (
        "TABLE (receipt_id uuid, workspace_id uuid)",
        """
        SELECT r.id, r.workspace_id FROM public.memories_erasurereceipt r
        WHERE r.token_digest = p_token_digest AND r.expires_at > now()
        """,
    ),
    "hindsight_find_request(p_token_digest bytea)": (
        "TABLE (request_id uuid, workspace_id uuid, owner_id uuid)",
        """
        SELECT e.id, e.workspace_id, e.owner_id FROM public.memories_erasurerequest e
        WHERE e.receipt_digest = p_token_digest
        """,
    ),
    "hindsight_due(p_work text, p_limit integer)": (
        "TABLE (workspace_id uuid, owner_id uuid, object_id uuid)",
        """
        (SELECT DISTINCT m.workspace_id, m.owner_id, NULL::uuid FROM public.memories_memory m
          WHERE p_work = 'indexing' AND m.indexing_state = 'pending'
            AND (m.indexing_lease_until IS NULL OR m.indexing_lease_until < now()) LIMIT p_limit)
        UNION ALL
        (SELECT e.workspace_id, e.owner_id, e.id FROM public.memories_erasurerequest e
          WHERE p_work = 'erasure' AND (e.lease_until IS NULL OR e.lease_until < now())
            AND (e.state = 'running' OR (e.state = 'grace' AND e.executes_after <= now()))
          ORDER BY e.executes_after LIMIT p_limit)
        UNION ALL
        (SELECT e.workspace_id, e.owner_id, e.id FROM public.memories_erasurerequest e
          WHERE p_work = 'proof' AND e.state = 'verifying' ORDER BY e.executes_after LIMIT p_limit)
        UNION ALL
        (SELECT o.workspace_id, o.owner_id, o.id FROM public.memories_operation o
          WHERE p_work = 'operation' AND o.state IN ('pending', 'running')
            AND (o.lease_until IS NULL OR o.lease_until < now()) ORDER BY o.created_at LIMIT p_limit)
        UNION ALL
        (SELECT x.workspace_id, x.owner_id, NULL::uuid FROM public.memories_exportchunk x
          WHERE p_work = 'expired' AND x.expires_at < now() GROUP BY 1, 2 LIMIT p_limit)
        UNION ALL
        (SELECT i.workspace_id, i.owner_id, NULL::uuid FROM public.memories_idempotencyrecord i
          WHERE p_work = 'expired' AND i.expires_at < now() GROUP BY 1, 2 LIMIT p_limit)
        UNION ALL
        (SELECT w.id, NULL::uuid, NULL::uuid FROM public.memories_workspace w
          WHERE p_work = 'workspace' ORDER BY w.created_at LIMIT p_limit)
        """,
    ),
}

# Takes the lock of the workspace's chain, then reads its head with a fresh snapshot (plpgsql, volatile).
AUDIT_HEAD = f"""
CREATE FUNCTION hindsight_audit_head() RETURNS TABLE (seq bigint, hash bytea) LANGUAGE plpgsql VOLATILE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE here uuid := {HERE};
BEGIN
  IF here IS NULL THEN RAISE EXCEPTION 'no workspace in scope' USING ERRCODE = 'insufficient_privilege'; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('hindsight.audit:' || here::text, 0));
  RETURN QUERY SELECT e.seq, e.hash FROM public.audit_auditevent e
    WHERE e.workspace_id = here ORDER BY e.seq DESC LIMIT 1;
END $$
"""


def finder(signature: str, returns: str, body: str) -> str:
    """The CREATE FUNCTION statement of one finder."""
    return (
        f"CREATE FUNCTION {signature} RETURNS {returns} LANGUAGE sql STABLE SECURITY DEFINER"
        f" SET search_path = pg_catalog, pg_temp AS $$ {body} $$"
    )


def operations() -> list[migrations.RunSQL]:
    """Read policies, functions, and the one grant each of them gets."""
    steps = [
        (
            f"CREATE POLICY finder_reads ON {table} FOR SELECT TO hindsight_owner USING (true)",
            f"DROP POLICY finder_reads ON {table}",
        )
        for table in READABLE
    ]
    functions = {signature: finder(signature, *answer) for signature, answer in FINDERS.items()}
    functions["hindsight_audit_head()"] = AUDIT_HEAD
    for signature, statement in functions.items():
        steps.append((statement, f"DROP FUNCTION {signature}"))
        steps.append((f"REVOKE ALL ON FUNCTION {signature} FROM PUBLIC", ""))
        steps.append((f"GRANT EXECUTE ON FUNCTION {signature} TO hindsight_app", ""))
    return [migrations.RunSQL(forward, reverse or migrations.RunSQL.noop) for forward, reverse in steps]


class Migration(migrations.Migration):
    """Raw SQL: functions and policies are beyond the ORM."""

    dependencies = [("memories", "0002_row_security")]
    operations = operations()
