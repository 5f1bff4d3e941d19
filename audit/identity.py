"""Who acts, and ids for what they make."""

import secrets
import time
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

NOBODY = UUID(int=0)


class ActorKind(StrEnum):
    """The kinds of people and programs that act."""

    AGENT = "agent"
    OWNER = "owner"
    REVIEWER = "reviewer"
    OPERATOR = "operator"
    OFFICER = "officer"
    AUDITOR = "auditor"
    SYSTEM = "system"


@dataclass(frozen=True)
class Actor:
    """Who acts: built once by a door from a credential, never from a body.

    ``owner_id`` is the one owner this actor is bound to (owner keys, signed-in owners), if any;
    ``verbs`` is what the credential allows; ``unlimited`` lifts rate limits.
    """

    kind: ActorKind
    id: UUID
    workspace_id: UUID
    verbs: frozenset[str] = field(default_factory=frozenset)
    owner_id: UUID | None = None
    unlimited: bool = False


def system_actor(workspace_id: UUID) -> Actor:
    """The product itself at work (background jobs) in one workspace."""
    return Actor(kind=ActorKind.SYSTEM, id=NOBODY, workspace_id=workspace_id)


def uuid7() -> UUID:
    """A time-ordered id (RFC 9562 version 7): 48 bits of milliseconds, 74 random bits."""
    millis = time.time_ns() // 1_000_000
    value = (millis & (1 << 48) - 1) << 80 | secrets.randbits(76)
    value = value & ~(0xF << 76) | 0x7 << 76
    return UUID(int=value & ~(0x3 << 62) | 0x2 << 62)
