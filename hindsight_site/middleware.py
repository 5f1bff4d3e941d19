"""A name for every request, so that its log lines and its answer can be brought together."""

import re
import uuid
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
_ACCEPTABLE = re.compile(r"[A-Za-z0-9._-]{8,64}")


class RequestIdMiddleware:
    """Keep a well-formed id that a proxy sent, make one otherwise; put it into log lines and the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = accepted_request_id(request.headers.get(HEADER, ""))
        request.request_id = request_id  # type: ignore[attr-defined]
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = self.get_response(request)
        response[HEADER] = request_id
        return response


def accepted_request_id(offered: str) -> str:
    """``offered`` if it is harmless in a log line, else a new id."""
    return offered if _ACCEPTABLE.fullmatch(offered) else uuid.uuid4().hex
