"""One name per concept: the enums every layer shares (docs/vocabulary.md explains them)."""

from enum import StrEnum


class Kind(StrEnum):
    """What sort of statement a memory is; decides decay and retention."""

    FACT = "fact"
    PREFERENCE = "preference"
    EVENT = "event"
    TASK = "task"


class Status(StrEnum):
    """Where a memory stands in its life; only ``ACTIVE`` is recalled by default."""

    ACTIVE = "active"
    TO_CONFIRM = "to_confirm"
    QUARANTINED = "quarantined"
    SUPERSEDED = "superseded"
    MERGED = "merged"
    ARCHIVED = "archived"


class Source(StrEnum):
    """Where a statement came from; the server sets it from the channel, a claim may only lower it."""

    USER_STATED = "user_stated"
    AGENT_INFERRED = "agent_inferred"
    DOCUMENT = "document"
    TOOL_RESULT = "tool_result"
    IMPORT = "import"


class Outcome(StrEnum):
    """What became of an offered write."""

    STORED = "stored"
    TO_CONFIRM = "to_confirm"
    MERGED = "merged"
    QUARANTINED = "quarantined"
    BLOCKED = "blocked"
    PAUSED = "paused"


class Verdict(StrEnum):
    """What screening decides about a text."""

    ALLOW = "allow"
    MASK = "mask"
    QUARANTINE = "quarantine"
    BLOCK = "block"


class RelationKind(StrEnum):
    """How one memory stands to another."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    CAUSES = "causes"
    FOLLOWS = "follows"
    ABOUT = "about"
    SUPERSEDES = "supersedes"
    DERIVED_FROM = "derived_from"


class OwnerState(StrEnum):
    """State of the subject row that every writer takes FOR SHARE."""

    ACTIVE = "active"
    ERASING = "erasing"
    ERASED = "erased"


class CaseState(StrEnum):
    """Where a review case stands."""

    OPEN = "open"
    CLAIMED = "claimed"
    HELD = "held"
    DECIDED = "decided"


class DecisionKind(StrEnum):
    """What a reviewer may decide."""

    RELEASE = "release"
    EDIT = "edit"
    REDACT = "redact"
    REJECT = "reject"
    MERGE = "merge"
    DEFER = "defer"


class ErasureScope(StrEnum):
    """How much an erasure request reaches."""

    MEMORY = "memory"
    CONVERSATION = "conversation"
    TOPIC = "topic"
    OWNER = "owner"


class ErasureState(StrEnum):
    """Where an erasure request stands; see ``domain.erasure`` for the allowed changes."""

    PREVIEW = "preview"
    GRACE = "grace"
    RUNNING = "running"
    VERIFYING = "verifying"
    VERIFIED = "verified"
    FAILED = "failed"
    HELD = "held"
    CANCELLED = "cancelled"
    REFUSED = "refused"


class OperationState(StrEnum):
    """Where a piece of asynchronous work stands."""

    PENDING = "pending"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


class IndexingState(StrEnum):
    """Whether the vector of a memory exists yet."""

    PENDING = "pending"
    READY = "ready"
    FAILED = "failed"
    WITHHELD = "withheld"


class StaffRole(StrEnum):
    """Console roles of people who are not owners."""

    REVIEWER = "reviewer"
    OPERATOR = "operator"
    OFFICER = "officer"
    AUDITOR = "auditor"


class Verb(StrEnum):
    """What a key or a role may do; every refusal names the missing one."""

    RETAIN = "retain"
    RECALL = "recall"
    READ = "read"
    REVISE = "revise"
    ERASE = "erase"
    EXPORT = "export"
    CHAT = "chat"
    REVIEW = "review"
    POLICY = "policy"
    KEYS = "keys"
    PEOPLE = "people"
    AUDIT = "audit"
    HEALTH = "health"
    HOLD = "hold"


AGENT_VERBS = frozenset({Verb.RETAIN, Verb.RECALL, Verb.READ, Verb.REVISE, Verb.ERASE, Verb.CHAT})
OWNER_VERBS = frozenset({Verb.READ, Verb.REVISE, Verb.ERASE, Verb.EXPORT, Verb.CHAT})
_OPERATOR = frozenset({Verb.REVIEW, Verb.POLICY, Verb.KEYS, Verb.PEOPLE, Verb.HEALTH})
ROLE_VERBS: dict[StaffRole, frozenset[Verb]] = {
    StaffRole.REVIEWER: frozenset({Verb.REVIEW, Verb.HEALTH}),
    StaffRole.OPERATOR: _OPERATOR,
    StaffRole.OFFICER: _OPERATOR | {Verb.HOLD, Verb.ERASE},
    StaffRole.AUDITOR: frozenset({Verb.AUDIT, Verb.HEALTH}),
}
