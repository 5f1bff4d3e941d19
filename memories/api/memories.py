"""Memories: offered, listed, read, changed, forgotten, recalled."""

from typing import Any
from uuid import UUID

from memories.api.call import Call, Nothing, Spec, holder, reader, writer
from memories.api.endpoint import ApiView, endpoint
from memories.domain.errors import Blocked
from memories.domain.vocabulary import Outcome, Status, Verb
from memories.entry.answers import Answer
from memories.entry.links import receipt_url
from memories.entry.problems import problem_of
from memories.entry.schemas.base import Asked, AskedOwned, Owned
from memories.entry.schemas.memories import (
    BrowseQuery,
    Forgotten,
    MemoryAnswer,
    MemoryList,
    ReviseRequest,
    memory_answer,
)
from memories.entry.schemas.problem import BlockedAnswer
from memories.entry.schemas.recall import RecallAnswer, RecallRequest, recall_answer
from memories.entry.schemas.retaining import (
    DryRun,
    RetainAnswer,
    RetainRequest,
    retain_answer,
    retain_status,
)
from memories.entry.throttle import Budget
from memories.services.browse import browse, get_memory
from memories.services.erasing import forget_memory
from memories.services.lifecycle import set_status
from memories.services.recall import recall
from memories.services.retain import foresee_for_stranger, retain
from memories.services.revise import revise
from memories.services.shapes import MemoryView, Retained

_THIS = holder("memory", "memory_id")


class MemoriesView(ApiView):
    """All of a person's memories."""

    @endpoint(
        Spec(
            "retain_memory",
            verbs=(Verb.RETAIN,),
            query=DryRun,
            body=RetainRequest,
            whose=lambda call: (reader if call.query.dry_run else writer)(call),
            budget=Budget.WRITES,
            answer=RetainAnswer,
            status=201,
            also={200: RetainAnswer, 202: RetainAnswer, 422: BlockedAnswer},
        )
    )
    def post(self, call: Call[DryRun, RetainRequest]) -> Answer:
        """Offer a statement. 201: stored, or waiting to be confirmed; 200: merged, or paused; 202:
        quarantined; 422: refused by screening. A dry run says the same with 200 and stores nothing.
        """
        if call.query.dry_run:
            return _dry(_foreseen(call))
        return _retained(retain(call.actor, call.known_owner, call.body.offer()))

    @endpoint(Spec("list_memories", verbs=(Verb.READ,), query=BrowseQuery, whose=reader, answer=MemoryList))
    def get(self, call: Call[BrowseQuery, Nothing]) -> MemoryList:
        """Browse a person's memories. The text of quarantined ones is not shown."""
        query = call.query
        page = browse(call.actor, call.owner_id, query.filters(), limit=query.limit, cursor=query.cursor)
        return MemoryList.model_validate(page)


class MemoryOneView(ApiView):
    """One memory."""

    @endpoint(Spec("get_memory", verbs=(Verb.READ,), query=AskedOwned, answer=MemoryAnswer))
    def get(self, call: Call[AskedOwned, Nothing], memory_id: UUID) -> Answer:
        """Read one memory with its provenance. A merged one keeps answering and names what it went into."""
        return _versioned(get_memory(call.actor, memory_id, user_id=call.user_id))

    @endpoint(
        Spec(
            "revise_memory",
            verbs=(Verb.REVISE,),
            body=ReviseRequest,
            budget=Budget.WRITES,
            answer=MemoryAnswer,
            also={422: BlockedAnswer},
            versioned=True,
        )
    )
    def patch(self, call: Call[Asked, ReviseRequest], memory_id: UUID) -> Answer:
        """Correct a memory: a new version, the earlier text kept. New text passes screening."""
        view = revise(
            call.actor,
            memory_id,
            call.body.revision(),
            user_id=call.user_id,
            expected_version=call.expected_version,
        )
        return _versioned(view)

    @endpoint(
        Spec(
            "erase_memory",
            verbs=(Verb.ERASE,),
            query=AskedOwned,
            answer=Forgotten,
            status=202,
            versioned=True,
        )
    )
    def delete(self, call: Call[AskedOwned, Nothing], memory_id: UUID) -> Forgotten:
        """Erase this memory from every store. It leaves recall at once; the erasure can be followed."""
        case = forget_memory(
            call.actor, memory_id, user_id=call.user_id, expected_version=call.expected_version
        )
        url = receipt_url(case.receipt_token) if case.receipt_token else None
        return Forgotten(erasure_id=case.id, state=case.state, receipt_url=url)


