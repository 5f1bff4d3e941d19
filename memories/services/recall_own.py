"""Recall for the person the memories are about: what an agent would be given, and what is kept from it."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from uuid import UUID

from audit.context import acting_as
from audit.identity import Actor
from memories.domain.errors import Forbidden
from memories.domain.lifecycle import INCLUDABLE
from memories.domain.ports import Vector
from memories.domain.scoring import weights_of
from memories.domain.vocabulary import Verb
from memories.services.access import require
from memories.services.policies import effective_policy
from memories.services.recall import Recollection, answer, embed_query, nothing_recalled, ranked_for
from memories.services.recall_pools import Query, eligibility
from memories.services.subjects import is_alive

EXPIRED = "expired"


@dataclass(frozen=True)
class Rehearsal:
    """The answer, and how many memories would have been in it but for their status (or ``expired``)."""

    answer: Recollection
    left_out: Mapping[str, int] = field(default_factory=dict)


def recall_own(actor: Actor, query: Query) -> Rehearsal:
    """Ask as an agent would, about oneself. Needs ``read`` on a credential of the person.

    Owners hold no ``recall`` verb: that one hands memories to a program. What they see here is no more than
    ``read`` shows them already, in another order, so it asks for ``read``. It leaves a trace and an event
    like every recall, but looking does not count as a use that would keep a memory fresh.
    """
    require(actor, Verb.READ)
    owner_id = actor.owner_id
    if owner_id is None:
        raise Forbidden("Only a person looks at their own memory this way; others need the verb 'recall'.")
    started = time.perf_counter()
    weights_of(query.preset or "default")
    vector = embed_query(query.text)
    with acting_as(actor, owner_id) as scope:
        if not is_alive(owner_id):
            return Rehearsal(nothing_recalled(query))
        given = answer(scope, owner_id, query, vector=vector, started=started, counted=False)
        return Rehearsal(given, _left_out(owner_id, query, vector))


def _left_out(owner_id: UUID, query: Query, vector: Vector | None) -> dict[str, int]:
    """Rank once more with every status included: whoever would then stand among the best was left out."""
    now = datetime.now(UTC)
    everything = frozenset({*INCLUDABLE, EXPIRED})
    wide = replace(query, include=everything, statuses=())
    ranked, _ = ranked_for(owner_id, wide, vector=vector, policy=effective_policy(owner_id), now=now)
    allowed = eligibility(owner_id, query)
    counts: Counter[str] = Counter()
    for row, _score in ranked:
        if row.status not in allowed.statuses:
            counts[row.status] += 1
        elif not allowed.include_expired and row.expires_at is not None and row.expires_at <= now:
            counts[EXPIRED] += 1
    return dict(counts)
