"""Erasure cases and their receipts."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from memories.domain.vocabulary import ErasureScope, ErasureState
from memories.entry.links import receipt_url
from memories.entry.schemas.base import Ident, Listed, Moment, Outgoing, Owned
from memories.services.erase import Wish
from memories.services.erasure_cases import ErasureView

Reason = Annotated[str, Field(max_length=2000)]


class ErasureWish(Owned):
    """What to forget: ``target`` is a memory's or conversation's id, ``query`` a topic, ``only`` a choice."""

    scope: Annotated[ErasureScope, Field(strict=False)]
    target: str | None = Field(default=None, max_length=200)
    query: str | None = Field(default=None, max_length=500)
    reason: Reason | None = None
    only: list[Ident] | None = Field(default=None, max_length=500)

    def wish(self) -> Wish:
        """The request as the use case takes it."""
        return Wish(self.scope, self.target, self.query or "", self.reason or "", tuple(self.only or ()))


class ConfirmRequest(Owned):
    """The token from the preview."""

    confirm_token: str = Field(max_length=200)


class OfficerRequest(Owned):
    """Why a request is held or refused; the person can read it."""

    reason: Annotated[str, Field(min_length=1, max_length=2000)]


class StoreAnswer(Outgoing):
    """Progress in one store; ``remaining`` is counted at the end."""

    store: str
    found: int
    erased: int
    remaining: int | None
    done: bool


class ChosenAnswer(Outgoing):
    """One memory that a topic reaches."""

    id: UUID
    summary: str


class ErasureAnswer(Outgoing):
    """One case. In preview, ``executes_after`` is when it would run if it were confirmed now."""

    id: UUID
    scope: ErasureScope
    state: ErasureState
    preview: dict[str, int]
    progress: list[StoreAnswer]
    chosen: list[ChosenAnswer]
    created_at: Moment
    confirmed_at: Moment | None
    executes_after: Moment | None
    started_at: Moment | None
    finished_at: Moment | None
    note: str
    error_code: str
    confirm_token: str | None = None
    receipt_url: str | None = None


class ErasureList(Listed[ErasureAnswer]):
    """A person's cases, newest first."""


class ReceiptAnswer(Outgoing):
    """A signed receipt without content or name."""

    receipt: dict[str, object]
    signature: str
    key_id: str
    public_key: str
    algorithm: str


class ReceiptCheck(Outgoing):
    """Whether a receipt is genuine, and if not, why."""

    ok: bool
    reason: str
    key_id: str


_SAME = {*ErasureAnswer.model_fields} - {"progress", "chosen", "receipt_url"}


def erasure_answer(view: ErasureView) -> ErasureAnswer:
    """Shape one case."""
    return ErasureAnswer.model_validate(
        {
            **{name: getattr(view, name) for name in _SAME},
            "progress": [
                StoreAnswer(
                    store=step.target,
                    found=step.found,
                    erased=step.erased,
                    remaining=step.remaining,
                    done=step.done,
                )
                for step in view.steps
            ],
            "chosen": [ChosenAnswer(id=memory, summary=summary) for memory, summary in view.chosen],
            "receipt_url": receipt_url(view.receipt_token) if view.receipt_token else None,
        }
    )
