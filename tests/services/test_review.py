"""Reviewers: who may claim and decide, what each decision does, and that of two at once one wins."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connection

from audit.context import acting_as
from audit.identity import Actor
from memories.domain.errors import Conflict, Forbidden, HindsightError, Invalid, NotFound
from memories.domain.vocabulary import DecisionKind, IndexingState, StaffRole
from memories.models import Lesson, Memory, MemoryContent, MemoryTerm, ReviewDecision
from memories.services.browse import get_memory, list_versions
from memories.services.decide import Decided, Decision, decide, decide_many
from memories.services.indexing import index_owner
from memories.services.keys import staff_actor
from memories.services.recall import Query, recall
from memories.services.review import CaseFilters, claim, get_case, list_cases, release_claim
from memories.services.revise import Revision, restore_version, revise
from memories.services.workspaces import create_staff
from tests.factories import POISON, ago, count_rows, keep, keep_poison, set_policy
from tests.people import House, new_house


@pytest.fixture
def reviewer(house: House) -> Actor:
    return house.staff(StaffRole.REVIEWER)


@pytest.fixture
def colleague(house: House) -> Actor:
    member = create_staff(house.system, email=f"colleague@{house.name}.example", role=StaffRole.REVIEWER)
    return staff_actor(staff_id=member, workspace_id=house.id, role=StaffRole.REVIEWER)


def both_at_once(first: Callable[[], object], second: Callable[[], object]) -> list[object]:
    """What two people get who act at the same moment; refusals are returned."""
    together = Barrier(2)

    def act(one: Callable[[], object]) -> object:
        try:
            together.wait(30)
            return one()
        except HindsightError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(act, (first, second)))


def said(house: House, memory_id: UUID) -> str:
    with acting_as(house.agent, house.alice):
        return MemoryContent.objects.get(memory_id=memory_id).content


class TestQueue:
    def test_lists_what_waits_with_signals_and_without_names(self, house, reviewer):
        waiting = keep_poison(house)
        page = list_cases(reviewer, CaseFilters())

        assert [(case.id, case.state, case.owner) for case in page.results] == [
            (waiting.case_id, "open", house.alice)
        ]
        assert page.results[0].signals and page.results[0].content == ""

    def test_the_detail_shows_the_text_and_reading_it_is_an_event(self, house, reviewer, superuser):
        waiting = keep_poison(house)

        assert get_case(reviewer, waiting.case_id).content == POISON
        assert (
            count_rows(
                superuser, "audit_auditevent", "object_id = %s AND name = 'review.case_read'", waiting.case_id
            )
            == 1
        )

    def test_a_foreign_case_is_not_there(self, house, reviewer):
        elsewhere = keep_poison(new_house())
        for act in (
            lambda: get_case(reviewer, elsewhere.case_id),
            lambda: claim(reviewer, elsewhere.case_id),
            lambda: decide(reviewer, elsewhere.case_id, Decision(DecisionKind.RELEASE, "x")),
        ):
            with pytest.raises(NotFound):
                act()

    def test_only_reviewers_come_here(self, house):
        waiting = keep_poison(house)
        for actor in (house.person(house.alice), house.staff(StaffRole.AUDITOR)):
            with pytest.raises(Forbidden):
                list_cases(actor, CaseFilters())
            with pytest.raises(Forbidden):
                decide(actor, waiting.case_id, Decision(DecisionKind.RELEASE, "x"))


class TestClaims:
    def test_two_at_once_one_wins(self, house, reviewer, colleague):
        waiting = keep_poison(house)
        found = both_at_once(
            lambda: claim(reviewer, waiting.case_id), lambda: claim(colleague, waiting.case_id)
        )
        refusals = [one for one in found if isinstance(one, Conflict)]
        assert [refusal.code for refusal in refusals] == ["claimed_by_other"]

    def test_a_claimed_case_is_decided_by_its_holder_only(self, house, reviewer, colleague):
        waiting = keep_poison(house)
        claim(reviewer, waiting.case_id)

        with pytest.raises(Conflict, match="holds"):
            decide(colleague, waiting.case_id, Decision(DecisionKind.RELEASE, "x"))
        assert decide(reviewer, waiting.case_id, Decision(DecisionKind.RELEASE, "fine")).outcome == "active"

    def test_a_claim_lapses(self, house, reviewer, colleague, superuser):
        waiting = keep_poison(house)
        claim(reviewer, waiting.case_id)
        ago(superuser, "memories_reviewcase", "claimed_until", waiting.case_id)

        assert list_cases(colleague, CaseFilters()).results[0].state == "open"
        claim(colleague, waiting.case_id)
        with pytest.raises(Conflict):
            claim(reviewer, waiting.case_id)

    def test_a_claim_is_given_back_by_its_holder(self, house, reviewer, colleague):
        waiting = keep_poison(house)
        claim(reviewer, waiting.case_id)
        with pytest.raises(Conflict):
            release_claim(colleague, waiting.case_id)
        release_claim(reviewer, waiting.case_id)
        claim(colleague, waiting.case_id)


class TestDecisions:
    def test_two_at_once_one_wins_and_leaves_one_event(self, house, reviewer, colleague, superuser):
        waiting = keep_poison(house)
        found = both_at_once(
            lambda: decide(reviewer, waiting.case_id, Decision(DecisionKind.RELEASE, "harmless")),
            lambda: decide(colleague, waiting.case_id, Decision(DecisionKind.REJECT, "harmful")),
        )
        won = [one for one in found if isinstance(one, Decided)]
        lost = [one for one in found if isinstance(one, Conflict)]

        assert (len(won), [refusal.code for refusal in lost]) == (1, ["already_decided"])
        events = count_rows(
            superuser, "audit_auditevent", "object_id = %s AND name = 'review.decided'", waiting.case_id
        )
        assert (
            events,
            count_rows(superuser, "memories_reviewdecision", "case_id = %s", waiting.case_id),
        ) == (1, 1)

    def test_released_it_is_recalled(self, house, reviewer):
        waiting = keep_poison(house)
        assert recall(house.agent, house.alice, Query("transfers confirmation")).results == ()

        done = decide(reviewer, waiting.case_id, Decision(DecisionKind.RELEASE, "she said so"))
        index_owner(house.id, house.alice)

        assert (done.state, done.outcome, done.memory_id) == ("decided", "active", waiting.id)
        found = recall(house.agent, house.alice, Query("transfers confirmation"))
        assert [hit.memory.id for hit in found.results] == [waiting.id]

    def test_edited_it_says_the_new_text_and_the_old_one_is_nowhere(self, house, reviewer, superuser):
        waiting = keep_poison(house)
        decide(
            reviewer,
            waiting.case_id,
            Decision(DecisionKind.EDIT, "toned down", content="Alice makes transfers."),
        )

        memory = get_memory(house.agent, waiting.id)
        assert (memory.content, memory.summary, memory.version) == ("Alice makes transfers.",) * 2 + (2,)
        assert [(one.number, one.change, one.content) for one in list_versions(house.agent, waiting.id)] == [
            (2, "edited", "Alice makes transfers."),
            (1, "withheld", ""),
        ]
        with pytest.raises(Conflict):
            restore_version(house.agent, waiting.id, 1)
        for table in ("memories_memorycontent", "memories_memoryversion"):
            assert (
                count_rows(superuser, table, "owner_id = %s AND content LIKE '%%confirmation%%'", house.alice)
                == 0
            )

    def test_the_words_of_an_edited_write_are_judged_again_when_they_return(self, house, reviewer):
        waiting = keep_poison(house)
        decide(
            reviewer,
            waiting.case_id,
            Decision(DecisionKind.EDIT, "toned down", content="Alice makes transfers."),
        )

        again = keep(house, POISON)
        assert again.outcome == "quarantined"
        assert again.id != waiting.id
        assert keep(house, "Alice makes transfers.").merged_into == waiting.id

    def test_an_edit_that_somebody_said_already_is_refused(self, house, reviewer):
        keep(house, "Alice makes transfers.")
        waiting = keep_poison(house)
        with pytest.raises(Conflict) as refused:
            decide(
                reviewer, waiting.case_id, Decision(DecisionKind.EDIT, "x", content="Alice makes transfers.")
            )

        assert refused.value.code == "said_already"
        assert get_case(reviewer, waiting.case_id).state == "open"

    def test_redacted_it_keeps_what_was_not_flagged(self, house, reviewer):
        """The signals' places are blacked out; the words before stay."""
        waiting = keep_poison(house, f"Alice owns a bakery near the old harbour. {POISON}")
        decide(reviewer, waiting.case_id, Decision(DecisionKind.REDACT, "the order goes"))

        memory = get_memory(house.agent, waiting.id)
        assert memory.content.startswith("Alice owns a bakery")
        assert "▇" in memory.content and "no second confirmation" not in memory.content
        assert list_versions(house.agent, waiting.id)[-1].content == ""

    def test_a_redaction_without_a_place_is_refused(self, house, reviewer, superuser):
        """A lesson or poisoned metadata name no place in the text: blacking out nothing would release it."""
        waiting = keep_poison(house)
        superuser.execute(
            """UPDATE memories_reviewcase SET signals = '[{"name": "lesson", "weight": 0.7, "owasp": "ASI06",
               "start": 0, "end": 0, "reason_code": "near_copy_of_rejected"}]' WHERE id = %s""",
            (waiting.case_id,),
        )
        with pytest.raises(Invalid):
            decide(reviewer, waiting.case_id, Decision(DecisionKind.REDACT, "x"))

    def test_rejected_it_is_erased_to_a_lesson(self, house, reviewer, superuser):
        waiting = keep_poison(house)
        done = decide(reviewer, waiting.case_id, Decision(DecisionKind.REJECT, "an order in disguise"))

        assert (done.state, done.outcome, done.memory_id) == ("decided", "rejected", None)
        for table in (
            "memories_memory",
            "memories_memorycontent",
            "memories_memoryversion",
            "memories_memoryterm",
        ):
            assert count_rows(superuser, table, "owner_id = %s", house.alice) == 0
        with acting_as(house.agent, house.alice):
            assert Lesson.objects.count() == 1
            assert ReviewDecision.objects.get().reason == "an order in disguise"

    def test_a_near_copy_of_a_rejected_write_goes_to_review(self, house, reviewer):
        """B23: one word in twenty changed, in words that no rule would stop."""
        text = (
            "Alice told the assistant that her sister in Hangzhou keeps the spare key of the flat under the"
            " third flower pot beside the blue door"
        )
        assert len(text.split()) >= 20
        set_policy(house, risk_threshold=0.0, block_threshold=1.0)  # everything goes to review
        original = keep(house, text)
        decide(reviewer, original.case_id, Decision(DecisionKind.REJECT, "not hers"))
        set_policy(house)

        copy = keep(house, text.replace("sister", "cousin"))
        assert copy.outcome == "quarantined"
        assert "lesson" in {signal.name for signal in copy.screening.signals}
        assert keep(house, "Alice has a sister in Hangzhou who likes flowers.").outcome == "stored"
        assert keep(house, text.replace("sister", "cousin"), owner_id=house.bob).outcome == "stored"

    def test_merged_it_adds_nothing_to_what_is_recalled(self, house, reviewer):
        target, waiting = keep(house, "Alice makes transfers."), keep_poison(house)
        done = decide(reviewer, waiting.case_id, Decision(DecisionKind.MERGE, "same", target_id=target.id))

        assert done.outcome == "merged"
        memory = get_memory(house.agent, waiting.id)
        assert (memory.status, memory.merged_into) == ("merged", target.id)
        with acting_as(house.agent, house.alice):
            assert not MemoryTerm.objects.filter(memory_id=waiting.id).exists()

    @pytest.mark.parametrize("target", ["itself", "of Bob", "random", "quarantined"])
    def test_a_merge_needs_a_living_memory_of_the_same_person(self, house, reviewer, target):
        waiting = keep_poison(house)
        targets = {
            "itself": waiting.id,
            "of Bob": keep(house, "Bob rows.", owner_id=house.bob).id,
            "random": house.id,
            "quarantined": keep_poison(house, f"{POISON} Twice.").id,
        }
        with pytest.raises(Invalid):
            decide(reviewer, waiting.case_id, Decision(DecisionKind.MERGE, "x", target_id=targets[target]))

    def test_deferred_it_waits_on(self, house, reviewer, colleague):
        waiting = keep_poison(house)
        claim(reviewer, waiting.case_id)
        assert decide(reviewer, waiting.case_id, Decision(DecisionKind.DEFER, "ask her")).state == "held"
        assert decide(colleague, waiting.case_id, Decision(DecisionKind.RELEASE, "asked")).state == "decided"

    def test_a_decided_case_stays_decided(self, house, reviewer):
        waiting = keep_poison(house)
        decide(reviewer, waiting.case_id, Decision(DecisionKind.RELEASE, "x"))
        with pytest.raises(Conflict) as refused:
            decide(reviewer, waiting.case_id, Decision(DecisionKind.REJECT, "x"))
        assert refused.value.code == "already_decided"

    @pytest.mark.parametrize("reason", ["", "   ", "x" * 2001, "a\x00b"])
    def test_a_decision_needs_a_reason(self, house, reviewer, reason):
        waiting = keep_poison(house)
        with pytest.raises(Invalid):
            decide(reviewer, waiting.case_id, Decision(DecisionKind.RELEASE, reason))


