"""Corrections: new versions, earlier ones kept and restorable, and no one overwrites another's."""

from datetime import UTC, datetime, timedelta

import pytest

from audit.context import acting_as
from memories.domain.errors import Blocked, Conflict, Forbidden, Invalid, NotFound, StaleVersion
from memories.domain.vocabulary import IndexingState, Kind, RelationKind, Status
from memories.models import Memory, MemoryEmbedding, MemoryTerm
from memories.services.browse import get_memory, list_relations, list_versions
from memories.services.indexing import index_owner
from memories.services.lifecycle import set_status
from memories.services.relations import relate
from memories.services.revise import Revision, restore_version, revise
from tests.factories import POISON, count_rows, keep, keep_poison, set_policy
from tests.people import new_house

TEA, COFFEE = "Alice drinks green tea.", "Alice drinks black coffee."


def test_a_revision_is_a_new_version_and_the_old_text_is_kept(house):
    kept = keep(house, TEA)
    view = revise(house.agent, kept.id, Revision(content=COFFEE, kind=Kind.PREFERENCE, confidence=0.8))

    assert (view.content, view.kind, view.confidence, view.version) == (COFFEE, "preference", 0.8, 2)
    assert [(one.number, one.content, one.change) for one in list_versions(house.agent, kept.id)] == [
        (2, COFFEE, "revised"),
        (1, TEA, "retained"),
    ]


def test_an_earlier_version_is_restored_as_a_new_one(house):
    kept = keep(house, TEA, metadata={"cup": "blue"})
    revise(house.agent, kept.id, Revision(content=COFFEE, metadata={"cup": "red"}))
    view = restore_version(house.agent, kept.id, 1)

    assert (view.content, view.metadata, view.version) == (TEA, {"cup": "blue"}, 3)
    with pytest.raises(Conflict):
        restore_version(house.agent, kept.id, 9)


def test_a_stale_version_is_refused(house):
    """If-Match: two people opened version 1; the second to save is told."""
    kept = keep(house, TEA)
    revise(house.agent, kept.id, Revision(content=COFFEE), expected_version=1)
    with pytest.raises(StaleVersion):
        revise(house.agent, kept.id, Revision(content="Alice drinks water."), expected_version=1)

    assert get_memory(house.agent, kept.id).content == COFFEE


def test_the_index_follows_the_text(house):
    kept = keep(house, TEA)
    index_owner(house.id, house.alice)
    revise(house.agent, kept.id, Revision(content=COFFEE))

    with acting_as(house.agent, house.alice):
        terms = set(MemoryTerm.objects.filter(memory_id=kept.id).values_list("term", flat=True))
        assert "coffe" in terms and "tea" not in terms
        assert not MemoryEmbedding.objects.filter(memory_id=kept.id).exists()
        assert Memory.objects.get(id=kept.id).indexing_state == IndexingState.PENDING
    assert index_owner(house.id, house.alice) == 1


def test_fields_change_without_touching_the_text(house):
    kept = keep(house, TEA)
    later = datetime.now(UTC) + timedelta(days=3)
    assert revise(house.agent, kept.id, Revision(expires_at=later, pinned=True)).expires_at == later
    view = revise(house.agent, kept.id, Revision(clear_expiry=True))

    assert (view.expires_at, view.pinned, view.content, view.version) == (None, True, TEA, 3)


def test_what_another_memory_says_is_refused(house):
    keep(house, COFFEE)
    kept = keep(house, TEA)
    with pytest.raises(Conflict) as refused:
        revise(house.agent, kept.id, Revision(content=COFFEE))

    assert refused.value.code == "said_already"
    assert get_memory(house.agent, kept.id).version == 1


def test_the_old_text_may_be_said_anew(house):
    kept = keep(house, TEA)
    revise(house.agent, kept.id, Revision(content=COFFEE))

    assert keep(house, TEA).outcome == "stored"
    assert keep(house, COFFEE).merged_into == kept.id


def test_a_suspect_revision_goes_to_review_unseen(house):
    keep_poison(house, f"{POISON} Unrelated.")
    kept = keep(house, TEA)
    view = revise(house.agent, kept.id, Revision(content=POISON))

    assert (view.status, view.content, view.summary) == ("quarantined", "", "")
    assert get_memory(house.agent, kept.id).content == ""
    assert list_versions(house.agent, kept.id) == []
    with acting_as(house.agent, house.alice):
        assert not MemoryTerm.objects.filter(memory_id=kept.id).exists()
    with pytest.raises(Conflict):
        revise(house.agent, kept.id, Revision(content=TEA))
    with pytest.raises(Conflict):
        set_status(house.agent, kept.id, Status.ARCHIVED)


