"""Where each door's routes hang."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.generic import RedirectView

from hindsight_site import health, openapi
from memories.api.administration import MetricsView
from memories.entry import problems


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
    re_path(r"^metrics/?$", MetricsView.as_view(), name="metrics"),
    re_path(r"^api/v1/schema/?$", openapi.SchemaView.as_view(), name="schema"),
    re_path(r"^api/v1/docs/?$", openapi.DocsView.as_view(), name="docs"),
    *_door("api/v1/", "memories.api.urls"),
    # One sign-in, with its limits, for pages and administration.
    path("admin/login/", RedirectView.as_view(pattern_name="console:signin", query_string=True)),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    *_door("", "memories.console.urls"),
]

# Problem details below the interfaces, pages elsewhere.
handler400 = problems.bad_request
handler403 = problems.permission_denied
handler404 = problems.page_not_found
handler500 = problems.server_error
