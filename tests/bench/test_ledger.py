"""The ledger alone: how many events a second one workspace can append, and how fast its chain is walked."""

import time
from collections.abc import Callable

from audit.context import acting_as
from memories.services.ledger import verify_ledger
from tests.bench.tables import show
from tests.people import House

_SINGLE, _BATCHES, _BATCH = 500, 20, 100


def test_append_and_verify(house: House) -> None:
    single = _rate(lambda: _append(house, 1), times=_SINGLE)
    batch = _rate(lambda: _append(house, _BATCH), times=_BATCHES)
    began = time.perf_counter()
    report = verify_ledger(house.system)
    walked = report.checked / (time.perf_counter() - began)
    assert report.ok
    show(
        "Ledger of one workspace, one writer, fsync on",
        ("what", "events/s"),
        [
            ("one event a transaction", single),
            (f"{_BATCH} events a transaction", batch * _BATCH),
            ("chain verified", walked),
        ],
    )


def _append(house: House, count: int) -> None:
    with acting_as(house.system) as scope:
        for number in range(count):
            scope.record("ledger.read", count=number)


def _rate(act: Callable[[], None], *, times: int) -> float:
    began = time.perf_counter()
    for _ in range(times):
        act()
    return times / (time.perf_counter() - began)
