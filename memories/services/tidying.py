"""Removes what was kept for a while only: fetched exports and answers for repeated requests."""

from datetime import UTC, datetime
from uuid import UUID

from audit.context import acting_as
from audit.identity import system_actor
from memories.models import ExportChunk, IdempotencyRecord


def remove_expired(workspace_id: UUID, owner_id: UUID | None) -> int:
    """Delete one owner's (or, without one, the workspace's own) expired rows; returns how many went."""
    now = datetime.now(UTC)
    with acting_as(system_actor(workspace_id), owner_id):
        chunks, _ = ExportChunk.objects.filter(expires_at__lt=now).delete()
        answers, _ = IdempotencyRecord.objects.filter(expires_at__lt=now).delete()
    return chunks + answers
