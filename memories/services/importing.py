"""Brings transcripts in: every turn passes the gate and becomes one memory, in order, with its context.

Safe to stop and to repeat: a turn whose message is known already is left as it is.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from uuid import UUID

from audit.context import acting_as
from audit.identity import Actor, uuid7
from memories.domain.transcripts import Stretch, Utterance
from memories.domain.vocabulary import IndexingState, Source
from memories.models import Conversation, Episode, Memory, Message
from memories.services.indexing import index_batch
from memories.services.offers import Offer, Turn
from memories.services.owners import owner_for_write, update_owner
from memories.services.retain import BatchResult, retain_batch
from memories.services.subjects import hold_owner

PIECE = 100
"""Turns stored in one transaction: the workspace's chain is locked only while their events are appended."""

KNOWN = "known"
Report = Callable[[int], None]


@dataclass
class Tally:
    """What became of the turns, by outcome or by the code of a refusal, and whose they are."""

    owners: set[UUID] = field(default_factory=set)
    conversations: set[UUID] = field(default_factory=set)
    outcomes: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)

    @property
    def turns(self) -> int:
        """All turns that were looked at."""
        return self.outcomes.total() + self.refusals.total()


def import_stretches(actor: Actor, stretches: Iterable[Stretch], *, report: Report) -> Tally:
    """Retain every turn for its person (made at first mention); ``report`` is told the turns done so far.

    Raises ``OwnerErased`` for a person who was forgotten: bringing their history back takes a deliberate
    new start. What was stored before that stays.
    """
    tally = Tally()
    for stretch in stretches:
        owner_id = owner_for_write(actor, stretch.owner)
        if stretch.locale and owner_id not in tally.owners:
            update_owner(actor, stretch.owner, locale=stretch.locale)
        tally.owners.add(owner_id)
        _import_stretch(actor, owner_id, stretch, tally=tally, report=report)
    for owner_id in sorted(tally.owners):
        with acting_as(actor, owner_id) as scope:
            scope.record("import.finished", kind="transcript")
    return tally


def known_messages(
    actor: Actor, owner_id: UUID, ids: Sequence[str], *, conversation: UUID | None = None
) -> set[str]:
    """Which of these turns are there already, in one conversation or in any."""
    with acting_as(actor, owner_id):
        rows = Message.objects.filter(owner_id=owner_id, external_id__in=ids)
        rows = rows.filter(conversation_id=conversation) if conversation else rows
        return set(rows.values_list("external_id", flat=True))


def count_waiting(actor: Actor, owner_ids: Iterable[UUID]) -> int:
    """How many memories of these people still wait for their vector."""
    return sum(_waiting(actor, owner_id) for owner_id in owner_ids)


def index_waiting(actor: Actor, owner_ids: Iterable[UUID]) -> int:
    """Give the next batch of these people's memories their vectors in this process; returns how many.

    Shares the work with the workers that run: what they hold is left to them, so 0 can mean "wait".
    """
    for owner_id in sorted(owner_ids):
        indexed = index_batch(actor.workspace_id, owner_id)
        if indexed:
            return indexed
    return 0


def _waiting(actor: Actor, owner_id: UUID) -> int:
    with acting_as(actor, owner_id):
        rows = Memory.objects.filter(owner_id=owner_id, indexing_state=IndexingState.PENDING)
        return rows.count()


def _import_stretch(actor: Actor, owner_id: UUID, stretch: Stretch, *, tally: Tally, report: Report) -> None:
    conversation, episode = _places(actor, owner_id, stretch)
    tally.conversations.add(conversation)
    for piece in _pieces(stretch.utterances):
        known = known_messages(
            actor, owner_id, [turn.message_id for turn in piece], conversation=conversation
        )
        fresh = [turn for turn in piece if turn.message_id not in known]
        tally.outcomes[KNOWN] += len(piece) - len(fresh)
        offers = [_offer(turn, stretch.conversation, episode=episode) for turn in fresh]
        for result in retain_batch(actor, owner_id, offers) if offers else []:
            _count(tally, result)
        report(tally.turns)


def _pieces(turns: Sequence[Utterance]) -> Iterator[list[Utterance]]:
    rest = iter(turns)
    while piece := list(islice(rest, PIECE)):
        yield piece


def _places(actor: Actor, owner_id: UUID, stretch: Stretch) -> tuple[UUID, UUID | None]:
    """Ids of the conversation and of the episode for a stretch, both made at first use."""
    now = datetime.now(UTC)
    same = {"workspace_id": actor.workspace_id}
    began = stretch.began_at or now
    with acting_as(actor, owner_id):
        hold_owner(owner_id)
        conversation, _ = Conversation.objects.get_or_create(
            owner_id=owner_id,
            external_id=stretch.conversation,
            defaults={**same, "title": stretch.title[:200], "started_at": began},
        )
        if not stretch.label:
            return conversation.id, None
        episode, _ = Episode.objects.get_or_create(
            owner_id=owner_id,
            conversation=conversation,
            label=stretch.label[:200],
            defaults={**same, "id": uuid7(), "source": Source.IMPORT, "began_at": began},
        )
        return conversation.id, episode.id


def _offer(turn: Utterance, conversation: str, *, episode: UUID | None) -> Offer:
    return Offer(
        turn.text,
        source=Source.IMPORT,
        metadata=dict(turn.metadata),
        event_time=turn.said_at,
        conversation_id=conversation,
        message_id=turn.message_id,
        turn=Turn(turn.place, turn.role, turn.speaker, episode),
    )


def _count(tally: Tally, result: BatchResult) -> None:
    if result.retained is not None:
        tally.outcomes[result.retained.outcome] += 1
    elif result.refusal is not None:
        tally.refusals[result.refusal.code] += 1
