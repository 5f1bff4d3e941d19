"""What the host can prove at any time: that every chain holds, and that what was erased is still gone."""

from dataclasses import dataclass, field
from uuid import UUID

from audit.context import DatabaseRole, acting_as
from audit.identity import Actor, system_actor
from audit.verify import ChainReport
from memories.domain.errors import NotFound
from memories.domain.vocabulary import ErasureScope, ErasureState, OwnerState
from memories.models import ErasureRequest, Owner, Workspace
from memories.services.erase import reach_of
from memories.services.erasure_targets import WHOLE_PERSON, Reach, concerned
from memories.services.finders import due_work, owner_of
from memories.services.ledger import verify_ledger
from memories.services.receipts import receipt_of_request, verify_receipt
from memories.services.workspaces import workspace_actor

_EVERY_WORKSPACE = 1_000_000


@dataclass(frozen=True)
class CheckedChain:
    """The chain of one workspace and what the walk along it found."""

    workspace: str
    workspace_id: UUID
    report: ChainReport


@dataclass(frozen=True)
class CheckedErasure:
    """Whether an erasure still holds. ``reason`` is a code when it does not, ``remaining`` counts rows.

    ``recounted`` is false where the stores cannot be searched again: a topic is forgotten with its words, and
    a person who has begun anew may have new memories.
    """

    ok: bool
    state: str
    reason: str = ""
    recounted: bool = False
    remaining: dict[str, int] = field(default_factory=dict)


def verify_chains(name: str = "") -> list[CheckedChain]:
    """Walk the chain of one workspace by name, or of all; each walk becomes an event. ``NotFound`` for a name
    that is not there."""
    if name:
        actors = [workspace_actor(name)]
    else:
        actors = [system_actor(work.workspace_id) for work in due_work("workspace", limit=_EVERY_WORKSPACE)]
    return [CheckedChain(_name(actor), actor.workspace_id, verify_ledger(actor)) for actor in actors]


def check_erasure(request_id: UUID) -> CheckedErasure:
    """Search every store again for what a request erased, and check its receipt; may raise ``NotFound``."""
    actor, owner_id = _whose(request_id)
    with acting_as(actor, owner_id):
        row = ErasureRequest.objects.get(id=request_id)
        if row.state != ErasureState.VERIFIED:
            return CheckedErasure(False, row.state, "not_verified")
        remaining = _remaining(actor, row)
    receipt = verify_receipt(receipt_of_request(actor, request_id))
    if not receipt.ok:
        return CheckedErasure(False, row.state, f"receipt_{receipt.reason}")
    left = {name: count for name, count in (remaining or {}).items() if count}
    reason = "rows_remain" if left else ""
    return CheckedErasure(not left, row.state, reason, remaining is not None, left)


def _name(actor: Actor) -> str:
    with acting_as(actor):
        return Workspace.objects.values_list("name", flat=True).get(id=actor.workspace_id)


def _whose(request_id: UUID) -> tuple[Actor, UUID]:
    for work in due_work("workspace", limit=_EVERY_WORKSPACE):
        actor = system_actor(work.workspace_id)
        owner_id = owner_of(actor, "erasure", request_id)
        if owner_id is not None:
            return actor, owner_id
    raise NotFound("No erasure has this id.")


def _remaining(actor: Actor, row: ErasureRequest) -> dict[str, int] | None:
    """Rows per store that the request covered and that are there now; ``None`` when that cannot be told."""
    reach = _reach(row)
    if reach is None:
        return None
    # What was kept for the whole person since then is none of this request's.
    skipped = frozenset() if row.scope == ErasureScope.OWNER else WHOLE_PERSON
    with acting_as(actor, row.owner_id, role=DatabaseRole.ERASE):
        return {
            target.name: target.locate(reach)
            for target in concerned(reach.scope)
            if target.name not in skipped
        }


def _reach(row: ErasureRequest) -> Reach | None:
    if row.scope == ErasureScope.OWNER:
        erased = Owner.objects.filter(id=row.owner_id, state=OwnerState.ERASED).exists()
        return reach_of(row) if erased else None
    if row.scope == ErasureScope.CONVERSATION:
        return reach_of(row)
    if row.scope == ErasureScope.MEMORY and row.target_id is not None:
        return Reach(row.owner_id, ErasureScope.MEMORY, memory_ids=(row.target_id,))
    return None
