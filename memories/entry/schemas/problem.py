"""Problem details (RFC 9457)."""

from typing import Literal
from uuid import UUID

from memories.entry.schemas.base import Outgoing
from memories.entry.schemas.retaining import ScreeningAnswer


class FieldErrorAnswer(Outgoing):
    """What is wrong with one field."""

    field: str
    code: str
    message: str


class ProblemAnswer(Outgoing):
    """Why a request was refused; ``code`` is stable."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[FieldErrorAnswer] = []


class BlockedAnswer(ProblemAnswer):
    """A write that screening refused, with its reasons."""

    outcome: Literal["blocked"] = "blocked"
    id: UUID | None = None
    screening: ScreeningAnswer
