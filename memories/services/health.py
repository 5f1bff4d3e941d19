"""Figures of a workspace for its operators: counts, latency, backlog, chain. No content, no owners."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Avg, Count, Max, Min, Q

from audit.context import DatabaseRole, acting_as
from audit.identity import Actor
from audit.models import AuditEvent
from memories.domain.vocabulary import CaseState, ErasureState, IndexingState, OperationState, Status, Verb
from memories.models import ErasureRequest, Memory, Operation, RecallTrace, ReviewCase
from memories.services.access import require_staff


@dataclass(frozen=True)
class MemoryHealth:
    """A workspace at one moment; latencies in milliseconds over the last day."""

    memories: int
    by_status: dict[str, int]
    new_today: int
    waiting_for_index: int
    failed_index: int
    open_cases: int
    overdue_cases: int
    oldest_case_at: datetime | None
    erasures_due: int
    erasures_failed: int
    next_erasure_at: datetime | None
    operations_open: int
    operations_failed: int
    recalls_today: int
    recall_ms_mean: float
    recall_ms_p95: float
    chain_length: int
    chain_checked_at: datetime | None
    chain_ok: bool | None
    at: datetime


def memory_health(actor: Actor) -> MemoryHealth:
    """The figures now. Needs ``health``."""
    require_staff(actor, Verb.HEALTH)
    now = datetime.now(UTC)
    with acting_as(actor, role=DatabaseRole.AUTH):
        figures = {**_memories(now), **_work(now), **_recalls(now)}
    with acting_as(actor, role=DatabaseRole.AUDIT):
        figures |= _chain()
    return MemoryHealth(**figures, at=now)


def _memories(now: datetime) -> dict[str, Any]:
    counts = dict(Memory.objects.values_list("status").annotate(n=Count("id")))
    index = dict(Memory.objects.values_list("indexing_state").annotate(n=Count("id")))
    today = now - timedelta(days=1)
    return {
        "memories": sum(counts.values()),
        "by_status": {status.value: counts.get(status.value, 0) for status in Status},
        "new_today": Memory.objects.filter(created_at__gte=today).count(),
        "waiting_for_index": index.get(IndexingState.PENDING, 0),
        "failed_index": index.get(IndexingState.FAILED, 0),
    }


def _work(now: datetime) -> dict[str, Any]:
    waiting = ReviewCase.objects.exclude(state=CaseState.DECIDED)
    cases = waiting.aggregate(
        n=Count("id"), late=Count("id", filter=Q(due_at__lt=now)), oldest=Min("created_at")
    )
    coming = ErasureRequest.objects.filter(state=ErasureState.GRACE)
    erasures = coming.aggregate(n=Count("id"), soonest=Min("executes_after"))
    operations = dict(Operation.objects.values_list("state").annotate(n=Count("id")))
    return {
        "open_cases": cases["n"],
        "overdue_cases": cases["late"],
        "oldest_case_at": cases["oldest"],
        "erasures_due": erasures["n"],
        "erasures_failed": ErasureRequest.objects.filter(state=ErasureState.FAILED).count(),
        "next_erasure_at": erasures["soonest"],
        "operations_open": operations.get(OperationState.PENDING, 0)
        + operations.get(OperationState.RUNNING, 0),
        "operations_failed": operations.get(OperationState.FAILED, 0),
    }


def _recalls(now: datetime) -> dict[str, Any]:
    recent = RecallTrace.objects.filter(created_at__gte=now - timedelta(days=1))
    found = recent.aggregate(n=Count("id"), mean=Avg("took_ms"))
    slow = recent.order_by("-took_ms").values_list("took_ms", flat=True)
    p95 = slow[found["n"] // 20 : found["n"] // 20 + 1].first() if found["n"] else 0.0
    return {
        "recalls_today": found["n"],
        "recall_ms_mean": round(found["mean"] or 0.0, 2),
        "recall_ms_p95": round(p95 or 0.0, 2),
    }


def _chain() -> dict[str, Any]:
    length = AuditEvent.objects.aggregate(last=Max("seq"))["last"] or 0
    checks = AuditEvent.objects.filter(name="ledger.verified").order_by("-seq")
    last = checks.values_list("occurred_at", "fields").first()
    return {
        "chain_length": length,
        "chain_checked_at": last[0] if last else None,
        "chain_ok": last[1].get("ok") if last else None,
    }
