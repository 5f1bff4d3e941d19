"""Asynchronous work: how far it is, and how to stop it or take it up again."""

from uuid import UUID

from memories.api.call import Call, Nothing, Spec, holder
from memories.api.endpoint import ApiView, endpoint
from memories.domain.vocabulary import Verb
from memories.entry.schemas.base import Asked, AskedOwned, Owned
from memories.entry.schemas.owners import OperationAnswer, ProgressAnswer
from memories.services.operations import OperationView, cancel_operation, get_operation, retry_operation

_THIS = holder("operation", "operation_id")


class OperationOneView(ApiView):
    """One piece of work."""

    tag = "operations"

    @endpoint(Spec("get_operation", (Verb.READ, Verb.RETAIN), query=AskedOwned, answer=OperationAnswer))
    def get(self, call: Call[AskedOwned, Nothing], operation_id: UUID) -> OperationAnswer:
        """State, progress and results of asynchronous work."""
        return _answer(get_operation(call.actor, operation_id, user_id=call.user_id))


class CancelOperationView(ApiView):
    """Work that stops."""

    tag = "operations"

    @endpoint(Spec("cancel_operation", (Verb.RETAIN,), body=Owned, whose=_THIS, answer=OperationAnswer))
    def post(self, call: Call[Asked, Owned], operation_id: UUID) -> OperationAnswer:
        """Stop after the piece in progress; what is done stays done."""
        return _answer(cancel_operation(call.actor, operation_id, user_id=call.user_id))


class RetryOperationView(ApiView):
    """Work that goes on."""

    tag = "operations"

    @endpoint(Spec("retry_operation", (Verb.RETAIN,), body=Owned, whose=_THIS, answer=OperationAnswer))
    def post(self, call: Call[Asked, Owned], operation_id: UUID) -> OperationAnswer:
        """Take failed or cancelled work up again where it stopped."""
        return _answer(retry_operation(call.actor, operation_id, user_id=call.user_id))


def _answer(view: OperationView) -> OperationAnswer:
    return OperationAnswer(
        id=view.id,
        kind=view.kind,
        state=view.state,
        progress=ProgressAnswer(done=view.done, total=view.total),
        results=list(view.results),
        error=view.error or None,
        attempts=view.attempts,
        created_at=view.created_at,
        finished_at=view.finished_at,
    )