class ConfirmView(ApiView):
    """A doubtful memory, confirmed."""

    @endpoint(
        Spec(
            "confirm_memory",
            (Verb.REVISE,),
            body=Owned,
            whose=_THIS,
            budget=Budget.WRITES,
            answer=MemoryAnswer,
        )
    )
    def post(self, call: Call[Asked, Owned], memory_id: UUID) -> Answer:
        """Confirm a memory that waits to be confirmed."""
        return _moved(call, memory_id, Status.ACTIVE)


class ArchiveView(ApiView):
    """A memory put aside."""

    @endpoint(
        Spec(
            "archive_memory",
            (Verb.REVISE,),
            body=Owned,
            whose=_THIS,
            budget=Budget.WRITES,
            answer=MemoryAnswer,
        )
    )
    def post(self, call: Call[Asked, Owned], memory_id: UUID) -> Answer:
        """Take a memory out of recall; it can be restored."""
        return _moved(call, memory_id, Status.ARCHIVED)


class RestoreView(ApiView):
    """A memory taken back."""

    @endpoint(
        Spec(
            "restore_memory",
            (Verb.REVISE,),
            body=Owned,
            whose=_THIS,
            budget=Budget.WRITES,
            answer=MemoryAnswer,
        )
    )
    def post(self, call: Call[Asked, Owned], memory_id: UUID) -> Answer:
        """Make an archived, superseded or merged memory active again."""
        return _moved(call, memory_id, Status.ACTIVE)


class RecallView(ApiView):
    """What an agent should know now."""

    @endpoint(
        Spec(
            "recall_memories",
            verbs=(Verb.RECALL,),
            body=RecallRequest,
            whose=reader,
            budget=Budget.RECALLS,
            answer=RecallAnswer,
        )
    )
    def post(self, call: Call[Asked, RecallRequest]) -> RecallAnswer:
        """The best memories for a query, best first, each with what its score is made of."""
        found = recall(call.actor, call.owner_id, call.body.asked())
        return recall_answer(found, explain=call.body.explain)


def _moved(call: Call[Any, Any], memory_id: UUID, status: Status) -> Answer:
    return _versioned(set_status(call.actor, memory_id, status, user_id=call.user_id))


def _versioned(view: MemoryView) -> Answer:
    answer = memory_answer(view)
    return Answer(200, answer.model_dump(mode="json"), {"ETag": f'"{answer.version}"'})


def _foreseen(call: Call[DryRun, RetainRequest]) -> Retained:
    owner_id = call.owner_id
    if owner_id is None:
        return foresee_for_stranger(call.actor, call.body.offer())
    return retain(call.actor, owner_id, call.body.offer(), dry_run=True)


def _dry(retained: Retained) -> Answer:
    return Answer(200, retain_answer(retained).model_dump(mode="json"))


def _retained(retained: Retained) -> Answer:
    answer = retain_answer(retained).model_dump(mode="json")
    if retained.outcome == Outcome.BLOCKED:
        problem = problem_of(Blocked()).answer()
        told = {name: answer[name] for name in ("id", "outcome", "memory", "screening")}
        return Answer(problem.status, problem.body | told, problem.headers, problem.content_type)
    headers = {"ETag": f'"{retained.memory.version}"'} if retained.memory else {}
    return Answer(retain_status(retained), answer, headers)
