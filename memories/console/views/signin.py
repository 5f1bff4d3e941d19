"""Coming in and going out: by a one-time link, or for staff by password. Nobody has a default password."""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from memories.console.acts import safe_next
from memories.console.context import entries_of
from memories.console.forms import SignInForm
from memories.console.viewer import Viewer, sign_in, sign_in_with_password
from memories.domain.errors import RateLimited, Unauthenticated
from memories.entry.refusals import words_for
from memories.entry.throttle import take
from memories.services.signin import look_at_link, use_link

# Attempts in any minute. A login is guarded by itself, so that many addresses together gain nothing; the
# tighter limit for one login from one address leaves its real holder room elsewhere.
_PER_LOGIN_AND_ADDRESS = 5
_PER_LOGIN = 15
_PER_ADDRESS = 30


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The first page of whoever comes."""
    viewer: Viewer | None = getattr(request, "viewer", None)
    if viewer is not None:
        return redirect(f"console:{entries_of(viewer)[0].name}")
    if getattr(request.user, "is_superuser", False):
        return redirect("admin:index")
    if request.user.is_authenticated:
        messages.warning(request, _("This login has no role in any workspace. Ask whoever runs it for one."))
    return redirect("console:signin")


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def signin(request: HttpRequest) -> HttpResponse:
    """The form for staff; owners and everybody without a password come in by a link."""
    following = safe_next(request)
    if request.method != "POST":
        if getattr(request, "viewer", None) is not None and not following:
            return redirect("console:home")
        return render(request, "console/signin.html", {"form": SignInForm(), "next": following})
    form = SignInForm(request.POST)
    status = 422
    if form.is_valid():
        try:
            if _let_in(request, form):
                return redirect(following or reverse("console:home"))
        except RateLimited as refusal:
            messages.error(request, words_for(refusal))
            status = 429
    if status != 429:  # noqa: PLR2004 - the status of the line above
        form.add_error(None, "mismatch")
    return render(request, "console/signin.html", {"form": form, "next": following}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def signin_link(request: HttpRequest, *, token: str) -> HttpResponse:
    """Looking changes nothing, for scanners of mail and previews of chats fetch links; the button lets in."""
    try:
        if request.method == "POST":
            sign_in(request, use_link(token))
            return redirect("console:home")
        link = look_at_link(token)
    except Unauthenticated:
        messages.warning(request, _("This link has been used or has run out. Ask for a new one."))
        return redirect("console:signin")
    context = {"name": link.name, "workspace": {"name": link.workspace}, "expires_at": link.expires_at}
    return render(request, "console/signin_confirm.html", context)


@require_POST
def signout(request: HttpRequest) -> HttpResponse:
    """End the session, whoever it is of."""
    logout(request)
    messages.info(request, _("You are signed out."))
    return redirect("console:signin")


def _let_in(request: HttpRequest, form: SignInForm) -> bool:
    username: str = form.cleaned_data["username"]
    if "@" in username:
        username = username.lower()
    _spend_attempt(request, username)
    return sign_in_with_password(request, username=username, password=form.cleaned_data["password"])


def _spend_attempt(request: HttpRequest, username: str) -> None:
    where = request.META.get("REMOTE_ADDR", "")
    limits = {
        f"signin:{where}": _PER_ADDRESS,
        f"signin:{username}": _PER_LOGIN,
        f"signin:{where}:{username}": _PER_LOGIN_AND_ADDRESS,
    }
    for name, limit in limits.items():
        if not take(name, limit=limit).granted:
            raise RateLimited
