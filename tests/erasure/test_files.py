"""After an erasure the words are in no file of the database either: searched for, byte by byte.

DELETE leaves them in heap pages, TOAST, B-trees and the write-ahead log; VACUUM in heaps and B-trees.
"""

import struct
from collections.abc import Callable, Iterable
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from django.conf import settings

from memories.domain.vocabulary import ErasureScope
from memories.services import erasure_proof, file_residue
from memories.services.erase import erase_memory
from memories.services.erasing import run_erasure
from memories.services.erasure_cases import get_erasure
from memories.services.file_residue import scrub_files
from memories.services.indexing import index_owner
from memories.services.owners import owner_for_write
from tests.erasure.conftest import forget
from tests.factories import keep, live_fully
from tests.people import House

_BLOCK = 1 << 20


def holding(needle: bytes, folder: Path) -> list[str]:
    """Files below a folder that hold these bytes, also across the blocks they are read in."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if _holds(path, needle))


def _holds(path: Path, needle: bytes) -> bool:
    try:
        with path.open("rb") as file:
            rest = b""
            while block := file.read(_BLOCK):
                if needle in rest + block:
                    return True
                rest = block[-len(needle) :]
    except OSError:
        return False  # A socket, or a file that PostgreSQL removed meanwhile.
    return False


@pytest.fixture
def search(superuser: psycopg.Connection) -> Callable[[bytes], list[str]]:
    """Look for bytes in every file of the state folder: both databases, their logs and our own."""

    def look(needle: bytes) -> list[str]:
        superuser.execute("CHECKPOINT")  # what is in memory only is written first
        return holding(needle, settings.HINDSIGHT.state)

    return look


def vector_bytes(superuser: psycopg.Connection, owner_id: UUID) -> bytes:
    """Part of a vector as the files hold it: halfvec keeps IEEE half floats, little-endian."""
    row = superuser.execute(
        "SELECT vector::text FROM memories_memoryembedding WHERE owner_id = %s LIMIT 1", (owner_id,)
    ).fetchone()
    values = [float(part) for part in row[0].strip("[]").split(",")]
    return struct.pack("<16e", *values[100:116])


def crowded(house: House, superuser: psycopg.Connection, words: Iterable[str]) -> None:
    """Alice's rows among Bob's, page by page, some too long for a page."""
    for number, text in enumerate(words):
        keep(house, f"{text} {number}", metadata={"long": text * 200 if number % 5 == 0 else ""})
        keep(house, f"Bob keeps bee number {number}.", owner_id=house.bob)
    index_owner(house.id, house.alice)
    index_owner(house.id, house.bob)


def test_a_forgotten_person_is_in_no_file(house, superuser, canary, search):
    person = owner_for_write(house.agent, f"{canary} name")
    live_fully(house, person, user_id=f"{canary} name", mark=canary)
    live_fully(house, house.bob, user_id="bob", mark="bystander")
    vector = vector_bytes(superuser, person)
    before = search(canary.encode())
    assert any("pg_wal" in name for name in before) and any("/base/" in name for name in before)
    assert search(vector)

    assert forget(house, person, ErasureScope.OWNER, reason=canary).receipt["receipt"]["files"]["done"]

    assert search(canary.encode()) == []
    assert search(vector) == []


def test_a_forgotten_memory_is_in_no_file(house, superuser, canary, search):
    crowded(house, superuser, [f"Alice grows {canary}."] * 6)
    vector = vector_bytes(superuser, house.alice)
    target = canary[:-1].encode()
    assert search(target)
    done = forget(house, house.alice, ErasureScope.TOPIC, query=canary)

    assert done.receipt["receipt"]["files"]["done"]
    assert search(target) == []
    assert search(vector) == []


def test_without_the_step_the_words_are_still_there(house, canary, search, superuser):
    """The measurement that makes the step necessary: if this fails, it can be made simpler."""
    person = owner_for_write(house.agent, "gone")
    for number in range(5):
        keep(house, f"{canary} {number}", owner_id=person)
        keep(house, f"Bob {number}", owner_id=house.bob)
    superuser.execute("DELETE FROM memories_memoryterm WHERE owner_id = %s", (person,))
    superuser.execute("VACUUM memories_memoryterm")
    superuser.execute("SELECT pg_switch_wal()")

    assert any("/base/" in name for name in search(canary.encode()))


class TestHonesty:
    """What could not be cleaned stands in the receipt."""

    def test_an_old_snapshot_that_still_sees_the_rows(self, house, services, canary, monkeypatch):
        kept = keep(house, f"Alice grows {canary}.")
        monkeypatch.setattr(file_residue, "_TRIES", 1)
        with psycopg.connect(services.superuser_url) as reader:
            reader.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            reader.execute(
                "SELECT count(*) FROM memories_tombstone"
            )  # opens a snapshot, holds no lock we need
            view = erase_memory(house.agent, kept.id)
            run_erasure(house.id, house.alice, view.id)
            done = scrub_files(["memories_memorycontent"])
            reader.rollback()

        assert (done["done"], done["reason"], done["left"]) == (
            False,
            "tables_left",
            ["memories_memorycontent"],
        )
        assert scrub_files(["memories_memorycontent"])["done"]

    def test_a_table_that_is_too_large_to_rewrite(self, house, monkeypatch):
        monkeypatch.setattr(file_residue, "REWRITE_UP_TO", 0)
        done = scrub_files(["memories_memorycontent", "memories_memoryversion"])

        assert (done["done"], done["left"]) == (False, ["memories_memorycontent", "memories_memoryversion"])

    def test_a_table_that_somebody_holds(self, house, services, monkeypatch):
        monkeypatch.setattr(file_residue, "_TRIES", 1)
        monkeypatch.setattr(file_residue, "_LOCK_WAIT", "50ms")
        with psycopg.connect(services.superuser_url) as holder:
            holder.execute("SELECT 1 FROM memories_lesson LIMIT 1")
            done = scrub_files(["memories_lesson"])

        assert done["left"] == ["memories_lesson"]

    def test_no_maintenance_connection(self, house, settings):
        settings.DATABASE_MAINT_URL = ""
        kept = keep(house, "Alice rows.")
        assert scrub_files(["memories_lesson"]) == {"done": False, "reason": "no_maintenance_connection"}
        assert run_erasure(house.id, house.alice, erase_memory(house.agent, kept.id).id) == "verified"

    def test_a_database_that_refuses(self, house, settings, services):
        settings.DATABASE_MAINT_URL = services.database_url  # a login without the right to maintain
        assert not scrub_files(["memories_lesson"])["done"]


def test_one_pass_over_the_files_serves_every_erasure_that_waits(house, monkeypatch):
    """Ten people who press "forget" together do not lock the tables ten times."""
    asked = [erase_memory(house.agent, keep(house, f"Alice owns boat {number}.").id) for number in range(3)]
    monkeypatch.setattr(erasure_proof._pace, "free_at", float("inf"))
    states = [run_erasure(house.id, house.alice, view.id) for view in asked]
    assert states == ["verifying"] * 3
    monkeypatch.setattr(erasure_proof._pace, "free_at", 0.0)
    assert erasure_proof.finish_waiting() >= 3
    assert {get_erasure(house.agent, view.id).state for view in asked} == {"verified"}
    assert erasure_proof.finish_waiting() == 0
