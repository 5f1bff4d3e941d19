"""What the turns around a memory, and who said it, do for its place in the answer."""

from datetime import UTC, datetime

import pytest

from audit.context import acting_as
from memories.backends import memory_index
from memories.domain.ports import Eligibility
from memories.domain.tokens import terms
from memories.domain.vocabulary import Status
from memories.services.offers import Offer, Turn
from memories.services.recall import Query, recall
from memories.services.retain import retain, retain_batch
from tests.people import House

ELIGIBLE = Eligibility(statuses=(Status.ACTIVE,))


def _talk(house: House, *lines: tuple[str, str], conversation: str = "talk") -> list[str]:
    """Ids of the memories of a dialogue, turn by turn."""
    offers = [
        Offer(text, conversation_id=conversation, message_id=f"{place}", turn=Turn(place, "user", speaker))
        for place, (speaker, text) in enumerate(lines)
    ]
    return [result.retained.id for result in retain_batch(house.agent, house.alice, offers)]


def _pool(house: House, query: str, *, neighbours: bool) -> dict[object, float]:
    with acting_as(house.agent, house.alice):
        return memory_index().keyword_pool(
            owner_id=house.alice,
            terms=list(terms(query)),
            eligible=ELIGIBLE,
            now=datetime.now(UTC),
            limit=10,
            neighbours=neighbours,
        )


def test_an_answer_is_found_by_the_words_of_the_question_before_it(house):
    ids = _talk(house, ("Mia", "Which instrument do you play?"), ("Leo", "The bassoon."), ("Mia", "Lovely!"))

    assert set(_pool(house, "instrument", neighbours=False)) == {ids[0]}
    around = _pool(house, "instrument", neighbours=True)
    assert list(around) == [ids[0], ids[1]]
    assert around[ids[0]] > around[ids[1]] > 0


def test_words_do_not_reach_into_another_conversation(house):
    first = _talk(house, ("Mia", "Which instrument do you play?"), conversation="one")
    _talk(house, ("Leo", "Never mind."), ("Leo", "The bassoon."), conversation="two")

    assert list(_pool(house, "instrument", neighbours=True)) == first


def test_what_somebody_said_whom_the_question_names_comes_first(house):
    ids = _talk(house, ("Mia", "I bought a canoe."), ("Leo", "I sold a canoe."), ("Mia", "And an oar."))

    hits = recall(house.agent, house.alice, Query("What did Leo do with the canoe?")).results
    assert hits[0].memory.id == ids[1]
    assert [hit.parts["speaker"] for hit in hits if hit.memory.id in ids[::2]] == [0.0, 0.0]


def test_a_statement_outside_of_talk_is_its_own_context(house):
    kept = retain(house.agent, house.alice, Offer("Leo owns a canoe."))
    _talk(house, ("Mia", "A canoe is a boat."), ("Leo", "Sure."))

    hits = recall(house.agent, house.alice, Query("Does Leo own a canoe?")).results
    alone = next(hit for hit in hits if hit.memory.id == kept.id)
    own = (alone.parts["vector"] + alone.parts["keyword"]) / 2
    assert alone.parts["context"] == alone.parts["speaker"] == pytest.approx(own, abs=1e-3)


def test_without_neighbours_nothing_is_taken_from_around(house):
    _talk(house, ("Mia", "Which instrument do you play?"), ("Leo", "The bassoon."))

    hits = recall(house.agent, house.alice, Query("instrument", neighbours=False)).results
    assert {hit.parts["context"] for hit in hits} == {0.0}
