"""A crowd for measuring search: many owners with thousands of memories each, written past the product.

Texts come from templates, so words repeat as they do in talk. Vectors are not computed (that would take
hours): each is the real vector of the text's template, turned by random noise, so that similarities spread.
Rows go in as the superuser with COPY; everything that reads them is the product as it ships.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import sqrt
from uuid import UUID

import numpy as np
import psycopg
from psycopg.types.json import Jsonb

from audit.identity import uuid7
from memories.domain.ports import Embedder
from memories.domain.text import summarise
from memories.domain.tokens import term_count, terms

TURNS = 100
"""Turns of one conversation."""

_NOISE = 0.55  # standard deviation of the noise, in lengths of the vector it is added to

_PLACES = (
    "Lagos",
    "Bristol",
    "Osaka",
    "Lima",
    "Turin",
    "Oslo",
    "Leeds",
    "Quito",
    "Dakar",
    "Perth",
    "Tartu",
    "Izmir",
)
_PEOPLE = (
    "Ana",
    "Bo",
    "Chidi",
    "Dara",
    "Emil",
    "Farah",
    "Goran",
    "Hana",
    "Iker",
    "Jun",
    "Kavya",
    "Liam",
    "Mina",
)
_THINGS = (
    "bicycle",
    "piano",
    "tent",
    "kettle",
    "novel",
    "camera",
    "violin",
    "canoe",
    "sofa",
    "lamp",
    "drone",
    "kayak",
)
_FOODS = (
    "dumplings",
    "risotto",
    "lentils",
    "papaya",
    "ramen",
    "falafel",
    "pancakes",
    "mango",
    "tofu",
    "curry",
    "plums",
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_TEMPLATES = (
    "I am thinking of moving to {place} with {person}, because the {thing} market there is so good.",
    "{person} cooked {food} for us on {day} and it was the best meal in weeks.",
    "Could you remind me to return the {thing} to {person} before {day}?",
    "My train to {place} leaves on {day} at {number}, please do not let me miss it.",
    "I do not like {food}, but I would eat it in {place} any time.",
    "The doctor in {place} said I should rest until {day} and eat more {food}.",
    "{person} and I had an argument about the {thing}, I hope we make up by {day}.",
    "We saved {number} euros for a new {thing}, it will stand next to the window.",
    "At work {person} leads the project in {place} now, I report to them every {day}.",
    "Last night I dreamt of a {thing} full of {food}, strange, was it not?",
    "For {person}'s birthday I want to find an old {thing} from {place}.",
    "Room {number} in the hotel in {place} smelled of {food}, never again.",
)
_QUESTIONS = (
    "Who cooked {food}?",
    "When does the train to {place} leave?",
    "What did {person} say about the {thing}?",
    "Where should I return the {thing}?",
    "What happened in {place} on {day}?",
    "Which food does the doctor in {place} recommend?",
)


@dataclass(frozen=True)
class Person:
    """One owner of the crowd."""

    id: UUID
    workspace_id: UUID


def sentence(chance: random.Random) -> tuple[int, str]:
    """(number of its template, text) of one turn."""
    number = chance.randrange(len(_TEMPLATES))
    return number, _filled(_TEMPLATES[number], chance)


def question(chance: random.Random) -> str:
    """Something to look for."""
    return _filled(chance.choice(_QUESTIONS), chance)


def settle(
    connection: psycopg.Connection, person: Person, *, memories: int, model: Embedder, chance: random.Random
) -> None:
    """Give one owner that many memories in conversations of ``TURNS`` turns, with terms and vectors."""
    base = model.passages([template.replace("{", "").replace("}", "") for template in _TEMPLATES])
    rows = list(_rows(memories, chance))
    own = (person.workspace_id, person.id)
    vectors = zip(rows, _turned(base, rows, chance.randrange(1 << 30)), strict=True)
    tables = {
        _CONVERSATIONS: ((row.conversation, *own, str(row.place), _START, "") for row in rows[::TURNS]),
        _MEMORIES: (_memory(own, row) for row in rows),
        _CONTENTS: ((row.id, *own, row.text, summarise(row.text), Jsonb({})) for row in rows),
        _TERMS: ((*own, term, row.id, count) for row in rows for term, count in row.counts.items()),
        _VECTORS: (
            (uuid7(), *own, row.id, model.tag, model.dimension, near, _START) for row, near in vectors
        ),
    }
    with connection.transaction():
        for target, values in tables.items():
            _copy(connection, target, values)


@dataclass(frozen=True)
class _Row:
    id: UUID
    conversation: UUID
    place: int
    template: int
    text: str
    counts: dict[str, int]


_START = datetime(2024, 1, 1, tzinfo=UTC)
_CONVERSATIONS = "memories_conversation (id, workspace_id, owner_id, external_id, started_at, title)"
_MEMORIES = (
    "memories_memory (id, workspace_id, owner_id, kind, status, source, trust, confidence, risk, outcome,"
    " digest, version, pinned, conversation_id, place, event_time, created_at, updated_at, access_count,"
    " decay_score, epoch, term_count, indexing_state, indexing_attempts)"
)
_CONTENTS = "memories_memorycontent (memory_id, workspace_id, owner_id, content, summary, metadata)"
_TERMS = "memories_memoryterm (workspace_id, owner_id, term, memory_id, frequency)"
_VECTORS = (
    "memories_memoryembedding (id, workspace_id, owner_id, memory_id, model, dimension, vector, created_at)"
)


def _rows(memories: int, chance: random.Random) -> Iterator[_Row]:
    conversation = uuid7()
    for place in range(memories):
        if place % TURNS == 0:
            conversation = uuid7()
        template, text = sentence(chance)
        yield _Row(uuid7(), conversation, place, template, text, dict(terms(text)))


def _memory(own: tuple[UUID, UUID], row: _Row) -> tuple[object, ...]:
    said = _START + timedelta(minutes=row.place)
    return (
        row.id, *own, "fact", "active", "import", 0.9, 0.9, 0.0, "stored", row.id.bytes, 1,
        False, row.conversation, row.place, said, said, said, 0, 1.0, 1, term_count(row.counts), "ready", 0,
    )  # fmt: skip


def _turned(base: list[list[float]], rows: list[_Row], seed: int) -> Iterator[str]:
    """One vector a row, of length 1, as PostgreSQL reads it."""
    noise = np.random.default_rng(seed)
    for row in rows:
        vector = np.asarray(base[row.template])
        vector = vector + noise.normal(0, _NOISE / sqrt(len(vector)), len(vector))
        yield "[" + ",".join(f"{value:.5g}" for value in vector / np.linalg.norm(vector)) + "]"


def _copy(connection: psycopg.Connection, target: str, rows: Iterator[tuple[object, ...]]) -> None:
    with connection.cursor().copy(f"COPY {target} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _filled(template: str, chance: random.Random) -> str:
    return template.format(
        place=chance.choice(_PLACES),
        person=chance.choice(_PEOPLE),
        thing=chance.choice(_THINGS),
        food=chance.choice(_FOODS),
        day=chance.choice(_DAYS),
        number=chance.randrange(10, 900),
    )
