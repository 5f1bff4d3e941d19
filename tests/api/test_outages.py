"""Parts of the system that are away: said plainly, never as a fault."""

import pytest
from django.db import connections

from tests.api.conftest import refusal


@pytest.fixture
def database_away(team):
    """A caller, while nobody listens where the database should be."""
    caller, connection = team.agent, connections["default"]
    connection.close()
    host = connection.settings_dict["HOST"]
    connection.settings_dict["HOST"] = "/nonexistent"
    yield caller
    connection.close()
    connection.settings_dict["HOST"] = host


def test_without_the_database_the_answer_is_to_try_again(database_away):
    for answer in (
        database_away.get("/memories?user_id=alice"),
        database_away.post("/memories", {"user_id": "alice", "content": "x"}),
    ):
        refusal(answer, 503, "unavailable")
        assert int(answer["Retry-After"]) > 0
