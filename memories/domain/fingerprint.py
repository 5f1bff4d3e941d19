"""Keyed fingerprints that recognise a near copy without keeping the text."""

from collections.abc import Collection
from hashlib import blake2b

from memories.domain.text import normalise

_WIDTH = 4
_KEPT = 200
NEAR_COPY = 0.55
"""Overlap of fingerprints from which two texts count as copies. One word in twenty changed leaves about 0.7
of the four-character shingles of a sentence; unrelated sentences share under 0.1."""


def fingerprint(text: str, *, key: bytes) -> list[str]:
    """The smallest 200 keyed digests of the text's four-character shingles, as hex, sorted.

    A bottom-k sketch: the overlap of two sketches estimates the Jaccard similarity of the texts. Without
    ``key`` (the owner's salt) it says nothing.
    """
    plain = normalise(text)
    shingles = {plain[i : i + _WIDTH] for i in range(max(1, len(plain) - _WIDTH + 1))}
    return sorted(
        blake2b(s.encode(errors="surrogatepass"), digest_size=6, key=key[:64]).hexdigest() for s in shingles
    )[:_KEPT]


def overlap(one: Collection[str], other: Collection[str]) -> float:
    """Estimated Jaccard similarity 0–1 of the texts behind two fingerprints."""
    union = sorted({*one, *other})[:_KEPT]
    if not union:
        return 0.0
    both = set(one) & set(other)
    return sum(digest in both for digest in union) / len(union)


def is_near_copy(one: Collection[str], other: Collection[str]) -> bool:
    """True when two fingerprints belong to copies of the same text, a few words apart."""
    return overlap(one, other) >= NEAR_COPY
