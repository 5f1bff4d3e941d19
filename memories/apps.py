"""Django's handle on the memories."""

from django.apps import AppConfig


class MemoriesConfig(AppConfig):
    """The product's main app."""

    name = "memories"
    default_auto_field = "django.db.models.BigAutoField"
