"""Forgetting without a grace period, and looking for words in every table as a superuser."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg
import pytest

from memories.domain.vocabulary import ErasureScope, StaffRole
from memories.services.erase import Wish, confirm_erasure, request_erasure
from memories.services.erasing import run_erasure
from memories.services.erasure_cases import ErasureView
from memories.services.ledger import verify_ledger
from memories.services.receipts import receipt_by_token
from tests.factories import count_rows, set_policy
from tests.people import House


@dataclass(frozen=True)
class Forgotten:
    """A request that ran to its end, and the document its link gives."""

    request: ErasureView
    state: str
    token: str

    @property
    def receipt(self) -> dict[str, Any]:
        return receipt_by_token(self.token)


def due(house: House, owner_id: UUID, scope: ErasureScope, **wish: Any) -> tuple[ErasureView, str]:
    """A confirmed request whose time has come, and the token of its receipt."""
    set_policy(house, erasure_grace_seconds=0, block_threshold=1.0)
    asked = request_erasure(house.agent, owner_id, Wish(scope, **wish))
    confirmed = confirm_erasure(house.agent, asked.id, confirm_token=asked.confirm_token or "")
    return asked, confirmed.receipt_token or ""


def forget(house: House, owner_id: UUID, scope: ErasureScope, **wish: Any) -> Forgotten:
    """Ask, confirm and carry out."""
    asked, token = due(house, owner_id, scope, **wish)
    return Forgotten(asked, run_erasure(house.id, owner_id, asked.id), token)


def chain_holds(house: House) -> bool:
    return verify_ledger(house.staff(StaffRole.AUDITOR)).ok


@pytest.fixture
def no_file_step(settings: Any) -> None:
    """As on a server of one's own without a maintenance login: rewriting tables takes most of an erasure's
    time, and ``test_files`` looks at it."""
    settings.DATABASE_MAINT_URL = ""


_DIGEST = "SELECT md5(string_agg(t::text, '|' ORDER BY t::text))"


@pytest.fixture
def canary() -> str:
    """A word that stands nowhere else."""
    return "zinnia" + "".join(secrets.choice("bcdfghjklm") for _ in range(8))


@pytest.fixture
def found_in(superuser: psycopg.Connection) -> Callable[[str], dict[str, int]]:
    """Tables with rows that hold a word, with how many."""

    def find(word: str) -> dict[str, int]:
        tables = superuser.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
        ).fetchall()
        counts = {
            table: count_rows(superuser, table, f"{table}::text ILIKE %s", f"%{word}%") for (table,) in tables
        }
        return {table: count for table, count in counts.items() if count}

    return find


@pytest.fixture
def rows_of(superuser: psycopg.Connection) -> Callable[[UUID], dict[str, int]]:
    """Tables with rows of an owner, with how many; found in the catalogue, not in our own list."""

    def count(owner_id: UUID) -> dict[str, int]:
        tables = superuser.execute(
            "SELECT table_name::text FROM information_schema.columns"
            " WHERE table_schema = 'public' AND column_name = 'owner_id'"
        ).fetchall()
        counts = {table: count_rows(superuser, table, "owner_id = %s", owner_id) for (table,) in tables}
        return {table: count for table, count in counts.items() if count}

    return count


@pytest.fixture
def print_of(superuser: psycopg.Connection) -> Callable[[UUID], dict[str, str]]:
    """A digest of all rows of an owner, table by table: equal before and after means untouched."""

    def digest(owner_id: UUID) -> dict[str, str]:
        tables = superuser.execute(
            "SELECT table_name::text FROM information_schema.columns"
            " WHERE table_schema = 'public' AND column_name = 'owner_id'"
        ).fetchall()
        return {
            table: superuser.execute(
                (_DIGEST + f" FROM {table} t WHERE owner_id = %s").encode(),
                (owner_id,),
            ).fetchone()[0]
            for (table,) in tables
        }

    return digest
