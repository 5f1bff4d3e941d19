"""Vectors of memories. No content here: this table carries the HNSW index."""

from django.db import models
from pgvector.django import HalfVectorField

from memories.models.base import OwnerScoped, linked, owned_id


class MemoryEmbedding(OwnerScoped):
    """One vector of one memory under one model; ``model`` and ``dimension`` say which."""

    memory = linked("memories.Memory")
    model = models.CharField(max_length=64)
    dimension = models.SmallIntegerField()
    vector = HalfVectorField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            owned_id("embedding"),
            models.UniqueConstraint(fields=["owner_id", "memory", "model"], name="embedding_once_a_model"),
        ]
