"""The governed statement. Content, versions, vectors and index terms lie in tables of their own, so that
an erasure can rewrite each of them cheaply."""

from django.db import models
from django.db.models import Q

from memories.domain.vocabulary import IndexingState, Kind, Source, Status
from memories.models.base import OwnerScoped, linked, owned_id
from memories.models.workspace import choices

_LIVE = [Status.ACTIVE, Status.TO_CONFIRM, Status.QUARANTINED]


class Memory(OwnerScoped):
    """What is known about a statement besides what it says."""

    kind = models.CharField(max_length=16, choices=choices(Kind))
    status = models.CharField(max_length=16, choices=choices(Status))
    source = models.CharField(max_length=16, choices=choices(Source))
    trust = models.FloatField()
    confidence = models.FloatField()
    risk = models.FloatField(default=0)
    outcome = models.CharField(max_length=16)
    digest = models.BinaryField()
    version = models.IntegerField(default=1)
    pinned = models.BooleanField(default=False)
    conversation = linked("memories.Conversation", null=True)
    message = linked("memories.Message", null=True)
    episode = linked("memories.Episode", null=True)
    place = models.IntegerField(null=True)
    event_time = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    access_count = models.IntegerField(default=0)
    last_access = models.DateTimeField(null=True)
    decay_score = models.FloatField(default=1)
    superseded_by = linked("memories.Memory", null=True)
    merged_into = linked("memories.Memory", null=True)
    epoch = models.IntegerField()
    term_count = models.IntegerField(default=0)
    indexing_state = models.CharField(max_length=16, choices=choices(IndexingState))
    indexing_attempts = models.SmallIntegerField(default=0)
    indexing_lease_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            owned_id("memory"),
            # "The same statement once": the constraint, not luck, decides under parallel writes.
            models.UniqueConstraint(
                fields=["owner_id", "digest"], condition=Q(status__in=_LIVE), name="memory_said_once"
            ),
        ]
        indexes = [
            models.Index(fields=["owner_id", "status", "-created_at"], name="memory_by_status"),
            models.Index(fields=["owner_id", "conversation", "place"], name="memory_neighbours"),
            models.Index(
                fields=["owner_id", "created_at"],
                condition=Q(indexing_state=IndexingState.PENDING),
                name="memory_to_index",
            ),
        ]


class MemoryContent(models.Model):
    """What a memory says, masked where screening masked it. Never indexed, never in planner statistics."""

    memory = models.OneToOneField(
        Memory, on_delete=models.DO_NOTHING, db_constraint=False, primary_key=True, related_name="body"
    )
    workspace_id = models.UUIDField()
    owner_id = models.UUIDField()
    content = models.TextField()
    summary = models.CharField(max_length=50)
    metadata = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner_id", "memory"], name="content_owned_id")]


class MemoryVersion(OwnerScoped):
    """One earlier or current text of a memory; numbers run from 1 without gaps."""

    memory = linked("memories.Memory")
    number = models.IntegerField()
    content = models.TextField()
    kind = models.CharField(max_length=16, choices=choices(Kind))
    confidence = models.FloatField()
    metadata = models.JSONField(default=dict)
    change = models.CharField(max_length=32)
    author_kind = models.CharField(max_length=16)
    author_id = models.UUIDField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            owned_id("version"),
            models.UniqueConstraint(fields=["owner_id", "memory", "number"], name="version_number"),
        ]


class MemoryTerm(models.Model):
    """Inverted index for BM25 with per-owner statistics: B-tree equality is leakproof, so row security
    does not cost the index. Terms are personal data and are erased with the memory."""

    pk = models.CompositePrimaryKey("owner_id", "term", "memory_id")
    workspace_id = models.UUIDField()
    owner_id = models.UUIDField()
    term = models.CharField(max_length=64)
    memory_id = models.UUIDField()
    frequency = models.SmallIntegerField()

    class Meta:
        indexes = [models.Index(fields=["owner_id", "memory_id"], name="term_by_memory")]


class Relation(OwnerScoped):
    """A directed link between two memories of one owner, with a strength of 0–1."""

    source = linked("memories.Memory")
    target = linked("memories.Memory")
    kind = models.CharField(max_length=16)
    strength = models.FloatField(default=1)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            owned_id("relation"),
            models.UniqueConstraint(fields=["owner_id", "source", "target", "kind"], name="relation_once"),
        ]
        indexes = [models.Index(fields=["owner_id", "target"], name="relation_by_target")]
