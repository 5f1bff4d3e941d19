"""The same POST twice gives the same answer once: answers kept for 24 hours, erased with their owner."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError

from audit.context import acting_as
from audit.identity import Actor
from memories.domain.errors import Conflict
from memories.models import IdempotencyRecord

KEPT = timedelta(hours=24)
_IN_FLIGHT = timedelta(minutes=1)
_SERVER_FAULT = 500


@dataclass(frozen=True)
class Kept:
    """The answer of an earlier, equal request."""

    status: int
    answer: Any


def begin(
    actor: Actor, owner_id: UUID | None, *, route: str, key_digest: bytes, body_digest: bytes
) -> Kept | None:
    """Reserve a key, or return the answer it already has.

    Raises ``Conflict`` when the key was used with another body, or while the first request is in flight.
    """
    now = datetime.now(UTC)
    where = {"actor_id": actor.id, "route": route, "key_digest": key_digest}
    with acting_as(actor, owner_id):
        stale = IdempotencyRecord.objects.filter(**where)
        stale.filter(expires_at__lt=now).delete()
        row = stale.first()
        if row is not None:
            return _answer(row, body_digest)
    try:
        with acting_as(actor, owner_id):
            IdempotencyRecord.objects.create(
                workspace_id=actor.workspace_id,
                owner_id=owner_id,
                body_digest=body_digest,
                created_at=now,
                expires_at=now + _IN_FLIGHT,
                **where,
            )
    except IntegrityError as error:
        raise Conflict("This Idempotency-Key is in use for another request.", code="key_in_use") from error
    return None


def finish(
    actor: Actor, owner_id: UUID | None, *, route: str, key_digest: bytes, status: int, answer: Any
) -> None:
    """Keep the answer of a reserved key; an answer of 5xx frees the key instead."""
    with acting_as(actor, owner_id):
        row = IdempotencyRecord.objects.filter(actor_id=actor.id, route=route, key_digest=key_digest)
        if status >= _SERVER_FAULT:
            row.delete()
        else:
            row.update(status=status, answer=answer, expires_at=datetime.now(UTC) + KEPT)


def _answer(row: IdempotencyRecord, body_digest: bytes) -> Kept:
    if bytes(row.body_digest) != body_digest:
        raise Conflict("This Idempotency-Key was used with another body.", code="key_reused")
    if row.status is None:
        raise Conflict("The first request with this Idempotency-Key is still running.", code="in_flight")
    return Kept(row.status, row.answer)
