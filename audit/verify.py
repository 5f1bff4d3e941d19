"""Walks a workspace's chain and names the first event that does not hold."""

from dataclasses import dataclass
from uuid import UUID

from audit.chain import genesis, link_hash
from audit.models import AuditEvent

_CHUNK = 5000


@dataclass(frozen=True)
class ChainReport:
    """Result of a walk: how many links were checked, and the first bad sequence number if one was found."""

    ok: bool
    checked: int
    first_bad: int | None = None
    reason: str = ""
    head: str = ""


def verify_chain(workspace_id: UUID) -> ChainReport:
    """Check every link of the chain in order, in constant memory.

    Must run where the ledger of the workspace is readable (role ``hindsight_audit``).
    """
    seq, prev = 0, genesis(workspace_id)
    while chunk := _after(workspace_id, seq):
        for event in chunk:
            reason = _fault(event, expected_seq=seq + 1, prev=prev)
            if reason:
                return ChainReport(ok=False, checked=seq, first_bad=seq + 1, reason=reason)
            seq, prev = event.seq, bytes(event.hash)
    return ChainReport(ok=True, checked=seq, head=prev.hex())


def _after(workspace_id: UUID, seq: int) -> list[AuditEvent]:
    later = AuditEvent.objects.filter(workspace_id=workspace_id, seq__gt=seq)
    return list(later.order_by("seq")[:_CHUNK])


def _fault(event: AuditEvent, *, expected_seq: int, prev: bytes) -> str:
    if event.seq != expected_seq:
        return "missing"
    if bytes(event.prev_hash) != prev:
        return "broken_link"
    if bytes(event.hash) != link_hash(prev, event):
        return "altered"
    return ""
