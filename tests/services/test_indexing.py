"""The row is the queue: a worker that dies loses nothing, doubles nothing, and is not retried for ever."""

import os
import subprocess
import sys
from uuid import UUID

import psycopg
import pytest

from audit.context import acting_as
from hindsight_site.config import BASE_DIR
from memories.backends import embedder
from memories.domain.vocabulary import IndexingState
from memories.models import Memory, MemoryEmbedding
from memories.services import indexing
from memories.services.finders import due_work
from memories.services.indexing import index_batch, index_owner
from memories.services.revise import Revision, revise
from tests.factories import count_rows, keep, keep_poison
from tests.people import House

KILLED = -9


def state_of(house: House, memory_id: UUID) -> tuple[str, int]:
    with acting_as(house.agent, house.alice):
        row = Memory.objects.get(id=memory_id)
    return row.indexing_state, row.indexing_attempts


def let_leases_lapse(superuser: psycopg.Connection, house: House) -> None:
    superuser.execute(
        "UPDATE memories_memory SET indexing_lease_until = now() - interval '1 second'"
        " WHERE workspace_id = %s AND indexing_lease_until IS NOT NULL",
        (house.id,),
    )


def run_and_die(house: House) -> None:
    """A worker of its own process that is killed while it embeds."""
    program = (
        "import sys, uuid, django; django.setup()\n"
        "from memories.services.indexing import index_owner\n"
        "index_owner(uuid.UUID(sys.argv[1]), uuid.UUID(sys.argv[2]))"
    )
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "hindsight_site.settings",
        "HINDSIGHT_EMBEDDER": "tests.services.embedders.KillingEmbedder",
        "PYTHONPATH": str(BASE_DIR),
    }
    done = subprocess.run(
        [sys.executable, "-c", program, str(house.id), str(house.alice)],
        env=environment,
        timeout=60,
        check=False,
    )
    assert done.returncode == KILLED


def test_every_waiting_memory_gets_one_vector(house):
    for number in range(indexing.BATCH + 2):  # more than one batch
        keep(house, f"Alice owns book number {number}.")
    keep_poison(house)

    assert index_owner(house.id, house.alice) == indexing.BATCH + 2
    assert index_owner(house.id, house.alice) == 0
    with acting_as(house.agent, house.alice):
        assert MemoryEmbedding.objects.count() == indexing.BATCH + 2
        assert set(MemoryEmbedding.objects.values_list("dimension", flat=True)) == {384}


def test_a_worker_killed_in_the_middle_loses_nothing(house, superuser):
    kept = keep(house, "Alice rows on Sundays.")
    run_and_die(house)

    assert state_of(house, kept.id) == (IndexingState.PENDING, 1)
    assert index_owner(house.id, house.alice) == 0  # still leased to the dead one
    let_leases_lapse(superuser, house)
    assert house.alice in {work.owner_id for work in due_work("indexing", limit=1000)}
    assert index_owner(house.id, house.alice) == 1
    assert state_of(house, kept.id) == (IndexingState.READY, 0)
    assert count_rows(superuser, "memories_memoryembedding", "memory_id = %s", kept.id) == 1


def test_a_text_that_always_fails_is_given_up(house, superuser, use_embedder):
    kept = keep(house, "Alice rows on Sundays.")
    use_embedder("tests.services.embedders.UnreachableEmbedder")
    for attempt in range(1, 6):
        with pytest.raises(OSError, match="model"):
            index_owner(house.id, house.alice)
        assert state_of(house, kept.id) == (IndexingState.PENDING, attempt)
        let_leases_lapse(superuser, house)

    assert index_owner(house.id, house.alice) == 0
    assert state_of(house, kept.id)[0] == IndexingState.FAILED
    failed = count_rows(
        superuser, "audit_auditevent", "workspace_id = %s AND name = 'memory.indexed' AND fields @> %s",
        house.id, '{"failed": 1}',
    )  # fmt: skip
    assert failed == 1


def test_two_workers_share_the_work(house):
    keep(house, "Alice rows on Sundays.")
    first = indexing._claim(house.system, house.alice, None)
    second = indexing._claim(house.system, house.alice, None)

    assert (len(first), second) == (1, [])


def test_a_job_of_an_earlier_life_ends_quietly(house, superuser):
    kept = keep(house, "Alice rows on Sundays.")
    superuser.execute("UPDATE memories_owner SET epoch = 2 WHERE id = %s", (house.alice,))

    assert index_owner(house.id, house.alice, 1) == 0
    assert state_of(house, kept.id) == (IndexingState.PENDING, 0)
    assert index_owner(house.id, house.alice, 2) == 1


@pytest.mark.parametrize("state", ["erasing", "erased"])
def test_a_job_for_a_forgotten_person_ends_quietly(house, superuser, state):
    keep(house, "Alice rows on Sundays.")
    superuser.execute("UPDATE memories_owner SET state = %s WHERE id = %s", (state, house.alice))

    assert index_owner(house.id, house.alice) == 0
    assert count_rows(superuser, "memories_memoryembedding", "owner_id = %s", house.alice) == 0


def test_a_text_revised_meanwhile_gets_no_vector_of_its_old_words(house):
    kept = keep(house, "Alice rows on Sundays.")
    claimed = indexing._claim(house.system, house.alice, None)
    revise(house.agent, kept.id, Revision(content="Alice sings on Mondays."))
    vectors = embedder().passages([one.content for one in claimed])

    assert indexing._keep(house.system, house.alice, None, claimed, vectors) == 0
    assert index_batch(house.id, house.alice) == 1


def test_a_memory_quarantined_meanwhile_gets_no_vector(house, superuser):
    kept = keep(house, "Alice rows on Sundays.")
    claimed = indexing._claim(house.system, house.alice, None)
    superuser.execute(
        "UPDATE memories_memory SET status = 'quarantined', indexing_state = 'withheld' WHERE id = %s",
        (kept.id,),
    )
    vectors = embedder().passages([one.content for one in claimed])

    assert indexing._keep(house.system, house.alice, None, claimed, vectors) == 0
