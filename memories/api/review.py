"""The reviewers' queue over REST."""

from uuid import UUID

from memories.api.call import Call, Nothing, Spec
from memories.api.endpoint import ApiView, endpoint
from memories.api.lists import offset_of
from memories.domain.vocabulary import CaseState, Verb
from memories.entry.schemas.base import Asked
from memories.entry.schemas.review import (
    BulkAnswer,
    BulkRequest,
    CaseDetailAnswer,
    CaseList,
    CasesQuery,
    ClaimAnswer,
    DecidedAnswer,
    DecideRequest,
    ReviewStatsAnswer,
    bulk_item,
    case_detail,
)
from memories.services.case_context import case_context
from memories.services.decide import decide, decide_many
from memories.services.review import claim, get_case, list_cases, release_claim
from memories.services.review_stats import review_stats

_REVIEW = (Verb.REVIEW,)


class CasesView(ApiView):
    """The queue."""

    tag = "review"

    @endpoint(Spec("list_cases", _REVIEW, staff=True, query=CasesQuery, answer=CaseList))
    def get(self, call: Call[CasesQuery, Nothing]) -> CaseList:
        """Flagged writes, soonest due first; without a state, all that is undecided."""
        query = call.query
        page = list_cases(call.actor, query.filters(), limit=query.limit, offset=offset_of(query))
        return CaseList.model_validate(page)


class CaseOneView(ApiView):
    """One case."""

    tag = "review"

    @endpoint(Spec("get_case", _REVIEW, staff=True, answer=CaseDetailAnswer))
    def get(self, call: Call[Asked, Nothing], case_id: UUID) -> CaseDetailAnswer:
        """The text under judgement, its signals, the memories it comes close to, and what happened so far.
        Reading it is an event.
        """
        case = get_case(call.actor, case_id)
        return case_detail(case, case_context(call.actor, case))


class ClaimView(ApiView):
    """A case reserved."""

    tag = "review"

    @endpoint(Spec("claim_case", _REVIEW, staff=True, answer=ClaimAnswer))
    def post(self, call: Call[Asked, Nothing], case_id: UUID) -> ClaimAnswer:
        """Reserve a case for five minutes; 409 while another reviewer holds it."""
        until = claim(call.actor, case_id)
        return ClaimAnswer(id=case_id, state=CaseState.CLAIMED, claimed_until=until)


class ReleaseClaimView(ApiView):
    """A case given back."""

    tag = "review"

    @endpoint(Spec("release_claim", _REVIEW, staff=True, answer=ClaimAnswer))
    def post(self, call: Call[Asked, Nothing], case_id: UUID) -> ClaimAnswer:
        """Give a claimed case back to the queue."""
        release_claim(call.actor, case_id)
        return ClaimAnswer(id=case_id, state=CaseState.OPEN, claimed_until=None)


class DecideView(ApiView):
    """A decision."""

    tag = "review"

    @endpoint(Spec("decide_case", _REVIEW, staff=True, body=DecideRequest, answer=DecidedAnswer))
    def post(self, call: Call[Asked, DecideRequest], case_id: UUID) -> DecidedAnswer:
        """Release, edit, redact, reject, merge or defer; validated again at this moment."""
        return DecidedAnswer.model_validate(decide(call.actor, case_id, call.body.made()))


class BulkView(ApiView):
    """One decision on many cases."""

    tag = "review"

    @endpoint(Spec("decide_cases", _REVIEW, staff=True, body=BulkRequest, answer=BulkAnswer))
    def post(self, call: Call[Asked, BulkRequest]) -> BulkAnswer:
        """The same decision on several cases, each on its own: one failure never sinks the rest."""
        body = call.body
        results = decide_many(call.actor, body.case_ids, kind=body.decision, reason=body.reason)
        return BulkAnswer(results=[bulk_item(result) for result in results])


class StatsView(ApiView):
    """How the queue is doing."""

    tag = "review"

    @endpoint(Spec("get_review_stats", _REVIEW, staff=True, answer=ReviewStatsAnswer))
    def get(self, call: Call[Asked, Nothing]) -> ReviewStatsAnswer:
        """Waiting cases, their age and signals, the gate's precision, and the load of each reviewer."""
        return ReviewStatsAnswer.model_validate(review_stats(call.actor))
