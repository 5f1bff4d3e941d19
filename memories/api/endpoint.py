"""The pipeline of every REST request, written once: who → may they → what → how often → once → act → answer.

A view method states what it needs with ``endpoint`` and is called with a ``Call``; it calls one service and
shapes the result.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn, cast

from django.http import HttpRequest, HttpResponse
from pydantic import BaseModel
from pydantic_core import to_json
from rest_framework.request import Request
from rest_framework.views import APIView

from audit.identity import NOBODY, Actor, ActorKind
from memories.api.call import Call, Nothing, Spec
from memories.api.description import SpecSchema
from memories.domain.errors import Forbidden, NotFound, Unauthenticated
from memories.domain.text import find_malformed
from memories.entry import idempotency, metrics
from memories.entry.answers import Answer
from memories.entry.authenticate import Credentials
from memories.entry.parsing import read_object
from memories.entry.problems import MethodNotAllowed, exception_handler
from memories.entry.throttle import OverBudget, spend
from memories.entry.validation import checked, checked_query
from memories.services.access import require_any, require_staff
from memories.services.denials import note_denial

Handler = Callable[..., Any]

_ANYBODY = Actor(ActorKind.AGENT, NOBODY, NOBODY)
"""Who calls a public route: may nothing, belongs nowhere."""


def endpoint(spec: Spec) -> Callable[[Handler], Handler]:
    """Put the pipeline in front of a view method ``(self, call, **ids) -> BaseModel | Answer | None``."""

    def decorate(handler: Handler) -> Handler:
        @wraps(handler)
        def run(view: "ApiView", request: Request, **ids: Any) -> HttpResponse:
            call, sent = _admit(view, request, spec, ids)
            return _written(_act(view, call, sent, lambda: _answered(handler(view, call, **ids), spec)))

        run.spec = spec  # type: ignore[attr-defined]
        return run

    return decorate


class ApiView(APIView):
    """Base of every REST view: always JSON, never cached, every refusal a problem."""

    authentication_classes = (Credentials,)
    permission_classes = ()
    throttle_classes = ()
    metadata_class = None
    http_method_names = ["get", "head", "post", "patch", "delete"]
    schema = SpecSchema()
    tag = "memories"
    budget_headers: dict[str, str] = {}
    started = 0.0

    @property
    def default_response_headers(self) -> dict[str, str]:
        """``Allow`` names the methods of the route."""
        return {"Allow": ", ".join(self.allowed_methods)}

    @property
    def name(self) -> str:
        """Name of the route for logs, the ledger and kept answers: never holds an id."""
        return f"{self.request.method}:{type(self).__name__}"

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Nothing is negotiated: whatever is accepted, JSON is sent."""
        self.started = time.perf_counter()
        if any(isinstance(value, str) and find_malformed(value) for value in kwargs.values()):
            raise NotFound

    def http_method_not_allowed(self, request: Any, *args: Any, **kwargs: Any) -> NoReturn:
        """A problem, like every refusal."""
        raise MethodNotAllowed

    def handle_exception(self, exc: Exception) -> Any:
        """Every exception becomes a problem."""
        if isinstance(exc, OverBudget):
            self.budget_headers = exc.standing.headers
        return exception_handler(exc, {})

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Headers that every answer has, and its count."""
        headers = {**self.headers, **self.budget_headers, "Cache-Control": "no-store"}
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        match, method = request.resolver_match, request.method or ""
        metrics.count(
            method=method if method.lower() in self.http_method_names else "other",
            route=match.route.rstrip("/") if match else "",
            status=response.status_code,
            seconds=time.perf_counter() - self.started if self.started else 0.0,
        )
        return response


def _admit(view: ApiView, request: Request, spec: Spec, ids: dict[str, Any]) -> tuple[Call[Any, Any], Any]:
    """The checked call, and its body as it was sent."""
    actor = _actor(view, request, spec)
    raw: HttpRequest = request._request
    query = checked_query(spec.query, raw.META.get("QUERY_STRING", ""))
    body, sent = _body(raw, spec)
    # Counted last: what cannot be accepted does no work and costs nothing.
    if spec.budget is not None:
        standing = spend(actor, spec.budget)
        view.budget_headers = standing.headers if standing else {}
    return Call(actor, query, body, raw, ids, spec.whose), sent


def _actor(view: ApiView, request: Request, spec: Spec) -> Actor:
    if spec.public:
        return _ANYBODY
    actor = cast(Actor | None, request.auth)
    if actor is None:
        raise Unauthenticated
    try:
        if spec.verbs:
            (require_staff if spec.staff else require_any)(actor, *spec.verbs)
    except Forbidden:
        note_denial(actor, verb=spec.verbs[0], route=view.name)
        raise
    return actor


def _body(request: HttpRequest, spec: Spec) -> tuple[BaseModel, Any]:
    if request.method in ("GET", "HEAD", "DELETE"):
        return Nothing(), {}
    if spec.reads is not None:
        body = spec.reads(request)
        return body, body.model_dump(mode="json")
    sent = read_object(request, limit=spec.body_limit)
    return checked(spec.body, sent), sent


def _act(view: ApiView, call: Call[Any, Any], sent: Any, act: Callable[[], Answer]) -> Answer:
    key = call.request.headers.get(idempotency.HEADER)
    if key is None or call.request.method != "POST" or call.actor is _ANYBODY:
        return act()
    query = call.query.model_dump(mode="json")
    content = {"path": call.request.path.rstrip("/"), "query": query, "body": sent}
    return idempotency.once(idempotency.Attempt(call.actor, call.owner_id, view.name, key, content), act)


def _answered(result: Any, spec: Spec) -> Answer:
    if isinstance(result, Answer):
        return result
    return Answer(spec.status, result.model_dump(mode="json") if result is not None else None)


def _written(answer: Answer) -> HttpResponse:
    body = answer.body
    content = body if isinstance(body, bytes) else b"" if body is None else to_json(body)
    response = HttpResponse(content, status=answer.status, content_type=answer.content_type)
    if body is None:
        del response["Content-Type"]
    for name, value in answer.headers.items():
        response[name] = value
    return response
