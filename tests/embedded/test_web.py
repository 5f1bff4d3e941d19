"""The listening socket: a busy port is known before anything else starts."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from hindsight_site.embedded import web
from hindsight_site.embedded.errors import LaunchError


def test_a_busy_port_is_named_with_the_way_out():
    with web.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(LaunchError, match=f"port {port} .* is in use") as caught:
            web.listen("127.0.0.1", port)

    assert "--port" in caught.value.mend


def test_an_address_of_another_machine_is_named():
    with pytest.raises(LaunchError, match="cannot listen on 192.0.2.1"):
        web.listen("192.0.2.1", 0)


class _NotReady(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(503)
        self.end_headers()
        self.wfile.write(json.dumps({"missing": ["database", self.headers["Host"]]}).encode())

    def log_message(self, *_arguments: object) -> None:
        """Quiet."""


def test_what_is_missing_is_passed_on_and_the_host_header_too():
    with HTTPServer(("127.0.0.1", 0), _NotReady) as server:
        Thread(target=server.handle_request).start()
        missing = web.ask_ready(("127.0.0.1", server.server_port), host_header="example.org")

    assert missing == ["database", "example.org"]


def test_nobody_there_means_the_web_is_missing():
    with web.listen("127.0.0.1", 0) as listener:
        address = listener.getsockname()[:2]

    assert web.ask_ready(address, host_header="localhost") == ["web"]
