"""The subject row: how writers and erasures exclude each other."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memories.domain.errors import OwnerErased
from memories.domain.vocabulary import OwnerState
from memories.models import Conversation, Owner


class StaleWork(Exception):
    """A job belongs to an earlier life of the owner, or the owner is gone: end quietly, do not retry."""


def hold_owner(owner_id: UUID) -> Owner:
    """Take the owner's row FOR SHARE until the transaction ends: an erasure waits for it, and the other way
    round. Raises ``OwnerErased`` when the owner is absent, erasing or erased."""
    found = list(Owner.objects.raw("SELECT * FROM memories_owner WHERE id = %s FOR SHARE", [owner_id]))
    if not found or found[0].state != OwnerState.ACTIVE:
        raise OwnerErased
    return found[0]


def hold_for_job(owner_id: UUID, *, epoch: int | None) -> Owner:
    """``hold_owner`` for background work; raises ``StaleWork`` also when the owner has begun anew since
    ``epoch`` (``None``: the sweeper found the work just now)."""
    try:
        owner = hold_owner(owner_id)
    except OwnerErased as error:
        raise StaleWork from error
    if epoch is not None and owner.epoch != epoch:
        raise StaleWork
    return owner


def is_alive(owner_id: UUID) -> bool:
    """True unless the owner is being or was erased: what is half gone is not read."""
    return Owner.objects.filter(id=owner_id, state=OwnerState.ACTIVE).exists()


@dataclass(frozen=True)
class Pause:
    """Whether anything is remembered now."""

    owner_paused: bool
    conversation_paused: bool

    def __bool__(self) -> bool:
        return self.owner_paused or self.conversation_paused


def pause_of(owner: Owner, conversation: Conversation | None) -> Pause:
    """The pauses that are in force for a write."""
    paused = conversation is not None and conversation.paused_at is not None
    return Pause(owner_paused=owner.paused_at is not None, conversation_paused=paused)


def find_conversation(owner: Owner, external_id: str | None) -> Conversation | None:
    """The owner's conversation of that name, if there is one."""
    return Conversation.objects.filter(owner_id=owner.id, external_id=external_id or "").first()


def take_conversation(owner: Owner, external_id: str | None, *, now: datetime) -> Conversation | None:
    """The owner's conversation of that name, made at first use; ``None`` without a name."""
    if not external_id:
        return None
    conversation, _ = Conversation.objects.get_or_create(
        owner_id=owner.id,
        external_id=external_id,
        defaults={"workspace_id": owner.workspace_id, "started_at": now},
    )
    return conversation
