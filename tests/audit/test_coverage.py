"""Every write leaves its event: one case for each public function that writes, with the events it must leave.

A new use case without a line here fails; one without an event has a line that says why.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from memories.domain.transcripts import Stretch, Utterance
from memories.domain.vocabulary import DecisionKind, ErasureScope, RelationKind, StaffRole, Status
from memories.services import (
    decide,
    erase,
    erasing,
    erasure_cases,
    exporting,
    importing,
    indexing,
    keys,
    lifecycle,
    operations,
    owners,
    policies,
    recall,
    recall_own,
    relations,
    retain,
    review,
    revise,
    signin,
    workspaces,
)
from memories.services.decide import Decision
from memories.services.erase import Wish
from memories.services.offers import Offer
from memories.services.recall import Query
from memories.services.revise import Revision
from memories.services.wire import offer_to_json
from tests.audit.writers import public_writers
from tests.factories import POISON, keep, keep_poison, set_policy
from tests.people import House

CANARY = "heliotropecanary"
WORDS = f"Alice grows {CANARY} in her garden."

NO_EVENT = {
    "accesses.count_recalls": "folds a recall, which has its event, into counters",
    "idempotency.begin": "remembers an answer, not an act",
    "idempotency.finish": "remembers an answer, not an act",
    "idempotency.release": "forgets an answer, not an act",
    "keys.authenticate_key": "notes the last use at most once a minute",
    "exporting.export_piece": "a part of operations.run_operation",
    "tidying.remove_expired": "what was kept for a day only ends by itself",
    "erasing.erase_rows": "the first half of erasing.run_erasure",
    "erasing.forget_memory": "erase.erase_memory, then erasing.erase_rows",
    "erasure_proof.finish": "the end of erasing.run_erasure",
    "erasure_proof.finish_waiting": "the end of erasing.run_erasure, for several at once",
    "receipts.write_receipt": "a part of erasing.run_erasure",
    "importing.index_waiting": "indexing.index_batch for several people",
    "decide.decide_many": "decide.decide for several cases",
    "owners.owner_for_write": "owners.create_owner at first mention",
    "demo.load_demo": "calls the other use cases",
}


@dataclass(frozen=True)
class Case:
    """``prepare`` makes what ``act`` needs; ``act`` must leave exactly ``events``, in this order."""

    act: Callable[[House, Any], Any]
    events: tuple[str, ...]
    prepare: Callable[[House], Any] = lambda house: None


def case(*events: str, prepare: Callable[[House], Any] = lambda house: None) -> Callable[..., Case]:
    return lambda act: Case(act, events, prepare)


def _kept(house: House) -> Any:
    return keep(house, WORDS)


def _request(house: House) -> Any:
    keep(house, WORDS)
    return erase.request_erasure(
        house.agent, house.alice, Wish(ErasureScope.TOPIC, query=CANARY, reason=CANARY)
    )


def _confirmed(house: House) -> Any:
    asked = _request(house)
    return erase.confirm_erasure(house.agent, asked.id, confirm_token=asked.confirm_token)


def _held(house: House) -> Any:
    asked = _request(house)
    return erasure_cases.hold_erasure(house.staff(StaffRole.OFFICER), asked.id, note=CANARY)


def _due(house: House) -> Any:
    set_policy(house, erasure_grace_seconds=0)
    return _confirmed(house)


def _gone(house: House) -> None:
    set_policy(house, erasure_grace_seconds=0)
    keep(house, WORDS)
    asked = erase.request_erasure(house.agent, house.alice, Wish(ErasureScope.OWNER))
    erase.confirm_erasure(house.agent, asked.id, confirm_token=asked.confirm_token)
    assert erasing.run_erasure(house.id, house.alice, asked.id) == "verified"


def _claimed(house: House) -> Any:
    waiting, reviewer = keep_poison(house), house.staff(StaffRole.REVIEWER)
    review.claim(reviewer, waiting.case_id)
    return reviewer, waiting.case_id


def _import(house: House) -> Any:
    return operations.start_import(house.agent, house.alice, [offer_to_json(Offer(WORDS))])


def _cancelled(house: House) -> Any:
    started = _import(house)
    operations.cancel_operation(house.agent, started)
    return started


def _inactive_policy(house: House) -> Any:
    operator = house.staff(StaffRole.OPERATOR)
    return operator, policies.create_policy(operator, changes={"confirm_below": 0.5}).id


CASES: dict[str, Case] = {
    "retain.retain": case("memory.retained")(lambda h, _: keep(h, WORDS)),
    "retain.retain: quarantined": case("review.case_opened", "memory.retained", prepare=keep_poison)(
        lambda h, _: keep(h, f"{POISON} {CANARY}")
    ),
    "retain.retain: merged": case("memory.retained", prepare=_kept)(lambda h, _: keep(h, WORDS)),
    "retain.retain: dry run": case("memory.dry_run")(
        lambda h, _: retain.retain(h.agent, h.alice, Offer(WORDS), dry_run=True)
    ),
    "retain.retain_batch": case("memory.retained", "memory.retained")(
        lambda h, _: retain.retain_batch(
            h.agent, h.alice, [Offer(WORDS), Offer(""), Offer(f"{CANARY} again")]
        )
    ),
    "recall.recall": case("memory.recalled", prepare=_kept)(
        lambda h, _: recall.recall(h.agent, h.alice, Query(CANARY))
    ),
    "recall_own.recall_own": case("memory.recalled", prepare=_kept)(
        lambda h, _: recall_own.recall_own(h.person(h.alice), Query(CANARY))
    ),
    "revise.revise": case("memory.revised", prepare=_kept)(
        lambda h, kept: revise.revise(h.agent, kept.id, Revision(content=f"{WORDS} Truly."))
    ),
    "revise.restore_version": case("memory.revised", prepare=_kept)(
        lambda h, kept: revise.restore_version(h.agent, kept.id, 1)
    ),
    "lifecycle.set_status": case("memory.archived", prepare=_kept)(
        lambda h, kept: lifecycle.set_status(h.agent, kept.id, Status.ARCHIVED)
    ),
    "relations.relate": case("relation.created", prepare=lambda h: (_kept(h), keep(h, f"{CANARY} too")))(
        lambda h, both: relations.relate(
            h.agent, both[0].id, target_id=both[1].id, kind=RelationKind.ABOUT, strength=1
        )
    ),
    "indexing.index_owner": case("memory.indexed", prepare=_kept)(
        lambda h, _: indexing.index_owner(h.id, h.alice)
    ),
    "indexing.index_batch": case("memory.indexed", prepare=_kept)(
        lambda h, _: indexing.index_batch(h.id, h.alice)
    ),
    "review.claim": case(
        "review.claimed", prepare=lambda h: (h.staff(StaffRole.REVIEWER), keep_poison(h).case_id)
    )(lambda h, given: review.claim(*given)),
    "review.release_claim": case("review.claim_released", prepare=_claimed)(
        lambda h, given: review.release_claim(*given)
    ),
    **{
        f"decide.decide: {kind}": case("review.decided", prepare=_claimed)(
            lambda h, given, kind=kind, content=content: decide.decide(
                *given, Decision(kind, f"{CANARY} because", content=content)
            )
        )
        for kind, content in (
            (DecisionKind.RELEASE, None),
            (DecisionKind.EDIT, f"Alice likes {CANARY}."),
            (DecisionKind.REJECT, None),
            (DecisionKind.DEFER, None),
        )
    },
    "erase.request_erasure": case("erasure.requested", prepare=_kept)(
        lambda h, _: erase.request_erasure(
            h.agent, h.alice, Wish(ErasureScope.TOPIC, query=CANARY, reason=CANARY)
        )
    ),
    "erase.erase_memory": case("erasure.requested", "erasure.confirmed", prepare=_kept)(
        lambda h, kept: erase.erase_memory(h.agent, kept.id)
    ),
    "erase.confirm_erasure": case("erasure.confirmed", prepare=_request)(
        lambda h, asked: erase.confirm_erasure(h.agent, asked.id, confirm_token=asked.confirm_token)
    ),
    "erasure_cases.cancel_erasure": case("erasure.cancelled", prepare=_confirmed)(
        lambda h, asked: erasure_cases.cancel_erasure(h.agent, asked.id)
    ),
    "erasure_cases.hold_erasure": case(
        "erasure.held", prepare=lambda h: (h.staff(StaffRole.OFFICER), _request(h))
    )(lambda h, given: erasure_cases.hold_erasure(given[0], given[1].id, note=CANARY)),
    "erasure_cases.unhold_erasure": case(
        "erasure.unheld", prepare=lambda h: (_held(h), h.staff(StaffRole.OFFICER))
    )(lambda h, given: erasure_cases.unhold_erasure(given[1], given[0].id)),
    "erasure_cases.refuse_erasure": case(
        "erasure.refused", prepare=lambda h: (_request(h), h.staff(StaffRole.OFFICER))
    )(lambda h, given: erasure_cases.refuse_erasure(given[1], given[0].id, note=CANARY)),
    "erasing.run_erasure": case(
        "erasure.started", *["erasure.batch_erased"] * 5, "erasure.verified", prepare=_due
    )(lambda h, asked: erasing.run_erasure(h.id, h.alice, asked.id)),
    "owners.create_owner": case("owner.created")(
        lambda h, _: owners.create_owner(h.agent, external_id=CANARY)
    ),
    "owners.restart_owner": case("owner.restarted", prepare=_gone)(
        lambda h, _: owners.restart_owner(h.agent, "alice")
    ),
    "owners.update_owner": case("owner.updated")(
        lambda h, _: owners.update_owner(h.agent, "alice", locale="zh-hans")
    ),
    "owners.set_pause": case("owner.paused", prepare=lambda h: h.staff(StaffRole.OPERATOR))(
        lambda h, operator: owners.set_pause(operator, "alice", paused=True)
    ),
    "keys.create_key": case("key.created")(lambda h, _: keys.create_key(h.system, label=CANARY)),
    "keys.rotate_key": case("key.rotated", prepare=lambda h: keys.create_key(h.system))(
        lambda h, key: keys.rotate_key(h.system, key.id)
    ),
    "keys.revoke_key": case("key.revoked", prepare=lambda h: keys.create_key(h.system))(
        lambda h, key: keys.revoke_key(h.system, key.id)
    ),
    "operations.start_import": case("operation.created")(lambda h, _: _import(h)),
    "operations.cancel_operation": case("operation.finished", prepare=_import)(
        lambda h, started: operations.cancel_operation(h.agent, started)
    ),
    "operations.retry_operation": case("operation.retried", prepare=_cancelled)(
        lambda h, started: operations.retry_operation(h.agent, started)
    ),
    "operations.run_operation": case("memory.retained", "operation.finished", prepare=_import)(
        lambda h, started: operations.run_operation(h.id, started, owner_id=h.alice)
    ),
    "exporting.start_export": case("operation.created")(
        lambda h, _: exporting.start_export(h.person(h.alice), h.alice)
    ),
    "operations.run_operation: export": case(
        "operation.finished", prepare=lambda h: (_kept(h), exporting.start_export(h.person(h.alice), h.alice))
    )(lambda h, given: operations.run_operation(h.id, given[1], owner_id=h.alice)),
    "policies.create_policy": case("policy.created", prepare=lambda h: h.staff(StaffRole.OPERATOR))(
        lambda h, operator: policies.create_policy(operator, changes={"confirm_below": 0.5})
    ),
    "policies.activate_policy": case("policy.activated", prepare=_inactive_policy)(
        lambda h, given: policies.activate_policy(*given)
    ),
    "signin.create_owner_link": case("signin.link_created")(
        lambda h, _: signin.create_owner_link(h.system, "alice")
    ),
    "signin.create_staff_link": case("signin.link_created", prepare=lambda h: h.staff(StaffRole.AUDITOR))(
        lambda h, auditor: signin.create_staff_link(h.system, auditor.id)
    ),
    "signin.use_link": case("signin.used", prepare=lambda h: signin.create_owner_link(h.system, "alice"))(
        lambda h, link: signin.use_link(link.token)
    ),
    "workspaces.create_staff": case("staff.created")(
        lambda h, _: workspaces.create_staff(
            h.system, email=f"{CANARY}@{h.name}.example", role=StaffRole.AUDITOR
        )
    ),
    "importing.import_stretches": case("owner.created", "memory.retained", "import.finished")(
        lambda h, _: importing.import_stretches(h.system, [_stretch()], report=lambda done: None)
    ),
}


def _stretch() -> Any:
    spoken = Utterance(message_id=CANARY, place=0, text=WORDS, speaker=CANARY)
    return Stretch(owner=f"{CANARY} {secrets.token_hex(3)}", conversation=CANARY, utterances=(spoken,))


def events_after(superuser: Any, house: House, seq: int) -> list[str]:
    rows = superuser.execute(
        "SELECT name FROM audit_auditevent WHERE workspace_id = %s AND seq > %s ORDER BY seq", (house.id, seq)
    )
    return [name for (name,) in rows]


def last_seq(superuser: Any, house: House) -> int:
    found = superuser.execute("SELECT max(seq) FROM audit_auditevent WHERE workspace_id = %s", (house.id,))
    return found.fetchone()[0]


@pytest.mark.parametrize("name", CASES)
def test_a_write_leaves_its_events_and_no_words(house, superuser, name):
    case = CASES[name]
    given = case.prepare(house)
    before = last_seq(superuser, house)

    case.act(house, given)

    assert events_after(superuser, house, before) == list(case.events)
    rows = superuser.execute(
        "SELECT to_jsonb(e)::text FROM audit_auditevent e WHERE workspace_id = %s", (house.id,)
    ).fetchall()
    assert not [row for (row,) in rows if CANARY in row]


def test_a_new_workspace_has_its_first_events(database, superuser):
    made = workspaces.create_workspace(f"{CANARY} {secrets.token_hex(4)}")
    rows = superuser.execute(
        "SELECT name FROM audit_auditevent WHERE workspace_id = %s ORDER BY seq", (made.id,)
    ).fetchall()
    assert [name for (name,) in rows] == ["workspace.created", "key.created"]


def test_every_use_case_that_writes_has_a_case():
    covered = {name.partition(":")[0] for name in CASES} | {"workspaces.create_workspace"} | set(NO_EVENT)
    assert public_writers() - covered == set()


def test_no_case_outlives_its_use_case():
    covered = {name.partition(":")[0] for name in CASES} | set(NO_EVENT)
    assert covered - public_writers() == set()
