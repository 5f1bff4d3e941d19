"""Killed at any step, started again, run twice: one erasure, complete, with one receipt."""

import os
import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import psycopg
import pytest
from django.db import connection

from audit.context import acting_as
from hindsight_site.config import BASE_DIR
from hindsight_site.embedded.process import wait_until
from memories.domain.vocabulary import ErasureScope, IndexingState
from memories.models import ErasureStep, Memory, MemoryEmbedding
from memories.services import erasing, erasure_proof
from memories.services.accesses import count_recalls
from memories.services.erase import erase_memory
from memories.services.erasing import run_erasure
from memories.services.erasure_targets import concerned
from memories.services.finders import due_work
from memories.services.idempotency import begin, finish
from memories.services.indexing import index_owner
from memories.services.offers import Offer
from memories.services.operations import run_operation, start_import
from memories.services.owners import restart_owner
from memories.services.recall import Query, recall
from memories.services.receipts import receipt_by_token, verify_receipt
from memories.services.wire import offer_to_json
from tests.erasure.conftest import chain_holds, due
from tests.erasure.crashes import Crash, dying_after
from tests.erasure.test_scopes import KEPT
from tests.factories import count_rows, keep, live_fully
from tests.people import House

pytestmark = pytest.mark.usefixtures("no_file_step")

KILLED = -9


def let_the_lease_lapse(superuser: psycopg.Connection, request_id: UUID) -> None:
    """Time passes, and each crash counts as the first: this test has more of them than are allowed."""
    superuser.execute(
        "UPDATE memories_erasurerequest SET lease_until = now() - interval '1 second', attempts = 0"
        " WHERE id = %s",
        (request_id,),
    )


def state_of(superuser: psycopg.Connection, request_id: UUID) -> str:
    found = superuser.execute("SELECT state FROM memories_erasurerequest WHERE id = %s", (request_id,))
    return found.fetchone()[0]


def events(superuser: psycopg.Connection, request_id: UUID, name: str) -> int:
    return count_rows(superuser, "audit_auditevent", "object_id = %s AND name = %s", request_id, name)


def test_dying_again_and_again_it_still_ends_once(house, superuser, rows_of):
    """Each life ends three commits later than the one before, so that every store is left half done once."""
    live_fully(house, house.alice, user_id="alice", mark="Alice")
    asked, token = due(house, house.alice, ErasureScope.OWNER)
    deaths = 0
    while state_of(superuser, asked.id) != "verified":
        let_the_lease_lapse(superuser, asked.id)
        try:
            with dying_after(1 + 3 * deaths):
                run_erasure(house.id, house.alice, asked.id)
        except Crash:
            deaths += 1

    assert deaths > 15
    assert set(rows_of(house.alice)) == KEPT
    assert count_rows(superuser, "memories_erasurereceipt", "request_id = %s", asked.id) == 1
    assert events(superuser, asked.id, "erasure.started") == 1
    assert events(superuser, asked.id, "erasure.verified") == 1
    assert verify_receipt(receipt_by_token(token)).ok
    assert chain_holds(house)


@pytest.mark.parametrize("commits", [5, 20])
def test_a_killed_worker_is_followed_by_another(house, superuser, rows_of, commits):
    """kill -9 for real, in a process of its own."""
    live_fully(house, house.alice, user_id="alice", mark="Alice")
    asked, token = due(house, house.alice, ErasureScope.OWNER)
    program = (
        "import sys, uuid, django; django.setup()\n"
        "from memories.services.erasing import run_erasure\n"
        "from tests.erasure.crashes import die, dying_after\n"
        "with dying_after(int(sys.argv[1]), how=die):\n"
        "    run_erasure(*map(uuid.UUID, sys.argv[2:]))"
    )
    ids = [str(one) for one in (house.id, house.alice, asked.id)]
    environment = {
        **os.environ, "DJANGO_SETTINGS_MODULE": "hindsight_site.settings", "PYTHONPATH": str(BASE_DIR)
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", program, str(commits), *ids], env=environment, timeout=60, check=False
    )
    assert done.returncode == KILLED
    assert run_erasure(house.id, house.alice, asked.id) == "not_due"  # the dead one's lease still holds
    superuser.execute(
        "UPDATE memories_erasurerequest SET lease_until = now() - interval '1 second' WHERE id = %s",
        (asked.id,),
    )
    assert asked.id in {work.object_id for work in due_work("erasure", limit=1000)}
    assert run_erasure(house.id, house.alice, asked.id) == "verified"
    assert set(rows_of(house.alice)) == KEPT
    assert verify_receipt(receipt_by_token(token)).ok


