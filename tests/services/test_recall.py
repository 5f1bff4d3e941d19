"""Recall: what is never given, filters before ranking, full answers for small owners, explained scores."""

from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from audit.context import acting_as
from memories.adapters import memory_index as adapter
from memories.backends import embedder, memory_index
from memories.domain.errors import Forbidden
from memories.domain.ports import Eligibility
from memories.domain.vocabulary import Kind, Source, Status
from memories.models import RecallTrace
from memories.services.indexing import index_owner
from memories.services.lifecycle import set_status
from memories.services.offers import Offer
from memories.services.recall import Query, recall
from memories.services.retain import retain
from tests.factories import POISON, count_rows, keep, keep_poison
from tests.people import House, new_house


def contents(house: House, text: str, **query: object) -> list[str]:
    found = recall(house.agent, house.alice, Query(text, **query))
    return [hit.memory.content for hit in found.results]


def keep_indexed(house: House, *texts: str, **offer: object) -> None:
    for text in texts:
        keep(house, text, **offer)
    index_owner(house.id, house.alice)


TEA = "Alice drinks green tea in the morning."


class TestWhatIsGiven:
    @pytest.mark.parametrize(
        ("status", "flag"),
        [("to_confirm", "to_confirm"), ("superseded", "superseded"), ("archived", "archived")],
    )
    def test_only_active_memories_unless_asked_for_more(self, house, superuser, status, flag):
        keep_indexed(house, TEA)
        superuser.execute("UPDATE memories_memory SET status = %s WHERE owner_id = %s", (status, house.alice))

        assert contents(house, "green tea") == []
        assert contents(house, "green tea", include=frozenset({flag})) == [TEA]
        assert contents(house, "green tea", statuses=(Status(status),)) == [TEA]

    def test_an_expired_memory_only_when_asked_for(self, house, superuser):
        keep_indexed(house, TEA)
        superuser.execute(
            "UPDATE memories_memory SET expires_at = now() - interval '1 second' WHERE owner_id = %s",
            (house.alice,),
        )
        assert contents(house, "green tea") == []
        assert contents(house, "green tea", include=frozenset({"expired"})) == [TEA]

    def test_a_quarantined_memory_never(self, house):
        keep_poison(house)
        index_owner(house.id, house.alice)

        assert contents(house, POISON) == []
        for wish in (
            {"include": frozenset({"to_confirm", "superseded", "archived", "expired"})},
            {"statuses": (Status.QUARANTINED,)},
            {"statuses": tuple(Status)},
            {"include": frozenset({"quarantined"})},
        ):
            assert contents(house, POISON, **wish) == []

    def test_not_even_when_its_index_was_left_behind(self, house, superuser):
        """A second lock: the status is part of the query, not only of what is indexed."""
        keep_indexed(house, TEA)
        superuser.execute(
            "UPDATE memories_memory SET status = 'quarantined' WHERE owner_id = %s", (house.alice,)
        )

        assert contents(house, "green tea") == []
        assert contents(house, "green tea", statuses=(Status.QUARANTINED,)) == []

    def test_a_person_being_forgotten_is_not_recalled(self, house, superuser):
        keep_indexed(house, TEA)
        superuser.execute("UPDATE memories_owner SET state = 'erasing' WHERE id = %s", (house.alice,))

        assert contents(house, "green tea") == []

    def test_nobody_elses(self, house):
        keep_indexed(house, TEA)
        other = recall(house.agent, house.bob, Query("green tea"))
        elsewhere = recall(new_house().agent, house.alice, Query("green tea"))

        assert (other.results, elsewhere.results) == ((), ())

    def test_an_unknown_person_has_no_memories(self, house):
        assert recall(house.agent, None, Query("tea")).results == ()

    def test_the_verb_is_needed(self, house):
        with pytest.raises(Forbidden):
            recall(house.person(house.alice), house.alice, Query("tea"))


@pytest.fixture(scope="module")
def mixed(database) -> House:
    house = new_house()
    for number in range(12):
        keep(house, f"Alice drinks green tea, cup {number}.")
    retain(house.agent, house.alice, Offer("Alice once spilled green tea.", kind=Kind.EVENT))
    keep(house, "A guide says that green tea is healthy.", source=Source.DOCUMENT)
    keep(house, "Green tea was on the list.", conversation_id="market", metadata={"shop": "corner"})
    keep(house, "Alice may dislike green tea.", confidence=0.75)
    index_owner(house.id, house.alice)
    return house


