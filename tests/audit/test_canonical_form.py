"""The form an event is hashed in. It stands from the first row: a chain cannot be rewritten later."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from typing import Any
from uuid import UUID

import pytest

from audit.chain import canonical, genesis, link_hash


@dataclass(frozen=True)
class Event:
    """An event without a table."""

    id: UUID = UUID("01890a5d-ac96-774b-bcce-b302099a8057")
    workspace_id: UUID = UUID("01890a5d-ac96-774b-bcce-b302099a8058")
    seq: int = 7
    format: int = 1
    name: str = "memory.retained"
    occurred_at: datetime = datetime(2026, 11, 30, 13, 42, 7, 123456, tzinfo=UTC)
    actor_kind: str = "agent"
    actor_id: str = "01890a5d-ac96-774b-bcce-b302099a8059"
    subject: str = "0123456789abcdef0123456789abcdef"
    object_type: str = "memory"
    object_id: UUID | None = UUID("01890a5d-ac96-774b-bcce-b302099a805a")
    outcome: str = "stored"
    fields: dict[str, Any] = field(
        default_factory=lambda: {"risk": 0.25, "kind": "fact", "signals": ["a", "b"], "count": 3}
    )
    payload_commit: bytes | None = bytes(range(32))


GOLDEN = (
    b'{"actor":{"id":"01890a5d-ac96-774b-bcce-b302099a8059","kind":"agent"},'
    b'"at":"2026-11-30T13:42:07.123456Z","event":"memory.retained",'
    b'"fields":{"count":3,"kind":"fact","risk":0.25,"signals":["a","b"]},"format":1,'
    b'"id":"01890a5d-ac96-774b-bcce-b302099a8057",'
    b'"object":{"id":"01890a5d-ac96-774b-bcce-b302099a805a","type":"memory"},"outcome":"stored",'
    b'"payload":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","seq":7,'
    b'"subject":"0123456789abcdef0123456789abcdef","workspace":"01890a5d-ac96-774b-bcce-b302099a8058"}'
)
GOLDEN_GENESIS = "628c558170344e2ee39a6b030604491453405d516e95b85f6ef1ed115797f784"
GOLDEN_HASH = "a5797dfd383e78e9697b4141df7468f3251f0c72d438ace03e0e4e5032a6e956"


def test_the_canonical_form_is_this_one():
    assert canonical(Event()) == GOLDEN


def test_the_first_link_and_its_hash_are_these():
    first = genesis(Event().workspace_id)

    assert first.hex() == GOLDEN_GENESIS
    assert link_hash(first, Event()).hex() == GOLDEN_HASH
    assert link_hash(first, Event()) == sha256(first + GOLDEN).digest()


def test_the_moment_is_written_in_utc():
    shanghai = replace(Event(), occurred_at=Event().occurred_at.astimezone(timezone(timedelta(hours=8))))
    assert canonical(shanghai) == GOLDEN


@pytest.mark.parametrize(
    "change",
    [
        {"id": UUID(int=1)},
        {"workspace_id": UUID(int=1)},
        {"seq": 8},
        {"format": 2},
        {"name": "memory.read"},
        {"occurred_at": Event().occurred_at + timedelta(microseconds=1)},
        {"actor_kind": "owner"},
        {"actor_id": ""},
        {"subject": ""},
        {"object_type": ""},
        {"object_id": None},
        {"outcome": "blocked"},
        {"fields": {}},
        {"payload_commit": None},
        {"payload_commit": bytes(32)},
    ],
    ids=str,
)
def test_every_part_of_an_event_is_covered(change):
    assert link_hash(bytes(32), replace(Event(), **change)) != link_hash(bytes(32), Event())


def test_the_hash_covers_the_link_before():
    assert link_hash(bytes(32), Event()) != link_hash(bytes(31) + b"\x01", Event())


def test_two_workspaces_begin_differently():
    assert genesis(UUID(int=1)) != genesis(UUID(int=2))
