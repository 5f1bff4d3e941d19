"""Recall over HTTP with 20 owners of 5,000 memories each, and what else must stay quick."""

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from memories.backends import embedder
from tests.bench.crowd import Person, question, settle
from tests.bench.tables import percentile, show
from tests.bench.tree import Client, Installation

OWNERS, MEMORIES = 20, 5000
GOAL_P95 = 120
_REQUESTS, _WARM_UP = 400, 40
_TOP_K = 8


@pytest.fixture(scope="module")
def crowd(installation: Installation) -> list[str]:
    """External ids of the owners, all settled."""
    people = [f"crowd-{number}" for number in range(OWNERS)]
    client = installation.client()
    for person in people:  # the first write makes the person, as it does for everybody
        client.post("/memories", {"user_id": person, "content": f"This is {person}."})
    with psycopg.connect(installation.manage("doctor")["admin_database_url"], autocommit=True) as connection:
        _settle_all(connection, people)
    return people


def test_recall_with_one_and_with_four_at_a_time(installation: Installation, crowd: list[str]) -> None:
    rows = [(clients, *_load(installation, crowd, clients)) for clients in (1, 4)]
    show(
        f"Recall over HTTP, {OWNERS} owners × {MEMORIES} memories, top {_TOP_K} (goal: p95 ≤ {GOAL_P95} ms)",
        ("clients", "requests", "p50 ms", "p95 ms", "p99 ms", "requests/s", "CPU ms a request"),
        rows,
    )


def test_write_over_http(installation: Installation, crowd: list[str]) -> None:
    client = installation.client()
    chance = random.Random(3)
    seconds = [
        client.post("/memories", {"user_id": crowd[0], "content": f"Note {n}: {chance.random()}."})[1]
        for n in range(200)
    ]
    rate = len(seconds) / sum(seconds)
    show(
        "One write over HTTP (screened, stored, in the ledger, durable)",
        ("writes", "p50 ms", "p95 ms", "writes/s"),
        [(len(seconds), percentile(seconds, 0.5), percentile(seconds, 0.95), rate)],
    )


def _settle_all(connection: psycopg.Connection, people: list[str]) -> None:
    model = embedder()
    where = "SELECT id, workspace_id FROM memories_owner WHERE external_id = %s"
    with _without_vector_index(connection):
        for number, name in enumerate(people):
            row = connection.execute(where, [name]).fetchone()
            assert row is not None
            settle(connection, Person(*row), memories=MEMORIES, model=model, chance=random.Random(number))
    connection.execute("VACUUM ANALYZE")


class _without_vector_index:  # noqa: N801 - reads as the block it opens
    """Built once at the end: row by row the index of a hundred thousand vectors takes many minutes."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection
        found = connection.execute(
            "SELECT indexdef, indexname FROM pg_indexes WHERE indexdef LIKE '%USING hnsw%'"
        )
        self._indexes = found.fetchall()

    def __enter__(self) -> None:
        for _, name in self._indexes:
            self._connection.execute(f'DROP INDEX "{name}"')

    def __exit__(self, *_: object) -> None:
        self._connection.execute("SET maintenance_work_mem = '512MB'")
        for definition, _ in self._indexes:
            self._connection.execute(definition)


def _load(
    installation: Installation, people: list[str], clients: int
) -> tuple[int, float, float, float, float, float]:
    chance = random.Random(clients)
    asked = [(chance.choice(people), question(chance)) for _ in range(_REQUESTS + _WARM_UP)]
    shares = [asked[_WARM_UP:][at::clients] for at in range(clients)]
    open_clients = [installation.client() for _ in range(clients)]
    for person, query in asked[:_WARM_UP]:
        open_clients[0].recall(person, query, top_k=_TOP_K)
    began, used = time.perf_counter(), installation.cpu_seconds()
    with ThreadPoolExecutor(clients) as pool:
        parts = list(pool.map(_asking(shares), open_clients, range(clients)))
    passed, used = time.perf_counter() - began, installation.cpu_seconds() - used
    seconds = [took for part in parts for took in part]
    p50, p95, p99 = (percentile(seconds, share) for share in (0.5, 0.95, 0.99))
    return len(seconds), p50, p95, p99, len(seconds) / passed, 1000 * used / len(seconds)


def _asking(shares: list[list[tuple[str, str]]]) -> Callable[[Client, int], list[float]]:
    def ask(client: Client, at: int) -> list[float]:
        seconds = []
        for person, query in shares[at]:
            hits, took = client.recall(person, query, top_k=_TOP_K)
            assert len(hits) == _TOP_K
            seconds.append(took)
        return seconds

    return ask
