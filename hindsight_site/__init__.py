"""Composition root: the only package that knows every other one, and how they are wired and started."""

from hindsight_site.celery import app as celery_app

__all__ = ["celery_app"]
