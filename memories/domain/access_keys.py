"""The written form of keys and one-time tokens: ``hs_<id>_<secret>``. Only digests are ever stored."""

import re
import secrets
from dataclasses import dataclass
from hashlib import sha256

_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
_KEY = re.compile(r"hs_([a-z2-7]{12})_([A-Za-z0-9_-]{43})")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class NewKey:
    """A fresh key: ``text`` is shown once, ``public_id`` and ``digest`` are stored."""

    public_id: str
    text: str
    digest: bytes


def new_key() -> NewKey:
    """A key with a 256-bit secret."""
    public_id = "".join(secrets.choice(_ALPHABET) for _ in range(12))
    secret = secrets.token_urlsafe(32)
    return NewKey(public_id, f"hs_{public_id}_{secret}", digest(secret))


def parse_key(text: str) -> tuple[str, bytes] | None:
    """(public id, digest of the secret) of a well-formed key, else ``None``."""
    match = _KEY.fullmatch(text)
    return (match[1], digest(match[2])) if match else None


def new_token() -> str:
    """A one-time token of 256 bits."""
    return secrets.token_urlsafe(32)


def parse_token(text: str) -> bytes | None:
    """Digest of a well-formed token, else ``None``."""
    return digest(text) if _TOKEN.fullmatch(text) else None


def digest(secret: str) -> bytes:
    """SHA-256: enough for secrets of 256 random bits, which cannot be guessed from a dictionary."""
    return sha256(secret.encode()).digest()
