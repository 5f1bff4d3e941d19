"""All about one memory for the person it is about: its texts, where it came from, who was given it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from audit.context import acting_as
from audit.identity import Actor
from memories.domain.vocabulary import Status, Verb
from memories.models import Memory, Message, RecallTrace
from memories.services.access import require
from memories.services.browse import (
    RelationView,
    VersionView,
    list_relations,
    list_versions,
    one,
    visible,
)
from memories.services.owners import owner_of_object
from memories.services.shapes import MemoryView, memory_view, with_body

_ACCESSES = 10
_VERSIONS = 50


@dataclass(frozen=True)
class Access:
    """One recall that gave the memory to somebody."""

    at: datetime
    actor_kind: str
    actor_id: UUID


@dataclass(frozen=True)
class Link:
    """A relation seen from one memory: to which other one, and whether it leads there."""

    relation: RelationView
    other: MemoryView
    outgoing: bool


@dataclass(frozen=True)
class Story:
    """``quote`` is the turn the memory was drawn from, where it says more than the memory; versions and
    accesses are newest first, at most fifty and ten."""

    memory: MemoryView
    quote: str
    versions: tuple[VersionView, ...]
    links: tuple[Link, ...]
    accesses: tuple[Access, ...]


def memory_story(actor: Actor, memory_id: UUID) -> Story:
    """Everything a page about one memory shows. Needs ``read``; ``NotFound`` when absent or not yours.

    Of a quarantined memory neither text, quote nor history is shown.
    """
    require(actor, Verb.READ)
    owner_id = owner_of_object(actor, "memory", memory_id)
    with acting_as(actor, owner_id):
        row = one(memory_id)
        return Story(
            memory=visible(memory_view(row)),
            quote=_quote(row),
            versions=tuple(list_versions(actor, memory_id)[:_VERSIONS]),
            links=_links(actor, owner_id, memory_id),
            accesses=_accesses(owner_id, memory_id),
        )


def _quote(row: Memory) -> str:
    message: Message | None = row.message
    if message is None or row.status == Status.QUARANTINED or message.content == row.body.content:
        return ""
    return message.content


def _links(actor: Actor, owner_id: UUID, memory_id: UUID) -> tuple[Link, ...]:
    found = list_relations(actor, memory_id)
    ends = {
        relation.target_id if relation.source_id == memory_id else relation.source_id for relation in found
    }
    rows = with_body(Memory.objects.filter(owner_id=owner_id, id__in=ends))
    others = {row.id: visible(memory_view(row)) for row in rows}
    links = []
    for relation in found:
        outgoing = relation.source_id == memory_id
        other = others.get(relation.target_id if outgoing else relation.source_id)
        if other is not None:
            links.append(Link(relation, other, outgoing))
    return tuple(links)


def _accesses(owner_id: UUID, memory_id: UUID) -> tuple[Access, ...]:
    traces = RecallTrace.objects.filter(owner_id=owner_id, results__contains=[{"id": str(memory_id)}])
    rows = traces.order_by("-created_at").values_list("created_at", "actor_kind", "actor_id")
    return tuple(Access(*row) for row in rows[:_ACCESSES])