def test_what_crashes_every_time_is_given_up_and_told(house, superuser):
    asked, _ = due(house, house.alice, ErasureScope.OWNER)
    for _attempt in range(5):
        with pytest.raises(Crash), dying_after(1):
            run_erasure(house.id, house.alice, asked.id)
        superuser.execute(
            "UPDATE memories_erasurerequest SET lease_until = now() - interval '1 second' WHERE id = %s",
            (asked.id,),
        )
    run_erasure(house.id, house.alice, asked.id)

    assert state_of(superuser, asked.id) == "failed"
    assert events(superuser, asked.id, "erasure.failed") == 1


def test_two_workers_at_once_leave_one_receipt(house, superuser):
    """D06, D07: the message was delivered twice."""
    live_fully(house, house.alice, user_id="alice", mark="Alice")
    asked, token = due(house, house.alice, ErasureScope.OWNER)
    together = Barrier(2)

    def work(_number: int) -> str:
        try:
            together.wait(30)
            return run_erasure(house.id, house.alice, asked.id)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(work, range(2))) == ["not_due", "verified"]
    receipt = receipt_by_token(token)
    assert run_erasure(house.id, house.alice, asked.id) == "not_due"
    assert receipt_by_token(token) == receipt
    assert events(superuser, asked.id, "erasure.verified") == 1


def test_a_worker_that_was_thought_dead_does_not_reopen_what_another_finished(house, superuser):
    asked, token = due(house, house.alice, ErasureScope.OWNER)
    row = erasing._start(house.system, house.alice, asked.id)
    let_the_lease_lapse(superuser, asked.id)
    assert run_erasure(house.id, house.alice, asked.id) == "verified"
    receipt = receipt_by_token(token)

    assert erasing._verify(house.system, row, erasing.reach_of(row)) is False
    assert erasure_proof.finish(house.system, house.alice, asked.id, scrubbed={}) == "verified"
    assert receipt_by_token(token) == receipt


def test_a_vector_that_arrives_late_does_not_stop_the_erasure(house, superuser):
    """An index job of the living person may store it between two steps of erasing one memory."""
    kept = keep(house, "Alice rows on Sundays.")
    view = erase_memory(house.agent, kept.id)
    arrived = []

    def arrive() -> None:
        with acting_as(house.system, house.alice):
            row = Memory.objects.get(id=kept.id)
            MemoryEmbedding.objects.create(
                workspace_id=house.id, owner_id=house.alice, memory_id=kept.id, model="m", dimension=3,
                vector=[1, 2, 3], created_at=row.created_at,
            )  # fmt: skip
        done = ErasureStep.objects.filter(target="vectors", done_at__isnull=False)
        with acting_as(house.system, house.alice):
            arrived.append(done.exists())

    with dying_after(16, how=arrive):
        assert run_erasure(house.id, house.alice, view.id) == "verified"
    assert arrived == [True], "it must come after the vectors were erased"
    assert count_rows(superuser, "memories_memoryembedding", "owner_id = %s", house.alice) == 0


