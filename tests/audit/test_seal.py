"""Keys of one owner: what they hide, and that without them nothing can be told."""

from dataclasses import replace
from uuid import UUID

import pytest
from cryptography.exceptions import InvalidTag

from audit.seal import new_subject_key, unwrap, workspace_digest, wrap

ALICE, BOB = UUID(int=1), UUID(int=2)


def test_a_pseudonym_depends_on_the_salt_and_the_person():
    one, other = new_subject_key(), new_subject_key()

    assert one.pseudonym(ALICE) == one.pseudonym(ALICE)
    assert len({one.pseudonym(ALICE), one.pseudonym(BOB), other.pseudonym(ALICE)}) == 3


def test_a_commitment_is_of_the_canonical_form_and_keyed():
    one, other = new_subject_key(), new_subject_key()

    assert one.commitment({"a": 1, "b": 2}) == one.commitment({"b": 2, "a": 1})
    assert one.commitment({"a": 1}) != one.commitment({"a": 2})
    assert one.commitment({"a": 1}) != other.commitment({"a": 1})


def test_a_sealed_payload_opens_for_its_own_event_and_key_only():
    key = new_subject_key()
    sealed = key.seal({"note": "words"}, bound_to=ALICE)

    assert key.unseal(sealed, bound_to=ALICE) == b'{"note":"words"}'
    assert b"words" not in sealed
    for wrong, event in ((key, BOB), (new_subject_key(), ALICE)):
        with pytest.raises(InvalidTag):
            wrong.unseal(sealed, bound_to=event)
    with pytest.raises(InvalidTag):
        key.unseal(sealed[:-1] + bytes([sealed[-1] ^ 1]), bound_to=ALICE)


def test_a_wrapped_key_opens_for_its_owner_under_the_master_key_only(settings):
    key = new_subject_key()
    wrapped = wrap(key, owner_id=ALICE)

    assert unwrap(wrapped, owner_id=ALICE) == key
    with pytest.raises(InvalidTag):
        unwrap(wrapped, owner_id=BOB)
    settings.MASTER_KEY = bytes(32)
    with pytest.raises(InvalidTag):
        unwrap(wrapped, owner_id=ALICE)


def test_a_digest_that_outlives_the_person_differs_by_workspace():
    assert workspace_digest(ALICE, "text") == workspace_digest(ALICE, "text")
    assert workspace_digest(ALICE, "text") != workspace_digest(BOB, "text")


def test_the_salt_alone_does_not_open_a_payload():
    key = new_subject_key()
    sealed = key.seal({"a": 1}, bound_to=ALICE)

    with pytest.raises(InvalidTag):
        replace(key, key=key.salt).unseal(sealed, bound_to=ALICE)