def test_a_blocked_revision_changes_nothing_but_leaves_its_event(house, superuser):
    kept = keep(house, TEA)
    set_policy(house, risk_threshold=0.1, block_threshold=0.1)
    with pytest.raises(Blocked):
        revise(house.agent, kept.id, Revision(content=POISON))

    assert get_memory(house.agent, kept.id).content == TEA
    assert count_rows(superuser, "audit_auditevent", "object_id = %s AND outcome = 'blocked'", kept.id) == 1


@pytest.mark.parametrize("text", ["", " \u200b ", "x" * 8001, "a\x00"])
def test_text_that_cannot_be_kept_is_refused(house, text):
    kept = keep(house, TEA)
    with pytest.raises(Invalid):
        revise(house.agent, kept.id, Revision(content=text))


def test_private_data_in_a_revision_is_masked_in_every_version(house, superuser):
    kept = keep(house, TEA)
    revise(
        house.agent, kept.id, Revision(content="Call Alice at 13812345678.", metadata={"tel": "13812345678"})
    )

    for table in ("memories_memorycontent", "memories_memoryversion", "memories_memoryterm"):
        assert count_rows(superuser, table, f"{table}::text LIKE %s", "%13812345678%") == 0


class TestReach:
    """Another person's memory and a missing one are the same: not there (A01)."""

    def test_of_another_person(self, house):
        kept = keep(house, TEA)
        for stranger in (house.person(house.bob), new_house().agent):
            for act in (
                lambda stranger=stranger: revise(stranger, kept.id, Revision(content=COFFEE)),
                lambda stranger=stranger: restore_version(stranger, kept.id, 1),
                lambda stranger=stranger: set_status(stranger, kept.id, Status.ARCHIVED),
                lambda stranger=stranger: get_memory(stranger, kept.id),
                lambda stranger=stranger: list_versions(stranger, kept.id),
                lambda stranger=stranger: list_relations(stranger, kept.id),
            ):
                with pytest.raises(NotFound):
                    act()

    def test_named_with_the_wrong_person(self, house):
        kept = keep(house, TEA)
        with pytest.raises(NotFound):
            revise(house.agent, kept.id, Revision(content=COFFEE), user_id="bob")

    def test_a_missing_one(self, house):
        with pytest.raises(NotFound):
            revise(house.agent, house.id, Revision(content=COFFEE))

    def test_a_relation_to_another_persons_memory_is_refused_like_one_to_nothing(self, house):
        own = keep(house, TEA)
        foreign = keep(house, COFFEE, owner_id=house.bob)
        refusals = []
        for target in (foreign.id, house.id, own.id):
            with pytest.raises(Invalid) as refused:
                relate(house.agent, own.id, target_id=target, kind=RelationKind.ABOUT, strength=1)
            refusals.append((refused.value.code, str(refused.value)))
        assert len(set(refusals)) == 1

    def test_a_reader_revises_nothing(self, house):
        kept = keep(house, TEA)
        reader = house.staff("auditor")
        with pytest.raises(Forbidden):
            revise(reader, kept.id, Revision(content=COFFEE))


class TestLife:
    """Confirm, archive, restore."""

    def test_confirmed_by_the_person_it_is_certain(self, house):
        kept = keep(house, TEA, confidence=0.4)
        view = set_status(house.person(house.alice), kept.id, Status.ACTIVE)

        assert (view.status, view.confidence) == ("active", 1.0)

    def test_confirmed_by_an_agent_it_is_just_good_enough(self, house):
        """An agent that confirms only says it again; it cannot make its own guess a certainty."""
        kept = keep(house, TEA, confidence=0.4)
        view = set_status(house.agent, kept.id, Status.ACTIVE)

        assert (view.status, view.confidence) == ("active", 0.7)

    def test_archived_it_comes_back(self, house):
        kept = keep(house, TEA)
        assert set_status(house.agent, kept.id, Status.ARCHIVED).status == "archived"
        assert set_status(house.agent, kept.id, Status.ACTIVE).status == "active"

    def test_it_does_not_come_back_beside_its_double(self, house):
        kept = keep(house, TEA)
        set_status(house.agent, kept.id, Status.ARCHIVED)
        keep(house, TEA)
        with pytest.raises(Conflict) as refused:
            set_status(house.agent, kept.id, Status.ACTIVE)

        assert refused.value.code == "said_already"
        assert get_memory(house.agent, kept.id).status == "archived"
