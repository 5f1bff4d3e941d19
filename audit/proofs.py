"""Inclusion proofs: that one event stands in the ledger of one day, checkable without the ledger."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

from audit.merkle import inclusion_proof, leaf_hash, root, verify_inclusion
from audit.models import AuditEvent
from audit.signing import sign


@dataclass(frozen=True)
class DayRoot:
    """Signed Merkle root over the hashes of all events of one UTC day of a workspace."""

    day: date
    first_seq: int
    size: int
    root: bytes
    signature: bytes
    key_id: str


@dataclass(frozen=True)
class Inclusion:
    """Proof that an event is leaf ``index`` of the day's tree."""

    day: DayRoot
    event_hash: bytes
    index: int
    path: list[bytes]


def day_root(workspace_id: UUID, day: date) -> DayRoot:
    """The signed root of a day; must run where the ledger of the workspace is readable."""
    first, leaves = _leaves(workspace_id, day)
    return _signed(workspace_id, day, first, leaves)


def prove(event: AuditEvent) -> Inclusion:
    """Prove an event against the root of its day; must run where the ledger is readable."""
    day = event.occurred_at.astimezone(UTC).date()
    first, leaves = _leaves(event.workspace_id, day)
    index = leaves.index(leaf_hash(bytes(event.hash)))
    signed = _signed(event.workspace_id, day, first, leaves)
    return Inclusion(signed, bytes(event.hash), index, inclusion_proof(leaves, index))


def holds(proof: Inclusion) -> bool:
    """True when the proof leads from the event to the day's root; the root's signature is checked apart."""
    leaf = leaf_hash(proof.event_hash)
    day = proof.day
    return verify_inclusion(leaf, index=proof.index, size=day.size, path=proof.path, expected=day.root)


def root_document(
    workspace_id: UUID, day: date, *, first_seq: int, size: int, root_hash: bytes
) -> dict[str, object]:
    """What is signed of a day's tree."""
    return {
        "workspace": str(workspace_id),
        "day": day.isoformat(),
        "first_seq": first_seq,
        "size": size,
        "root": root_hash.hex(),
    }


def _signed(workspace_id: UUID, day: date, first: int, leaves: list[bytes]) -> DayRoot:
    top = root(leaves)
    document = root_document(workspace_id, day, first_seq=first, size=len(leaves), root_hash=top)
    signature, key = sign(document)
    return DayRoot(day, first, len(leaves), top, signature, key)


def _leaves(workspace_id: UUID, day: date) -> tuple[int, list[bytes]]:
    begin = datetime.combine(day, time(), tzinfo=UTC)
    events = AuditEvent.objects.filter(
        workspace_id=workspace_id, occurred_at__gte=begin, occurred_at__lt=begin + timedelta(days=1)
    )
    rows = list(events.order_by("seq").values_list("seq", "hash"))
    return (rows[0][0] if rows else 0), [leaf_hash(bytes(value)) for _, value in rows]
