"""Two people with full lives, and connections that really are the runtime role's."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from psycopg import sql

from tests.factories import live_fully
from tests.people import House, new_house

GARBAGE = ("abc", "00000000-0000-0000-0000-000000000000", "1' OR '1'='1", "{}", "7")


@dataclass(frozen=True)
class Scope:
    """The settings of one transaction; ``None`` leaves a setting unset."""

    workspace: str | None
    owner: str | None


@dataclass(frozen=True)
class Lives:
    """Alice and Bob of one workspace, Carol of another, each with rows in every table."""

    house: House
    carols: House

    @property
    def own(self) -> Scope:
        return Scope(str(self.house.id), str(self.house.alice))

    @property
    def foreign(self) -> dict[str, Scope]:
        """Scopes that must not reach Alice's rows."""
        return {
            "bob": Scope(str(self.house.id), str(self.house.bob)),
            "carol": Scope(str(self.carols.id), str(self.carols.alice)),
            "alice through another workspace": Scope(str(self.carols.id), str(self.house.alice)),
            "nobody": Scope(None, None),
            "empty": Scope("", ""),
            "workspace only": Scope(str(self.house.id), None),
            **{f"garbage {value}": Scope(value, value) for value in GARBAGE},
            "garbage owner": Scope(str(self.house.id), "abc"),
        }


@pytest.fixture(scope="session")
def lives(database: None) -> Lives:
    house, carols = new_house(), new_house()
    live_fully(house, house.alice, user_id="alice", mark="Alicequartz")
    live_fully(house, house.bob, user_id="bob", mark="Bobgranite")
    live_fully(carols, carols.alice, user_id="alice", mark="Carolbasalt")
    return Lives(house, carols)


@pytest.fixture(scope="session")
def session_superuser(services: Any) -> Iterator[psycopg.Connection]:
    with psycopg.connect(services.superuser_url, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="session")
def app(services: Any) -> Iterator[psycopg.Connection]:
    """A connection of ``hindsight_app``; every look ends with a rollback."""
    with psycopg.connect(services.database_url) as connection:
        yield connection


def enter(connection: psycopg.Connection, scope: Scope, *, role: str | None = None) -> None:
    """Begin a transaction in a scope, as the product does; the previous one is undone."""
    connection.rollback()
    if role:
        connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(role)))
    for name, value in (("workspace_id", scope.workspace), ("owner_id", scope.owner)):
        if value is not None:
            connection.execute("SELECT set_config(%s, %s, true)", (f"hindsight.{name}", value))


def attempt(connection: psycopg.Connection, statement: str, values: Any = ()) -> int | str:
    """Rows touched by a statement, or the SQLSTATE it was refused with; the transaction goes on."""
    try:
        with connection.transaction():
            return connection.execute(statement.encode(), values).rowcount
    except psycopg.Error as error:
        return error.sqlstate or "?"


def random_id() -> str:
    return str(uuid.uuid4())
