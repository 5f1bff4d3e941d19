"""What each scope takes with it, and what it leaves: as a superuser sees it, in every table there is."""

import base64
import json
from collections.abc import Iterator

import pytest
import redis
from django.apps import apps
from django.conf import settings

from audit.context import acting_as
from memories.domain.errors import Invalid, NotFound
from memories.domain.vocabulary import ErasureScope, RelationKind
from memories.models import Memory, MemoryVersion, Relation
from memories.services.browse import Filters, browse, get_memory, list_versions
from memories.services.erase import Wish, erase_memory, request_erasure
from memories.services.erasing import run_erasure
from memories.services.erasure_targets import TARGETS, concerned
from memories.services.indexing import index_owner
from memories.services.offers import Offer
from memories.services.operations import cancel_operation, start_import
from memories.services.owners import owner_for_write
from memories.services.recall import Query, recall
from memories.services.relations import relate
from memories.services.revise import Revision, revise
from memories.services.wire import offer_to_json
from tests.erasure.conftest import chain_holds, forget
from tests.factories import keep, keep_poison, live_fully

# Kept on purpose: the husk that refuses writers, and the case with its counts. None of them holds a word.
KEPT = {"memories_owner", "memories_erasurerequest", "memories_erasurestep"}


def test_every_table_with_an_owner_is_reached():
    """A new table fails here until its rows are part of an erasure."""
    owned = {
        model._meta.db_table
        for model in apps.get_models()
        if any(field.column == "owner_id" for field in model._meta.local_fields)
    }
    targeted = {target.model._meta.db_table for target in TARGETS}
    husks = {"memories_owner", "memories_erasurestep"}
    assert owned - targeted == husks


def test_every_store_is_erased_before_what_it_points_at(superuser):
    """A foreign key from a later store to an earlier one would stop the erasure half way."""
    place = {target.model._meta.db_table: number for number, target in enumerate(TARGETS)}
    keys = superuser.execute(
        "SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint"
        " WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> confrelid"
    ).fetchall()
    wrong = [
        (table, target) for table, target in keys
        if table in place and target in place and place[table] > place[target]
    ]  # fmt: skip
    assert wrong == []


def _words_in(broker: redis.Redis) -> Iterator[str]:
    """Every value of every key as text; the bodies of queued messages are base64 inside of JSON."""
    for key in broker.scan_iter():
        kind = broker.type(key)
        values = broker.lrange(key, 0, -1) if kind == b"list" else [broker.dump(key) or b""]
        values = [broker.get(key) or b""] if kind == b"string" else values
        for value in values:
            yield f"{key!r} {value!r}"
            if kind == b"list" and value.startswith(b"{"):
                yield base64.b64decode(json.loads(value)["body"]).decode()


class TestOwner:
    def test_nothing_is_left_anywhere(self, house, found_in, rows_of, print_of, canary):
        user_id = f"{canary} person"
        person = owner_for_write(house.agent, user_id)
        live_fully(house, person, user_id=user_id, mark=canary)
        live_fully(house, house.bob, user_id="bob", mark="bystander")
        assert set(found_in(canary)) >= {
            "memories_owner",
            "memories_memorycontent",
            "memories_memoryversion",
            "memories_memoryterm",
            "memories_message",
            "memories_operation",
            "memories_reviewdecision",
            "memories_erasurerequest",
            "memories_agentkey",
        }
        bystander = print_of(house.bob)
        assert chain_holds(house)

        done = forget(house, person, ErasureScope.OWNER, reason=f"{canary} leaves")

        assert done.state == "verified"
        assert found_in(canary) == {}
        assert set(rows_of(person)) == KEPT
        assert print_of(house.bob) == bystander
        assert chain_holds(house)

    def test_no_word_ever_lies_in_the_broker(self, house, canary):
        """Messages carry ids, answers lie in tables: there is nothing to forget in Valkey."""
        live_fully(house, house.alice, user_id="alice", mark=canary)
        held = list(_words_in(redis.Redis.from_url(settings.REDIS_URL)))

        assert any(str(house.alice) in text for text in held), "the jobs of these writes wait there"
        assert not [text for text in held if canary in text]

    def test_is_no_longer_read(self, house, canary):
        keep(house, f"Alice grows {canary}.")
        forget(house, house.alice, ErasureScope.OWNER)

        assert recall(house.agent, house.alice, Query(canary)).results == ()
        assert browse(house.agent, house.alice, Filters()).results == ()

    def test_closes_narrower_requests_that_wait(self, house, superuser, canary):
        kept = keep(house, f"Alice grows {canary}.")
        waiting = request_erasure(house.agent, house.alice, Wish(ErasureScope.MEMORY, target=str(kept.id)))
        forget(house, house.alice, ErasureScope.OWNER)

        state = superuser.execute("SELECT state FROM memories_erasurerequest WHERE id = %s", (waiting.id,))
        assert state.fetchone() == ("cancelled",)


