"""Django's handle on the trust kernel."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """The ledger's app."""

    name = "audit"
    default_auto_field = "django.db.models.BigAutoField"
