"""The roles and rights inside the database, as SQL: run by the launcher, printed by ``doctor``.

Only a superuser can do this, so it is no migration. Every statement may be repeated.
"""

import hashlib
import hmac
import secrets
from base64 import b64encode
from collections.abc import Mapping

from psycopg import Connection, sql

OWNER, APP, MAINT, BACKUP = "hindsight_owner", "hindsight_app", "hindsight_maint", "hindsight_backup"
LOGIN_ROLES = (OWNER, APP, MAINT, BACKUP)
NARROW_ROLES = ("hindsight_review", "hindsight_erase", "hindsight_audit", "hindsight_auth")
"""Without login; taken for one transaction by SET LOCAL ROLE."""

_PLAIN = "NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION"
_SCRAM_ROUNDS = 4096
"""PostgreSQL's own default (scram_iterations)."""

EXTENSIONS = ("vector", "pg_trgm")


def role_statements() -> list[str]:
    """Roles of the whole server. Passwords are set apart, so that none stands in a printed line."""
    statements = [_create_role(role) for role in (*LOGIN_ROLES, *NARROW_ROLES)]
    statements += [f"ALTER ROLE {role} LOGIN {_PLAIN} NOBYPASSRLS" for role in (OWNER, APP, MAINT)]
    statements.append(f"ALTER ROLE {BACKUP} LOGIN {_PLAIN} BYPASSRLS")
    statements.append(f"ALTER ROLE {BACKUP} SET default_transaction_read_only = on")
    statements += [f"ALTER ROLE {role} NOLOGIN {_PLAIN} NOBYPASSRLS" for role in NARROW_ROLES]
    # Without INHERIT FALSE the policies of a narrow role would hold in every session of the app.
    statements += [
        f"GRANT {role} TO {login} WITH INHERIT FALSE, SET TRUE"
        for role in NARROW_ROLES
        for login in (APP, OWNER)
    ]
    statements.append(f"GRANT pg_maintain, pg_checkpoint TO {MAINT}")
    statements.append(f"GRANT pg_read_all_data TO {BACKUP}")
    return statements


def database_statements(database: str) -> list[str]:
    """Extensions and rights inside one database; run while connected to it."""
    logins = ", ".join(LOGIN_ROLES)
    return [
        *(f"CREATE EXTENSION IF NOT EXISTS {extension}" for extension in EXTENSIONS),
        f'REVOKE ALL ON DATABASE "{database}" FROM PUBLIC',
        f'GRANT CONNECT ON DATABASE "{database}" TO {logins}',
        f'GRANT CREATE ON DATABASE "{database}" TO {OWNER}',
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
        f"GRANT USAGE, CREATE ON SCHEMA public TO {OWNER}",
        f"GRANT EXECUTE ON FUNCTION pg_switch_wal() TO {MAINT}",
    ]


def prepare_server(connection: Connection, passwords: Mapping[str, str]) -> None:
    """Make or mend the roles and give each login its password (sent as a SCRAM verifier)."""
    for statement in role_statements():
        connection.execute(statement.encode())
    for role, password in passwords.items():
        connection.execute(password_statement(role, password).encode())


def password_statement(role: str, password: str) -> str:
    """Give a role its password, as the verifier of RFC 5803 that PostgreSQL stores: no clear text."""
    salt = secrets.token_bytes(16)
    salted = hashlib.pbkdf2_hmac("sha256", password.encode(), salt, _SCRAM_ROUNDS)
    client = hmac.digest(salted, b"Client Key", "sha256")
    parts = (hashlib.sha256(client).digest(), hmac.digest(salted, b"Server Key", "sha256"))
    stored, server = (b64encode(part).decode() for part in parts)
    verifier = f"SCRAM-SHA-256${_SCRAM_ROUNDS}:{b64encode(salt).decode()}${stored}:{server}"
    return f"ALTER ROLE {role} PASSWORD '{verifier}'"


def ensure_database(connection: Connection, database: str) -> None:
    """Create the database if it is missing; ``connection`` is in autocommit, to another database."""
    found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (database,)).fetchone()
    if not found:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))


def prepare_database(connection: Connection, database: str) -> None:
    """Extensions and rights in the database that ``connection`` is in."""
    for statement in database_statements(database):
        connection.execute(statement.encode())


def _create_role(role: str) -> str:
    return (
        f"DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}') "
        f"THEN CREATE ROLE {role}; END IF; END $$"
    )
