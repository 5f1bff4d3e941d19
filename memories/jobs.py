"""Names of background jobs. The row is the queue; the message sent here is only a nudge."""

import logging
from enum import StrEnum
from uuid import UUID

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


class Job(StrEnum):
    """Background jobs by the name of their task."""

    INDEX_OWNER = "index_owner"
    COUNT_RECALLS = "count_recalls"
    RUN_ERASURE = "run_erasure"
    RUN_OPERATION = "run_operation"


def enqueue(job: Job, *ids: UUID | str | int) -> None:
    """Nudge a worker once the current transaction has committed. Arguments are ids, never content.

    A broker that is down loses nothing: the sweeper finds the row.
    """
    arguments = [str(value) if isinstance(value, UUID) else value for value in ids]
    transaction.on_commit(lambda: _send(job, arguments))


def _send(job: Job, arguments: list[str | int]) -> None:
    try:
        current_app.send_task(f"memories.tasks.{job.value}", args=arguments, retry=False, ignore_result=True)
    except (OperationalError, OSError):
        logger.warning("broker unreachable, the sweeper will pick the work up", extra={"job": job.value})