class TestBusyPerson:
    """Forgetting one memory of somebody whose agents go on asking and exporting all the while."""

    def answer(self, house: House, text: str) -> None:
        key = {"route": "POST /recall", "key_digest": secrets.token_bytes(32)}
        begin(house.agent, house.alice, **key, body_digest=b"")
        finish(house.agent, house.alice, **key, status=200, answer={"content": text})

    def test_what_was_kept_while_the_memory_was_still_there_goes(self, house, superuser):
        kept = keep(house, "Alice rows on Sundays.")
        view = erase_memory(house.agent, kept.id)
        with dying_after(4, how=lambda: self.answer(house, "Alice rows on Sundays.")):
            assert run_erasure(house.id, house.alice, view.id) == "verified"
        assert count_rows(superuser, "memories_idempotencyrecord", "owner_id = %s", house.alice) == 0

    def test_what_is_kept_afterwards_stays_and_keeps_nothing_open(self, house, superuser):
        kept = keep(house, "Alice rows on Sundays.")
        view = erase_memory(house.agent, kept.id)
        steps = len(concerned(ErasureScope.MEMORY))
        with dying_after(3 * steps, how=lambda: self.answer(house, "Something else.")):
            assert run_erasure(house.id, house.alice, view.id) == "verified"
        assert count_rows(superuser, "memories_idempotencyrecord", "owner_id = %s", house.alice) == 1


def test_the_owner_is_locked_before_the_request(house, services, superuser):
    """As confirming does it: in the other order the two would wait for each other until one is killed."""
    asked, _ = due(house, house.alice, ErasureScope.OWNER)
    waiting = (
        "SELECT count(*) FROM pg_stat_activity WHERE usename = 'hindsight_app' AND wait_event_type = 'Lock'"
    )

    def work() -> str:
        try:
            return run_erasure(house.id, house.alice, asked.id)
        finally:
            connection.close()

    with psycopg.connect(services.superuser_url) as writer, ThreadPoolExecutor(1) as pool:
        writer.execute("SELECT 1 FROM memories_owner WHERE id = %s FOR SHARE", (house.alice,))
        running = pool.submit(work)
        assert wait_until(lambda: superuser.execute(waiting).fetchone()[0] > 0, seconds=30)
        writer.execute("SELECT 1 FROM memories_erasurerequest WHERE id = %s FOR UPDATE NOWAIT", (asked.id,))
        writer.commit()
        assert running.result(60) == "verified"


class TestOldJobs:
    """D03: jobs of the old life, delivered after the end of it or into the next one."""

    def queued(self, house: House) -> dict[str, object]:
        for number in range(3):
            keep(house, f"Alice rows on day {number}.")
        trace = recall(house.agent, house.alice, Query("rows")).trace_id
        operation = start_import(house.agent, house.alice, [offer_to_json(Offer("Alice sings."))])
        return {"trace": trace, "operation": operation}

    def deliver(self, house: House, jobs: dict[str, object]) -> None:
        for _ in range(100):
            index_owner(house.id, house.alice, 1)
            count_recalls(house.id, house.alice, jobs["trace"])
        run_operation(house.id, jobs["operation"], owner_id=house.alice)

    def test_end_without_effect(self, house, rows_of):
        jobs = self.queued(house)
        asked, _ = due(house, house.alice, ErasureScope.OWNER)
        assert run_erasure(house.id, house.alice, asked.id) == "verified"

        self.deliver(house, jobs)
        assert set(rows_of(house.alice)) == KEPT

    def test_end_without_effect_while_it_runs(self, house, rows_of, superuser):
        jobs = self.queued(house)
        asked, _ = due(house, house.alice, ErasureScope.OWNER)
        with pytest.raises(Crash), dying_after(10):
            run_erasure(house.id, house.alice, asked.id)
        before = rows_of(house.alice)
        self.deliver(house, jobs)

        assert {name: n for name, n in rows_of(house.alice).items() if n > before.get(name, 0)} == {}

    def test_do_not_touch_the_next_life(self, house):
        jobs = self.queued(house)
        asked, _ = due(house, house.alice, ErasureScope.OWNER)
        run_erasure(house.id, house.alice, asked.id)
        assert restart_owner(house.agent, "alice") == house.alice
        fresh = keep(house, "Alice begins anew.")

        self.deliver(house, jobs)
        with acting_as(house.agent, house.alice):
            row = Memory.objects.get()
        assert (row.id, row.indexing_state, row.epoch) == (fresh.id, IndexingState.PENDING, 3)
