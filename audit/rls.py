"""Row security: the SQL that migrations run.

A table is of one class. *Owner*: rows of one owner of one workspace. *Shared*: rows of a workspace,
some of which belong to one owner. *Workspace*: rows of a workspace. *Open*: no rows about owners.
"""

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
