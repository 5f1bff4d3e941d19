"""The chain in the database: complete, in order, and whoever changes it is found out."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier
from uuid import UUID

import psycopg
import pytest
from django.db import connection

from audit.chain import link_hash
from audit.context import DatabaseRole, acting_as
from audit.models import AuditEvent, AuditPayload, AuditSubjectKey
from audit.record import PayloadWithoutOwner, subject_key
from audit.verify import ChainReport, verify_chain
from memories.domain.vocabulary import StaffRole
from memories.services.ledger import EventFilters, list_events, verify_ledger
from tests.people import House, new_house


def verified(house: House) -> ChainReport:
    with acting_as(house.system, role=DatabaseRole.AUDIT):
        return verify_chain(house.id)


def record(house: House, owner_id: UUID, *, times: int = 1) -> None:
    for _ in range(times):
        with acting_as(house.agent, owner_id) as scope:
            scope.record("memory.confirmed", object_type="memory", object_id=house.id)


@pytest.fixture
def tampered(house, services):
    """A superuser with the trigger out of the way; it comes back with the connection's end."""
    record(house, house.alice, times=12)
    assert verified(house).ok
    with psycopg.connect(services.superuser_url, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        yield connection


def change(tampered: psycopg.Connection, house: House, seq: int, assignment: str) -> None:
    statement = f"UPDATE audit_auditevent SET {assignment} WHERE workspace_id = %s AND seq = %s"
    assert tampered.execute(statement.encode(), (house.id, seq)).rowcount == 1


@pytest.mark.parametrize(
    "assignment",
    [
        "name = 'memory.archived'",
        "occurred_at = occurred_at - interval '1 hour'",
        "actor_id = 'somebody'",
        "actor_kind = 'owner'",
        "subject = ''",
        "object_id = NULL",
        "outcome = 'stored'",
        """fields = '{"count": 1}'""",
        "payload_commit = 'x'",
        "hash = sha256('x')",
        "format = 2",
    ],
)
def test_an_altered_event_is_named(house, tampered, assignment):
    change(tampered, house, 7, assignment)

    report = verified(house)
    assert (report.ok, report.first_bad, report.reason, report.checked) == (False, 7, "altered", 6)


def test_an_altered_event_with_its_hash_recomputed_breaks_the_next_link(house, tampered):
    change(tampered, house, 7, "outcome = 'stored'")
    with acting_as(house.system, role=DatabaseRole.AUDIT):
        event = AuditEvent.objects.get(workspace_id=house.id, seq=7)
    forged = link_hash(event.prev_hash, event)
    tampered.execute(
        "UPDATE audit_auditevent SET hash = %s WHERE workspace_id = %s AND seq = 7", (forged, house.id)
    )
    report = verified(house)
    assert (report.first_bad, report.reason) == (8, "broken_link")


@pytest.mark.parametrize("seqs", [[7], [7, 8, 9], [1], [1, 2, 3]], ids=str)
def test_deleted_events_are_missed(house, tampered, seqs):
    tampered.execute(
        "DELETE FROM audit_auditevent WHERE workspace_id = %s AND seq = ANY (%s)", (house.id, seqs)
    )
    report = verified(house)
    assert (report.ok, report.first_bad, report.reason) == (False, seqs[0], "missing")


def test_a_gap_closed_by_renumbering_is_found(house, tampered):
    tampered.execute("DELETE FROM audit_auditevent WHERE workspace_id = %s AND seq = 7", (house.id,))
    for seq in range(8, 13):
        change(tampered, house, seq, "seq = seq - 1")

    assert verified(house).first_bad == 7


def test_swapped_events_are_found(house, tampered):
    for seq, to in ((7, 1000), (8, 7), (1000, 8)):
        change(tampered, house, seq, f"seq = {to}")

    assert verified(house).first_bad == 7


def test_an_event_of_another_workspace_does_not_fit(house, tampered, lives_elsewhere):
    tampered.execute("DELETE FROM audit_auditevent WHERE workspace_id = %s AND seq = 1", (house.id,))
    tampered.execute(
        "UPDATE audit_auditevent SET workspace_id = %s WHERE workspace_id = %s AND seq = 1",
        (house.id, lives_elsewhere.id),
    )
    assert verified(house).first_bad == 1


@pytest.fixture
def lives_elsewhere(database) -> House:
    return new_house()


def test_twenty_writers_leave_a_thousand_events_without_gap_or_fork(house, superuser):
    before = verified(house).checked
    together = Barrier(20)

    def write(number: int) -> None:
        try:
            together.wait(60)
            record(house, (house.alice, house.bob)[number % 2], times=50)
        finally:
            connection.close()

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(write, range(20)))

    report = verified(house)
    assert (report.ok, report.checked) == (True, before + 1000)
    seqs = superuser.execute(
        "SELECT count(DISTINCT seq), min(seq), max(seq), count(DISTINCT prev_hash) FROM audit_auditevent"
        " WHERE workspace_id = %s",
        (house.id,),
    ).fetchone()
    assert seqs == (before + 1000, 1, before + 1000, before + 1000)


