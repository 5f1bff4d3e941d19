"""Door for the host's administrators: Django's admin over the services, the back door when pages fail."""

from memories.admin import cases, inventory, requests, users

__all__ = ["cases", "inventory", "requests", "users"]
