"""Receipts of erasure: public by an address nobody can guess, and there before they are ready."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from memories.console.shape_erasure import awaited_page, receipt_page, valid_until
from memories.domain.errors import NotFound
from memories.services.awaited import awaited_receipt
from memories.services.receipts import check_receipt, receipt_by_token


@require_safe
def receipt(request: HttpRequest, *, token: str) -> HttpResponse:
    """The receipt with its verification, or how far the erasure is."""
    context: dict[str, Any] = {"download_url": reverse("console:receipt_download", args=[token])}
    try:
        document = receipt_by_token(token)
    except NotFound:
        context |= {"receipt": awaited_page(awaited_receipt(token)), "verification": None}
        return render(request, "console/receipt.html", context)
    found = check_receipt(document)
    verification = {"ok": found.ok, "reason": found.reason, "at": timezone.now()}
    context |= {
        "receipt": receipt_page(document),
        "verification": verification,
        "valid_until": valid_until(document),
    }
    return render(request, "console/receipt.html", context)


@require_safe
def download(request: HttpRequest, *, token: str) -> HttpResponse:
    """The signed document as a file, for ``manage.py verify_receipt``."""
    document = receipt_by_token(token)
    name = f"erasure-receipt-{document['receipt']['request']}.json"
    return HttpResponse(
        json.dumps(document, indent=2, ensure_ascii=False) + "\n",
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