class TestFilters:
    """Applied before the best are chosen: what is asked for is found behind any number of better matches."""

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ({"kinds": (Kind.EVENT,)}, ["Alice once spilled green tea."]),
            ({"sources": (Source.DOCUMENT,)}, ["A guide says that green tea is healthy."]),
            ({"conversation_id": "market"}, ["Green tea was on the list."]),
            ({"metadata": {"shop": "corner"}}, ["Green tea was on the list."]),
            ({"conversation_id": "unknown"}, []),
            ({"since": datetime(2100, 1, 1, tzinfo=UTC)}, []),
            ({"until": datetime(2000, 1, 1, tzinfo=UTC)}, []),
        ],
        ids=str,
    )
    def test_one(self, mixed, query, found):
        assert contents(mixed, "green tea", top_k=1, **query) == found

    def test_a_minimum_of_confidence(self, mixed):
        assert "Alice may dislike green tea." not in contents(
            mixed, "dislike green tea", min_confidence=0.8, top_k=20
        )

    def test_top_k_and_a_budget_of_tokens(self, mixed):
        assert len(contents(mixed, "green tea", top_k=5)) == 5
        short = recall(mixed.agent, mixed.alice, Query("green tea", top_k=5, token_budget=16))
        assert 1 <= len(short.results) < 5
        assert short.left_out == 5 - len(short.results)


_CROWD = """
WITH made AS (
  INSERT INTO memories_memory (workspace_id, owner_id, kind, status, source, trust, confidence, risk, outcome,
    digest, version, pinned, created_at, updated_at, access_count, decay_score, epoch, term_count,
    indexing_state, indexing_attempts)
  SELECT %(w)s, %(o)s, 'fact', 'active', 'import', 1, 1, 0, 'stored', sha256(n::text::bytea), 1, false, now(),
    now(), 0, 1, 1, 0, 'ready', 0 FROM generate_series(1, %(n)s) AS n RETURNING id
)
INSERT INTO memories_memoryembedding
  (workspace_id, owner_id, memory_id, model, dimension, vector, created_at)
SELECT %(w)s, %(o)s, id, %(m)s, 384, (
    SELECT array_agg(random() - 0.5) FROM generate_series(1, 384) WHERE made.id IS NOT NULL
  )::real[]::vector::halfvec, now() FROM made
"""


def crowd(superuser: psycopg.Connection, house: House, *, rows: int) -> None:
    """A large neighbour: Bob's vectors lie all around, those of Alice are few among them."""
    superuser.execute("SELECT setseed(0.5)")
    superuser.execute(_CROWD, {"w": house.id, "o": house.bob, "m": embedder().tag, "n": rows})


@pytest.fixture(scope="module")
def crowded(database, services) -> House:
    house = new_house()
    with psycopg.connect(services.superuser_url, autocommit=True) as connection:
        crowd(connection, house, rows=800)
    keep_indexed(house, *(f"Alice tells story number {number} of the sea." for number in range(8)))
    return house


class TestSmallAmongLarge:
    @pytest.mark.parametrize("exact_below", [adapter.EXACT_BELOW, 1], ids=["exact", "graph"])
    def test_gets_a_full_answer_like_an_exact_scan(self, crowded, monkeypatch, exact_below):
        monkeypatch.setattr(adapter, "EXACT_BELOW", exact_below)
        vector = embedder().query("a tale of sailors")
        with acting_as(crowded.agent, crowded.alice):
            pool = memory_index().vector_pool(
                owner_id=crowded.alice,
                tag=embedder().tag,
                vector=vector,
                eligible=Eligibility(statuses=("active",)),
                now=datetime.now(UTC),
                limit=8,
            )
        assert len(pool) == 8
        assert len(contents(crowded, "a tale of sailors", top_k=8)) == 8

    def test_a_large_owner_gets_a_full_answer_behind_a_filter(self, crowded, monkeypatch, superuser):
        """Without the iterative scan a filter that few rows pass would leave the graph with no answer."""
        monkeypatch.setattr(adapter, "EXACT_BELOW", 1)
        superuser.execute(
            "UPDATE memories_memory SET kind = 'event' WHERE id IN"
            " (SELECT id FROM memories_memory WHERE owner_id = %s ORDER BY id LIMIT 9)",
            (crowded.bob,),
        )
        with acting_as(crowded.agent, crowded.bob):
            pool = memory_index().vector_pool(
                owner_id=crowded.bob,
                tag=embedder().tag,
                vector=embedder().query("anything"),
                eligible=Eligibility(statuses=("active",), kinds=("event",)),
                now=datetime.now(UTC),
                limit=8,
            )
        assert len(pool) == 8