class TestMemory:
    @pytest.fixture
    def entangled(self, house, canary):
        """D09: five versions, relations both ways, a derived and a superseding memory, a shared message."""
        kept = keep(house, f"Alice grows {canary} 0.", conversation_id="garden", message_id="7")
        for number in range(1, 5):
            revise(house.agent, kept.id, Revision(content=f"Alice grows {canary} {number}."))
        other = keep(house, "Alice has a greenhouse.", conversation_id="garden", message_id="8")
        relate(house.agent, kept.id, target_id=other.id, kind=RelationKind.SUPPORTS, strength=1)
        relate(house.agent, other.id, target_id=kept.id, kind=RelationKind.DERIVED_FROM, strength=1)
        index_owner(house.id, house.alice)
        with acting_as(house.agent, house.alice):
            Memory.objects.filter(id=other.id).update(superseded_by=kept.id)
        return kept, other

    def test_takes_versions_relations_vectors_terms_and_its_turn(
        self, house, entangled, found_in, superuser, canary
    ):
        kept, other = entangled
        view = erase_memory(house.agent, kept.id)
        assert run_erasure(house.id, house.alice, view.id) == "verified"

        assert found_in(canary) == {}
        assert found_in(str(kept.id)).keys() <= {
            "memories_erasurerequest",  # its target, an id that names nothing any more
            "memories_recalltrace",
            "audit_auditevent",
        }
        with pytest.raises(NotFound):
            get_memory(house.agent, kept.id)

    def test_leaves_the_others_whole(self, house, entangled):
        kept, other = entangled
        run_erasure(house.id, house.alice, erase_memory(house.agent, kept.id).id)

        memory = get_memory(house.agent, other.id)
        assert (memory.content, memory.superseded_by, memory.message_id) == (
            "Alice has a greenhouse.",
            None,
            "8",
        )
        assert len(list_versions(house.agent, other.id)) == 1
        with acting_as(house.agent, house.alice):
            assert Relation.objects.count() == 0
            assert MemoryVersion.objects.count() == 1

    def test_leaves_recall_at_once(self, house, canary):
        kept = keep(house, f"Alice grows {canary}.")
        erase_memory(house.agent, kept.id)

        assert recall(house.agent, house.alice, Query(canary)).results == ()

    def test_a_turn_shared_with_another_memory_stays_as_its_origin_without_words(
        self, house, found_in, canary
    ):
        first = keep(house, f"Alice grows {canary}.", conversation_id="c", message_id="1")
        other = keep(house, "Alice has a greenhouse.", conversation_id="c", message_id="1")
        run_erasure(house.id, house.alice, erase_memory(house.agent, first.id).id)

        assert found_in(canary) == {}
        assert get_memory(house.agent, other.id).message_id == "1"

    def test_an_unknown_or_foreign_one_is_not_there(self, house):
        foreign = keep(house, "Bob rows.", owner_id=house.bob)
        for target in (foreign.id, house.id):
            with pytest.raises(NotFound):
                request_erasure(house.agent, house.alice, Wish(ErasureScope.MEMORY, target=str(target)))


class TestConversation:
    def test_takes_everything_said_in_it(self, house, found_in, canary):
        for number in range(3):
            keep(house, f"{canary} {number}", conversation_id="private", message_id=str(number))
        keep(house, "Alice has a greenhouse.", conversation_id="garden", message_id="1")
        index_owner(house.id, house.alice)

        assert forget(house, house.alice, ErasureScope.CONVERSATION, target="private").state == "verified"
        assert found_in(canary) == {}
        assert "memories_conversation" not in found_in("private")
        assert [one.content for one in browse(house.agent, house.alice, Filters()).results] == [
            "Alice has a greenhouse."
        ]

    def test_takes_the_input_of_work_that_stopped(self, house, found_in, canary):
        keep(house, f"{canary} 0", conversation_id="private", message_id="0")
        waiting = start_import(house.agent, house.alice, [offer_to_json(Offer(f"{canary} 1"))])
        cancel_operation(house.agent, waiting)
        forget(house, house.alice, ErasureScope.CONVERSATION, target="private")

        assert found_in(canary) == {}

    def test_an_unknown_one_is_not_there(self, house):
        with pytest.raises(NotFound):
            request_erasure(house.agent, house.alice, Wish(ErasureScope.CONVERSATION, target="unknown"))


class TestTopic:
    def test_takes_what_was_shown_and_the_words_of_the_wish(self, house, found_in, canary):
        keep(house, f"Alice grows {canary}.")
        keep(house, "Alice has a greenhouse.")
        request_erasure(house.agent, house.alice, Wish(ErasureScope.TOPIC, query=canary))  # asked once before

        done = forget(house, house.alice, ErasureScope.TOPIC, query=canary, reason=f"no more {canary}")
        assert [text for _, text in done.request.chosen] == [f"Alice grows {canary}."]
        assert done.state == "verified"
        assert found_in(canary) == {}
        assert len(browse(house.agent, house.alice, Filters()).results) == 1

    def test_what_was_unticked_stays(self, house, canary):
        first, second = keep(house, f"Alice grows {canary}."), keep(house, f"Alice sells {canary}.")
        forget(house, house.alice, ErasureScope.TOPIC, query=canary, only=(first.id,))

        assert [one.id for one in browse(house.agent, house.alice, Filters()).results] == [second.id]

    def test_the_preview_quotes_nothing_that_waits_for_review(self, house):
        waiting = keep_poison(house)
        asked = request_erasure(house.agent, house.alice, Wish(ErasureScope.TOPIC, query="transfers"))
        assert asked.chosen == ((waiting.id, ""),)

    def test_nothing_found_is_refused(self, house, canary):
        with pytest.raises(Invalid):
            request_erasure(house.agent, house.alice, Wish(ErasureScope.TOPIC, query=canary))


def test_narrow_scopes_do_not_reach_the_ledgers_keys():
    for scope in ErasureScope:
        names = {target.name for target in concerned(scope)}
        assert ("ledger_keys" in names) == (scope is ErasureScope.OWNER)
