"""Signed heads outside the database: what they give away, and that they cannot be forged."""

import json

from django.conf import settings

from audit.context import DatabaseRole, acting_as
from audit.heads import _path, read_heads
from audit.models import AuditEvent
from audit.proofs import Inclusion, holds, prove
from memories.domain.vocabulary import StaffRole
from memories.services.ledger import sign_heads, verify_ledger
from memories.services.offers import Offer
from memories.services.retain import retain


def _without_trigger(superuser, statement, values):
    superuser.execute("ALTER TABLE audit_auditevent DISABLE TRIGGER append_only")
    superuser.execute(statement, values)
    superuser.execute("ALTER TABLE audit_auditevent ENABLE TRIGGER append_only")


def test_a_tail_that_was_cut_off_is_found(house, superuser):
    retain(house.agent, house.alice, Offer("Alice plays the cello on Thursdays."))
    sign_heads(house.id)
    signed = list(read_heads(house.id))[-1]
    assert signed.genuine
    _without_trigger(
        superuser,
        "DELETE FROM audit_auditevent WHERE workspace_id = %s AND seq >= %s",
        [house.id, signed.seq],
    )
    report = verify_ledger(house.staff(StaffRole.AUDITOR))
    # New events took the numbers of the missing ones: the chain holds in itself, but not against the head.
    assert (report.ok, report.first_bad) == (False, signed.seq)
    assert report.reason in ("cut_off", "rewritten")


def test_a_head_is_signed_once_and_grows_with_the_chain(house):
    sign_heads(house.id)
    sign_heads(house.id)
    before = list(read_heads(house.id))
    retain(house.agent, house.alice, Offer("Alice moved to Lyon."))
    sign_heads(house.id)
    after = list(read_heads(house.id))
    assert (len(before), len(after)) == (1, 2)
    assert after[1].seq > before[0].seq
    assert verify_ledger(house.staff(StaffRole.AUDITOR)).ok


def test_a_changed_head_is_not_genuine(house):
    sign_heads(house.id)
    path = _path(house.id)
    document = json.loads(path.read_text())
    document["head"]["hash"] = "00" * 32
    path.write_text(json.dumps(document) + "\n")
    report = verify_ledger(house.staff(StaffRole.AUDITOR))
    assert (report.ok, report.reason) == (False, "forged_head")


def test_a_former_key_still_vouches_for_its_heads(house, settings):
    from audit.signing import public_key

    sign_heads(house.id)
    old = public_key().public_bytes_raw().hex()
    settings.SIGNING_KEY = b"\x07" * 32
    assert not any(head.genuine for head in read_heads(house.id))
    settings.FORMER_PUBLIC_KEYS = [old]
    assert all(head.genuine for head in read_heads(house.id))


def test_an_event_proves_that_it_stands_in_its_day(house):
    retain(house.agent, house.alice, Offer("Alice is allergic to nuts."))
    with acting_as(house.system, role=DatabaseRole.AUDIT):
        event = AuditEvent.objects.filter(name="memory.retained").order_by("-seq").first()
        proof = prove(event)
    assert holds(proof)
    other = Inclusion(proof.day, b"\x00" * 32, proof.index, proof.path)
    assert not holds(other)


def test_heads_lie_outside_the_database():
    assert "postgres" not in str(settings.LEDGER_HEADS_DIR)
