"""Candidate pools in PostgreSQL: exact or HNSW vectors, and BM25 with per-owner statistics."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from memories.domain.ports import Eligibility, Vector
from memories.models import MemoryTerm

EXACT_BELOW = 20_000
"""Rows of one owner up to which every vector is compared; above, HNSW with iterative scan."""

_K1, _B = 0.9, 0.4  # BM25 constants for short texts, as Anserini has them; 1.2 and 0.75 find 1 % less here
_HNSW_WIDTH = 384
_EF_SEARCH = 200  # recall@10 0.98 for an owner of 250,000

_EXACT = """
SELECT e.memory_id, 1 - (e.vector <=> %(vector)s::halfvec)
FROM memories_memoryembedding e JOIN memories_memory m ON m.owner_id = e.owner_id AND m.id = e.memory_id
WHERE e.owner_id = %(owner)s AND e.model = %(model)s AND {eligible}
ORDER BY e.vector <=> %(vector)s::halfvec LIMIT %(limit)s
"""

_NEAREST = """
SELECT e.memory_id, 1 - (e.vector::halfvec(384) <=> %(vector)s::halfvec(384))
FROM memories_memoryembedding e JOIN memories_memory m ON m.owner_id = e.owner_id AND m.id = e.memory_id
WHERE e.owner_id = %(owner)s AND e.model = %(model)s AND e.dimension = 384 AND {eligible}
ORDER BY e.vector::halfvec(384) <=> %(vector)s::halfvec(384) LIMIT %(limit)s
"""

# Document frequencies are the owner's own: a word that is rare in the world may be common for this person.
# The sum is given as a share of what a memory of middle length with every asked word once would get, so
# that a store without the decisive word does not call its least bad memory a match.
_KEYWORD = """
WITH corpus AS (
  SELECT greatest(count(*), 1)::float8 AS n, greatest(avg(term_count), 1)::float8 AS mean
  FROM memories_memory WHERE owner_id = %(owner)s AND term_count > 0
), hits AS MATERIALIZED (
  SELECT t.term, t.memory_id, t.frequency::float8 AS frequency, m.conversation_id,
         m.place + 1 AS following, m.place - 1 AS preceding
  FROM memories_memoryterm t JOIN memories_memory m ON m.owner_id = t.owner_id AND m.id = t.memory_id
  WHERE t.owner_id = %(owner)s AND t.term = ANY(%(terms)s)
), found AS (
  SELECT term, count(*) AS df FROM hits GROUP BY term
), telling AS MATERIALIZED (
  SELECT hits.* FROM hits JOIN found USING (term) CROSS JOIN corpus WHERE df <= greatest(n / 10, 20)
), spread AS (
  SELECT term, memory_id, frequency FROM hits {neighbours}
), fields AS (
  SELECT term, memory_id, sum(frequency) AS frequency FROM spread GROUP BY term, memory_id
), weights AS (
  SELECT asked.term, ln(1 + (n - coalesce(df, 0) + 0.5) / (coalesce(df, 0) + 0.5)) AS idf
  FROM unnest(%(terms)s::text[]) AS asked (term) CROSS JOIN corpus
  LEFT JOIN found ON found.term = asked.term
), ideal AS (
  SELECT sum(idf) AS score FROM weights
)
SELECT f.memory_id, sum(w.idf * f.frequency * (%(k1)s + 1)
       / (f.frequency + %(k1)s * (1 - %(b)s + %(b)s * m.term_count / c.mean))) / i.score AS score
FROM fields f JOIN weights w ON w.term = f.term
JOIN memories_memory m ON m.owner_id = %(owner)s AND m.id = f.memory_id
CROSS JOIN corpus c CROSS JOIN ideal i
WHERE {eligible}
GROUP BY f.memory_id, i.score ORDER BY score DESC, f.memory_id LIMIT %(limit)s
"""

# Each memory with its neighbours in the conversation, as fields of less weight (BM25F): a short answer is
# found by the words of the question before it. A word that a tenth of all memories hold tells nothing about
# a neighbour and is left alone. Computed at query time, so that no word of an erased memory stays in the
# index of another. The neighbours' places are worked out before the join: "+" is not leakproof, so inside
# it row security would forbid the index on places (measured: 7 ms become 300).
_NEIGHBOURS = """
  UNION ALL
  SELECT h.term, m.id, h.frequency * 0.5::float8 FROM telling h JOIN memories_memory m
    ON m.owner_id = %(owner)s AND m.conversation_id = h.conversation_id AND m.place = h.following
  UNION ALL
  SELECT h.term, m.id, h.frequency * 0.25::float8 FROM telling h JOIN memories_memory m
    ON m.owner_id = %(owner)s AND m.conversation_id = h.conversation_id AND m.place = h.preceding
