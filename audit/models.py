"""Tables of the ledger. Subject ids are plain values: erasure never breaks or rewrites the chain."""

from django.db import models


class AuditEvent(models.Model):
    """One link of a workspace's chain. Append-only: no runtime role may change or delete it."""

    id = models.UUIDField(primary_key=True)
    workspace_id = models.UUIDField()
    seq = models.BigIntegerField()
    format = models.SmallIntegerField(default=1)
    name = models.CharField(max_length=64)
    occurred_at = models.DateTimeField()
    actor_kind = models.CharField(max_length=16)
    actor_id = models.CharField(max_length=64)
    subject = models.CharField(max_length=32, blank=True)
    object_type = models.CharField(max_length=32, blank=True)
    object_id = models.UUIDField(null=True)
    outcome = models.CharField(max_length=32, blank=True)
    fields = models.JSONField(default=dict)
    payload_commit = models.BinaryField(null=True)
    prev_hash = models.BinaryField()
    hash = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace_id", "seq"], name="audit_event_seq")]
        indexes = [
            models.Index(fields=["workspace_id", "subject", "-seq"], name="audit_event_subject"),
            models.Index(fields=["workspace_id", "name", "-seq"], name="audit_event_name"),
            models.Index(fields=["workspace_id", "object_id", "-seq"], name="audit_event_object"),
        ]


class AuditPayload(models.Model):
    """Sealed detail of one event, erasable without touching the event."""

    event_id = models.UUIDField(primary_key=True)
    workspace_id = models.UUIDField()
    owner_id = models.UUIDField()
    sealed = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner_id", "event_id"], name="audit_payload_owner")]


class AuditSubjectKey(models.Model):
    """The wrapped secrets of one owner; destroying the row is crypto-erasure of the owner's trail."""

    owner_id = models.UUIDField(primary_key=True)
    workspace_id = models.UUIDField()
    wrapped = models.BinaryField()
