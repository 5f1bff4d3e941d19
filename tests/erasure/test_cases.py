"""The life of a request before it runs, and what keeps the forgotten from coming back."""

import pytest

from memories.domain.errors import Conflict, Forbidden, Invalid, NotFound, OwnerErased
from memories.domain.vocabulary import ErasureScope, ErasureState, StaffRole, Status
from memories.services.browse import get_memory
from memories.services.erase import Wish, confirm_erasure, erase_memory, request_erasure
from memories.services.erasing import run_erasure
from memories.services.erasure_cases import (
    cancel_erasure,
    get_erasure,
    hold_erasure,
    refuse_erasure,
    unhold_erasure,
)
from memories.services.finders import due_work
from memories.services.lifecycle import set_status
from memories.services.owners import owner_for_read, owner_for_write, restart_owner
from memories.services.recall import Query, recall
from memories.services.revise import Revision, revise
from tests.erasure.conftest import forget
from tests.factories import count_rows, keep, set_policy
from tests.people import House

pytestmark = pytest.mark.usefixtures("no_file_step")

TEA = "Alice drinks green tea in the morning."


def confirmed(house: House, **wish: object):
    asked = request_erasure(house.agent, house.alice, Wish(ErasureScope.OWNER, **wish))
    return confirm_erasure(house.agent, asked.id, confirm_token=asked.confirm_token)


class TestBeforeItRuns:
    def test_nothing_goes_before_it_is_confirmed(self, house, superuser):
        keep(house, TEA)
        asked = request_erasure(house.agent, house.alice, Wish(ErasureScope.OWNER))

        assert (asked.state, asked.preview["memories"]) == ("preview", 1)
        assert run_erasure(house.id, house.alice, asked.id) == "not_due"
        assert count_rows(superuser, "memories_memory", "owner_id = %s", house.alice) == 1

    def test_a_wrong_token_confirms_nothing(self, house):
        asked = request_erasure(house.agent, house.alice, Wish(ErasureScope.OWNER))
        with pytest.raises(Invalid):
            confirm_erasure(house.agent, asked.id, confirm_token="wrong")
        other = request_erasure(house.agent, house.alice, Wish(ErasureScope.OWNER))
        with pytest.raises(Invalid):
            confirm_erasure(house.agent, asked.id, confirm_token=other.confirm_token)

    def test_it_is_confirmed_once(self, house):
        asked = request_erasure(house.agent, house.alice, Wish(ErasureScope.OWNER))
        confirm_erasure(house.agent, asked.id, confirm_token=asked.confirm_token)
        with pytest.raises(Conflict):
            confirm_erasure(house.agent, asked.id, confirm_token=asked.confirm_token)

    def test_in_grace_it_waits(self, house):
        view = confirmed(house)

        assert (view.state, view.executes_after > view.confirmed_at) == ("grace", True)
        assert view.id not in {work.object_id for work in due_work("erasure", limit=1000)}
        assert run_erasure(house.id, house.alice, view.id) == "not_due"

    def test_in_grace_it_can_be_taken_back(self, house):
        keep(house, TEA)
        view = confirmed(house)

        assert cancel_erasure(house.agent, view.id).state == "cancelled"
        assert run_erasure(house.id, house.alice, view.id) == "not_due"
        assert recall(house.agent, house.alice, Query("green tea")).results
        with pytest.raises(Conflict):
            cancel_erasure(house.agent, view.id)

    def test_a_memory_taken_back_has_its_own_expiry_again(self, house):
        set_policy(house, memory_erasure_grace_seconds=3600)
        kept = keep(house, TEA)
        view = erase_memory(house.agent, kept.id)
        assert recall(house.agent, house.alice, Query("green tea")).results == ()
        cancel_erasure(house.agent, view.id)

        assert get_memory(house.agent, kept.id).expires_at is None
        assert recall(house.agent, house.alice, Query("green tea")).results

    def test_once_done_it_is_not_taken_back(self, house):
        done = forget(house, house.alice, ErasureScope.OWNER)
        with pytest.raises(Conflict):
            cancel_erasure(house.agent, done.request.id)

    def test_others_see_no_request(self, house):
        view = confirmed(house)
        for act in (get_erasure, cancel_erasure):
            with pytest.raises(NotFound):
                act(house.person(house.bob), view.id)


