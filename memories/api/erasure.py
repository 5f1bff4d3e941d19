"""Being forgotten: asked, previewed, confirmed, followed, proven."""

from typing import Any
from uuid import UUID

from memories.api.call import Call, Nothing, Spec, holder, reader
from memories.api.endpoint import ApiView, endpoint
from memories.api.lists import offset_of, page_at
from memories.domain.errors import NotFound
from memories.domain.vocabulary import Verb
from memories.entry.answers import Answer
from memories.entry.schemas.base import Asked, AskedOwned, Incoming, Owned, OwnedPaging
from memories.entry.schemas.erasure import (
    ConfirmRequest,
    ErasureAnswer,
    ErasureList,
    ErasureWish,
    OfficerRequest,
    ReceiptAnswer,
    ReceiptCheck,
    erasure_answer,
)
from memories.services.browse import Page
from memories.services.erase import confirm_erasure, request_erasure
from memories.services.erasure_cases import (
    cancel_erasure,
    count_erasures,
    get_erasure,
    hold_erasure,
    list_erasures,
    refuse_erasure,
    unhold_erasure,
)
from memories.services.receipts import receipt_by_token, receipt_of_request, verify_receipt

_ERASE = (Verb.ERASE,)
_HOLD = (Verb.HOLD,)
_FOLLOW = (Verb.READ, Verb.ERASE, Verb.HOLD)
_THIS = holder("erasure", "request_id")


class ErasuresView(ApiView):
    """A person's cases."""

    tag = "erasure"

    @endpoint(
        Spec("request_erasure", _ERASE, body=ErasureWish, whose=reader, answer=ErasureAnswer, status=201)
    )
    def post(self, call: Call[Asked, ErasureWish]) -> ErasureAnswer:
        """Ask to be forgotten. Counts what it would reach; nothing is erased before it is confirmed."""
        return erasure_answer(request_erasure(call.actor, call.known_owner, call.body.wish()))

    @endpoint(Spec("list_erasures", _FOLLOW, query=OwnedPaging, whose=reader, answer=ErasureList))
    def get(self, call: Call[OwnedPaging, Nothing]) -> ErasureList:
        """A person's cases, newest first."""
        actor, query, owner_id = call.actor, call.query, call.owner_id
        if owner_id is None:
            return ErasureList(results=[], total=0)
        found = list_erasures(actor, owner_id, limit=query.limit, offset=offset_of(query))
        page: Page[Any] = page_at(found, query, total=count_erasures(actor, owner_id))
        return ErasureList(
            results=[erasure_answer(view) for view in found], next_cursor=page.next_cursor, total=page.total
        )


class ErasureOneView(ApiView):
    """One case."""

    tag = "erasure"

    @endpoint(Spec("get_erasure", _FOLLOW, query=AskedOwned, answer=ErasureAnswer))
    def get(self, call: Call[AskedOwned, Nothing], request_id: UUID) -> ErasureAnswer:
        """Its state, and progress per store: rows first, then bytes as a step of its own."""
        return erasure_answer(get_erasure(call.actor, request_id, user_id=call.user_id))


class ConfirmErasureView(ApiView):
    """The point of return."""

    tag = "erasure"

    @endpoint(
        Spec("confirm_erasure", _ERASE, body=ConfirmRequest, whose=_THIS, answer=ErasureAnswer, status=202)
    )
    def post(self, call: Call[Asked, ConfirmRequest], request_id: UUID) -> ErasureAnswer:
        """Start the grace period. `receipt_url` is given once; it needs no key and survives the erasure."""
        token = call.body.confirm_token
        return erasure_answer(
            confirm_erasure(call.actor, request_id, confirm_token=token, user_id=call.user_id)
        )


class CancelErasureView(ApiView):
    """Taken back."""

    tag = "erasure"

    @endpoint(Spec("cancel_erasure", _ERASE, body=Owned, whose=_THIS, answer=ErasureAnswer))
    def post(self, call: Call[Asked, Owned], request_id: UUID) -> ErasureAnswer:
        """Take a request back before it runs."""
        return erasure_answer(cancel_erasure(call.actor, request_id, user_id=call.user_id))


class HoldErasureView(ApiView):
    """A legal hold."""

    tag = "erasure"

    @endpoint(Spec("hold_erasure", _HOLD, staff=True, body=OfficerRequest, whose=_THIS, answer=ErasureAnswer))
    def post(self, call: Call[Asked, OfficerRequest], request_id: UUID) -> ErasureAnswer:
        """Pause a request, with a reason the person can read."""
        _check_person(call)
        return erasure_answer(hold_erasure(call.actor, request_id, note=call.body.reason))


class UnholdErasureView(ApiView):
    """A hold lifted."""

    tag = "erasure"

    @endpoint(Spec("unhold_erasure", _HOLD, staff=True, body=Owned, whose=_THIS, answer=ErasureAnswer))
    def post(self, call: Call[Asked, Owned], request_id: UUID) -> ErasureAnswer:
        """The request stands where it stood before the hold."""
        _check_person(call)
        return erasure_answer(unhold_erasure(call.actor, request_id))


class RefuseErasureView(ApiView):
    """A refusal."""

    tag = "erasure"

    @endpoint(
        Spec("refuse_erasure", _HOLD, staff=True, body=OfficerRequest, whose=_THIS, answer=ErasureAnswer)
    )
    def post(self, call: Call[Asked, OfficerRequest], request_id: UUID) -> ErasureAnswer:
        """Refuse a request, with a reason the person can read."""
        _check_person(call)
        return erasure_answer(refuse_erasure(call.actor, request_id, note=call.body.reason))


class RequestReceiptView(ApiView):
    """The receipt of one case."""

    tag = "erasure"

    @endpoint(Spec("get_receipt_of_erasure", _FOLLOW, query=AskedOwned, answer=ReceiptAnswer))
    def get(self, call: Call[AskedOwned, Nothing], request_id: UUID) -> Answer:
        """The signed receipt, once the erasure is verified."""
        return Answer(200, receipt_of_request(call.actor, request_id, user_id=call.user_id))


class ReceiptView(ApiView):
    """The receipt behind an unguessable link."""

    tag = "erasure"

    @endpoint(Spec("get_receipt", public=True, answer=ReceiptAnswer))
    def get(self, call: Call[Asked, Nothing], token: str) -> Answer:
        """The signed receipt. Needs no key; the link holds for 90 days."""
        return Answer(200, receipt_by_token(token))


class ReceiptDocument(Incoming, extra="allow"):
    """A receipt as it was given out, whatever it holds: what does not fit is not genuine."""


class VerifyReceiptView(ApiView):
    """Anyone's check."""

    tag = "erasure"

    @endpoint(Spec("verify_receipt", public=True, body=ReceiptDocument, answer=ReceiptCheck))
    def post(self, call: Call[Asked, ReceiptDocument]) -> ReceiptCheck:
        """Whether a receipt is genuine. Needs no key."""
        return ReceiptCheck.model_validate(verify_receipt(call.body.model_dump()))


def _check_person(call: Call[Any, Any]) -> None:
    """``NotFound`` when the request is about somebody else than the officer named."""
    if call.user_id is not None and call.owner_id is None:
        raise NotFound
