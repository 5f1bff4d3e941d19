"""What a memory was, and what it stands with."""

from typing import Any
from uuid import UUID

from memories.api.call import Call, Nothing, Spec, holder
from memories.api.endpoint import ApiView, endpoint
from memories.api.lists import sliced
from memories.domain.vocabulary import Verb
from memories.entry.answers import Answer
from memories.entry.schemas.base import Asked, Owned, OwnedPaging
from memories.entry.schemas.memories import (
    MemoryAnswer,
    RelationAnswer,
    RelationList,
    RelationRequest,
    VersionList,
    memory_answer,
)
from memories.entry.schemas.problem import BlockedAnswer
from memories.entry.throttle import Budget
from memories.services.browse import list_relations, list_versions
from memories.services.relations import relate
from memories.services.revise import restore_version

_THIS = holder("memory", "memory_id")


class VersionsView(ApiView):
    """Every text a memory had."""

    @endpoint(Spec("list_versions", verbs=(Verb.READ,), query=OwnedPaging, answer=VersionList))
    def get(self, call: Call[OwnedPaging, Nothing], memory_id: UUID) -> VersionList:
        """The history of a memory without gaps, newest first."""
        versions = list_versions(call.actor, memory_id, user_id=call.user_id)
        return VersionList.model_validate(sliced(versions, call.query))


class RestoreVersionView(ApiView):
    """An earlier text, current again."""

    @endpoint(
        Spec(
            "restore_version",
            verbs=(Verb.REVISE,),
            body=Owned,
            whose=_THIS,
            budget=Budget.WRITES,
            answer=MemoryAnswer,
            also={422: BlockedAnswer},
        )
    )
    def post(self, call: Call[Asked, Owned], memory_id: UUID, number: int) -> Answer:
        """Make an earlier text current again, as a new version."""
        answer = memory_answer(restore_version(call.actor, memory_id, number, user_id=call.user_id))
        return Answer(200, answer.model_dump(mode="json"), {"ETag": f'"{answer.version}"'})


class RelationsView(ApiView):
    """Links between memories of one person."""

    @endpoint(Spec("list_relations", verbs=(Verb.READ,), query=OwnedPaging, answer=RelationList))
    def get(self, call: Call[OwnedPaging, Nothing], memory_id: UUID) -> RelationList:
        """Links from and to a memory."""
        relations = list_relations(call.actor, memory_id, user_id=call.user_id)
        return RelationList.model_validate(sliced(relations, call.query))

    @endpoint(
        Spec(
            "create_relation",
            verbs=(Verb.REVISE,),
            body=RelationRequest,
            whose=_THIS,
            budget=Budget.WRITES,
            answer=RelationAnswer,
            status=201,
        )
    )
    def post(self, call: Call[Any, RelationRequest], memory_id: UUID) -> RelationAnswer:
        """Link a memory to another one of the same person."""
        relation = relate(
            call.actor,
            memory_id,
            target_id=call.body.target_id,
            kind=call.body.kind,
            strength=call.body.strength,
            user_id=call.user_id,
        )
        return RelationAnswer.model_validate(relation)
