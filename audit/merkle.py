"""Merkle trees as RFC 6962 (Certificate Transparency) defines them: short proofs of inclusion.

Leaves and inner nodes are hashed with different prefixes (0x00, 0x01), so neither can pose as the other.
"""

from collections.abc import Sequence
from hashlib import sha256

EMPTY = sha256(b"").digest()
"""Root of a tree without leaves."""


def leaf_hash(data: bytes) -> bytes:
    """Hash of one leaf: SHA-256(0x00 ‖ data)."""
    return sha256(b"\x00" + data).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """Root over leaf hashes in order (RFC 6962, section 2.1)."""
    level = list(leaves)
    if not level:
        return EMPTY
    while len(level) > 1:
        level = _next_level(level)
    return level[0]


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Siblings from the leaf at ``index`` up to the root (section 2.1.1); raises ``IndexError`` outside."""
    if not 0 <= index < len(leaves):
        raise IndexError(index)
    level, path = list(leaves), []
    while len(level) > 1:
        sibling = index ^ 1
        if sibling < len(level):
            path.append(level[sibling])
        level, index = _next_level(level), index // 2
    return path


def verify_inclusion(leaf: bytes, *, index: int, size: int, path: Sequence[bytes], expected: bytes) -> bool:
    """True when ``path`` leads from the leaf at ``index`` of ``size`` leaves to the root ``expected``."""
    if not 0 <= index < size:
        return False
    rest, node, last = list(path), leaf, size - 1
    while last > 0:
        if index % 2 or index < last:
            if not rest:
                return False
            sibling = rest.pop(0)
            node = _node(sibling, node) if index % 2 else _node(node, sibling)
        index, last = index // 2, last // 2
    return not rest and node == expected


def _next_level(level: Sequence[bytes]) -> list[bytes]:
    """Pairs joined; a last one without a partner rises as it is, which gives RFC 6962's unbalanced trees."""
    paired = [_node(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
    return [*paired, level[-1]] if len(level) % 2 else paired


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
