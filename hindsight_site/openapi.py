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
    """Leave in the document what callers may rely on: the versioned routes."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith("/api/v1/")]
