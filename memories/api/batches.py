"""Many statements at once: in one answer, or as work that goes on in the background."""

from typing import Any

from django.http import HttpRequest
from pydantic import Field

from memories.api.call import Call, Spec
from memories.api.endpoint import ApiView, endpoint
from memories.domain.errors import HindsightError, Invalid
from memories.domain.portable import checked_records, is_export, statements
from memories.domain.vocabulary import Source, Verb
from memories.entry.parsing import BULK_LIMIT, read_lines, read_object
from memories.entry.schemas.base import Asked, AskedOwned, Owned
from memories.entry.schemas.owners import OperationStarted
from memories.entry.schemas.retaining import BatchAnswer, BatchRequest, RetainRequest, batch_item
from memories.entry.throttle import Budget
from memories.entry.validation import checked
from memories.services.offers import Offer
from memories.services.operations import start_import
from memories.services.owners import owner_for_write
from memories.services.retain import BatchResult, retain_batch
from memories.services.wire import offer_to_json

PIECE = 100
"""Items retained in one transaction: the ledger's chain is held only as long."""

IMPORT_LIMIT = 5000


class BatchView(ApiView):
    """Several memories in one request."""

    @endpoint(
        Spec(
            "retain_batch",
            verbs=(Verb.RETAIN,),
            body=BatchRequest,
            budget=Budget.WRITES,
            body_limit=BULK_LIMIT,
            answer=BatchAnswer,
            status=207,
        )
    )
    def post(self, call: Call[Asked, BatchRequest]) -> BatchAnswer:
        """Offer up to 1,000 statements. Each has a result of its own: one bad item never sinks the rest."""
        results: dict[int, BatchResult] = {}
        people: dict[str | None, list[tuple[int, Offer]]] = {}
        for index, item in enumerate(call.body.items):
            try:
                request = checked(RetainRequest, _object(item))
            except HindsightError as refusal:
                results[index] = BatchResult(refusal=refusal)
                continue
            people.setdefault(request.user_id or call.body.user_id, []).append((index, request.offer()))
        for user_id, offers in people.items():
            results |= _retain_all(call, user_id, offers)
        return BatchAnswer(results=[batch_item(index, results[index]) for index in sorted(results)])


class ImportRequest(Owned):
    """The items of an import, when they come as one JSON document instead of as lines."""

    items: list[RetainRequest] = Field(min_length=1, max_length=IMPORT_LIMIT)


def _import_request(request: HttpRequest) -> ImportRequest:
    lines = read_lines(request)
    if lines is not None and is_export(lines):
        lines = statements(checked_records(lines))
    document = read_object(request, limit=BULK_LIMIT) if lines is None else {"items": lines}
    return checked(ImportRequest, document)


class ImportsView(ApiView):
    """Statements from elsewhere."""

    tag = "operations"

    @endpoint(
        Spec(
            "start_import",
            verbs=(Verb.RETAIN,),
            query=AskedOwned,
            body=ImportRequest,
            reads=_import_request,
            whose=lambda call: owner_for_write(call.actor, _person(call)),
            budget=Budget.WRITES,
            answer=OperationStarted,
            status=202,
        )
    )
    def post(self, call: Call[AskedOwned, ImportRequest]) -> OperationStarted:
        """Import up to 5,000 statements of one person, one JSON object a line, each through the gate. The
        person is `user_id` of the query, the document or the lines. A bad line keeps all from starting. An
        export is taken as it is, once its checksum fits: its living memories are offered again.
        """
        offers = [offer_to_json(_imported(item)) for item in call.body.items]
        return OperationStarted(operation_id=start_import(call.actor, call.known_owner, offers))


def _retain_all(
    call: Call[Any, Any], user_id: str | None, offers: list[tuple[int, Offer]]
) -> dict[int, BatchResult]:
    """Results of one person's items, in pieces that commit."""
    try:
        owner_id = owner_for_write(call.actor, user_id)
    except HindsightError as refusal:
        return {index: BatchResult(refusal=refusal) for index, _ in offers}
    results: dict[int, BatchResult] = {}
    for start in range(0, len(offers), PIECE):
        piece = offers[start : start + PIECE]
        retained = retain_batch(call.actor, owner_id, [offer for _, offer in piece])
        results |= dict(zip([index for index, _ in piece], retained, strict=True))
    return results


def _object(item: Any) -> dict[str, Any]:
    if not isinstance(item, dict):
        raise Invalid("An item is a JSON object.", code="not_an_object")
    return item


def _person(call: Call[AskedOwned, ImportRequest]) -> str | None:
    named = {call.query.user_id, call.body.user_id, *(item.user_id for item in call.body.items)} - {None}
    if len(named) > 1:
        raise Invalid("An import is about one person.", code="several_people", field="user_id")
    return named.pop() if named else None


def _imported(item: RetainRequest) -> Offer:
    return item.model_copy(update={"source": item.source or Source.IMPORT}).offer()
