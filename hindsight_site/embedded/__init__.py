"""Launcher of the embedded PostgreSQL and Valkey, and supervisor of every process of one installation."""

from hindsight_site.embedded.services import Services, start_services

__all__ = ["Services", "start_services"]
