"""Row security: the SQL that migrations run, and the catalogue check that start-up runs.

A table is of one class. *Owner*: rows of one owner of one workspace. *Shared*: rows of a workspace,
some of which belong to one owner. *Workspace*: rows of a workspace. *Open*: no rows about owners.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum

APP = "hindsight_app"
OWNER = "hindsight_owner"
SPECIAL_ROLES = ("hindsight_review", "hindsight_erase", "hindsight_audit", "hindsight_auth")


class TableClass(StrEnum):
    """Whose rows a table holds."""

    OWNER = "owner"
    SHARED = "shared"
    WORKSPACE = "workspace"
    OPEN = "open"


def setting_as_uuid(name: str) -> str:
    """SQL for a transaction setting as uuid: NULL when unset or garbage, so that no row matches.

    The sub-select makes it an init plan: evaluated once, and the owner index is still used.
    """
    value = f"current_setting('hindsight.{name}', true)"
    return f"(SELECT CASE WHEN pg_input_is_valid({value}, 'uuid') THEN {value}::uuid END)"


_WORKSPACE = f"workspace_id = {setting_as_uuid('workspace_id')}"
_OWNER = f"owner_id = {setting_as_uuid('owner_id')}"
_CONDITIONS = {
    TableClass.OWNER: f"{_WORKSPACE} AND {_OWNER}",
    TableClass.SHARED: f"{_WORKSPACE} AND (owner_id IS NULL OR {_OWNER})",
    TableClass.WORKSPACE: _WORKSPACE,
}


def condition(table_class: TableClass) -> str:
    """The row condition of a class, as the runtime role's policies use it."""
    return _CONDITIONS[table_class]


def protect(table: str) -> tuple[str, str]:
    """Enable *and force* row security: (forward, reverse)."""
    return (
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY",
    )


def allow(
    table: str, *, role: str, rights: str, using: str, name: str | None = None
) -> list[tuple[str, str]]:
    """Grant ``rights`` on ``table`` to ``role`` for the rows that ``using`` admits.

    One policy covers reading and writing: a row can neither be read from, nor moved into, another scope.
    """
    policy = name or f"{role}_rows"
    check = f" WITH CHECK ({using})" if rights != "SELECT" else ""
    command = "SELECT" if rights == "SELECT" else "ALL"
    return [
        (f"GRANT {rights} ON {table} TO {role}", f"REVOKE ALL ON {table} FROM {role}"),
        (
            f"CREATE POLICY {policy} ON {table} FOR {command} TO {role} USING ({using}){check}",
            f"DROP POLICY {policy} ON {table}",
        ),
    ]


def composite_key(table: str, *, columns: str, target: str, name: str) -> tuple[str, str]:
    """A foreign key that begins with the owner (or workspace), so that it cannot leave the scope."""
    target_columns = "workspace_id, id" if columns.startswith("workspace_id") else "owner_id, id"
    return (
        f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY ({columns})"
        f" REFERENCES {target} ({target_columns})",
        f"ALTER TABLE {table} DROP CONSTRAINT {name}",
    )


_ROLE_FAULTS = """
SELECT rolname || ' is ' || CASE WHEN rolsuper THEN 'a superuser' ELSE 'able to bypass row security' END
FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolbypassrls)
UNION ALL
SELECT current_user || ' owns ' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p', 'v', 'm')
  AND pg_get_userbyid(c.relowner) = current_user
UNION ALL
SELECT current_user || ' inherits ' || r.rolname FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid
WHERE m.member = (SELECT oid FROM pg_roles WHERE rolname = current_user)
  AND (m.inherit_option OR r.rolsuper OR r.rolbypassrls OR r.rolname = 'hindsight_owner')
"""

_TABLES = """
SELECT c.relname, c.relrowsecurity AND c.relforcerowsecurity,
       EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')
"""


def isolation_faults(cursor: object, registry: Mapping[str, TableClass]) -> list[str]:
    """Everything about this connection that would let one owner see another; empty when sound.

    ``cursor`` is an open cursor of the runtime role. Checked: the role's attributes, ownerships and
    memberships; forced security and a policy on every registered table; no table outside the registry.
    """
    cursor.execute(_ROLE_FAULTS)  # type: ignore[attr-defined]
    faults = [row[0] for row in cursor.fetchall()]  # type: ignore[attr-defined]
    cursor.execute(_TABLES)  # type: ignore[attr-defined]
    found = {name: (forced, policed) for name, forced, policed in cursor.fetchall()}  # type: ignore[attr-defined]
    faults += [f"{name} is not in the table registry" for name in sorted(set(found) - set(registry))]
    faults += [f"{name} is registered but does not exist" for name in sorted(set(registry) - set(found))]
    return faults + list(_unprotected(found, registry))


def _unprotected(found: Mapping[str, tuple[bool, bool]], registry: Mapping[str, TableClass]) -> Iterable[str]:
    for name, (forced, policed) in sorted(found.items()):
        if registry.get(name, TableClass.OPEN) is TableClass.OPEN:
            continue
        if not forced:
            yield f"{name} lacks forced row security"
        if not policed:
            yield f"{name} has no policy"
