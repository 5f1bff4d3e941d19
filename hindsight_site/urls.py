"""Where each door's routes hang."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path

from hindsight_site import health, openapi


def _door(route: str, module: str) -> list[URLResolver]:
    """The routes of a door, or none while it is not built."""
    package = module.rpartition(".")[0]
    if find_spec(package) is None or find_spec(module) is None:
        return []
    return [path(route, include(module))]


urlpatterns: list[URLPattern | URLResolver] = [
    *(
        re_path(rf"^{prefix}health/{name}/?$", view, name=f"{base}health-{name}")
        for prefix, base in (("", ""), ("api/v1/", "api-"))
        for name, view in (("live", health.live), ("ready", health.ready))
    ),
    re_path(r"^api/v1/schema/?$", openapi.SchemaView.as_view(), name="schema"),
    re_path(r"^api/v1/docs/?$", openapi.DocsView.as_view(), name="docs"),
    *_door("api/v1/", "memories.api.urls"),
    path("admin/", admin.site.urls),
    *_door("", "memories.console.urls"),
]
