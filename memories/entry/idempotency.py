"""``Idempotency-Key``: the same POST sent twice acts once.

Only what was done is kept. A refusal changed nothing, so its key is free again and the repeat, perhaps with a
mended body, is judged anew.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from audit.identity import Actor
from audit.seal import workspace_digest
from memories.domain.errors import Invalid
from memories.domain.text import find_malformed
from memories.entry.answers import Answer
from memories.services import idempotency as kept

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
"""Header of an answer that is given again."""

_LONGEST = 255
_REFUSED = 400
_OUTCOMES = frozenset({422})  # a blocked write is an outcome with an event, not a refusal without trace


@dataclass(frozen=True)
class Attempt:
    """One POST with a key: ``route`` is the pattern, ``content`` all that the answer depends on."""

    actor: Actor
    owner_id: UUID | None
    route: str
    key: str
    content: Mapping[str, Any]


def once(attempt: Attempt, act: Callable[[], Answer]) -> Answer:
    """Act, or give the kept answer. Raises ``Conflict`` for another body, or while the first is running."""
    _check(attempt.key)
    actor, workspace = attempt.actor, attempt.actor.workspace_id
    digest = workspace_digest(workspace, f"idempotency:{attempt.key}")
    content = json.dumps(attempt.content, sort_keys=True, separators=(",", ":"))
    earlier = kept.begin(
        actor,
        attempt.owner_id,
        route=attempt.route,
        key_digest=digest,
        body_digest=workspace_digest(workspace, content),
    )
    if earlier is not None:
        return Answer(earlier.status, **earlier.answer).with_headers({REPLAYED: "true"})
    done = False
    try:
        answer = act()
        done = answer.status < _REFUSED or answer.status in _OUTCOMES
    finally:
        if not done:
            kept.release(actor, attempt.owner_id, route=attempt.route, key_digest=digest)
    values = {"body": answer.body, "headers": dict(answer.headers), "content_type": answer.content_type}
    kept.finish(
        actor,
        attempt.owner_id,
        route=attempt.route,
        key_digest=digest,
        status=answer.status,
        answer=values,
    )
    return answer


def _check(key: str) -> None:
    if not key.strip() or len(key) > _LONGEST or not key.isprintable() or find_malformed(key):
        raise Invalid(f"{HEADER} has 1 to {_LONGEST} printable characters.", code="invalid", field=HEADER)
