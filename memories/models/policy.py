"""Versioned policies."""

from django.db import models
from django.db.models import Q

from memories.models.base import uuid7_default


class PolicyVersion(models.Model):
    """One version of the rules of a workspace, or of one owner or kind inside it; holds the differences
    from the defaults. At most one version of each reach is active."""

    id = models.UUIDField(primary_key=True, db_default=uuid7_default())
    workspace_id = models.UUIDField()
    owner_id = models.UUIDField(null=True)
    kind = models.CharField(max_length=16, blank=True)
    version = models.IntegerField()
    changes = models.JSONField(default=dict)
    active = models.BooleanField(default=False)
    created_by_kind = models.CharField(max_length=16)
    created_by_id = models.UUIDField()
    created_at = models.DateTimeField()
    activated_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["workspace_id", "owner_id", "kind", "version"],
                nulls_distinct=False,
                name="policy_version_number",
            ),
            models.UniqueConstraint(
                fields=["workspace_id", "owner_id", "kind"],
                condition=Q(active=True),
                nulls_distinct=False,
                name="policy_one_active",
            ),
        ]
