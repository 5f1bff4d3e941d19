"""Asynchronous work: how far it is, and how to stop it or take it up again."""

from uuid import UUID

from memories.api.call import Call, Nothing, Spec, holder, reader
from memories.api.endpoint import ApiView, endpoint
from memories.domain.vocabulary import Verb
from memories.entry.answers import Answer
from memories.entry.schemas.base import Asked, AskedOwned, Owned
from memories.entry.schemas.owners import OperationAnswer, OperationStarted, ProgressAnswer
from memories.services.exporting import read_export, start_export
from memories.services.operations import OperationView, cancel_operation, get_operation, retry_operation

_THIS = holder("operation", "operation_id")


class OperationOneView(ApiView):
    """One piece of work."""

    tag = "operations"

    @endpoint(
        Spec("get_operation", (Verb.READ, Verb.RETAIN, Verb.EXPORT), query=AskedOwned, answer=OperationAnswer)
    )
    def get(self, call: Call[AskedOwned, Nothing], operation_id: UUID) -> OperationAnswer:
        """State, progress and results of asynchronous work."""
        return _answer(get_operation(call.actor, operation_id, user_id=call.user_id))


class ExportsView(ApiView):
    """Everything about a person, to take along."""

    tag = "operations"

    @endpoint(
        Spec("start_export", (Verb.EXPORT,), body=Owned, whose=reader, answer=OperationStarted, status=202)
    )
    def post(self, call: Call[Asked, Owned]) -> OperationStarted:
        """Start an export: JSON Lines with counts and a checksum at the end, kept for 24 hours."""
        return OperationStarted(operation_id=start_export(call.actor, call.known_owner))


class ExportDownloadView(ApiView):
    """A finished export."""

    tag = "operations"

    @endpoint(Spec("download_export", (Verb.EXPORT,), query=AskedOwned))
    def get(self, call: Call[AskedOwned, Nothing], operation_id: UUID) -> Answer:
        """Fetch the lines of a finished export."""
        export = read_export(call.actor, operation_id, user_id=call.user_id)
        disposition = {"Content-Disposition": f'attachment; filename="{export.name}"'}
        return Answer(200, "".join(export.chunks).encode(), disposition, "application/x-ndjson")


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
