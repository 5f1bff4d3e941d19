"""What every form that changes something does around its one service call."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

from memories.domain.errors import Forbidden, HindsightError
from memories.entry.refusals import words_for


def attempt(request: HttpRequest, act: Callable[[], Any], *, done: str) -> bool:
    """Do it and say so, or say why not; True when it was done. A lacking verb stays an error."""
    try:
        act()
    except Forbidden:
        raise
    except HindsightError as refusal:
        messages.error(request, words_for(refusal))
        return False
    messages.success(request, done)
    return True


def go_back(request: HttpRequest, fallback: str) -> HttpResponse:
    """To the page that sent the form, when it is one of ours, else to ``fallback`` (an address)."""
    return redirect(safe_next(request) or fallback)


def safe_next(request: HttpRequest) -> str:
    """The address in ``next`` if it leads nowhere but to this site, else an empty string."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if safe else ""
