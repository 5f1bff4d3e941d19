"""The outer wall of isolation, and the people and keys inside it."""

from enum import StrEnum

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from memories.domain.vocabulary import StaffRole
from memories.models.base import uuid7_default


def choices(enum: type[StrEnum]) -> list[tuple[str, str]]:
    """Django choices of a vocabulary enum."""
    return [(member.value, member.value.replace("_", " ")) for member in enum]


class Workspace(models.Model):
    """One team's agents, owners, keys, reviewers and policies."""

    id = models.UUIDField(primary_key=True, db_default=uuid7_default())
    name = models.CharField(max_length=100, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class StaffMember(models.Model):
    """A console login's role in one workspace; its id is the actor id in the ledger."""

    id = models.UUIDField(primary_key=True, db_default=uuid7_default())
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=16, choices=choices(StaffRole))
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "user"], name="staff_once_a_workspace")]


class AgentKey(models.Model):
    """Credential of an agent: only a digest of the secret is kept. Readable by ``hindsight_auth`` alone."""

    id = models.UUIDField(primary_key=True, db_default=uuid7_default())
    workspace_id = models.UUIDField()
    owner_id = models.UUIDField(null=True)
    staff_id = models.UUIDField(null=True)
    public_id = models.CharField(max_length=16, unique=True)
    digest = models.BinaryField()
    label = models.CharField(max_length=100, blank=True)
    verbs = ArrayField(models.CharField(max_length=16))
    unlimited = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["workspace_id", "-created_at"], name="key_by_workspace")]


class SignInLink(models.Model):
    """One-time link into the console: for a staff member or for an owner, never both."""

    id = models.UUIDField(primary_key=True, db_default=uuid7_default())
    workspace_id = models.UUIDField()
    owner_id = models.UUIDField(null=True)
    staff_id = models.UUIDField(null=True)
    digest = models.BinaryField(unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(owner_id__isnull=True) ^ models.Q(staff_id__isnull=True),
                name="signin_link_one_audience",
            )
        ]
