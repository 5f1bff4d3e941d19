"""ASGI entry point: HTTP to Django, sockets to Channels, start and stop acknowledged."""

import os
from importlib import import_module
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hindsight_site.settings")
os.environ.setdefault("HINDSIGHT_PROCESS", "web")  # For servers that were not told who they are.

_http = get_asgi_application()  # First: it loads the applications that routes need.

from hindsight_site.body_guard import guard_bodies  # noqa: E402 - needs what was loaded just now
from memories.entry.parsing import BULK_LIMIT  # noqa: E402

import_module(settings.ROOT_URLCONF)  # Routes that cannot be imported are to stop the start.


async def _lifespan(_scope: Any, receive: Any, send: Any) -> None:
    """Answer the server's start and stop messages; there is nothing to open or close here yet."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


application = ProtocolTypeRouter(
    {
        "http": guard_bodies(_http, limit=BULK_LIMIT),
        "websocket": AllowedHostsOriginValidator(URLRouter([])),
        "lifespan": _lifespan,
    }
)