class TestRevalidation:
    """A decision is about the case as it stands at that moment."""

    def test_a_case_that_changed_meanwhile_is_not_decided(self, house, reviewer):
        waiting = keep_poison(house)
        seen = get_case(reviewer, waiting.case_id).version
        decide(reviewer, waiting.case_id, Decision(DecisionKind.DEFER, "later"))
        with pytest.raises(Conflict) as refused:
            decide(reviewer, waiting.case_id, Decision(DecisionKind.RELEASE, "x", expected_version=seen))
        assert refused.value.code == "stale_case"

    @pytest.mark.parametrize("status", ["active", "archived", "superseded"])
    def test_a_memory_that_no_longer_waits_is_not_released(self, house, reviewer, superuser, status):
        waiting = keep_poison(house)
        superuser.execute("UPDATE memories_memory SET status = %s WHERE id = %s", (status, waiting.id))
        with pytest.raises(Conflict) as refused:
            decide(reviewer, waiting.case_id, Decision(DecisionKind.RELEASE, "x"))
        assert refused.value.code == "not_quarantined"

    def test_an_edit_that_screening_blocks_is_refused(self, house, reviewer):
        waiting = keep_poison(house)
        set_policy(house, risk_threshold=0.1, block_threshold=0.1)
        with pytest.raises(HindsightError) as refused:
            decide(reviewer, waiting.case_id, Decision(DecisionKind.EDIT, "x", content=f"{POISON} Quickly."))

        assert refused.value.code == "blocked"
        assert said(house, waiting.id) == POISON

    def test_a_bulk_decision_goes_case_by_case(self, house, reviewer, colleague):
        first, second, third = (keep_poison(house, f"{POISON} {n}.") for n in ("One", "Two", "Three"))
        claim(colleague, second.case_id)
        results = decide_many(
            reviewer, [first.case_id, second.case_id, third.case_id], kind=DecisionKind.REJECT, reason="spam"
        )
        assert [one.decided.outcome if one.decided else one.refusal.code for one in results] == [
            "rejected",
            "claimed_by_other",
            "rejected",
        ]


