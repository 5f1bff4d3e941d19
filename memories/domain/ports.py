"""The abilities the product needs from outside: one Protocol per port (``backends`` picks the adapter)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

Vector = Sequence[float]


class Embedder(Protocol):
    """Turns text into vectors of unit length."""

    tag: str
    """Model name that is stored beside each vector."""
    dimension: int

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Vectors of stored texts, one per text, in order."""
        ...

    def query(self, text: str) -> Vector:
        """Vector of a search text."""
        ...


@dataclass(frozen=True)
class Eligibility:
    """Which memories may be recalled: applied in SQL before top-k."""

    statuses: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    conversation_id: UUID | None = None
    min_confidence: float = 0.0
    created_from: datetime | None = None
    created_to: datetime | None = None
    include_expired: bool = False
    metadata: Mapping[str, object] | None = None
    as_of: datetime | None = None


class MemoryIndex(Protocol):
    """Candidate pools of one owner; must be called inside that owner's scope."""

    def vector_pool(
        self, *, owner_id: UUID, tag: str, vector: Vector, eligible: Eligibility, now: datetime, limit: int
    ) -> dict[UUID, float]:
        """Nearest memories with their raw cosine similarity (−1–1)."""
        ...

    def keyword_pool(
        self,
        *,
        owner_id: UUID,
        terms: Sequence[str],
        eligible: Eligibility,
        now: datetime,
        limit: int,
        neighbours: bool = False,
    ) -> dict[UUID, float]:
        """Best memories by BM25 with this owner's own document frequencies.

        A score is a share of what a memory of middle length with every term once gets: 0 to a little above 1.
        With ``neighbours`` the words of the turns before and after count for a memory too, at less weight.
        """
        ...

    def put_terms(self, *, owner_id: UUID, memory_id: UUID, counts: Mapping[str, int]) -> None:
        """Replace the index terms of one memory."""
        ...
