"""Transcripts: the conversations of a person and their messages, for reading."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from audit.context import acting_as
from audit.identity import Actor
from memories.domain.errors import NotFound
from memories.domain.vocabulary import Verb
from memories.models import Conversation, Message
from memories.services.access import require
from memories.services.browse import Page


@dataclass(frozen=True)
class ThreadView:
    """One thread; ``conversation_id`` is the caller's own id."""

    conversation_id: str
    title: str
    paused: bool
    started_at: datetime
    messages: int


@dataclass(frozen=True)
class MessageView:
    """One turn. The text of a quarantined write is not kept here."""

    message_id: str
    place: int
    role: str
    speaker: str
    content: str
    sent_at: datetime


def list_threads(
    actor: Actor, owner_id: UUID | None, *, limit: int = 50, offset: int = 0
) -> Page[ThreadView]:
    """A page of a person's threads, newest first; an unknown person has none. Needs ``read``."""
    require(actor, Verb.READ)
    if owner_id is None:
        return Page((), None, 0)
    inside = Message.objects.filter(owner_id=owner_id, conversation_id=OuterRef("pk")).values("conversation")
    count = Subquery(inside.annotate(n=Count("id")).values("n"))
    with acting_as(actor, owner_id):
        rows = Conversation.objects.filter(owner_id=owner_id)
        counted = rows.annotate(said=Coalesce(count, 0)).order_by("-started_at", "-id")
        page = [
            ThreadView(row.external_id, row.title, row.paused_at is not None, row.started_at, row.said)
            for row in counted[offset : offset + limit]
        ]
        total = rows.count()
    return Page(tuple(page), _following(offset, limit, total), total)


def list_messages(
    actor: Actor, owner_id: UUID | None, conversation_id: str, *, limit: int = 50, offset: int = 0
) -> Page[MessageView]:
    """A page of one thread in its order. Needs ``read``; ``NotFound`` for an unknown thread."""
    require(actor, Verb.READ)
    if owner_id is None:
        raise NotFound
    with acting_as(actor, owner_id):
        thread = Conversation.objects.filter(owner_id=owner_id, external_id=conversation_id).first()
        if thread is None:
            raise NotFound
        rows = Message.objects.filter(owner_id=owner_id, conversation_id=thread.id)
        total = rows.count()
        page = [_message(row) for row in rows.order_by("place", "sent_at", "id")[offset : offset + limit]]
    return Page(tuple(page), _following(offset, limit, total), total)


def _following(offset: int, limit: int, total: int) -> str | None:
    return str(offset + limit) if offset + limit < total else None


def _message(row: Message) -> MessageView:
    return MessageView(row.external_id, row.place, row.role, row.speaker, row.content, row.sent_at)
