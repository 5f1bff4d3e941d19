"""The same POST twice acts once and gives the same answer: kept for 24 hours, erased with its owner.

Answers lie sealed with a key derived from the master key: one may hold a new key's secret, which is stored
nowhere else.
"""

import base64
import hmac
import json
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.db import IntegrityError

from audit.context import acting_as
from audit.identity import Actor
from memories.domain.errors import Conflict
from memories.models import IdempotencyRecord

KEPT = timedelta(hours=24)
_IN_FLIGHT = timedelta(minutes=1)
_NONCE = 12


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
            return _answer(actor, row, body_digest)
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
    """Keep the answer of a reserved key."""
    sealed = _seal(actor, answer)
    with acting_as(actor, owner_id):
        row = IdempotencyRecord.objects.filter(actor_id=actor.id, route=route, key_digest=key_digest)
        row.update(status=status, answer=sealed, expires_at=datetime.now(UTC) + KEPT)


def release(actor: Actor, owner_id: UUID | None, *, route: str, key_digest: bytes) -> None:
    """Free a reserved key: the request was refused or failed, so it did nothing and may be sent again."""
    with acting_as(actor, owner_id):
        row = IdempotencyRecord.objects.filter(actor_id=actor.id, route=route, key_digest=key_digest)
        row.filter(status__isnull=True).delete()


def _answer(actor: Actor, row: IdempotencyRecord, body_digest: bytes) -> Kept:
    if bytes(row.body_digest) != body_digest:
        raise Conflict("This Idempotency-Key was used with another body.", code="key_reused")
    if row.status is None:
        raise Conflict("The first request with this Idempotency-Key is still running.", code="in_flight")
    return Kept(row.status, _unseal(actor, row.answer))


def _seal(actor: Actor, answer: Any) -> str:
    nonce = secrets.token_bytes(_NONCE)
    sealed = AESGCM(_key(actor)).encrypt(nonce, json.dumps(answer).encode(), actor.id.bytes)
    return base64.b64encode(nonce + sealed).decode()


def _unseal(actor: Actor, sealed: Any) -> Any:
    raw = base64.b64decode(sealed)
    return json.loads(AESGCM(_key(actor)).decrypt(raw[:_NONCE], raw[_NONCE:], actor.id.bytes))


def _key(actor: Actor) -> bytes:
    return hmac.new(settings.MASTER_KEY, b"kept-answer:" + actor.workspace_id.bytes, sha256).digest()
