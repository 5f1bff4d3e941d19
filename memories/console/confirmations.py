"""Tokens that a browser has to keep: the one that confirms an erasure, and the one of its receipt."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from memories.services.erasure_cases import ErasureView
from memories.services.receipts import LIFETIME

_SESSION_KEY = "hindsight_confirmations"
_KEPT = 20  # previews that somebody may have open at once
RECEIPT_COOKIE = "hindsight_receipt"


def keep_token(request: HttpRequest, erasure: ErasureView) -> None:
    """Remember the token of a preview in the session: the database keeps a digest only."""
    kept: dict[str, Any] = dict(request.session.get(_SESSION_KEY, {}))
    kept[str(erasure.id)] = erasure.confirm_token
    request.session[_SESSION_KEY] = dict(list(kept.items())[-_KEPT:])


def kept_token(request: HttpRequest, erasure_id: UUID) -> str | None:
    """The token of a preview that was opened in this session."""
    token = request.session.get(_SESSION_KEY, {}).get(str(erasure_id))
    return str(token) if token else None


def hand_over_receipt(request: HttpRequest, response: HttpResponse, erasure: ErasureView) -> None:
    """Give the browser the receipt's token for the page of this erasure alone.

    A cookie and not the session: an erasure of everything ends the session, and the person who watches it
    should still come to the receipt.
    """
    if erasure.receipt_token is None:
        return
    response.set_cookie(
        RECEIPT_COOKIE,
        erasure.receipt_token,
        max_age=LIFETIME,
        path=reverse("console:erasure", args=[erasure.id]),
        httponly=True,
        secure=request.is_secure(),
        samesite="Lax",
    )


def receipt_token(request: HttpRequest) -> str | None:
    """The receipt's token that this browser was given for the page it asks for."""
    return request.COOKIES.get(RECEIPT_COOKIE) or None
