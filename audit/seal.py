"""Per-owner keys of the ledger: pseudonyms, payload commitments and sealed payloads.

An owner's salt and key lie in one row, wrapped with the master key that is kept outside the
database. Erasing that row makes every pseudonym and payload of the owner meaningless while the
chain still verifies.
"""

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

import rfc8785
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

_NONCE = 12


@dataclass(frozen=True)
class SubjectKey:
    """The two secrets of one owner, 32 bytes each."""

    salt: bytes
    key: bytes

    def pseudonym(self, owner_id: UUID) -> str:
        """Keyed subject id as 32 hex characters; stable while the salt lives."""
        return hmac.new(self.salt, owner_id.bytes, sha256).hexdigest()[:32]

    def commitment(self, payload: dict[str, Any]) -> bytes:
        """HMAC-SHA-256 over the RFC 8785 form of ``payload``: proves it without revealing it."""
        return hmac.new(self.key, rfc8785.dumps(payload), sha256).digest()

    def seal(self, payload: dict[str, Any], *, bound_to: UUID) -> bytes:
        """Encrypt ``payload`` (AES-256-GCM), bound to the id of its event."""
        nonce = secrets.token_bytes(_NONCE)
        return nonce + AESGCM(self.key).encrypt(nonce, rfc8785.dumps(payload), bound_to.bytes)

    def unseal(self, sealed: bytes, *, bound_to: UUID) -> bytes:
        """Decrypt to canonical JSON; raises ``cryptography.exceptions.InvalidTag`` when it does not fit."""
        return AESGCM(self.key).decrypt(sealed[:_NONCE], sealed[_NONCE:], bound_to.bytes)

    def digest(self, text: str) -> bytes:
        """Keyed digest of a text (dedup keys, lessons), useless once the key is gone."""
        return hmac.new(self.salt, b"text:" + text.encode(), sha256).digest()


def new_subject_key() -> SubjectKey:
    """Fresh secrets for a new owner."""
    return SubjectKey(secrets.token_bytes(32), secrets.token_bytes(32))


def wrap(subject: SubjectKey, *, owner_id: UUID) -> bytes:
    """Encrypt an owner's secrets with the master key for storage."""
    nonce = secrets.token_bytes(_NONCE)
    return nonce + AESGCM(settings.MASTER_KEY).encrypt(nonce, subject.salt + subject.key, owner_id.bytes)


def unwrap(wrapped: bytes | memoryview, *, owner_id: UUID) -> SubjectKey:
    """The owner's secrets; raises ``InvalidTag`` under another master key."""
    wrapped = bytes(wrapped)
    plain = AESGCM(settings.MASTER_KEY).decrypt(wrapped[:_NONCE], wrapped[_NONCE:], owner_id.bytes)
    return SubjectKey(plain[:32], plain[32:])


def workspace_digest(workspace_id: UUID, text: str) -> bytes:
    """Keyed digest that outlives an owner (tombstones): derived from the master key per workspace."""
    key = hmac.new(settings.MASTER_KEY, b"tombstone:" + workspace_id.bytes, sha256).digest()
    return hmac.new(key, text.encode(), sha256).digest()
