"""ASGI entry point: HTTP to Django, sockets to Channels, start and stop acknowledged."""

import os
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hindsight_site.settings")

_http = get_asgi_application()  # First: it loads the applications that routes need.


async def _lifespan(_scope: Any, receive: Any, send: Any) -> None:
    """Answer the server's start and stop messages; there is nothing to open or close here yet."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


application = ProtocolTypeRouter(
    {
        "http": _http,
        "websocket": AllowedHostsOriginValidator(URLRouter([])),
        "lifespan": _lifespan,
    }
)
