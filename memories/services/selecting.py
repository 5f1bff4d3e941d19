"""Which memories are about a topic: what a person would expect "everything about X" to mean."""

from datetime import UTC, datetime
from uuid import UUID

from memories.backends import memory_index
from memories.domain.ports import Eligibility
from memories.domain.scoring import share_of_best
from memories.domain.tokens import terms
from memories.domain.vocabulary import Status
from memories.models import MemoryContent

_MOST = 500
_RELEVANT = 0.3
"""Share of the best keyword score from which a memory counts as being about the topic."""


def memories_about(owner_id: UUID, topic: str) -> list[UUID]:
    """Ids of the owner's memories about ``topic``, most relevant first; at most 500.

    A memory counts when it holds the words as written, or scores at least 0.3 of the best by keywords. The
    person sees each of them before anything is erased.
    """
    if not topic.strip():
        return []
    literal = MemoryContent.objects.filter(owner_id=owner_id, content__icontains=topic.strip())
    found = list(literal.values_list("memory_id", flat=True)[:_MOST])
    eligible = Eligibility(statuses=tuple(status.value for status in Status), include_expired=True)
    scores = memory_index().keyword_pool(
        owner_id=owner_id, terms=list(terms(topic)), eligible=eligible, now=datetime.now(UTC), limit=_MOST
    )
    near = [memory_id for memory_id, share in share_of_best(scores).items() if share >= _RELEVANT]
    return list(dict.fromkeys(found + near))[:_MOST]
