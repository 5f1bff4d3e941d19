"""The ledger for people: events as rows with filters, and the check of the chain."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from audit.context import DatabaseRole, acting_as
from audit.heads import disagreement, sign_head
from audit.identity import Actor, system_actor
from audit.models import AuditEvent
from audit.record import subject_key
from audit.verify import ChainReport, verify_chain
from memories.domain.errors import Invalid
from memories.domain.vocabulary import Verb
from memories.services.access import require_staff
from memories.services.browse import EXACT_TOTAL, Page
from memories.services.finders import find_owner

_BIGINT_DIGITS = 18


@dataclass(frozen=True)
class EventFilters:
    """What to list; empty fields do not filter. ``subject`` is a pseudonym or a person's external id."""

    event: str = ""
    actor: str = ""
    subject: str = ""
    object_id: UUID | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True)
class EventView:
    """One link of the chain."""

    id: UUID
    seq: int
    name: str
    occurred_at: datetime
    actor_kind: str
    actor_id: str
    subject: str
    object_type: str
    object_id: UUID | None
    outcome: str
    fields: dict[str, Any]
    hash: str


def list_events(
    actor: Actor, filters: EventFilters, *, limit: int = 50, before: int | None = None
) -> Page[EventView]:
    """A page of the workspace's events, newest first; ``before`` is a sequence number. Needs ``audit``."""
    require_staff(actor, Verb.AUDIT)
    subject = _pseudonym(actor, filters.subject)
    with acting_as(actor, role=DatabaseRole.AUDIT) as scope:
        rows = _filtered(filters, subject)
        total = rows[: EXACT_TOTAL + 1].count()
        older = rows if before is None else rows.filter(seq__lt=before)
        page = list(older.order_by("-seq")[: limit + 1])
        scope.record("ledger.read", count=len(page[:limit]))
    following = str(page[limit - 1].seq) if len(page) > limit else None
    return Page(tuple(map(event_view, page[:limit])), following, total, total <= EXACT_TOTAL)


def verify_ledger(actor: Actor) -> ChainReport:
    """Walk the workspace's whole chain. Needs ``audit``; the check itself becomes an event."""
    require_staff(actor, Verb.AUDIT)
    with acting_as(actor, role=DatabaseRole.AUDIT) as scope:
        report = _against_heads(verify_chain(actor.workspace_id), actor.workspace_id)
        scope.record("ledger.verified", ok=report.ok, checked=report.checked, first_bad=report.first_bad)
    return report


def sign_heads(workspace_id: UUID) -> None:
    """Sign the head of the workspace's chain and keep it outside the database."""
    with acting_as(system_actor(workspace_id), role=DatabaseRole.AUDIT):
        sign_head(workspace_id)


def ledger_head(actor: Actor) -> EventView | None:
    """The newest event of the workspace's chain. Needs ``audit``."""
    require_staff(actor, Verb.AUDIT)
    with acting_as(actor, role=DatabaseRole.AUDIT):
        newest = AuditEvent.objects.order_by("-seq").first()
    return event_view(newest) if newest else None


def parse_position(cursor: str | None) -> int | None:
    """The sequence number in a cursor; raises ``Invalid`` for a forged one."""
    if cursor is None:
        return None
    if not cursor.isdecimal() or len(cursor) > _BIGINT_DIGITS:
        raise Invalid("This cursor was not made here; start again without one.", field="cursor")
    return int(cursor)


def _against_heads(report: ChainReport, workspace_id: UUID) -> ChainReport:
    """A chain that holds in itself must still agree with every head that was signed outside the database."""
    fault = disagreement(workspace_id) if report.ok else None
    if fault is None:
        return report
    return replace(report, ok=False, first_bad=fault[0], reason=fault[1])


def _pseudonym(actor: Actor, subject: str) -> str:
    """A person's external id becomes the pseudonym the ledger knows; anything else is taken as one."""
    owner_id = find_owner(actor, subject) if subject else None
    if owner_id is None:
        return subject
    with acting_as(actor, owner_id):
        key = subject_key(owner_id)
    return key.pseudonym(owner_id) if key else subject


def _filtered(filters: EventFilters, subject: str) -> QuerySet[AuditEvent]:
    wanted = {
        "name": filters.event,
        "actor_id": filters.actor,
        "subject": subject,
        "object_id": filters.object_id,
        "occurred_at__gte": filters.since,
        "occurred_at__lt": filters.until,
    }
    return AuditEvent.objects.filter(**{name: value for name, value in wanted.items() if value})


def event_view(row: AuditEvent) -> EventView:
    """Shape one event."""
    same = {name: getattr(row, name) for name in EventView.__annotations__ if name != "hash"}
    return EventView(**same, hash=bytes(row.hash).hex())
