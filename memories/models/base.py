"""What every owner-scoped table has in common."""

from typing import Any

from django.db import models
from django.db.models import Func


def uuid7_default() -> Func:
    """PostgreSQL's own time-ordered id, so that ids never leak volume."""
    return Func(function="uuidv7", output_field=models.UUIDField())


class OwnerScoped(models.Model):
    """A row that belongs to one owner of one workspace.

    The database adds what the ORM cannot say (migration 0002): forced row security, and composite
    foreign keys that begin with ``owner_id`` so that no row can point at another owner's.
    """

    id = models.UUIDField(primary_key=True, db_default=uuid7_default())
    workspace_id = models.UUIDField()
    owner_id = models.UUIDField()

    class Meta:
        abstract = True


def owned_id(model: str) -> models.UniqueConstraint:
    """UNIQUE (owner_id, id): the target of composite foreign keys."""
    return models.UniqueConstraint(fields=["owner_id", "id"], name=f"{model}_owned_id")


def linked(to: str, *, null: bool = False) -> "models.ForeignKey[Any, Any]":
    """A link inside one owner's rows; migration 0002 adds the composite constraint."""
    return models.ForeignKey(
        to, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", null=null, db_index=False
    )
