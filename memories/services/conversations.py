"""An owner's conversations, for choosing one."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from audit.context import acting_as
from audit.identity import Actor
from memories.domain.errors import Forbidden
from memories.domain.vocabulary import Verb
from memories.models import Conversation, Memory
from memories.services.access import require

_LISTED = 500


@dataclass(frozen=True)
class ConversationView:
    """A thread by the caller's own id, with the number of memories drawn from it."""

    id: str
    title: str
    started_at: datetime
    memories: int


def my_conversations(actor: Actor) -> list[ConversationView]:
    """The conversations of the person who asks, newest first, at most 500. Needs ``read``."""
    require(actor, Verb.READ)
    owner_id = actor.owner_id
    if owner_id is None:
        raise Forbidden("Only a person has conversations of their own.")
    drawn = Memory.objects.filter(owner_id=owner_id, conversation=OuterRef("pk")).values("conversation")
    count = Subquery(drawn.annotate(n=Count("id")).values("n"))
    with acting_as(actor, owner_id):
        rows = Conversation.objects.filter(owner_id=owner_id).annotate(drawn=Coalesce(count, 0))
        newest = rows.order_by("-started_at", "-id")[:_LISTED]
        return [ConversationView(row.external_id, row.title, row.started_at, row.drawn) for row in newest]
