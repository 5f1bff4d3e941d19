"""The demo workspace: two people with conversations, a few flagged writes, one member of staff a role.

The people, their words and the attacks are invented for this product. Loading twice changes nothing.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from audit.identity import Actor, ActorKind, system_actor
from memories.domain.transcripts import Stretch, Utterance
from memories.domain.vocabulary import AGENT_VERBS, Kind, Source, StaffRole
from memories.services.finders import find_workspace
from memories.services.importing import import_stretches, known_messages
from memories.services.offers import Offer
from memories.services.owners import owner_for_write, update_owner
from memories.services.retain import retain_batch
from memories.services.workspaces import NewWorkspace, create_staff, create_workspace

WORKSPACE = "demo"
_DATA = Path(__file__).with_name("demo_data")


@dataclass(frozen=True)
class DemoStaff:
    """One member a role."""

    id: UUID
    email: str
    role: StaffRole


@dataclass(frozen=True)
class Demo:
    """What was loaded; ``key`` is filled only when the workspace was made just now."""

    actor: Actor
    staff: tuple[DemoStaff, ...]
    people: tuple[str, ...]
    key: str | None


def load_demo(now: datetime) -> Demo:
    """Make what is missing of the demo; ``now`` is what its dates count back from."""
    found = find_workspace(WORKSPACE)
    made = create_workspace(WORKSPACE) if found is None else None
    actor = system_actor(made.id if made else found or UUID(int=0))
    staff = tuple(_member(actor, role) for role in StaffRole)
    agent = _agent(actor.workspace_id, made)
    people = tuple(_load_person(actor, agent, person, now=now) for person in _people())
    return Demo(actor, staff, people, made.key.secret if made else None)


def _people() -> Iterator[dict[str, Any]]:
    for path in sorted(_DATA.glob("*.json")):
        yield json.loads(path.read_text(encoding="utf-8"))


def _member(actor: Actor, role: StaffRole) -> DemoStaff:
    email = f"{role}@{WORKSPACE}.example"
    return DemoStaff(create_staff(actor, email=email, role=role), email, role)


def _agent(workspace_id: UUID, made: NewWorkspace | None) -> Actor:
    """The agent that concluded or read things elsewhere: so the gate and the ledger see it as they would."""
    key_id = made.key.id if made else UUID(int=0)
    return Actor(ActorKind.AGENT, key_id, workspace_id, frozenset(AGENT_VERBS))


def _load_person(actor: Actor, agent: Actor, person: dict[str, Any], *, now: datetime) -> str:
    user_id = str(person["user_id"])
    stretches = [_stretch(person, talk, now) for talk in person["conversations"]]
    import_stretches(actor, stretches, report=lambda _: None)
    update_owner(actor, user_id, locale=person["locale"], time_zone=person["time_zone"])
    _retain_statements(agent, owner_for_write(actor, user_id), person["statements"], now=now)
    return user_id


def _stretch(person: dict[str, Any], talk: dict[str, Any], now: datetime) -> Stretch:
    said = _moment(talk, now)
    names = {"user": person["name"], "assistant": person["assistant"]}
    turns = [
        Utterance(f"{talk['id']}#{place}", place, text, role, names[role], said + timedelta(minutes=place))
        for place, (role, text) in enumerate(talk["turns"])
    ]
    return Stretch(person["user_id"], talk["id"], tuple(turns), talk["title"], talk["title"])


def _retain_statements(
    agent: Actor, owner_id: UUID, statements: list[dict[str, Any]], *, now: datetime
) -> None:
    offers = [_offer(statement, number, now) for number, statement in enumerate(statements)]
    known = known_messages(agent, owner_id, [offer.message_id or "" for offer in offers])
    retain_batch(agent, owner_id, [offer for offer in offers if offer.message_id not in known])


def _offer(statement: dict[str, Any], number: int, now: datetime) -> Offer:
    return Offer(
        statement["content"],
        kind=Kind(statement["kind"]),
        source=Source(statement["source"]) if "source" in statement else None,
        confidence=statement.get("confidence"),
        event_time=_moment(statement, now),
        conversation_id=statement["conversation"],
        message_id=f"statement-{number}",
        pinned=statement.get("pinned", False),
    )


def _moment(record: dict[str, Any], now: datetime) -> datetime:
    day = now.astimezone(UTC).date() - timedelta(days=record["days_ago"])
    return datetime.combine(day, time.fromisoformat(record.get("at", "12:00")), tzinfo=UTC)
