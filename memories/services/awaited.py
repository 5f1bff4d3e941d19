"""An erasure seen through the address of its receipt, while there is no receipt yet. Needs no sign-in."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from audit.context import acting_as
from audit.identity import system_actor
from memories.domain.access_keys import parse_token
from memories.domain.errors import NotFound
from memories.models import ErasureRequest, ErasureStep
from memories.services.erasure_cases import StepView, step_view
from memories.services.finders import find_request


@dataclass(frozen=True)
class Awaited:
    """How far a confirmed erasure is: counts and times, no content and no name."""

    id: UUID
    subject: str
    scope: str
    state: str
    created_at: datetime
    executes_after: datetime | None
    preview: dict[str, int]
    steps: tuple[StepView, ...]


def awaited_receipt(token: str) -> Awaited:
    """The erasure whose receipt will lie at ``token``; ``NotFound`` for an unknown one."""
    token_digest = parse_token(token)
    found = find_request(token_digest) if token_digest else None
    if found is None:
        raise NotFound
    request_id, workspace_id, owner_id = found
    with acting_as(system_actor(workspace_id), owner_id):
        row = ErasureRequest.objects.get(id=request_id)
        steps = ErasureStep.objects.filter(owner_id=owner_id, request_id=request_id).order_by("place")
        return Awaited(
            id=row.id,
            subject=row.subject,
            scope=row.scope,
            state=row.state,
            created_at=row.created_at,
            executes_after=row.executes_after,
            preview=row.preview,
            steps=tuple(map(step_view, steps)),
        )
