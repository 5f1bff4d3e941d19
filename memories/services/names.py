"""Who stands behind the ids of actors: for pages that say who did something."""

from collections.abc import Iterable
from uuid import UUID

from audit.context import DatabaseRole, acting_as
from audit.identity import Actor
from memories.models import AgentKey, StaffMember


def actor_names(actor: Actor, ids: Iterable[UUID | str]) -> dict[str, str]:
    """Names by actor id, inside the workspace: a login's name for staff, the public part for a key.

    Owners have no entry: the ledger knows them by pseudonym only. An actor bound to one owner learns the
    names of keys, not those of the staff.
    """
    wanted = {found for found in map(_as_id, ids) if found is not None}
    if not wanted:
        return {}
    with acting_as(actor, role=DatabaseRole.AUTH):
        names = dict(AgentKey.objects.filter(id__in=wanted).values_list("id", "public_id"))
        if actor.owner_id is None:
            members = StaffMember.objects.filter(id__in=wanted)
            names |= dict(members.values_list("id", "user__username"))
    return {str(actor_id): name for actor_id, name in names.items()}


def _as_id(value: UUID | str) -> UUID | None:
    try:
        return value if isinstance(value, UUID) else UUID(value)
    except ValueError:
        return None
