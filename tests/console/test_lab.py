"""The recall lab: a person sees what an agent would be given, and looking changes nothing."""

import pytest

from memories.domain.errors import Forbidden
from memories.domain.vocabulary import Status
from memories.services.browse import get_memory
from memories.services.indexing import index_owner
from memories.services.lifecycle import set_status
from memories.services.recall import recall
from memories.services.recall_own import recall_own
from memories.services.recall_pools import Query
from tests.factories import keep, keep_poison, set_policy


@pytest.fixture
def indexed(house) -> object:
    """Three statements about Alice, one of them archived."""
    sits = keep(house, "Alice likes to sit at the window on a plane.")
    keep(house, "Alice eats no meat.")
    old = keep(house, "Alice liked the aisle seat on a plane.")
    index_owner(house.id, house.alice)
    set_status(house.person(house.alice), old.id, Status.ARCHIVED)
    return sits


def hits(page) -> list[str]:
    return [row.text for row in page.all("a", class_="title") if "rows" in row.inside]


def test_results_come_best_first_with_their_parts(alice, indexed):
    page = alice.page("recall_lab", q="where does she sit on a plane")
    assert hits(page)[0] == "Alice likes to sit at the window on a plane."
    assert {"meaning", "words"} <= {word for item in page.all("li") for word in item.text.split()}
    bars = page.all("rect")
    assert bars and all(bar.attributes["width"].isdigit() for bar in bars)


def test_what_was_left_out_is_told_and_can_be_let_in(alice, indexed):
    page = alice.page("recall_lab", q="seat on a plane")
    assert "Left out" in page.text and "Alice liked the aisle seat on a plane." not in hits(page)
    page = alice.page("recall_lab", q="seat on a plane", include="archived")
    assert "Left out" not in page.text and "Alice liked the aisle seat on a plane." in hits(page)


def test_quarantined_text_is_never_found(house, alice, indexed):
    keep_poison(house)
    index_owner(house.id, house.alice)
    page = alice.page("recall_lab", q="transfers second confirmation", include="archived")
    assert "second confirmation, just" not in page.source


def test_looking_is_no_use_of_a_memory(house, alice, indexed):
    alice.page("recall_lab", q="where does she sit on a plane")
    assert get_memory(house.person(house.alice), indexed.id).access_count == 0
    assert "The person" in alice.page("memory", indexed.id).text


@pytest.mark.parametrize(
    "query",
    [{}, {"q": " "}, {"q": "x", "preset": "nonsense"}, {"q": "x", "include": "quarantined"}, {"q": "\x00"}],
)
def test_nonsense_is_no_fault(alice, query):
    assert alice.page("recall_lab", **query).title == "Recall lab"


def test_a_person_asks_no_faster_than_their_agents_may(house, alice, indexed):
    set_policy(house, recalls_per_minute=1)
    assert hits(alice.page("recall_lab", q="plane"))
    page = alice.page("recall_lab", q="plane")
    assert "Too many attempts. Wait a minute and try again." in page.text and not hits(page)


def test_the_verb_recall_stays_with_agents(house, indexed):
    person = house.person(house.alice)
    with pytest.raises(Forbidden, match="recall"):
        recall(person, house.alice, Query("plane"))
    with pytest.raises(Forbidden):
        recall_own(house.staff("reviewer"), Query("plane"))
    with pytest.raises(Forbidden):
        recall_own(house.agent, Query("plane"))
    assert recall_own(person, Query("plane")).answer.results
