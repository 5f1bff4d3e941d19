"""The OpenAPI document: valid, complete, and told from what is enforced."""

import re

import pytest
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from memories.api.urls import urlpatterns
from tests.api.routes import PUBLIC, ROUTES


@pytest.fixture(scope="module")
def document() -> dict:
    with GENERATOR_STATS.silence():
        return SchemaGenerator().get_schema(request=None, public=True)


def operations(document: dict) -> dict[tuple[str, str], dict]:
    return {
        (method.upper(), path.removeprefix("/api/v1")): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


def test_it_is_valid(document):
    validate_schema(document)

    assert document["openapi"].startswith("3.1")
    assert not GENERATOR_STATS, "the generator met something it does not understand"


def as_in_the_table(path: str) -> str:
    """A path of the document as the table of routes writes it."""
    samples = {"user_id": "alice", "conversation_id": "chat-1", "number": "1", "token": "{token}"}
    return re.sub(r"\{(\w+)\}", lambda match: samples.get(match[1], "{id}"), path)


def test_it_covers_every_route_and_the_table_of_the_tests_does_too(document):
    described = {(method, as_in_the_table(path)) for method, path in operations(document)}

    assert described == {(route.method, route.path) for route in ROUTES} | PUBLIC


def test_every_route_answers_with_and_without_a_closing_slash(document):
    routes = {str(pattern.pattern) for pattern in urlpatterns[:-1]}
    plain = {route for route in routes if not route.endswith("/")}

    assert routes == plain | {f"{route}/" for route in plain}
    described = {path for path in document["paths"] if not path.startswith("/api/v1/health/")}
    assert len(described) == len(plain)


def test_operation_ids_are_verb_and_noun_and_unique(document):
    names = [operation["operationId"] for operation in operations(document).values()]

    assert len(names) == len(set(names)) and all("_" in name and name.islower() for name in names)


def test_a_request_may_leave_out_what_has_a_default(document):
    schemas = document["components"]["schemas"]

    assert schemas["RetainRequest"]["required"] == ["content"]
    assert schemas["RetainRequest"]["additionalProperties"] is False
    assert "outcome" in schemas["RetainAnswer"]["required"]


def test_it_is_served_with_assets_of_our_own(database):
    client = Client()
    assert client.get("/api/v1/schema").json()["paths"]
    page = client.get("/api/v1/docs/")

    assert page.status_code == 200 and b"https://" not in page.content
