"""Asynchronous work, answers kept for idempotency, and what agents were given."""

from django.db import models

from memories.domain.vocabulary import OperationState
from memories.models.base import OwnerScoped, owned_id, uuid7_default
from memories.models.workspace import choices


class Operation(models.Model):
    """Work one can leave: the row is the queue, a message only a nudge. ``owner_id`` is empty for
    work on the workspace itself."""

    id = models.UUIDField(primary_key=True, db_default=uuid7_default())
    workspace_id = models.UUIDField()
    owner_id = models.UUIDField(null=True)
    kind = models.CharField(max_length=32)
    state = models.CharField(max_length=16, choices=choices(OperationState), default=OperationState.PENDING)
    request = models.JSONField(default=dict)
    done = models.IntegerField(default=0)
    total = models.IntegerField(null=True)
    results = models.JSONField(default=list)
    error_code = models.CharField(max_length=64, blank=True)
    attempts = models.SmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    created_by_kind = models.CharField(max_length=16)
    created_by_id = models.UUIDField()
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [owned_id("operation")]
        indexes = [models.Index(fields=["state", "lease_until"], name="operation_due")]


class IdempotencyRecord(models.Model):
    """The answer to a POST that carried an ``Idempotency-Key``; erased with its owner."""

    id = models.UUIDField(primary_key=True, db_default=uuid7_default())
    workspace_id = models.UUIDField()
    owner_id = models.UUIDField(null=True)
    actor_id = models.UUIDField()
    route = models.CharField(max_length=100)
    key_digest = models.BinaryField()
    body_digest = models.BinaryField()
    status = models.SmallIntegerField(null=True)
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            owned_id("idempotency"),
            models.UniqueConstraint(
                fields=["workspace_id", "actor_id", "route", "key_digest"], name="idempotency_once"
            ),
        ]


class RecallTrace(OwnerScoped):
    """Which memories an agent was given, with score parts; never the query, never text."""

    actor_kind = models.CharField(max_length=16)
    actor_id = models.UUIDField()
    results = models.JSONField(default=list)
    preset = models.CharField(max_length=32)
    took_ms = models.FloatField()
    degraded = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [owned_id("recall_trace")]
        indexes = [models.Index(fields=["owner_id", "-created_at"], name="trace_by_owner")]
