"""Addresses that leave the system: in answers, for people to open."""

from django.conf import settings
from django.urls import NoReverseMatch, reverse


def receipt_url(token: str) -> str:
    """Where a receipt can be fetched without a key."""
    return settings.BASE_URL + reverse("api:receipt", args=[token])


def signin_url(token: str) -> str:
    """Where a one-time link lets its holder in."""
    try:
        return settings.BASE_URL + reverse("console:signin_link", args=[token])
    except NoReverseMatch:  # an installation without the pages: the token is still good for one sign-in
        return f"{settings.BASE_URL}/signin/{token}/"
