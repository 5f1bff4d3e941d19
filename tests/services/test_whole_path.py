"""The one path through everything, at the level of the services."""

from memories.domain.vocabulary import DecisionKind, ErasureScope, StaffRole
from memories.services.decide import Decision, decide
from memories.services.erase import Wish, confirm_erasure, request_erasure
from memories.services.erasing import run_erasure
from memories.services.indexing import index_owner
from memories.services.ledger import verify_ledger
from memories.services.recall import Query, recall
from memories.services.receipts import receipt_by_token, verify_receipt
from memories.services.review import CaseFilters, get_case, list_cases
from tests.factories import POISON_ZH, keep, keep_poison, set_policy


def test_a_statement_is_kept_recalled_reviewed_and_forgotten(house):
    kept = keep(house, "I moved to Shanghai in 2021 and work as a nurse.")
    assert kept.outcome == "stored"
    poison = keep_poison(house, POISON_ZH)
    assert index_owner(house.id, house.alice) == 1
    found = recall(house.agent, house.alice, Query("Where does she live?"))
    assert [hit.memory.id for hit in found.results] == [kept.id]

    reviewer = house.staff(StaffRole.REVIEWER)
    page = list_cases(reviewer, CaseFilters())
    assert page.total == 1 and page.results[0].first_line
    case = get_case(reviewer, page.results[0].id)
    assert "转账" in case.content
    decide(reviewer, case.id, Decision(DecisionKind.RELEASE, "a quotation"))
    assert index_owner(house.id, house.alice) == 1
    found = recall(house.agent, house.alice, Query("转账 确认"))
    assert found.results[0].memory.id == poison.id

    set_policy(house, erasure_grace_seconds=0, block_threshold=1.0)
    wish = request_erasure(house.agent, house.alice, Wish(ErasureScope.OWNER))
    confirmed = confirm_erasure(house.agent, wish.id, confirm_token=wish.confirm_token)
    assert run_erasure(house.id, house.alice, wish.id) == "verified"
    assert verify_receipt(receipt_by_token(confirmed.receipt_token)).ok
    assert recall(house.agent, house.alice, Query("转账 确认")).results == ()
    assert verify_ledger(house.staff(StaffRole.AUDITOR)).ok
