"""Links between memories of one owner."""

from datetime import UTC, datetime
from uuid import UUID

from audit.context import acting_as
from audit.identity import Actor
from memories.domain.errors import Invalid
from memories.domain.vocabulary import RelationKind, Verb
from memories.models import Memory, Relation
from memories.services.access import require
from memories.services.browse import RelationView, relation_view
from memories.services.owners import owner_of_object
from memories.services.subjects import hold_owner


def relate(
    actor: Actor,
    memory_id: UUID,
    *,
    target_id: UUID,
    kind: RelationKind,
    strength: float,
    user_id: str | None = None,
) -> RelationView:
    """Link two memories of one owner. Needs ``revise``. A foreign and an absent target are refused alike."""
    require(actor, Verb.REVISE)
    owner_id = owner_of_object(actor, "memory", memory_id, user_id=user_id)
    with acting_as(actor, owner_id) as scope:
        owner = hold_owner(owner_id)
        if target_id == memory_id or not Memory.objects.filter(owner_id=owner_id, id=target_id).exists():
            raise Invalid("target_id must be another memory of the same person.", field="target_id")
        row, _ = Relation.objects.update_or_create(
            owner_id=owner_id,
            source_id=memory_id,
            target_id=target_id,
            kind=kind,
            defaults={"strength": strength},
            create_defaults={
                "workspace_id": owner.workspace_id,
                "strength": strength,
                "created_at": datetime.now(UTC),
            },
        )
        scope.record(
            "relation.created", object_type="memory", object_id=memory_id, kind=kind, target_id=target_id
        )
        return relation_view(row)
