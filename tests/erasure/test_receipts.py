"""Receipts: genuine or refused, without a word or a name, and reachable after the person is gone."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from audit.context import DatabaseRole, acting_as
from audit.models import AuditEvent
from audit.signing import key_id
from memories.domain.errors import NotFound
from memories.domain.vocabulary import ErasureScope
from memories.services.proofs import check_erasure
from memories.services.receipts import receipt_by_token, receipt_of_request, verify_receipt
from tests.erasure.conftest import Forgotten, due, forget
from tests.factories import live_fully
from tests.people import House, new_house


@pytest.fixture(scope="module")
def house_of_the_dead(database) -> House:
    return new_house()


@pytest.fixture(scope="module")
def forgotten(house_of_the_dead) -> Forgotten:
    house = house_of_the_dead
    live_fully(house, house.alice, user_id="alice", mark="Alicequartz")
    return forget(house, house.alice, ErasureScope.OWNER)


def test_it_verifies(forgotten):
    verification = verify_receipt(forgotten.receipt)

    assert (verification.ok, verification.reason) == (True, "")
    assert verification.key_id == forgotten.receipt["key_id"]


def test_it_survives_a_copy_through_json(forgotten):
    assert verify_receipt(json.loads(json.dumps(forgotten.receipt))).ok


def leaves(value: Any, path: tuple = ()) -> Iterator[tuple]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from leaves(inner, (*path, place))
    else:
        yield path


def changed(document: dict[str, Any], path: tuple) -> dict[str, Any]:
    altered = copy.deepcopy(document)
    *way, last = path
    inner = altered
    for step in way:
        inner = inner[step]
    value = inner[last]
    inner[last] = (
        not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value}x"
    )
    return altered


def test_any_value_changed_is_refused(forgotten):
    accepted = [
        path
        for path in leaves(forgotten.receipt["receipt"], ("receipt",))
        if verify_receipt(changed(forgotten.receipt, path)).ok
    ]
    assert accepted == []


def test_one_byte_of_the_signature_changed_is_refused(forgotten):
    signature = bytes.fromhex(forgotten.receipt["signature"])
    for place in (0, 31, 32, 63):
        altered = bytearray(signature)
        altered[place] ^= 1
        document = {**forgotten.receipt, "signature": altered.hex()}
        assert verify_receipt(document).reason == "signature_does_not_match"


def signed_by_another(document: dict[str, Any]) -> tuple[dict[str, Any], str]:
    key = Ed25519PrivateKey.generate()
    public = key.public_key()
    signature = key.sign(rfc8785.dumps(document["receipt"]))
    own = {
        "signature": signature.hex(),
        "public_key": public.public_bytes_raw().hex(),
        "key_id": key_id(public),
    }
    return {**document, **own}, key_id(public)


def test_another_key_is_refused_and_a_former_one_accepted(forgotten, settings):
    document, name = signed_by_another(forgotten.receipt)

    assert verify_receipt(document).reason == "unknown_key"
    settings.FORMER_PUBLIC_KEYS = [document["public_key"]]
    assert (verify_receipt(document).ok, verify_receipt(document).key_id) == (True, name)


@pytest.mark.parametrize(
    "document",
    [None, [], {}, "receipt", 7, {"receipt": {}, "signature": "zz", "public_key": ""}, {"receipt": []}],
    ids=repr,
)
def test_what_is_no_receipt_is_refused_without_an_error(document):
    assert verify_receipt(document).reason == "not_a_receipt"


def test_it_holds_no_word_no_name_and_no_id_of_the_person(forgotten, house_of_the_dead):
    text = json.dumps(forgotten.receipt)

    assert "quartz" not in text.lower()
    assert "alice" not in text.lower()
    assert str(house_of_the_dead.alice) not in text


def test_it_counts_every_store_down_to_nothing(forgotten):
    stores = {store["name"]: store for store in forgotten.receipt["receipt"]["stores"]}

    assert {store["remaining"] for store in stores.values()} == {0}
    assert all(store["erased"] >= store["found"] for store in stores.values()), stores
    assert stores["memories"]["erased"] == 3
    assert stores["ledger_keys"]["erased"] == 1


def test_it_says_what_was_done_to_files_and_what_remains(forgotten):
    body = forgotten.receipt["receipt"]

    assert (body["files"]["done"], body["files"]["left"]) == (True, [])
    assert [one["what"] for one in body["remains"]] == [
        "database backups made before",
        "disk blocks that the database gave back",
    ]


def test_its_place_in_the_ledger_is_that_of_the_last_step(forgotten, house_of_the_dead):
    house = house_of_the_dead
    position = forgotten.receipt["receipt"]["ledger"]["position"]
    with acting_as(house.system, role=DatabaseRole.AUDIT):
        names = dict(AuditEvent.objects.filter(object_id=forgotten.request.id).values_list("seq", "name"))

    assert names[position] == "erasure.batch_erased"
    assert names[position + 1] == "erasure.verified"


def test_only_the_link_opens_it(forgotten):
    for token in ("", "x", "x" * 43, forgotten.token[:-1], forgotten.request.confirm_token):
        with pytest.raises(NotFound):
            receipt_by_token(token)


def test_there_is_none_before_the_end(house):
    asked, token = due(house, house.alice, ErasureScope.OWNER)
    for look in (lambda: receipt_by_token(token), lambda: receipt_of_request(house.agent, asked.id)):
        with pytest.raises(NotFound):
            look()


def test_the_host_can_count_again_at_any_time(forgotten):
    checked = check_erasure(forgotten.request.id)

    assert (checked.ok, checked.recounted, checked.remaining) == (True, True, {})


def test_nothing_may_be_added_to_or_changed_in_the_envelope(house):
    """The signature covers the receipt; whatever stands around it must follow from both."""
    document = receipt_by_token(forget(house, house.alice, ErasureScope.OWNER).token)
    assert verify_receipt(document).ok
    for name in ("key_id", "algorithm", "extra"):
        assert not verify_receipt({**document, name: "another"}).ok
    assert not verify_receipt({k: v for k, v in document.items() if k != "algorithm"}).ok
