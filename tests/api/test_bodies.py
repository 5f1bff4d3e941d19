"""Bodies on their way in: cut off when too long or too slow, before anything is kept of them."""

import asyncio
import json
from typing import Any

from django.core.asgi import get_asgi_application

from hindsight_site.body_guard import guard_bodies
from memories.entry.parsing import BULK_LIMIT

PIECE = b" " * 64 * 1024


def ask(messages: Any, *, seconds: float = 30.0) -> tuple[int, dict[str, Any], int]:
    """Send a POST in pieces; gives the status, the answer and how many pieces were taken."""
    taken, sent = 0, []

    async def receive() -> dict[str, Any]:
        nonlocal taken
        taken += 1
        piece = next(messages, None)
        if piece is None:
            await asyncio.Event().wait()  # the sender falls silent
        return {"type": "http.request", "body": piece, "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "path": "/api/v1/erasure/receipts/verify",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
    }
    app = guard_bodies(get_asgi_application(), limit=BULK_LIMIT, seconds=seconds)
    asyncio.run(app(scope, receive, send))
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], json.loads(body), taken


def test_a_body_without_a_length_is_cut_off_at_the_limit(database):
    status, problem, taken = ask(iter(lambda: PIECE, b""))

    assert status == 413 and problem["code"] == "too_large"
    assert taken <= BULK_LIMIT // len(PIECE) + 1


def test_a_body_that_never_ends_is_given_up(database):
    status, problem, _ = ask(iter([b"{"]), seconds=0.05)

    assert status == 408 and problem["code"] == "body_too_slow"