class TestHold:
    @pytest.fixture
    def officer(self, house):
        return house.staff(StaffRole.OFFICER)

    @pytest.mark.parametrize("state", ["preview", "grace"])
    def test_held_it_does_not_run_and_lifted_it_stands_where_it_stood(self, house, officer, state, superuser):
        set_policy(house, erasure_grace_seconds=0)
        asked = request_erasure(house.agent, house.alice, Wish(ErasureScope.OWNER))
        if state == "grace":
            confirm_erasure(house.agent, asked.id, confirm_token=asked.confirm_token)
        held = hold_erasure(officer, asked.id, note="a court asked for it")

        assert (held.state, held.note) == ("held", "a court asked for it")
        assert run_erasure(house.id, house.alice, asked.id) == "not_due"
        assert asked.id not in {work.object_id for work in due_work("erasure", limit=1000)}
        with pytest.raises(Conflict):
            cancel_erasure(house.agent, asked.id)
        assert unhold_erasure(officer, asked.id).state == state

    def test_refused_it_never_runs_and_says_why(self, house, officer):
        set_policy(house, erasure_grace_seconds=0)
        view = confirmed(house)
        refused = refuse_erasure(officer, view.id, note="the account is under investigation")

        assert (refused.state, get_erasure(house.agent, view.id).note) == (
            "refused",
            "the account is under investigation",
        )
        assert run_erasure(house.id, house.alice, view.id) == "not_due"

    @pytest.mark.parametrize("act", [hold_erasure, refuse_erasure])
    def test_it_takes_the_verb_and_a_reason(self, house, officer, act):
        view = confirmed(house)
        with pytest.raises(Invalid):
            act(officer, view.id, note="  ")
        for actor in (
            house.person(house.alice),
            house.staff(StaffRole.REVIEWER),
            house.staff(StaffRole.OPERATOR),
        ):
            with pytest.raises(Forbidden):
                act(actor, view.id, note="x")

    def test_only_a_held_one_is_lifted(self, house, officer):
        with pytest.raises(Conflict):
            unhold_erasure(officer, confirmed(house).id)

    def test_a_finished_one_is_not_held(self, house, officer):
        done = forget(house, house.alice, ErasureScope.OWNER)
        with pytest.raises(Conflict):
            hold_erasure(officer, done.request.id, note="too late")
        assert get_erasure(house.agent, done.request.id).state == ErasureState.VERIFIED


def erased(house: House, text: str, **offer: object) -> None:
    kept = keep(house, text, **offer)
    view = erase_memory(house.agent, kept.id)
    assert run_erasure(house.id, house.alice, view.id) == "verified"


class TestTombstones:
    """An erased statement does not come back unasked: somebody confirms it first."""

    def test_the_same_text_waits_for_confirmation(self, house):
        erased(house, TEA)

        again = keep(house, f"  {TEA.upper()} ")
        assert (again.outcome, again.memory.status) == ("to_confirm", "to_confirm")
        assert recall(house.agent, house.alice, Query("green tea")).results == ()

    def test_however_often_it_is_said(self, house):
        erased(house, TEA)
        for _ in range(3):
            last = keep(house, TEA)
        assert (last.outcome, last.memory.status) == ("merged", "to_confirm")

    def test_confirmed_it_is_back(self, house):
        erased(house, TEA)
        again = keep(house, TEA)
        assert set_status(house.agent, again.id, Status.ACTIVE).status == "active"

    def test_a_masked_text_is_known_in_its_clear_form(self, house):
        erased(house, "Call Alice at 13812345678.")

        assert keep(house, "Call Alice at 13812345678.").outcome == "to_confirm"

    def test_an_earlier_wording_is_known_too(self, house):
        kept = keep(house, TEA)
        revise(house.agent, kept.id, Revision(content="Alice drinks black coffee."))
        run_erasure(house.id, house.alice, erase_memory(house.agent, kept.id).id)

        assert keep(house, TEA).outcome == "to_confirm"
        assert keep(house, "Alice drinks black coffee.").outcome == "to_confirm"

    def test_the_same_message_is_known_whatever_is_drawn_from_it(self, house):
        erased(house, TEA, conversation_id="c", message_id="7")

        assert keep(house, "Alice likes tea.", conversation_id="c", message_id="7").outcome == "to_confirm"
        assert keep(house, "Alice likes tea a lot.", conversation_id="c", message_id="8").outcome == "stored"

    def test_others_may_say_the_same(self, house):
        erased(house, TEA)
        assert keep(house, TEA, owner_id=house.bob).outcome == "stored"

    def test_they_hold_no_words(self, house, found_in):
        erased(house, "Alice keeps her okapi secret.")
        assert found_in("okapi") == {}


class TestTheForgottenPerson:
    def test_is_refused_by_every_name_until_a_deliberate_new_start(self, house):
        keep(house, TEA)
        forget(house, house.alice, ErasureScope.OWNER)

        with pytest.raises(OwnerErased):
            keep(house, "Something new.")
        with pytest.raises(OwnerErased):
            owner_for_write(house.agent, "alice")
        assert owner_for_read(house.agent, "alice") is None
        assert restart_owner(house.agent, "alice") == house.alice
        assert owner_for_write(house.agent, "alice") == house.alice
        assert keep(house, "Something new.").outcome == "stored"
        assert keep(house, TEA).outcome == "to_confirm"

    def test_begins_anew_with_a_higher_epoch_and_another_pseudonym(self, house, superuser):
        keep(house, TEA)
        forget(house, house.alice, ErasureScope.OWNER)
        restart_owner(house.agent, "alice")
        keep(house, "Something new.")

        epoch = superuser.execute(
            "SELECT epoch, state FROM memories_owner WHERE id = %s", (house.alice,)
        ).fetchone()
        assert epoch == (3, "active")
        subjects = superuser.execute(
            "SELECT count(DISTINCT subject) FROM audit_auditevent"
            " WHERE workspace_id = %s AND name = 'memory.retained'",
            (house.id,),
        ).fetchone()
        assert subjects == (2,)

    def test_is_forgotten_a_second_time(self, house, rows_of, found_in, canary):
        owner = owner_for_write(house.agent, canary)
        for _ in range(2):
            keep(house, f"{canary} drinks tea.", owner_id=owner)
            assert forget(house, owner, ErasureScope.OWNER).state == "verified"
            assert found_in(canary) == {}
            restart_owner(house.agent, canary)

    def test_somebody_living_is_not_restarted(self, house):
        assert restart_owner(house.agent, "bob") == house.bob
        assert keep(house, TEA, owner_id=house.bob).memory.status == "active"
