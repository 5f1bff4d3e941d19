"""Refusals and faults in one form: RFC 9457 problem details, for machines; pages of their own for people.

Whatever goes wrong is answered here, so that no stack trace, no message of the database and no page of the
framework reaches a caller of the interfaces.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import DisallowedHost, RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.db import DataError, IntegrityError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.views import csrf, defaults
from pydantic_core import to_json
from rest_framework import exceptions as drf

from memories.domain.errors import (
    Conflict,
    Forbidden,
    HindsightError,
    Invalid,
    NotFound,
    RateLimited,
    TooLarge,
    Unauthenticated,
    Unavailable,
)
from memories.entry.answers import Answer
from memories.entry.parsing import UnsupportedMedia
from memories.entry.validation import FieldError, InvalidFields

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
MACHINE_PATHS = ("/api/", "/health", "/metrics", "/compat/", "/mcp")
"""Below these, errors are problem details; elsewhere they are pages."""

_RETRY_SECONDS = 5
_SERVER_FAULT = 500
_TITLES = {
    400: "The request cannot be accepted",
    401: "No valid credential",
    403: "Not allowed",
    404: "Nothing here",
    405: "Method not allowed",
    408: "Too slow",
    409: "Conflict with the present state",
    412: "Out of date",
    413: "Too large",
    415: "Unsupported content type",
    422: "Refused by screening",
    429: "Too many requests",
    500: "Internal fault",
    503: "Temporarily unavailable",
}


class MethodNotAllowed(HindsightError):
    """The route exists, but not with this method."""

    code = "method_not_allowed"
    status = 405
    message = "This route does not answer that method."


class InternalFault(HindsightError):
    """A mistake of ours. What it was is in the log, under the request's id."""

    code = "internal"
    status = 500
    message = "The server met a fault; what you sent may not have been saved. Quote the X-Request-ID."


@dataclass(frozen=True)
class Problem:
    """One refusal, ready to be written in any protocol."""

    status: int
    code: str
    detail: str
    errors: tuple[FieldError, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def body(self) -> dict[str, Any]:
        """The problem document. It names no id: the answer for a foreign object equals that for none."""
        body: dict[str, Any] = {
            "type": f"urn:hindsight:problem:{self.code}",
            "title": _TITLES.get(self.status, "Problem"),
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        }
        if self.errors:
            body["errors"] = [vars(error) for error in self.errors]
        return body | dict(self.extra)

    def answer(self) -> Answer:
        """The problem as a door's answer."""
        return Answer(self.status, self.body, self.headers, CONTENT_TYPE)


def problem_of(error: BaseException) -> Problem:
    """The problem that stands for an exception; an unknown one is logged and becomes an internal fault."""
    refusal = _refusal(error)
    if refusal.status >= _SERVER_FAULT:
        logger.error("request failed", exc_info=error)
    return Problem(
        refusal.status, refusal.code, refusal.message, _errors(refusal), headers=_headers(refusal, error)
    )


def exception_handler(error: Exception, _context: Mapping[str, Any]) -> HttpResponse:
    """Django REST framework's hook."""
    return response_of(problem_of(error))


def response_of(problem: Problem) -> HttpResponse:
    """The problem over HTTP."""
    response = HttpResponse(to_json(problem.body), status=problem.status, content_type=CONTENT_TYPE)
    response["Cache-Control"] = "no-store"
    for name, value in problem.headers.items():
        response[name] = value
    return response


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404 of the whole site."""
    if is_for_machines(request):
        return response_of(problem_of(NotFound()))
    return defaults.page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400 of the whole site."""
    return response_of(problem_of(exception)) if is_for_machines(request) else _plain_bad_request(request)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403 of the whole site."""
    if is_for_machines(request):
        return response_of(problem_of(exception))
    return defaults.permission_denied(request, exception)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token."""
    if is_for_machines(request):
        return response_of(problem_of(Forbidden("Send the CSRF token of the page.", code="csrf_failed")))
    return csrf.csrf_failure(request, reason=reason)


def server_error(request: HttpRequest) -> HttpResponse:
    """500 of the whole site; the exception was logged by the framework."""
    if is_for_machines(request):
        return response_of(Problem(InternalFault.status, InternalFault.code, InternalFault.message))
    return defaults.server_error(request)


def is_for_machines(request: HttpRequest) -> bool:
    """Whether the path belongs to an interface rather than to a page."""
    return request.path.startswith(MACHINE_PATHS)


def _plain_bad_request(request: HttpRequest) -> HttpResponse:
    return defaults.bad_request(request, SuspiciousOperation())


def _refusal(error: BaseException) -> HindsightError:
    if isinstance(error, HindsightError):
        return error
    for kinds, refusal in _TRANSLATED:
        if isinstance(error, kinds):
            made: HindsightError = refusal()
            return made
    return InternalFault()


def _unknown_host() -> HindsightError:
    return Invalid("This host name is not served here.", code="unknown_host")


def _bad() -> HindsightError:
    return Invalid("The request cannot be read.", code="malformed")


_TRANSLATED: tuple[tuple[tuple[type[BaseException], ...], Any], ...] = (
    ((drf.NotAuthenticated, drf.AuthenticationFailed), Unauthenticated),
    ((drf.PermissionDenied, DjangoPermissionDenied), Forbidden),
    ((drf.NotFound, Http404), NotFound),
    ((drf.MethodNotAllowed,), MethodNotAllowed),
    ((drf.UnsupportedMediaType,), UnsupportedMedia),
    ((drf.Throttled,), RateLimited),
    ((RequestDataTooBig,), TooLarge),
    ((DisallowedHost,), _unknown_host),
    ((drf.ParseError, SuspiciousOperation, DataError), _bad),
    ((IntegrityError,), Conflict),
    ((OperationalError, InterfaceError), Unavailable),
)
"""Exceptions of the frameworks and the database, in order, with the refusal that stands for them."""


def _errors(refusal: HindsightError) -> tuple[FieldError, ...]:
    if isinstance(refusal, InvalidFields):
        return tuple(refusal.errors)
    return (FieldError(refusal.field, refusal.code, refusal.message),) if refusal.field else ()


def _headers(refusal: HindsightError, error: BaseException) -> dict[str, str]:
    if isinstance(refusal, Unauthenticated):
        return {"WWW-Authenticate": 'Bearer realm="hindsight"'}
    if isinstance(refusal, RateLimited):
        return {"Retry-After": str(refusal.retry_after)}
    if isinstance(refusal, Unavailable):
        return {"Retry-After": str(_RETRY_SECONDS)}
    return {}
