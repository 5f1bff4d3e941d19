"""Status changes: the table is the law, and this is what it says."""

from itertools import product

import pytest

from memories.domain.errors import Conflict, InvalidTransition
from memories.domain.lifecycle import ALLOWED, INCLUDABLE, RECALLABLE, ensure_allowed, is_allowed
from memories.domain.vocabulary import Status

ALL_PAIRS = list(product(Status, Status))


@pytest.mark.parametrize(("old", "new"), ALL_PAIRS)
def test_every_pair_is_either_allowed_or_refused_with_a_conflict(old: Status, new: Status) -> None:
    if new in ALLOWED[old]:
        ensure_allowed(old, new)
        assert is_allowed(old, new)
    else:
        with pytest.raises(InvalidTransition) as refusal:
            ensure_allowed(old, new)
        assert isinstance(refusal.value, Conflict)
        assert refusal.value.field == "status"


def test_the_table_names_every_status_and_no_change_to_itself() -> None:
    assert ALLOWED.keys() == set(Status)
    assert all(status not in ALLOWED[status] for status in Status)


def test_nothing_is_quarantined_for_good_and_nothing_else_leads_around_the_review() -> None:
    assert ALLOWED[Status.QUARANTINED] == {Status.ACTIVE, Status.TO_CONFIRM, Status.MERGED}


def test_every_status_can_be_sent_to_review() -> None:
    assert all(Status.QUARANTINED in ALLOWED[status] for status in Status if status is not Status.QUARANTINED)


def test_superseded_merged_and_archived_memories_can_come_back() -> None:
    for status in (Status.SUPERSEDED, Status.MERGED, Status.ARCHIVED):
        assert Status.ACTIVE in ALLOWED[status]


def test_quarantined_memories_are_never_recalled_however_recall_is_asked() -> None:
    assert Status.QUARANTINED not in RECALLABLE | INCLUDABLE