class TestKeywords:
    """Words alone find their memory, in both languages, before any vector exists."""

    @pytest.mark.parametrize(
        ("query", "text"),
        [
            ("spare key", "The spare keys lie under the blue pot."),
            ("KEYS", "The spare keys lie under the blue pot."),
            ("过敏", "小美对花生过敏，不能吃。"),
            ("花生", "小美对花生过敏，不能吃。"),
            ("過敏", "小美对花生过敏，不能吃。"),
            ("order 4711", "Her order has the number 4711."),
        ],
    )
    def test_hit(self, house, query, text):
        keep(house, text)
        keep(house, "Something else entirely about mountains.")
        keep(house, "完全无关的一句话。")

        found = recall(house.agent, house.alice, Query(query))
        assert found.results[0].memory.content == text
        assert found.results[0].via == "keyword"


class TestScores:
    def test_parts_and_factors_explain_the_score_between_0_and_1(self, house):
        keep_indexed(house, TEA, "Alice likes jasmine tea best.", "爱丽丝早上喝绿茶。")
        found = recall(house.agent, house.alice, Query("what tea does Alice drink"))

        assert len(found.results) == 3
        for hit in found.results:
            assert 0 <= hit.score <= 1
            assert all(0 <= part <= 1 for part in hit.parts.values()), hit.parts
            assert all(0 <= factor <= 1.5 for factor in hit.factors.values()), hit.factors
        scores = [hit.score for hit in found.results]
        assert scores == sorted(scores, reverse=True)

    def test_meaning_is_found_across_languages(self, house):
        keep_indexed(
            house, "Alice is allergic to peanuts.", "The train leaves at nine.", "Bob painted the fence."
        )

        assert contents(house, "她对什么过敏？")[0] == "Alice is allergic to peanuts."

    def test_the_trace_names_memories_and_no_words(self, house, superuser):
        keep_indexed(house, TEA)
        found = recall(house.agent, house.alice, Query("heliotrope tea"))
        with acting_as(house.agent, house.alice):
            trace = RecallTrace.objects.get(id=found.trace_id)

        assert [hit["id"] for hit in trace.results] == [str(found.results[0].memory.id)]
        assert (
            count_rows(
                superuser, "memories_recalltrace", "memories_recalltrace::text LIKE %s", "%heliotrope%"
            )
            == 0
        )


class TestDegraded:
    def test_without_the_model_words_still_answer(self, house, use_embedder):
        keep_indexed(house, TEA)
        use_embedder("tests.services.embedders.UnreachableEmbedder")
        found = recall(house.agent, house.alice, Query("green tea"))

        assert found.degraded
        assert [hit.memory.content for hit in found.results] == [TEA]
        assert found.results[0].via == "keyword"

    def test_with_the_model_it_is_not(self, house):
        keep_indexed(house, TEA)
        assert not recall(house.agent, house.alice, Query("green tea")).degraded


def test_an_archived_memory_is_recalled_again_once_restored(house):
    kept = keep(house, TEA)
    index_owner(house.id, house.alice)
    set_status(house.agent, kept.id, Status.ARCHIVED)
    assert contents(house, "green tea") == []
    set_status(house.agent, kept.id, Status.ACTIVE)
    assert contents(house, "green tea") == [TEA]


def test_a_task_leaves_recall_when_its_day_is_over(house, superuser):
    kept = retain(house.agent, house.alice, Offer("Buy oat milk today.", kind=Kind.TASK))
    assert contents(house, "oat milk") == ["Buy oat milk today."]
    until = datetime.now(UTC) - timedelta(seconds=1)
    superuser.execute("UPDATE memories_memory SET expires_at = %s WHERE id = %s", (until, kept.id))
    assert contents(house, "oat milk") == []
