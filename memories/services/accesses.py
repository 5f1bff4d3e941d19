"""Counts how often memories were given to agents, outside the read path."""

from datetime import UTC, datetime
from uuid import UUID

from django.db.models import F

from audit.context import acting_as
from audit.identity import system_actor
from memories.models import Memory, RecallTrace
from memories.services.subjects import StaleWork, hold_for_job


def count_recalls(workspace_id: UUID, owner_id: UUID, trace_id: UUID) -> None:
    """Fold one recall trace into the access counts of its memories. An approximate figure: a nudge that is
    lost or delivered twice moves a count by one."""
    try:
        with acting_as(system_actor(workspace_id), owner_id):
            hold_for_job(owner_id, epoch=None)
            results = RecallTrace.objects.filter(id=trace_id).values_list("results", flat=True).first() or []
            given = Memory.objects.filter(owner_id=owner_id, id__in=[hit["id"] for hit in results])
            given.update(access_count=F("access_count") + 1, last_access=datetime.now(UTC))
    except StaleWork:
        return
