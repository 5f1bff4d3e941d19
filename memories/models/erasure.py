"""Erasure cases, their progress per store, receipts, and the tombstones that stop a return."""

from django.db import models

from memories.domain.vocabulary import ErasureScope, ErasureState
from memories.models.base import OwnerScoped, owned_id, uuid7_default
from memories.models.workspace import choices


class ErasureRequest(OwnerScoped):
    """One case from request to receipt. ``query`` and ``reason`` are personal and are blanked at the end."""

    scope = models.CharField(max_length=16, choices=choices(ErasureScope))
    target_id = models.UUIDField(null=True)
    selection = models.JSONField(default=dict)
    query = models.TextField(blank=True)
    reason = models.TextField(blank=True)
    state = models.CharField(max_length=16, choices=choices(ErasureState), default=ErasureState.PREVIEW)
    held_from = models.CharField(max_length=16, blank=True)
    note = models.TextField(blank=True)
    preview = models.JSONField(default=dict)
    subject = models.CharField(max_length=32)
    confirm_digest = models.BinaryField()
    receipt_digest = models.BinaryField(null=True)
    requested_by_kind = models.CharField(max_length=16)
    requested_by_id = models.UUIDField()
    created_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    executes_after = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    attempts = models.SmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    error_code = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [owned_id("erasure_request")]
        indexes = [
            models.Index(fields=["owner_id", "-created_at"], name="erasure_by_owner"),
            models.Index(fields=["state", "executes_after"], name="erasure_due"),
        ]


class ErasureStep(OwnerScoped):
    """Progress of one request in one store: counts only."""

    request = models.ForeignKey(
        ErasureRequest, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", db_index=False
    )
    target = models.CharField(max_length=32)
    place = models.SmallIntegerField()
    found = models.BigIntegerField(default=0)
    erased = models.BigIntegerField(default=0)
    remaining = models.BigIntegerField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            owned_id("erasure_step"),
            models.UniqueConstraint(fields=["owner_id", "request", "target"], name="step_once"),
        ]


class ErasureReceipt(models.Model):
    """The signed receipt. It outlives the owner: no content, no name, no owner id."""

    id = models.UUIDField(primary_key=True, db_default=uuid7_default())
    workspace_id = models.UUIDField()
    request_id = models.UUIDField(unique=True)
    token_digest = models.BinaryField(unique=True)
    body = models.JSONField()
    signature = models.BinaryField()
    key_id = models.CharField(max_length=32)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()


class Tombstone(models.Model):
    """Keyed digest without content: the same owner, source or text does not come back unasked."""

    id = models.UUIDField(primary_key=True, db_default=uuid7_default())
    workspace_id = models.UUIDField()
    kind = models.CharField(max_length=16)
    digest = models.BinaryField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace_id", "kind", "digest"], name="tombstone_once")
        ]
