"""The subject row: the person the memories are about."""

from django.db import models

from memories.domain.vocabulary import OwnerState
from memories.models.base import uuid7_default
from memories.models.workspace import choices


class Owner(models.Model):
    """One person in one workspace. ``id`` equals ``owner_id``, so the row obeys its own policy.

    Every writer takes this row FOR SHARE and checks ``state`` and ``epoch``; an erasure takes it FOR
    UPDATE and raises ``epoch``. The runtime role may change locale, zone and pause, nothing else.
    """

    id = models.UUIDField(primary_key=True, db_default=uuid7_default())
    workspace_id = models.UUIDField()
    owner_id = models.UUIDField(unique=True)
    external_id = models.CharField(max_length=200)
    state = models.CharField(max_length=16, choices=choices(OwnerState), default=OwnerState.ACTIVE)
    epoch = models.IntegerField(default=1)
    locale = models.CharField(max_length=16, default="en")
    time_zone = models.CharField(max_length=64, default="UTC")
    paused_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace_id", "external_id"], name="owner_external_id"),
            models.UniqueConstraint(fields=["workspace_id", "id"], name="owner_in_workspace"),
            models.CheckConstraint(condition=models.Q(id=models.F("owner_id")), name="owner_is_itself"),
        ]
