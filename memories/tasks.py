"""Background jobs: build the actor from the ids given, call one service. Arguments are ids, never content."""

from uuid import UUID

from celery import shared_task

from memories.jobs import Job
from memories.services.accesses import count_recalls as count
from memories.services.erasing import run_erasure as erase
from memories.services.erasure_proof import finish_waiting
from memories.services.finders import due_work
from memories.services.indexing import index_batch as index
from memories.services.ledger import sign_heads as sign
from memories.services.operations import run_operation as operate
from memories.services.tidying import remove_expired

_SWEPT = 200
_EVERY = 1_000_000


@shared_task(name=f"memories.tasks.{Job.INDEX_OWNER}")
def index_owner(workspace_id: str, owner_id: str, epoch: int | None = None) -> None:
    """Embed some of what waits for one owner, then queue again: a large import leaves room for others."""
    if index(UUID(workspace_id), UUID(owner_id), epoch):
        index_owner.delay(workspace_id, owner_id, epoch)


@shared_task(name=f"memories.tasks.{Job.COUNT_RECALLS}")
def count_recalls(workspace_id: str, owner_id: str, trace_id: str) -> None:
    """Fold one recall into the access counts."""
    count(UUID(workspace_id), UUID(owner_id), UUID(trace_id))


@shared_task(name=f"memories.tasks.{Job.RUN_ERASURE}")
def run_erasure(workspace_id: str, owner_id: str, request_id: str) -> None:
    """Carry out one due erasure."""
    erase(UUID(workspace_id), UUID(owner_id), UUID(request_id))
    finish_waiting()


@shared_task(name=f"memories.tasks.{Job.RUN_OPERATION}")
def run_operation(workspace_id: str, operation_id: str, owner_id: str | None = None) -> None:
    """Carry out one waiting operation."""
    operate(UUID(workspace_id), UUID(operation_id), owner_id=UUID(owner_id) if owner_id else None)


@shared_task(name="memories.tasks.sign_heads")
def sign_heads() -> None:
    """Sign the head of every workspace's chain, outside the database."""
    for work in due_work("workspace", limit=_EVERY):
        sign(work.workspace_id)


@shared_task(name="memories.tasks.sweep")
def sweep() -> None:
    """Find work whose nudge was lost, whose worker died, or whose time has come. The rows are the queue."""
    for work in due_work("indexing", limit=_SWEPT):
        if work.owner_id is not None:
            index_owner.delay(str(work.workspace_id), str(work.owner_id))
    for work in due_work("erasure", limit=_SWEPT):
        run_erasure.delay(str(work.workspace_id), str(work.owner_id), str(work.object_id))
    finish_waiting()
    for work in due_work("expired", limit=_SWEPT):
        remove_expired(work.workspace_id, work.owner_id)
    for work in due_work("operation", limit=_SWEPT):
        owner = str(work.owner_id) if work.owner_id else None
        run_operation.delay(str(work.workspace_id), str(work.object_id), owner)
