"""Who may open a page. The same table of verbs hides a page in the rail and refuses it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from memories.console.middleware import MissingVerb, to_signin
from memories.console.viewer import Viewer
from memories.domain.vocabulary import Verb

View = Callable[..., HttpResponse]


def for_owner(verb: Verb) -> Callable[[View], View]:
    """Pages about one's own memories: a signed-in owner with ``verb``; staff lack it by their role."""
    return _guarded(verb, lambda viewer: viewer.is_owner and viewer.may(verb))


def for_staff(verb: Verb) -> Callable[[View], View]:
    """Pages of the staff: a role that holds ``verb``, and nobody who is bound to one person."""
    return _guarded(verb, lambda viewer: not viewer.is_owner and viewer.may(verb))


def for_holder(*verbs: Verb) -> Callable[[View], View]:
    """Pages for owners and staff alike, whoever holds one of ``verbs``."""
    return _guarded(verbs[0], lambda viewer: any(map(viewer.may, verbs)))


def _guarded(verb: Verb, admits: Callable[[Viewer], bool]) -> Callable[[View], View]:
    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **arguments: Any) -> HttpResponse:
            viewer = getattr(request, "viewer", None)
            if viewer is None:
                return to_signin(request)
            if not admits(viewer):
                raise MissingVerb(verb)
            return view(request, viewer, **arguments)

        return guarded

    return decorate
