"""Five thousand memories: erased in batches, to the last row."""

from memories.domain.vocabulary import ErasureScope
from memories.services.erasure_targets import BATCH
from tests.erasure.conftest import chain_holds, forget
from tests.erasure.test_scopes import KEPT
from tests.factories import count_rows

MANY = 5000

_FILL = """
WITH made AS (
  INSERT INTO memories_memory (workspace_id, owner_id, kind, status, source, trust, confidence, risk, outcome,
    digest, version, pinned, created_at, updated_at, access_count, decay_score, epoch, term_count,
    indexing_state, indexing_attempts)
  SELECT %(w)s, %(o)s, 'fact', 'active', 'import', 1, 1, 0, 'stored', sha256(n::text::bytea), 1, false, now(),
    now(), 0, 1, 1, 2, 'ready', 0 FROM generate_series(1, %(n)s) AS n RETURNING id
), contents AS (
  INSERT INTO memories_memorycontent (workspace_id, owner_id, memory_id, content, summary, metadata)
  SELECT %(w)s, %(o)s, id, 'statement ' || id, 'statement', '{}' FROM made
), versions AS (
  INSERT INTO memories_memoryversion (workspace_id, owner_id, memory_id, number, content, kind, confidence,
    metadata, change, author_kind, author_id, created_at)
  SELECT %(w)s, %(o)s, id, 1, 'statement ' || id, 'fact', 1, '{}', 'retained', 'agent', %(o)s, now() FROM made
)
INSERT INTO memories_memoryterm (workspace_id, owner_id, term, memory_id, frequency)
SELECT %(w)s, %(o)s, term, id, 1 FROM made, unnest(ARRAY['statement', 'number']) AS term
"""


def test_all_of_them_go(house, superuser, rows_of):
    superuser.execute(_FILL, {"w": house.id, "o": house.alice, "n": MANY})
    done = forget(house, house.alice, ErasureScope.OWNER)

    assert done.state == "verified"
    assert set(rows_of(house.alice)) == KEPT
    stores = {store["name"]: store["erased"] for store in done.receipt["receipt"]["stores"]}
    assert (stores["memories"], stores["content"], stores["index_terms"]) == (MANY, MANY, 2 * MANY)
    batches = count_rows(
        superuser,
        "audit_auditevent",
        "object_id = %s AND fields @> %s",
        done.request.id,
        '{"target": "memories"}',
    )
    assert batches == -(-MANY // BATCH)
    assert (
        count_rows(superuser, "memories_tombstone", "workspace_id = %s AND kind = 'text'", house.id) == MANY
    )
    assert chain_holds(house)
