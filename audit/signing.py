"""The installation's Ed25519 key: signs ledger heads and receipts. It lies outside the database."""

from hashlib import sha256
from typing import Any

import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings


def key_id(public: Ed25519PublicKey) -> str:
    """Short name of a public key: the first 16 hex characters of its SHA-256."""
    return sha256(public.public_bytes_raw()).hexdigest()[:16]


def public_key() -> Ed25519PublicKey:
    """The public half of the key in use."""
    return _private().public_key()


def known_keys() -> dict[str, Ed25519PublicKey]:
    """Public keys by their short names: the one in use and the retired ones, whose signatures stay good."""
    former = [Ed25519PublicKey.from_public_bytes(bytes.fromhex(text)) for text in settings.FORMER_PUBLIC_KEYS]
    return {key_id(key): key for key in (public_key(), *former)}


def sign(document: dict[str, Any]) -> tuple[bytes, str]:
    """(signature, key id) over the RFC 8785 form of ``document``."""
    return _private().sign(rfc8785.dumps(document)), key_id(public_key())


def is_signed(document: dict[str, Any], *, signature: bytes, by: Ed25519PublicKey) -> bool:
    """True when ``signature`` is the key's over ``document``."""
    try:
        by.verify(signature, rfc8785.dumps(document))
    except InvalidSignature:
        return False
    return True


def _private() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(settings.SIGNING_KEY)
