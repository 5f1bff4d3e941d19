"""Runs uvicorn on a listening socket that the supervisor opened, so that a busy port is known at once."""

import errno
import json
import socket
import sys
import urllib.error
import urllib.request
from typing import IO, Any

import uvicorn

from hindsight_site.embedded.errors import LaunchError

_BACKLOG = 1024
_ANSWER_SECONDS = 2
_APPLICATION = "hindsight_site.asgi:application"
_OPTIONS: dict[str, Any] = {
    "log_config": None,  # The settings have configured the logs already.
    "access_log": False,  # It would hold query strings.
    "server_header": False,
    "lifespan": "on",
    "ws_max_size": 1024 * 1024,
    "timeout_graceful_shutdown": 5,
}


def listen(host: str, port: int) -> socket.socket:
    """A listening TCP socket; port 0 takes any free one. Raises ``LaunchError`` when it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        message, mend = _explain(host, port, error)
        raise LaunchError(message, mend=mend) from error
    return listener


def ask_ready(address: tuple[str, int], *, host_header: str) -> list[str]:
    """What ``/health/ready`` says is missing or degraded; an empty list means that all is there."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address[0], address[0])  # noqa: S104 - compared only
    shown = f"[{host}]" if ":" in host else host
    request = urllib.request.Request(  # noqa: S310 - http to ourselves
        f"http://{shown}:{address[1]}/health/ready", headers={"Host": host_header}
    )
    try:
        with urllib.request.urlopen(request, timeout=_ANSWER_SECONDS) as answer:  # noqa: S310 - as above
            return _lacking(answer, status=200)
    except urllib.error.HTTPError as error:
        return _lacking(error, status=error.code)
    except OSError:
        return ["web"]


def serve(host: str, port: int, *, workers: int, behind_proxy: bool) -> None:
    """Serve on an address of one's own until SIGTERM; for containers, where nothing supervises us."""
    options = {**_OPTIONS, **proxy_options(behind_proxy=behind_proxy)}
    uvicorn.run(_APPLICATION, host=host, port=port, workers=workers, **options)


def proxy_options(*, behind_proxy: bool) -> dict[str, Any]:
    """Whether the client's address and scheme are taken from X-Forwarded headers.

    uvicorn's default believes every caller on the same machine; ours believes nobody until told that
    only a proxy can reach us.
    """
    return {"proxy_headers": behind_proxy, "forwarded_allow_ips": "*" if behind_proxy else ""}


def main() -> None:
    """Serve until SIGTERM; arguments: the number of the inherited socket and, perhaps, ``proxy``."""
    listener = socket.socket(fileno=int(sys.argv[1]))
    options = {**_OPTIONS, **proxy_options(behind_proxy="proxy" in sys.argv[2:])}
    uvicorn.Server(uvicorn.Config(_APPLICATION, **options)).run(sockets=[listener])


def _lacking(answer: IO[bytes], *, status: int) -> list[str]:
    try:
        body = json.load(answer)
        return [str(name) for name in (*body["missing"], *body.get("degraded", []))]
    except (ValueError, KeyError, TypeError):
        return [f"an answer other than HTTP {status}"]


def _explain(host: str, port: int, error: OSError) -> tuple[str, str]:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use.", "stop what uses it, or choose another with --port."
    if error.errno == errno.EACCES:
        return f"port {port} may not be opened by this user.", "choose one from 1024 on with --port."
    return f"cannot listen on {host}:{port}: {error.strerror}.", "choose another --host or --port."


if __name__ == "__main__":
    main()
