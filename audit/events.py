"""Registry of events: each name with the content-free fields it may carry.

An event names ids, counts, codes and scores, never what a memory says. Values are checked too, so
that text cannot slip into an allowed field.
"""

import re
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

_LARGEST = 2**53 - 1  # the largest whole number RFC 8785 takes
_CODE = re.compile(r"[A-Za-z0-9_.:/+-]{0,80}")

EVENTS: dict[str, frozenset[str]] = {
    name: frozenset(allowed.split())
    for name, allowed in {
        "workspace.created": "",
        "owner.created": "",
        "owner.updated": "changed",
        "owner.paused": "conversation_id",
        "owner.resumed": "conversation_id",
        "owner.restarted": "epoch",
        "owner.listed": "count",
        "key.created": "verbs bound",
        "key.rotated": "replaces",
        "key.revoked": "",
        "signin.link_created": "audience",
        "signin.used": "audience",
        "staff.created": "role",
        "memory.retained": "kind source risk verdict signals merged_into superseded",
        "memory.dry_run": "kind source risk verdict signals",
        "memory.merged": "merged_into",
        "memory.superseded": "superseded_by",
        "memory.indexed": "count model failed",
        "memory.recalled": "count top_k took_ms preset degraded trace_id",
        "memory.read": "count",
        "memory.revised": "version changed risk verdict",
        "memory.restored": "version from_version status",
        "memory.confirmed": "",
        "memory.archived": "",
        "memory.expired": "count",
        "relation.created": "kind target_id",
        "review.case_opened": "risk signals",
        "review.queue_read": "count",
        "review.case_read": "",
        "review.claimed": "",
        "review.claim_released": "",
        "review.decided": "decision risk overrides version decision_id",
        "erasure.requested": "scope found request_id",
        "erasure.confirmed": "executes_after",
        "erasure.cancelled": "",
        "erasure.held": "",
        "erasure.unheld": "",
        "erasure.refused": "",
        "erasure.started": "epoch",
        "erasure.batch_erased": "target count",
        "erasure.verified": "erased remaining",
        "erasure.failed": "target remaining code",
        "policy.created": "version changed",
        "policy.activated": "version",
        "operation.created": "kind total",
        "operation.retried": "kind",
        "operation.finished": "kind state done failed",
        "export.read": "",
        "import.finished": "kind count failed",
        "ledger.read": "count",
        "ledger.verified": "checked ok first_bad",
        "access.denied": "verb route",
    }.items()
}


class UnknownEvent(LookupError):
    """The event is not in the registry."""


class UnknownField(ValueError):
    """The event may not carry this field, or the value is not content-free."""


@dataclass(frozen=True)
class PendingEvent:
    """An event before it has a place in the chain.

    ``subject`` overrides the pseudonym that the scope's owner would give (used when the owner's key
    is already destroyed); ``payload`` is sealed with the owner's key and can be erased.
    """

    name: str
    object_type: str = ""
    object_id: UUID | None = None
    outcome: str = ""
    subject: str | None = None
    payload: dict[str, Any] | None = None
    fields: dict[str, Any] = field(default_factory=dict)


def build_event(
    name: str,
    *,
    object_type: str = "",
    object_id: UUID | None = None,
    outcome: str = "",
    subject: str | None = None,
    payload: dict[str, Any] | None = None,
    **fields: Any,
) -> PendingEvent:
    """Check an event against the registry and return it in plain JSON values.

    Raises ``UnknownEvent``, or ``UnknownField`` for a field it may not carry and for what could be content.
    """
    if name not in EVENTS:
        raise UnknownEvent(name)
    refused = set(fields) - EVENTS[name]
    if refused:
        raise UnknownField(f"{name} may not carry {', '.join(sorted(refused))}")
    object_type, outcome = _plain(name, object_type), _plain(name, outcome)
    subject = None if subject is None else _plain(name, subject)
    plain = {key: _plain(name, value) for key, value in fields.items() if value is not None}
    return PendingEvent(name, object_type, object_id, outcome, subject, payload, plain)


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, bool | int | float):
        if not -_LARGEST <= value <= _LARGEST:  # also catches NaN
            raise UnknownField(f"{name}: a field holds a number that JSON cannot carry")
        return value
    if isinstance(value, list | tuple | set | frozenset):
        return sorted(str(_plain(name, item)) for item in value)
    text = str(value)
    if not _CODE.fullmatch(text):
        raise UnknownField(f"{name}: a field holds something other than an id, a code or a number")
    return text
