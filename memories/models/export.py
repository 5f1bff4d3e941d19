"""Portable copies of an owner's memory, waiting to be fetched."""

from django.db import models

from memories.models.base import OwnerScoped, owned_id


class ExportChunk(OwnerScoped):
    """Lines of one export. In a table, not in a file: row security guards it and an erasure reaches it."""

    operation_id = models.UUIDField()
    place = models.IntegerField()
    body = models.TextField()
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            owned_id("export_chunk"),
            models.UniqueConstraint(fields=["owner_id", "operation_id", "place"], name="export_chunk_place"),
        ]