def test_events_of_one_transaction_keep_their_order(house):
    with acting_as(house.agent, house.alice) as scope:
        for name in ("memory.confirmed", "memory.archived", "memory.confirmed"):
            scope.record(name)
    with acting_as(house.system, role=DatabaseRole.AUDIT):
        names = (
            AuditEvent.objects.filter(workspace_id=house.id)
            .order_by("-seq")
            .values_list("name", flat=True)[:3]
        )
        assert list(names) == ["memory.confirmed", "memory.archived", "memory.confirmed"]
    assert verified(house).ok


class _AnHourAgo(datetime):
    """The clock of a host that was set back."""

    @classmethod
    def now(cls, tz=None):
        return datetime.now(tz) - timedelta(hours=1)


def test_a_clock_set_back_does_not_break_the_chain(house, monkeypatch):
    """Order is that of ``seq``: two hosts may disagree about the time."""
    record(house, house.alice)
    with monkeypatch.context() as patch:
        patch.setattr("audit.record.datetime", _AnHourAgo)
        record(house, house.alice)
    record(house, house.alice)

    with acting_as(house.system, role=DatabaseRole.AUDIT):
        newest = AuditEvent.objects.filter(workspace_id=house.id).order_by("-seq")
        after, back, before = newest.values_list("occurred_at", flat=True)[:3]
    assert back < before < after
    assert verified(house).ok


class TestSubjects:
    """A person stands in the ledger under a keyed pseudonym."""

    def last(self, house: House) -> AuditEvent:
        with acting_as(house.system, role=DatabaseRole.AUDIT):
            return AuditEvent.objects.filter(workspace_id=house.id).latest("seq")

    def test_the_pseudonym_is_keyed_and_stable(self, house):
        record(house, house.alice)
        first = self.last(house)
        record(house, house.alice)
        again = self.last(house)
        record(house, house.bob)

        with acting_as(house.agent, house.alice):
            assert first.subject == subject_key(house.alice).pseudonym(house.alice)
        assert first.subject == again.subject != self.last(house).subject
        assert len(first.subject) == 32

    def test_an_owners_own_id_never_stands_in_the_ledger(self, house, superuser):
        with acting_as(house.person(house.alice), house.alice) as scope:
            scope.record("memory.confirmed")
        event = self.last(house)

        assert (event.actor_kind, event.actor_id) == ("owner", event.subject)
        rows = superuser.execute(
            "SELECT to_jsonb(e)::text FROM audit_auditevent e WHERE workspace_id = %s", (house.id,)
        ).fetchall()
        assert not [row for (row,) in rows if str(house.alice) in row or "alice" in row]

    def test_people_find_events_by_external_id(self, house):
        record(house, house.alice, times=2)
        auditor = house.staff(StaffRole.AUDITOR)
        found = list_events(auditor, EventFilters(subject="alice", event="memory.confirmed"))

        assert found.total == 2


class TestPayloads:
    """Details lie sealed beside the chain; erasing them leaves the chain as it is."""

    @pytest.fixture
    def paid(self, house) -> AuditEvent:
        with acting_as(house.agent, house.alice) as scope:
            scope.record("owner.updated", object_type="owner", payload={"note": "canary words"})
        with acting_as(house.system, role=DatabaseRole.AUDIT):
            return AuditEvent.objects.filter(workspace_id=house.id).latest("seq")

    def test_a_payload_opens_with_the_owners_key_and_fits_its_commitment(self, house, paid):
        with acting_as(house.agent, house.alice):
            key = subject_key(house.alice)
            sealed = bytes(AuditPayload.objects.get(event_id=paid.id).sealed)
        payload = json.loads(key.unseal(sealed, bound_to=paid.id))

        assert payload == {"note": "canary words"}
        assert bytes(paid.payload_commit) == key.commitment(payload)

    def test_no_word_of_it_lies_open_in_the_database(self, house, paid, superuser):
        for table in ("audit_auditevent", "audit_auditpayload"):
            rows = superuser.execute(f"SELECT t::text FROM {table} t").fetchall()
            assert not [row for (row,) in rows if "canary" in row or b"canary".hex() in row]

    def test_the_chain_holds_without_payload_and_key(self, house, paid):
        with acting_as(house.agent, house.alice, role=DatabaseRole.ERASE):
            AuditPayload.objects.filter(owner_id=house.alice).delete()
            AuditSubjectKey.objects.filter(owner_id=house.alice).delete()

        assert verified(house).ok
        with acting_as(house.agent, house.alice):
            assert subject_key(house.alice) is None

    def test_without_an_owner_there_is_no_payload(self, house):
        with pytest.raises(PayloadWithoutOwner), acting_as(house.agent) as scope:
            scope.record("policy.created", payload={"note": "x"})


def test_the_check_itself_becomes_an_event(house):
    auditor = house.staff(StaffRole.AUDITOR)
    report = verify_ledger(auditor)
    newest = list_events(auditor, EventFilters()).results[0]

    assert report.ok
    assert newest.name == "ledger.verified"
    assert newest.fields["checked"] == report.checked
