"""Signed heads of the chains, kept outside the database: they give away a cut tail and a rewritten chain.

A chain alone proves nothing against someone who can rewrite all of it. So at intervals its head (number and
hash of the last event) is signed and appended to a file of its own, best on another volume. What the database
holds later must still agree with every head in that file.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings

from audit.models import AuditEvent
from audit.signing import is_signed, known_keys, sign


@dataclass(frozen=True)
class Head:
    """A chain at one moment: its length, the hash of its last event, and whether our key signed that."""

    workspace_id: UUID
    seq: int
    hash: str
    signed_at: datetime
    genuine: bool


def sign_head(workspace_id: UUID) -> int | None:
    """Append the chain's head to the file unless it is there; returns its number, ``None`` when empty.

    Must run where the ledger of the workspace is readable.
    """
    last = AuditEvent.objects.filter(workspace_id=workspace_id).order_by("-seq").first()
    if last is None:
        return None
    known = max((head.seq for head in read_heads(workspace_id)), default=0)
    if last.seq > known:
        _append(workspace_id, _document(last))
    return last.seq


def read_heads(workspace_id: UUID) -> Iterator[Head]:
    """The heads in the file, oldest first; a malformed or wrongly signed one is not genuine."""
    path = _path(workspace_id)
    if not path.exists():
        return
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield _head(workspace_id, line)


def disagreement(workspace_id: UUID) -> tuple[int, str] | None:
    """(number, reason) of the first head the database no longer agrees with; ``None`` when all agree.

    ``cut_off``: the event is gone. ``rewritten``: it has another hash. ``forged_head``: the file was tampered
    with. Must run where the ledger of the workspace is readable.
    """
    for head in read_heads(workspace_id):
        if not head.genuine:
            return head.seq, "forged_head"
        stored = AuditEvent.objects.filter(workspace_id=workspace_id, seq=head.seq)
        found = stored.values_list("hash", flat=True).first()
        if found is None:
            return head.seq, "cut_off"
        if bytes(found).hex() != head.hash:
            return head.seq, "rewritten"
    return None


def _document(event: AuditEvent) -> dict[str, Any]:
    head = {
        "workspace": str(event.workspace_id),
        "seq": event.seq,
        "hash": bytes(event.hash).hex(),
        "at": datetime.now(UTC).isoformat(),
    }
    signature, key = sign(head)
    return {"head": head, "signature": signature.hex(), "key_id": key}


def _append(workspace_id: UUID, document: dict[str, Any]) -> None:
    path = _path(workspace_id)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    line = json.dumps(document, sort_keys=True) + "\n"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(handle, line.encode())
        os.fsync(handle)
    finally:
        os.close(handle)


def _head(workspace_id: UUID, line: str) -> Head:
    try:
        document = json.loads(line)
        head = document["head"]
        key = known_keys().get(document["key_id"])
        signed = key is not None and is_signed(head, signature=bytes.fromhex(document["signature"]), by=key)
        at = datetime.fromisoformat(head["at"])
        return Head(
            workspace_id,
            int(head["seq"]),
            head["hash"],
            at,
            signed and head["workspace"] == str(workspace_id),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return Head(workspace_id, 0, "", datetime.min.replace(tzinfo=UTC), False)


def _path(workspace_id: UUID) -> Path:
    return Path(settings.LEDGER_HEADS_DIR) / f"{workspace_id}.jsonl"