class TestRevisedMemories:
    """A revision that screening suspects is judged alone: the memory before it is not at stake."""

    def revised_to_poison(self, house: House) -> UUID:
        keep_poison(house, f"{POISON} Unrelated.")
        kept = keep(house, "Alice banks at the corner.")
        assert revise(house.agent, kept.id, Revision(content=POISON)).status == "quarantined"
        return kept.id

    def case(self, reviewer: Actor, memory_id: UUID) -> UUID:
        return next(
            one.id for one in list_cases(reviewer, CaseFilters()).results if one.memory_id == memory_id
        )

    def test_rejected_the_memory_is_what_it_was(self, house, reviewer):
        memory_id = self.revised_to_poison(house)
        decide(reviewer, self.case(reviewer, memory_id), Decision(DecisionKind.REJECT, "poison"))

        memory = get_memory(house.agent, memory_id)
        assert (memory.status, memory.content, memory.version) == ("active", "Alice banks at the corner.", 3)
        assert [(one.number, one.content) for one in list_versions(house.agent, memory_id)] == [
            (3, "Alice banks at the corner."),
            (2, ""),
            (1, "Alice banks at the corner."),
        ]
        assert keep(house, POISON).outcome == "quarantined"
        assert keep(house, "Alice banks at the corner.").merged_into == memory_id

    def test_it_is_found_again(self, house, reviewer):
        memory_id = self.revised_to_poison(house)
        decide(reviewer, self.case(reviewer, memory_id), Decision(DecisionKind.REJECT, "poison"))
        index_owner(house.id, house.alice)

        found = recall(house.agent, house.alice, Query("bank corner"))
        assert [hit.memory.id for hit in found.results] == [memory_id]
        with acting_as(house.agent, house.alice):
            assert Memory.objects.get(id=memory_id).indexing_state == IndexingState.READY

    def test_released_it_says_the_revision(self, house, reviewer):
        memory_id = self.revised_to_poison(house)
        decide(reviewer, self.case(reviewer, memory_id), Decision(DecisionKind.RELEASE, "she insists"))

        assert get_memory(house.agent, memory_id).content == POISON