"""


class PostgresMemoryIndex:
    """The default index. Runs in the caller's scope; the owner is named in the SQL as a second lock."""

    def vector_pool(
        self, *, owner_id: UUID, tag: str, vector: Vector, eligible: Eligibility, now: datetime, limit: int
    ) -> dict[UUID, float]:
        """Nearest memories with their raw cosine similarity (−1–1)."""
        condition, values = _eligible(eligible, now)
        values |= {"owner": owner_id, "model": tag, "vector": _literal(vector), "limit": limit}
        with connection.cursor() as cursor:
            statement = self._vector_statement(cursor, owner_id, len(vector))
            cursor.execute(statement.format(eligible=condition), values)
            return dict(cursor.fetchall())

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
        """Best memories by BM25 (a share, ≥ 0), if asked with their neighbours; no terms, an empty pool."""
        if not terms:
            return {}
        condition, values = _eligible(eligible, now)
        values |= {"owner": owner_id, "terms": list(terms), "k1": _K1, "b": _B, "limit": limit}
        with connection.cursor() as cursor:
            around = _NEIGHBOURS if neighbours else ""
            cursor.execute(_KEYWORD.format(eligible=condition, neighbours=around), values)
            return {memory_id: float(score) for memory_id, score in cursor.fetchall()}

    def put_terms(self, *, owner_id: UUID, memory_id: UUID, counts: Mapping[str, int]) -> None:
        """Replace the index terms of one memory."""
        MemoryTerm.objects.filter(owner_id=owner_id, memory_id=memory_id).delete()
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO memories_memoryterm (workspace_id, owner_id, term, memory_id, frequency)"
                " SELECT m.workspace_id, m.owner_id, t.term, m.id, least(t.frequency, 32767)"
                " FROM memories_memory m, unnest(%s::text[], %s::int[]) AS t (term, frequency)"
                " WHERE m.owner_id = %s AND m.id = %s",
                [list(counts), list(counts.values()), owner_id, memory_id],
            )

    @staticmethod
    def _vector_statement(cursor: Any, owner_id: UUID, width: int) -> str:
        if width != _HNSW_WIDTH:
            return _EXACT
        # The memories are counted, not their vectors: those rows are ten times as wide.
        cursor.execute(
            "SELECT count(*) FROM (SELECT FROM memories_memory WHERE owner_id = %s LIMIT %s) AS c",
            [owner_id, EXACT_BELOW],
        )
        if cursor.fetchone()[0] < EXACT_BELOW:
            return _EXACT
        # Without the iterative scan a selective filter leaves the index with no rows to return (measured).
        cursor.execute("SET LOCAL hnsw.iterative_scan = strict_order")
        cursor.execute(f"SET LOCAL hnsw.ef_search = {_EF_SEARCH}")
        return _NEAREST


def _literal(vector: Vector) -> str:
    return "[" + ",".join(f"{value:.6g}" for value in vector) + "]"


def _eligible(eligible: Eligibility, now: datetime) -> tuple[str, dict[str, Any]]:
    """SQL over ``m`` for what may be recalled, with its values: applied before any top-k."""
    values: dict[str, Any] = {"statuses": list(eligible.statuses), "now": now}
    parts = ["m.status = ANY(%(statuses)s)"]
    if not eligible.include_expired:
        parts.append("(m.expires_at IS NULL OR m.expires_at > %(now)s)")
    for name, value, condition in (
        ("kinds", list(eligible.kinds), "m.kind = ANY(%(kinds)s)"),
        ("sources", list(eligible.sources), "m.source = ANY(%(sources)s)"),
        ("conversation", eligible.conversation_id, "m.conversation_id = %(conversation)s"),
        ("confidence", eligible.min_confidence, "m.confidence >= %(confidence)s"),
        ("since", eligible.created_from, "coalesce(m.event_time, m.created_at) >= %(since)s"),
        ("until", eligible.created_to, "coalesce(m.event_time, m.created_at) <= %(until)s"),
        ("as_of", eligible.as_of, "m.created_at <= %(as_of)s"),
        ("metadata", json.dumps(eligible.metadata) if eligible.metadata else None, _METADATA),
    ):
        if value:
            values[name] = value
            parts.append(condition)
    return " AND ".join(parts), values


_METADATA = (
    "EXISTS (SELECT FROM memories_memorycontent b WHERE b.owner_id = m.owner_id AND b.memory_id = m.id"
    " AND b.metadata @> %(metadata)s::jsonb)"
)
