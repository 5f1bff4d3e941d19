"""``verify_*`` end with 0 only if it holds."""

import json
from contextlib import contextmanager
from uuid import uuid4

from memories.domain.vocabulary import ErasureScope
from memories.services.erase import Wish, confirm_erasure, request_erasure
from memories.services.erasing import run_erasure
from memories.services.offers import Offer
from memories.services.policies import activate_policy, create_policy
from memories.services.receipts import receipt_by_token
from memories.services.retain import retain


def _forgotten(house):
    """(request, receipt) of Alice, who was forgotten completely."""
    retain(house.agent, house.alice, Offer("I keep bees on the roof."))
    version = create_policy(house.system, changes={"erasure_grace_seconds": 0})
    activate_policy(house.system, version.id)
    wish = request_erasure(house.agent, house.alice, Wish(ErasureScope.OWNER))
    confirmed = confirm_erasure(house.agent, wish.id, confirm_token=wish.confirm_token)
    assert run_erasure(house.id, house.alice, wish.id) == "verified"
    return wish.id, receipt_by_token(confirmed.receipt_token)


def test_every_chain_is_walked(house, run):
    done = run("verify_audit", "--json")

    chains = {chain["workspace"]: chain["ok"] for chain in done.json["workspaces"]}
    assert chains[house.name] is True
    # Other tests forge chains of their own in the same database: the status speaks for all of them.
    assert (done.code == 0) is all(chains.values()) is done.json["ok"]


@contextmanager
def _second_event_altered(superuser, workspace_id):
    """As whoever owns the machine could: past the trigger that refuses it. Put right again afterwards."""
    change = "UPDATE audit_auditevent SET outcome = %s WHERE workspace_id = %s AND seq = 2"
    superuser.execute("SET session_replication_role = replica")
    superuser.execute(change, ["forged", workspace_id])
    yield
    superuser.execute(change, ["", workspace_id])


def test_a_forged_event_is_named_and_ends_with_one(house, run, superuser):
    with _second_event_altered(superuser, house.id):
        done = run("verify_audit", "--workspace", house.name)

    assert done.code == 1
    assert f"BROKEN  {house.name}: event 2 (altered), 1 events before it hold" in done.out
    assert run("verify_audit", "--workspace", house.name).code == 0


def test_an_erasure_holds_until_a_row_is_there_again(house, run, superuser):
    request_id, _ = _forgotten(house)
    assert run("verify_erasure", str(request_id), "--json").json["ok"] is True

    row = (
        "INSERT INTO memories_conversation (workspace_id, owner_id, external_id, title, started_at)"
        " VALUES (%s, %s, 'x', '', now())"
    )
    superuser.execute(row, [house.id, house.alice])
    done = run("verify_erasure", str(request_id))

    assert done.code == 1
    assert "DOES NOT HOLD: rows are there again" in done.out
    assert "conversations: 1" in done.out


def test_one_forgotten_memory_is_searched_for_again(house, run):
    kept = retain(house.agent, house.bob, Offer("My locker is number 12."))
    wish = request_erasure(house.agent, house.bob, Wish(ErasureScope.MEMORY, target=str(kept.id)))
    confirm_erasure(house.agent, wish.id, confirm_token=wish.confirm_token)
    assert run("verify_erasure", str(wish.id)).code == 1

    run_erasure(house.id, house.bob, wish.id)
    done = run("verify_erasure", str(wish.id), "--json")
    assert (done.code, done.json["recounted"], done.json["remaining"]) == (0, True, {})


def test_an_unknown_erasure_is_said_so(run):
    assert run("verify_erasure", str(uuid4())).err == "No erasure has this id."
    assert run("verify_erasure", "first").err == "The id of an erasure is a UUID."


def test_a_receipt_is_genuine_until_a_letter_changes(house, run, tmp_path):
    _, receipt = _forgotten(house)
    path = tmp_path / "receipt.json"
    path.write_text(json.dumps(receipt))
    assert run("verify_receipt", str(path)).code == 0

    receipt["receipt"]["scope"] = "memory"
    path.write_text(json.dumps(receipt))
    done = run("verify_receipt", str(path))
    assert done.code == 1
    assert "NOT GENUINE: it was changed after it was signed" in done.out


def test_what_is_no_receipt_is_not_genuine(run, tmp_path):
    path = tmp_path / "receipt.json"
    path.write_text("hello")

    assert run("verify_receipt", str(path), "--json").json == {
        "ok": False,
        "reason": "not_a_receipt",
        "key_id": "",
    }
    assert (
        run("verify_receipt", "/nowhere.json").err == "Cannot read /nowhere.json: No such file or directory."
    )
