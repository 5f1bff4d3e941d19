"""The OpenAPI document, told from the same specs that the pipeline enforces."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from pydantic import BaseModel

from memories.api.call import Nothing, Spec
from memories.entry.problems import CONTENT_TYPE
from memories.entry.schemas.problem import ProblemAnswer

_BAD_REQUEST = {400: "What is wrong with the request."}
_MEANINGS = {
    401: "No key, or one that is expired or revoked.",
    403: "The credential lacks the verb.",
    404: "Absent, or not yours.",
    409: "The present state, or an Idempotency-Key, does not allow it.",
    412: "If-Match names a version that is no longer current.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    429: "Too many requests; see Retry-After.",
}


class SpecSchema(AutoSchema):
    """Describes a view method by the ``Spec`` on it."""

    @property
    def spec(self) -> Spec:
        """What the method needs."""
        spec: Spec = self._handler.spec
        return spec

    @property
    def _handler(self) -> Any:
        return getattr(self.view, self.method.lower())

    def is_excluded(self) -> bool:
        """Methods without a spec are no interface."""
        return not hasattr(self._handler, "spec")

    def get_operation_id(self) -> str:
        """As the spec names it."""
        return self.spec.name

    def get_tags(self) -> list[str]:
        """The view's resource."""
        return [getattr(self.view, "tag", "")]

    def get_description(self) -> str:  # type: ignore[override]
        """The method's docstring, and the verb it needs."""
        text = " ".join((self._handler.__doc__ or "").split())
        verbs = " or ".join(f"`{verb}`" for verb in self.spec.verbs)
        return f"{text}\n\nNeeds {verbs}." if verbs else text

    def get_summary(self) -> str:
        """The first sentence of the docstring."""
        return " ".join((self._handler.__doc__ or "").split()).partition(". ")[0].rstrip(".")

    def get_auth(self) -> list[Any]:
        """None for public routes."""
        return [{}] if self.spec.public else super().get_auth()

    def get_request_serializer(self) -> Any:
        """The body's model; none for a body without fields."""
        spec = self.spec
        if spec.reads is not None:
            return {"application/x-ndjson": {"type": "string"}, "application/json": spec.body}
        return None if spec.body is Nothing else {"application/json": spec.body}

    def get_response_serializers(self) -> Any:
        """Answers by status, and the problems that can happen."""
        spec = self.spec
        answers: dict[Any, Any] = {spec.status: spec.answer, **spec.also}
        answers = {self._key(status): answer for status, answer in answers.items()}
        for status, meaning in {**_BAD_REQUEST, **self._problems()}.items():
            answers[status, CONTENT_TYPE] = OpenApiResponse(ProblemAnswer, description=meaning)
        return answers

    def _problems(self) -> dict[int, str]:
        spec = self.spec
        possible = {
            401: not spec.public,
            403: bool(spec.verbs),
            404: "{" in self.path or not spec.staff,
            409: self.method == "POST",
            412: spec.versioned,
            413: self.method in ("POST", "PATCH"),
            415: self.method in ("POST", "PATCH"),
            429: spec.budget is not None,
        }
        return {status: _MEANINGS[status] for status, can_happen in possible.items() if can_happen}

    @staticmethod
    def _key(status: int) -> Any:
        return (status, CONTENT_TYPE) if status >= 400 else status  # noqa: PLR2004 - client errors

    def get_override_parameters(self) -> list[Any]:
        """Query parameters and the headers that matter."""
        parameters = [_parameter(name, schema) for name, schema in _properties(self.spec.query).items()]
        if self.method == "POST" and not self.spec.public:
            parameters.append(OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER))
        if self.spec.versioned:
            parameters.append(OpenApiParameter("If-Match", str, OpenApiParameter.HEADER))
        return parameters


def _parameter(name: str, schema: dict[str, Any]) -> OpenApiParameter:
    return OpenApiParameter(
        name, schema, OpenApiParameter.QUERY, description=str(schema.pop("description", ""))
    )


def _properties(model: type[BaseModel]) -> dict[str, dict[str, Any]]:
    """Each query parameter's schema, without references and without null: absence is how none is said."""
    document = model.model_json_schema(mode="validation")
    shared = document.get("$defs", {})
    return {name: _plain(schema, shared) for name, schema in document.get("properties", {}).items()}


def _plain(schema: dict[str, Any], shared: dict[str, Any]) -> dict[str, Any]:
    options = [option for option in schema.get("anyOf", [{}]) if option.get("type") != "null"]
    found = {**schema, **options[0]}
    found |= shared.get(found.get("$ref", "").rpartition("/")[2], {})
    unwanted = ("anyOf", "$ref", "title", "default") if "anyOf" in schema else ("$ref", "title")
    return {name: value for name, value in found.items() if name not in unwanted}


class WireModels(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Pydantic models as they are written: a request may leave out what has a default."""

    target_class = "pydantic.BaseModel"
    match_subclasses = True
    priority = 1

    def get_name(self, auto_schema: Any, direction: str) -> str:
        """The class's own name."""
        return str(self.target.__name__)

    def get_identity(self, auto_schema: Any, direction: str) -> str:
        """Models met inside others are known by name, so all are."""
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        """The model's schema; those inside it become components of their own."""
        schema: dict[str, Any] = self.target.model_json_schema(
            ref_template="#/components/schemas/{model}",
            mode="validation" if direction == "request" else "serialization",
        )
        for name, inner in schema.pop("$defs", {}).items():
            component = ResolvedComponent(  # type: ignore[no-untyped-call]
                name=name, type=ResolvedComponent.SCHEMA, object=name, schema=inner
            )
            auto_schema.registry.register_on_missing(component)
        return schema


class CredentialScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The ways to say who one is."""

    target_class = "memories.entry.authenticate.Credentials"
    name = ["key", "header", "session"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, Any]]:
        """A key as bearer token or in its own header, or the cookie of a signed-in browser."""
        return [
            {"type": "http", "scheme": "bearer", "bearerFormat": "hs_<id>_<secret>"},
            {"type": "apiKey", "in": "header", "name": "X-API-Key"},
            {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME},
        ]

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[Any]]]:
        """One of them is enough."""
        return [{name: []} for name in self.name]
