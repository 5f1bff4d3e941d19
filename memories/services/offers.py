"""What a caller offers, and what the server makes of its claims."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from audit.identity import Actor, ActorKind
from audit.seal import SubjectKey
from memories.domain.errors import Invalid
from memories.domain.policy import Policy
from memories.domain.scoring import SOURCE_WEIGHT
from memories.domain.text import normalise
from memories.domain.vocabulary import Kind, Outcome, Source, Verdict

_CONFIDENCE = {
    Source.USER_STATED: 1.0,
    Source.IMPORT: 0.9,
    Source.AGENT_INFERRED: 0.9,
    Source.TOOL_RESULT: 0.8,
    Source.DOCUMENT: 0.75,
}


UNNAMED_THREAD = "default"
"""Conversation of messages whose caller names none."""


@dataclass(frozen=True)
class Turn:
    """Where an offer stands in a transcript. A turn keeps its own identity: it merges only with itself."""

    place: int
    role: str
    speaker: str = ""
    episode_id: UUID | None = None


@dataclass(frozen=True)
class Offer:
    """What a caller would like remembered. ``source`` is a claim that can only lower trust."""

    content: str
    kind: Kind = Kind.FACT
    source: Source | None = None
    confidence: float | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    event_time: datetime | None = None
    expires_at: datetime | None = None
    conversation_id: str | None = None
    message_id: str | None = None
    pinned: bool = False
    turn: Turn | None = None


def decided_source(actor: Actor, claim: Source | None) -> Source:
    """The source the server sets: the channel's own, or a claim that is trusted less."""
    channel = Source.USER_STATED if actor.kind is ActorKind.OWNER else Source.AGENT_INFERRED
    if actor.kind is ActorKind.SYSTEM and claim is Source.IMPORT:
        return Source.IMPORT
    if claim is None or SOURCE_WEIGHT[claim] >= SOURCE_WEIGHT[channel]:
        return channel
    return claim


def stated_confidence(offer: Offer, source: Source) -> float:
    """The caller's confidence, else what statements of that source usually deserve."""
    return offer.confidence if offer.confidence is not None else _CONFIDENCE[source]


def expiry(offer: Offer, *, policy: Policy, now: datetime) -> datetime | None:
    """When the memory stops being recalled: as asked, else by the policy of its kind, else never.

    An imported turn is a record of its time, not a fresh event: the policy's clock does not run on it.
    """
    if offer.expires_at is not None:
        if offer.expires_at <= now:
            raise Invalid("expires_at lies in the past.", field="expires_at")
        return offer.expires_at
    if offer.pinned or offer.turn is not None:
        return None
    if offer.kind is Kind.TASK:
        return now + timedelta(hours=policy.task_retention_hours)
    return now + timedelta(days=policy.event_retention_days) if offer.kind is Kind.EVENT else None


def outcome_of(verdict: Verdict, confidence: float, *, policy: Policy) -> Outcome:
    """What becomes of a new statement with this verdict and confidence (0–1)."""
    if verdict is Verdict.BLOCK:
        return Outcome.BLOCKED
    if verdict is Verdict.QUARANTINE:
        return Outcome.QUARANTINED
    return Outcome.TO_CONFIRM if confidence < policy.confirm_below else Outcome.STORED


def thread_of(offer: Offer) -> str | None:
    """The conversation a statement belongs to; one that names only its message gets the unnamed thread."""
    return offer.conversation_id or (UNNAMED_THREAD if offer.message_id else None)


def identity_digest(key: SubjectKey, offer: Offer) -> bytes:
    """Keyed digest of what "the same statement" means: the normalised text, and for a turn its place too.

    Taken before masking: two different phone numbers are not the same statement.
    """
    identity = normalise(offer.content)
    if offer.turn is not None:
        identity = f"{offer.conversation_id}\x1f{offer.message_id}\x1f{identity}"
    return key.digest(identity)
