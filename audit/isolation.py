"""Asks the catalogue whether the database still keeps owners apart; otherwise start-up refuses to serve."""

from collections.abc import Iterator, Mapping
from typing import Any

from audit.rls import APP, SPECIAL_ROLES, TableClass

_NARROW = ", ".join(f"'{role}'" for role in SPECIAL_ROLES)

# What an extension brought is its administrator's choice, and no table of ours.
_OWN = (
    "c.relnamespace = 'public'::regnamespace"
    " AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')"
)

_MIGHT = """
SELECT r.rolname || ' is ' || might.name FROM pg_roles r
CROSS JOIN LATERAL (VALUES
  (r.rolsuper, 'a superuser'),
  (r.rolbypassrls, 'able to bypass row security'),
  (r.rolcreaterole, 'able to change roles'),
  (r.rolreplication, 'able to read the log of changes')
) AS might (has, name)
WHERE might.has AND (r.rolname = current_user OR r.rolname IN ({narrow}))
"""

_OWNED = """
SELECT current_user || ' owns ' || c.relname FROM pg_class c
WHERE {own} AND c.relowner = current_user::regrole AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
UNION ALL
SELECT current_user || ' owns ' || p.proname FROM pg_proc p
WHERE p.pronamespace = 'public'::regnamespace AND p.proowner = current_user::regrole
UNION ALL
SELECT current_user || ' owns the schema' FROM pg_namespace n
WHERE n.nspname = 'public' AND n.nspowner = current_user::regrole
"""

# A superuser is a member of everything, which says nothing beyond the first finding.
_MEMBERSHIPS = """
SELECT m.rolname || ' inherits ' || r.rolname FROM pg_roles m CROSS JOIN pg_roles r
WHERE (m.rolname = current_user OR m.rolname IN ({narrow})) AND NOT m.rolsuper AND r.oid <> m.oid
  AND pg_has_role(m.oid, r.oid, 'USAGE')
UNION ALL
SELECT current_user || ' may become ' || r.rolname FROM pg_roles r
WHERE NOT (SELECT s.rolsuper FROM pg_roles s WHERE s.rolname = current_user)
  AND r.rolname <> current_user AND r.rolname NOT IN ({narrow}) AND pg_has_role(r.oid, 'SET')
"""

_BEYOND_POLICIES = """
SELECT c.relname || ' is a view that runs with the rights of its owner' FROM pg_class c
WHERE {own} AND c.relkind IN ('v', 'm')
  AND NOT coalesce('security_invoker=true' = ANY (c.reloptions), false)
UNION ALL
SELECT current_user || ' may ' || right_.name || ' ' || c.relname FROM pg_class c
CROSS JOIN (VALUES ('TRUNCATE'), ('REFERENCES'), ('TRIGGER'), ('MAINTAIN')) AS right_ (name)
WHERE {own} AND c.relkind IN ('r', 'p') AND c.relowner <> current_user::regrole
  AND NOT (SELECT s.rolsuper FROM pg_roles s WHERE s.rolname = current_user)
  AND has_table_privilege(c.oid, right_.name)
"""

_TABLES = """
SELECT c.relname, c.relrowsecurity AND c.relforcerowsecurity FROM pg_class c
WHERE {own} AND c.relkind IN ('r', 'p')
"""

# Every policy that a session of the runtime role can meet, with the conditions of reading and of writing.
_POLICIES = """
SELECT p.tablename, p.policyname, '{app}' = ANY (p.roles) OR 'public' = ANY (p.roles),
       p.permissive, p.qual, p.with_check
FROM pg_policies p
WHERE p.schemaname = 'public' AND p.roles && ARRAY['public', '{app}', {narrow}]::name[]
"""


def isolation_faults(cursor: Any, registry: Mapping[str, TableClass]) -> list[str]:
    """Everything about this connection that would let one owner see another; empty when sound.

    ``cursor`` is an open cursor of the runtime role. Checked: attributes, possessions and memberships of the
    role and of the narrow roles it may take; rights and views that policies do not reach; forced security on
    every registered table, with policies that ask for the scope; no table outside the registry.
    """
    faults = [
        row[0] for part in (_MIGHT, _OWNED, _MEMBERSHIPS, _BEYOND_POLICIES) for row in _rows(cursor, part)
    ]
    forced: dict[str, bool] = dict(_rows(cursor, _TABLES))
    faults += [f"{name} is not in the table registry" for name in sorted(set(forced) - set(registry))]
    faults += [f"{name} is registered but does not exist" for name in sorted(set(registry) - set(forced))]
    guarded = {name for name in forced if registry.get(name, TableClass.OPEN) is not TableClass.OPEN}
    faults += [f"{name} lacks forced row security" for name in sorted(guarded) if not forced[name]]
    return faults + sorted(_loose_policies(_rows(cursor, _POLICIES), registry, guarded))


def _rows(cursor: Any, statement: str) -> list[Any]:
    cursor.execute(statement.format(app=APP, narrow=_NARROW, own=_OWN))
    return list(cursor.fetchall())


def _loose_policies(
    policies: list[Any], registry: Mapping[str, TableClass], guarded: set[str]
) -> Iterator[str]:
    yield from (f"{table} has no policy" for table in guarded - {policy[0] for policy in policies})
    for table, name, for_app, permissive, reads, writes in policies:
        if table not in guarded or permissive != "PERMISSIVE":
            continue
        for condition in filter(None, (reads, writes)):
            for setting in _asked(registry[table], for_app=for_app):
                if f"'hindsight.{setting}'" not in condition:
                    yield f"{table}: the policy {name} does not ask for {setting}"


def _asked(table_class: TableClass, *, for_app: bool) -> tuple[str, ...]:
    """The settings a policy must ask for: a narrow role may see a workspace, the runtime role one owner."""
    by_owner = for_app and table_class in (TableClass.OWNER, TableClass.SHARED)
    return ("workspace_id", "owner_id") if by_owner else ("workspace_id",)
