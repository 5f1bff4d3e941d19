"""Logins in the admin: Django's own page, without deletion."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.http import HttpRequest

admin.site.unregister(User)


@admin.register(User)
class LoginAdmin(UserAdmin):  # type: ignore[type-arg]  # not generic at run time
    """The ledger names members of staff by id for ever, so a login is switched off, not deleted."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
