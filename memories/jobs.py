"""Names of background jobs. The row is the queue; the message sent here is only a nudge."""

import logging
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from celery import current_app
from django.db import connection, transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


class Job(StrEnum):
    """Background jobs by the name of their task."""

    INDEX_OWNER = "index_owner"
    COUNT_RECALLS = "count_recalls"
    RUN_ERASURE = "run_erasure"
    RUN_OPERATION = "run_operation"


@dataclass(frozen=True)
class _Nudge:
    """One message; equal ones are sent once."""

    job: Job
    arguments: tuple[str | int, ...]

    def __call__(self) -> None:
        try:
            current_app.send_task(
                f"memories.tasks.{self.job.value}", args=self.arguments, retry=False, ignore_result=True
            )
        except (OperationalError, OSError):
            logger.warning(
                "broker unreachable, the sweeper will pick the work up", extra={"job": self.job.value}
            )


def enqueue(job: Job, *ids: UUID | str | int) -> None:
    """Nudge a worker once the current transaction has committed. Arguments are ids, never content.

    The same nudge twice in one transaction (a batch of writes for one owner) is sent once. A broker that is
    down loses nothing: the sweeper finds the row.
    """
    nudge = _Nudge(job, tuple(str(value) if isinstance(value, UUID) else value for value in ids))
    # What waits already was asked for in this savepoint or one around it, so it is undone only with ours.
    if not any(waiting[1] == nudge for waiting in connection.run_on_commit):
        transaction.on_commit(nudge)
