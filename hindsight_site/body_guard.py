"""Bounds on request bodies before anything is spooled: size, and the time a body may take to arrive.

Django reads a whole body before it looks at the route, so without this a sender could fill the disk or hold
a connection for ever.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic_core import to_json

from memories.entry.problems import CONTENT_TYPE, Problem

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Receive, Send], Awaitable[None]]

SECONDS = 30.0
"""How long the sender may keep silent within a body, and eight times as long for all of it."""


def guard_bodies(app: App, *, limit: int, seconds: float = SECONDS) -> App:
    """``app`` with bodies cut one byte above ``limit``, which every route then refuses as too large, and with
    an answer 408 for those that do not arrive in time."""

    async def guarded(scope: Any, receive: Receive, send: Send) -> None:
        body = _Body(receive, limit=limit, seconds=seconds)
        await app(scope, body.receive, send)
        if body.late:
            await _answer_late(send)

    return guarded


class _Body:
    def __init__(self, receive: Receive, *, limit: int, seconds: float) -> None:
        self._receive = receive
        self._left = limit + 1
        self._seconds = seconds
        self._until = asyncio.get_running_loop().time() + 8 * seconds
        self._complete = False
        self.late = False

    async def receive(self) -> Message:
        if self._left == 0:
            await asyncio.Event().wait()  # The rest is not read: it ends with the connection.
        if self._complete:
            return await self._message()
        now = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout_at(min(now + self._seconds, self._until)):
                message = await self._message()
        except TimeoutError:
            self.late = self._complete = True
            return {"type": "http.disconnect"}
        if message["type"] == "http.request":
            piece = message.get("body", b"")[: self._left]
            self._left -= len(piece)
            more = message.get("more_body", False) and self._left > 0
            self._complete = not more
            return {"type": "http.request", "body": piece, "more_body": more}
        return message

    async def _message(self) -> Message:
        message: Message = await self._receive()
        return message


async def _answer_late(send: Send) -> None:
    problem = Problem(408, "body_too_slow", "The body did not arrive in time; send it again.")
    headers = [(b"content-type", CONTENT_TYPE.encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": to_json(problem.body)})
