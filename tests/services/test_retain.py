"""What becomes of an offered write: every outcome, in order, in parallel, in batches."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
from django.db import connection

from audit.context import acting_as
from memories.backends import embedder
from memories.domain.errors import Forbidden, Invalid, OwnerErased
from memories.domain.vocabulary import ErasureScope, Kind, OwnerState, Source, StaffRole
from memories.models import Conversation, Memory, MemoryTerm, MemoryVersion, Message
from memories.services.erase import Wish, confirm_erasure, request_erasure
from memories.services.indexing import index_owner
from memories.services.offers import Offer
from memories.services.owners import set_pause
from memories.services.retain import retain, retain_batch
from tests.factories import POISON, count_rows, keep, keep_poison, set_policy
from tests.people import House, new_house

TEA = "Alice drinks green tea in the morning."


def memories(house: House) -> list[Memory]:
    with acting_as(house.agent, house.alice):
        return list(Memory.objects.select_related("body").order_by("created_at"))


def test_a_plain_statement_is_stored(house):
    kept = keep(house, TEA)

    assert (kept.outcome, kept.screening.verdict) == ("stored", "allow")
    assert (kept.memory.status, kept.memory.version, kept.memory.source) == ("active", 1, "agent_inferred")
    assert kept.memory.content == TEA


def test_a_doubtful_statement_waits_for_confirmation(house):
    kept = keep(house, TEA, confidence=0.4)

    assert (kept.outcome, kept.memory.status, kept.memory.confidence) == ("to_confirm", "to_confirm", 0.4)


def test_the_same_again_merges_and_raises_confidence(house):
    first = keep(house, TEA)
    again = keep(house, "  ALICE drinks green\u200b tea in the morning. ")

    assert (again.outcome, again.id, again.merged_into) == ("merged", first.id, first.id)
    assert first.memory.confidence < again.memory.confidence < 1
    assert len(memories(house)) == 1


def test_a_doubtful_statement_said_often_enough_becomes_active(house):
    keep(house, TEA, confidence=0.5)
    again = keep(house, TEA, confidence=0.5)
    third = keep(house, TEA, confidence=0.5)

    assert (again.memory.confidence, again.memory.status) == (0.625, "to_confirm")
    assert third.memory.confidence == pytest.approx(0.71875)
    assert third.memory.status == "active"


def test_a_suspect_statement_is_quarantined_with_a_case_and_unindexed(house):
    waiting = keep_poison(house)

    assert waiting.case_id is not None
    assert waiting.memory.status == "quarantined"
    with acting_as(house.agent, house.alice):
        assert not MemoryTerm.objects.filter(memory_id=waiting.id).exists()


def test_poison_sent_again_stays_where_it_is(house):
    first = keep_poison(house)
    again = keep(house, POISON)

    assert (again.outcome, again.id, again.case_id) == ("quarantined", first.id, first.case_id)
    assert len(memories(house)) == 1


def test_a_blocked_write_stores_nothing_but_its_event(house, superuser):
    set_policy(house, risk_threshold=0.1, block_threshold=0.1)
    blocked = keep(house, POISON)

    assert (blocked.outcome, blocked.id, blocked.memory) == ("blocked", None, None)
    assert memories(house) == []
    outcomes = superuser.execute(
        "SELECT outcome FROM audit_auditevent WHERE workspace_id = %s AND name = 'memory.retained'",
        (house.id,),
    ).fetchall()
    assert outcomes == [("blocked",)]


def test_while_a_person_pauses_nothing_is_remembered(house):
    operator = house.staff(StaffRole.OPERATOR)
    set_pause(operator, "alice", paused=True)
    assert keep(house, TEA).outcome == "paused"
    set_pause(operator, "alice", paused=False)
    assert keep(house, TEA).outcome == "stored"


def test_a_paused_conversation_pauses_itself_only(house):
    set_pause(house.staff(StaffRole.OPERATOR), "alice", paused=True, conversation_id="private")

    assert keep(house, TEA, conversation_id="private").outcome == "paused"
    assert keep(house, TEA, conversation_id="public").outcome == "stored"


@pytest.mark.parametrize("state", [OwnerState.ERASING, OwnerState.ERASED])
def test_a_person_being_forgotten_is_not_written_about(house, superuser, state):
    superuser.execute("UPDATE memories_owner SET state = %s WHERE id = %s", (state, house.alice))

    with pytest.raises(OwnerErased):
        keep(house, TEA)
    assert count_rows(superuser, "memories_memory", "owner_id = %s", house.alice) == 0


def test_an_unknown_owner_is_refused_like_an_erased_one(house, lives_elsewhere):
    for stranger in (lives_elsewhere.alice, house.id):
        with pytest.raises(OwnerErased):
            keep(house, TEA, owner_id=stranger)


@pytest.fixture
def lives_elsewhere(database) -> House:
    return new_house()


def test_a_credential_without_the_verb_is_refused(house):
    with pytest.raises(Forbidden):
        retain(house.person(house.alice), house.alice, Offer(TEA))


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u200b", "a\x00b", "a\ud800b", "x" * 8001])
def test_text_that_cannot_be_kept_is_refused(house, text):
    with pytest.raises(Invalid):
        keep(house, text)
    assert memories(house) == []


def test_the_longest_text_is_kept_whole(house):
    text = "茶" * 8000
    assert keep(house, text).memory.content == text


def test_fifty_parallel_identical_writes_are_one_memory(house):
    together = Barrier(50)

    def write(_number: int) -> str:
        try:
            together.wait(60)
            return keep(house, TEA).outcome
        finally:
            connection.close()

    with ThreadPoolExecutor(50) as pool:
        outcomes = list(pool.map(write, range(50)))

    assert sorted(outcomes) == ["merged"] * 49 + ["stored"]
    assert len(memories(house)) == 1
    with acting_as(house.agent, house.alice):
        assert MemoryVersion.objects.count() == 1


def test_one_bad_item_does_not_sink_a_batch(house, superuser):
    past = datetime.now(UTC) - timedelta(days=1)
    results = retain_batch(
        house.agent,
        house.alice,
        [
            Offer(TEA),
            Offer(""),
            Offer("x" * 9000),
            Offer("Alice rows.", expires_at=past),
            Offer("Alice sings."),
        ],
    )
    assert [result.retained.outcome if result.retained else result.refusal.code for result in results] == [
        "stored",
        "blank",
        "too_long",
        "invalid",
        "stored",
    ]
    assert [row.body.content for row in memories(house)] == [TEA, "Alice sings."]
    events = count_rows(
        superuser, "audit_auditevent", "workspace_id = %s AND name = 'memory.retained'", house.id
    )
    assert events == 2


def test_a_batch_repeats_inside_itself_once(house):
    results = retain_batch(house.agent, house.alice, [Offer(TEA), Offer(TEA)])

    assert [result.retained.outcome for result in results] == ["stored", "merged"]


class TestDryRun:
    """Says what would happen, and leaves nothing."""

    def foresee(self, house: House, text: str, **offer: object) -> str:
        return retain(house.agent, house.alice, Offer(text, **offer), dry_run=True).outcome

    def test_stores_nothing(self, house, superuser):
        before = {
            table: count_rows(superuser, table)
            for table in (
                "memories_memory",
                "memories_conversation",
                "memories_message",
                "memories_reviewcase",
            )
        }
        self.foresee(house, TEA, conversation_id="new", message_id="1")
        self.foresee(house, POISON)

        assert {table: count_rows(superuser, table) for table in before} == before

    def test_foretells_what_then_happens(self, house):
        keep_poison(house)
        keep(house, TEA)
        set_pause(house.staff(StaffRole.OPERATOR), "alice", paused=True, conversation_id="private")
        offers = (
            {"text": "Alice swims."},
            {"text": "Alice may row.", "confidence": 0.2},
            {"text": TEA},
            {"text": POISON},
            {"text": f"{POISON} Really."},
            {"text": "Alice hides.", "conversation_id": "private"},
        )
        for offer in offers:
            assert self.foresee(house, **offer) == keep(house, **offer).outcome, offer

    def test_foretells_a_refusal(self, house):
        with pytest.raises(Invalid):
            self.foresee(house, TEA, expires_at=datetime.now(UTC) - timedelta(days=1))


class TestClaims:
    """The server decides where a statement comes from: a claim can only lower trust."""

    @pytest.mark.parametrize(
        ("claim", "source"),
        [
            (None, "agent_inferred"),
            (Source.USER_STATED, "agent_inferred"),
            (Source.TOOL_RESULT, "tool_result"),
            (Source.DOCUMENT, "document"),
        ],
    )
    def test_of_an_agent(self, house, claim, source):
        kept = keep(house, TEA, source=claim)
        unclaimed = keep(house, "Alice rows on Sundays.")

        assert kept.memory.source == source
        assert kept.memory.trust <= unclaimed.memory.trust

    def test_in_metadata_count_as_evidence_against_it(self, house):
        kept = keep(house, TEA, metadata={"trust": "1.0", "status": "approved", "source": "user"})

        assert kept.memory.source == "agent_inferred"
        assert "protected_key" in {signal.name for signal in kept.screening.signals}

    def test_of_an_importer_are_believed(self, house):
        kept = retain(house.system, house.alice, Offer(TEA, source=Source.IMPORT))
        assert kept.memory.source == "import"


SECRET = "sk-proj-4f8Kq2mN7vX9pL3wR6tY1zB5cD8eF0gH2jK4mN6qS8uV"
MOBILE = "13812345678"


class TestMasks:
    """What is masked is masked everywhere: content, summary, metadata, versions, messages, terms."""

    @pytest.mark.parametrize("private", [SECRET, MOBILE])
    def test_nothing_private_reaches_a_table(self, house, superuser, private):
        text = f"Her number or key is {private}, she said."
        kept = keep(
            house, text, conversation_id="c", message_id="m", metadata={"note": f"uses {private} daily"}
        )  # fmt: skip

        assert kept.screening.verdict == "mask"
        assert private not in kept.memory.content
        for table in [
            "memories_memory",
            "memories_memorycontent",
            "memories_memoryversion",
            "memories_message",
            "memories_memoryterm",
            "memories_conversation",
            "audit_auditevent",
            "memories_reviewcase",
        ]:
            rows = superuser.execute(f"SELECT to_jsonb(t)::text FROM {table} t").fetchall()
            assert not [row for (row,) in rows if private in row or private.lower() in row], table

    def test_terms_are_those_of_the_masked_text(self, house):
        kept = keep(house, f"Call Alice at {MOBILE} tomorrow.")
        with acting_as(house.agent, house.alice):
            found = set(MemoryTerm.objects.filter(memory_id=kept.id).values_list("term", flat=True))

        assert MOBILE not in found
        assert "call" in found

    def test_the_vector_is_that_of_the_masked_text(self, house, superuser):
        """C07: equal to the vector of the mask, so nothing private can be read back out of it."""
        kept = keep(house, f"Call Alice at {MOBILE} tomorrow.")
        index_owner(house.id, house.alice)
        stored = superuser.execute(
            "SELECT 1 - (vector <=> %s::halfvec) FROM memories_memoryembedding WHERE memory_id = %s",
            (str(embedder().passages([kept.memory.content])[0]), kept.id),
        ).fetchone()[0]
        assert stored == pytest.approx(1, abs=1e-3)

    def test_two_different_numbers_are_two_statements(self, house):
        first = keep(house, "Her number is 13812345678.")
        second = keep(house, "Her number is 13912345678.")

        assert (first.outcome, second.outcome) == ("stored", "stored")

    def test_the_text_of_a_quarantined_write_lies_in_quarantine_only(self, house):
        keep_poison(house)  # sets the policy
        keep(house, f"{POISON} Now.", conversation_id="c", message_id="m")
        with acting_as(house.agent, house.alice):
            assert Message.objects.get(external_id="m").content == ""


def test_kinds_expire_by_policy(house):
    now = datetime.now(UTC)
    task = keep(house, "Buy milk.", kind=Kind.TASK).memory.expires_at
    event = keep(house, "Alice met Bob at the fair.", kind=Kind.EVENT).memory.expires_at

    assert timedelta(hours=23) < task - now < timedelta(hours=25)
    assert timedelta(days=89) < event - now < timedelta(days=91)
    assert keep(house, TEA).memory.expires_at is None


def test_a_conversation_is_made_at_first_mention(house):
    keep(house, TEA, conversation_id="fireside", message_id="1")
    keep(house, "Alice rows.", conversation_id="fireside", message_id="2")
    with acting_as(house.agent, house.alice):
        assert Conversation.objects.filter(external_id="fireside").count() == 1
        assert Message.objects.count() == 2


def test_an_erasure_in_grace_does_not_stop_writes(house):
    asked = request_erasure(house.agent, house.alice, Wish(ErasureScope.OWNER))
    confirm_erasure(house.agent, asked.id, confirm_token=asked.confirm_token)

    assert keep(house, TEA).outcome == "stored"
