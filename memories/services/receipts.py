"""Receipts of erasure: signed, without content or name, verifiable by anyone with the public key inside."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from audit.context import DatabaseRole, acting_as
from audit.identity import Actor, system_actor
from audit.models import AuditEvent
from audit.signing import key_id, known_keys, sign
from memories.domain.access_keys import parse_token
from memories.domain.erasure import StoreProof
from memories.domain.errors import NotFound
from memories.models import ErasureReceipt, ErasureRequest
from memories.services.finders import find_receipt
from memories.services.owners import owner_of_object

FORMAT = "hindsight-erasure-receipt-1"
LIFETIME = timedelta(days=90)


@dataclass(frozen=True)
class Verification:
    """Whether a receipt is genuine, and if not, why."""

    ok: bool
    reason: str = ""
    key_id: str = ""


def write_receipt(row: ErasureRequest, proofs: Sequence[StoreProof], *, scrubbed: dict[str, Any]) -> None:
    """Sign and store the receipt of a proven erasure; runs in the transaction that proves it.

    One per request: the unique request id refuses a second one.
    """
    now = datetime.now(UTC)
    body = _body(row, proofs, scrubbed=scrubbed, now=now)
    signature, key = sign(body)
    ErasureReceipt.objects.create(
        workspace_id=row.workspace_id,
        request_id=row.id,
        token_digest=row.receipt_digest,
        body=body,
        signature=signature,
        key_id=key,
        created_at=now,
        expires_at=now + LIFETIME,
    )


def receipt_by_token(token: str) -> dict[str, Any]:
    """The receipt behind an unguessable link; needs no key and survives the owner. ``NotFound`` otherwise."""
    token_digest = parse_token(token)
    found = find_receipt(token_digest) if token_digest else None
    if found is None:
        raise NotFound("This receipt link is unknown, not ready yet, or older than 90 days.")
    with acting_as(system_actor(found[1])):
        return _document(ErasureReceipt.objects.get(id=found[0]))


def receipt_of_request(actor: Actor, request_id: Any, *, user_id: str | None = None) -> dict[str, Any]:
    """The receipt of a request the actor may see; ``NotFound`` before it is verified."""
    owner_of_object(actor, "erasure", request_id, user_id=user_id)
    with acting_as(actor):
        row = ErasureReceipt.objects.filter(request_id=request_id).first()
        if row is None:
            raise NotFound("There is no receipt yet; it is written once the erasure is verified.")
        return _document(row)


def verify_receipt(document: Any) -> Verification:
    """Check a receipt offline: its signature, and that it was signed by this installation's key.

    Never raises for malformed input: a document that is not a receipt is not genuine.
    """
    try:
        body, signature = document["receipt"], bytes.fromhex(document["signature"])
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(document["public_key"]))
        public.verify(signature, rfc8785.dumps(body))
    except InvalidSignature:
        return Verification(False, "signature_does_not_match")
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError, rfc8785.CanonicalizationError):
        return Verification(False, "not_a_receipt")
    if body.get("format") != FORMAT:
        return Verification(False, "unknown_format")
    # The envelope is not signed, so nothing in it may say anything else than the signature does.
    if document != _envelope(body, signature=signature, public=public):
        return Verification(False, "not_a_receipt")
    known = key_id(public) in known_keys()
    return Verification(known, "" if known else "unknown_key", key_id(public))


def check_receipt(document: Any) -> Verification:
    """``verify_receipt``, and that the ledger of this installation holds the matching entry."""
    found = verify_receipt(document)
    if not found.ok:
        return found
    body = document["receipt"]
    with acting_as(system_actor(UUID(body["workspace"])), role=DatabaseRole.AUDIT):
        entries = AuditEvent.objects.filter(name="erasure.verified", object_id=body["request"])
        known = entries.filter(subject=body["subject"]).exists()
    return found if known else Verification(False, "not_in_ledger", found.key_id)


def _document(row: ErasureReceipt) -> dict[str, Any]:
    return _envelope(row.body, signature=bytes(row.signature), public=known_keys()[row.key_id])


def _envelope(body: Any, *, signature: bytes, public: Ed25519PublicKey) -> dict[str, Any]:
    return {
        "receipt": body,
        "signature": signature.hex(),
        "key_id": key_id(public),
        "public_key": public.public_bytes_raw().hex(),
        "algorithm": "Ed25519 over RFC 8785 canonical JSON of 'receipt'",
    }


def _body(
    row: ErasureRequest, proofs: Sequence[StoreProof], *, scrubbed: dict[str, Any], now: datetime
) -> dict[str, Any]:
    moments = ("created_at", "confirmed_at", "started_at", "finished_at")
    return {
        "format": FORMAT,
        "request": str(row.id),
        "workspace": str(row.workspace_id),
        "subject": row.subject,
        "scope": row.scope,
        **{name: getattr(row, name).astimezone(UTC).isoformat() for name in moments},
        "issued_at": now.isoformat(),
        "stores": [
            {"name": p.target, "found": p.found, "erased": p.erased, "remaining": p.remaining} for p in proofs
        ],
        "files": scrubbed,
        "remains": _remains(scrubbed),
        "ledger": {"position": _ledger_position(row)},
    }


def _remains(scrubbed: dict[str, Any]) -> list[dict[str, str]]:
    """What this erasure cannot reach, said plainly."""
    remains = [
        {"what": "database backups made before", "until": "they age out, 30 days by default"},
        {"what": "disk blocks that the database gave back", "until": "the file system reuses them"},
    ]
    if not scrubbed.get("done"):
        of = ", ".join(scrubbed.get("left", [])) or "database files"
        remains.append({"what": f"freed pages of {of}", "until": "the database reuses them"})
    if scrubbed.get("log_recycled"):
        remains.append({"what": "recycled segments of the log", "until": "the database overwrites them"})
    return remains


def _ledger_position(row: ErasureRequest) -> int:
    """Sequence number of the last event before this receipt's own."""
    system = system_actor(row.workspace_id)
    with acting_as(system, row.owner_id, role=DatabaseRole.AUDIT):
        last = AuditEvent.objects.filter(workspace_id=row.workspace_id).order_by("-seq")
        return last.values_list("seq", flat=True).first() or 0
