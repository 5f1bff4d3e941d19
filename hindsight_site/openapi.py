"""The description of the REST interface, and a page to browse it; every asset is served from here."""

from typing import Any

from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView


class SchemaView(SpectacularAPIView):
    """OpenAPI 3.1; JSON unless the caller asks for YAML."""

    renderer_classes = [OpenApiJsonRenderer, OpenApiJsonRenderer2, OpenApiYamlRenderer, OpenApiYamlRenderer2]


class DocsView(SpectacularSwaggerSplitView):
    """Swagger UI."""

    template_name = "openapi/docs.html"
    url_name = "schema"


def keep_public_routes(endpoints: list[Any]) -> list[Any]:
    """Leave in the document what callers may rely on: the versioned routes, each once."""
    paths = ((endpoint[0], endpoint) for endpoint in endpoints)
    return [endpoint for path, endpoint in paths if path.startswith("/api/v1/") and path[-1] != "/"]


def with_health(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """Add the two routes that answer before anything else works."""
    for name, meaning in (("live", "This process answers."), ("ready", "Everything it needs is there.")):
        answers = {"200": {"description": meaning}}
        if name == "ready":
            answers["503"] = {"description": "`missing` names what is not."}
        result["paths"][f"/api/v1/health/{name}"] = {
            "get": {
                "operationId": f"get_health_{name}",
                "summary": meaning,
                "tags": ["health"],
                "security": [{}],
                "responses": answers,
            }
        }
    return result
