"""Every store that can hold something about an owner: each locates, erases and proves.

Order matters: rows that point at others go first. A test fails when a table with ``owner_id`` is missing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from audit.context import DatabaseRole, Scope, acting_as
from audit.models import AuditPayload, AuditSubjectKey
from memories.domain.vocabulary import ErasureScope, OperationState
from memories.models import (
    AgentKey,
    ConsoleSession,
    Conversation,
    Episode,
    ErasureRequest,
    ExportChunk,
    IdempotencyRecord,
    Lesson,
    Memory,
    MemoryContent,
    MemoryEmbedding,
    MemoryTerm,
    MemoryVersion,
    Message,
    Operation,
    PolicyVersion,
    RecallTrace,
    Relation,
    ReviewCase,
    ReviewDecision,
    SignInLink,
)
from memories.services.exporting import KEPT

BATCH = 2000
"""Rows erased in one transaction: small enough that other writers never wait long."""

EVERY = frozenset(ErasureScope)
CHOSEN = frozenset({ErasureScope.MEMORY, ErasureScope.TOPIC})
THREADS = frozenset({ErasureScope.CONVERSATION, ErasureScope.OWNER})
OWNER = frozenset({ErasureScope.OWNER})

WHOLE_PERSON = frozenset({"exports", "operations", "kept_answers", "request_words"})
"""Stores whose rows can hold words of any memory of the person: whatever the scope, all that is there once
the memories are gone goes too."""

NOTHING = UUID(int=0)


@dataclass(frozen=True)
class Reach:
    """How far one erasure goes: everything of an owner, one conversation, or chosen memories with the turns
    they were drawn from. ``before``, when set, is when those were gone: what the person does later is not
    part of it."""

    owner_id: UUID
    scope: ErasureScope
    conversation_id: UUID = NOTHING
    memory_ids: tuple[UUID, ...] = ()
    message_ids: tuple[UUID, ...] = ()
    before: datetime | None = None


@dataclass(frozen=True)
class ErasureTarget:
    """One store, the scopes that concern it, and which of its rows a reach covers."""

    name: str
    model: type[Model]
    scopes: frozenset[ErasureScope]
    chosen: Callable[[Reach], Q]

    def rows(self, reach: Reach) -> QuerySet[Any]:
        """The covered rows; runs in the owner's scope as ``hindsight_erase``."""
        return self.model._default_manager.filter(self.chosen(reach), owner_id=reach.owner_id)

    def locate(self, reach: Reach) -> int:
        """How many rows are covered now."""
        return self.rows(reach).count()

    def erase_batch(self, reach: Reach) -> int:
        """Delete up to ``BATCH`` covered rows in the current transaction; returns how many."""
        rows = self.rows(reach)
        if self.model is MemoryTerm:  # its key has three columns: whole memories at a time instead
            memories = list(rows.values_list("memory_id", flat=True).distinct()[: BATCH // 20])
            doomed = rows.filter(memory_id__in=memories)
        else:
            ids = list(rows.values_list("pk", flat=True)[:BATCH])
            if self.model is Memory:
                _let_go(reach.owner_id, ids)
            doomed = rows.filter(pk__in=ids)
        # Not .delete(): its collector would look for rows that point here, which the order has dealt with.
        return int(doomed._raw_delete(doomed.db) or 0)


class BlankedTurns(ErasureTarget):
    """A turn that other memories were drawn from stays as their origin, but says no more what was erased."""

    def erase_batch(self, reach: Reach) -> int:
        """Empty the words of every turn that is left."""
        return self.rows(reach).update(content="")


class BlankedRequests(ErasureTarget):
    """Cases keep their state, as proof that they happened, but not their words. While the person stays, what
    an officer told them and what an open case is about stay as well."""

    def erase_batch(self, reach: Reach) -> int:
        """Empty the words of every request of the owner."""
        words: dict[str, Any] = {"query": "", "reason": ""}
        if reach.scope is ErasureScope.OWNER:
            words |= {"note": "", "selection": {}}
        return self.rows(reach).update(**words)


def _let_go(owner_id: UUID, ids: list[UUID]) -> None:
    """Lock memories against new children, clear those that came in since their stores were erased (a vector,
    a revision), and the links by which surviving memories point here."""
    doomed = Memory.objects.filter(owner_id=owner_id, id__in=ids).order_by("id")
    list(doomed.select_for_update().values_list("id"))
    late = Reach(owner_id, ErasureScope.MEMORY, memory_ids=tuple(ids))
    for target in TARGETS[: [target.name for target in TARGETS].index("memories")]:
        rows = target.rows(late)
        rows._raw_delete(rows.db)
    for column in ("superseded_by_id", "merged_into_id"):
        Memory.objects.filter(owner_id=owner_id, **{f"{column}__in": ids}).update(**{column: None})


def _of_memory(column: str = "memory_id") -> Callable[[Reach], Q]:
    """Rows whose ``column`` names a covered memory."""

    def chosen(reach: Reach) -> Q:
        if reach.scope is ErasureScope.OWNER:
            return Q()
        if reach.scope is ErasureScope.CONVERSATION:
            inside = Memory.objects.filter(owner_id=reach.owner_id, conversation_id=reach.conversation_id)
            return Q(**{f"{column}__in": inside.values("id")})
        return Q(**{f"{column}__in": reach.memory_ids})

    return chosen


def _either_end(reach: Reach) -> Q:
    return _of_memory("source_id")(reach) | _of_memory("target_id")(reach)


def _decisions(reach: Reach) -> Q:
    if reach.scope is ErasureScope.OWNER:
        return Q()
    cases = ReviewCase.objects.filter(_of_memory()(reach), owner_id=reach.owner_id)
    return Q(case_id__in=cases.values("id"))


def _messages(reach: Reach) -> Q:
    """The turns behind what is erased; a turn that another memory was drawn from stays with that memory."""
    if reach.scope is ErasureScope.OWNER:
        return Q()
    if reach.scope is ErasureScope.CONVERSATION:
        return Q(conversation_id=reach.conversation_id)
    kept = Memory.objects.filter(owner_id=reach.owner_id, message_id__in=reach.message_ids)
    others = kept.exclude(id__in=reach.memory_ids).values("message_id")
    return Q(id__in=reach.message_ids) & ~Q(id__in=others)


def _of_conversation(column: str) -> Callable[[Reach], Q]:
    return lambda reach: Q() if reach.scope is ErasureScope.OWNER else Q(**{column: reach.conversation_id})


def _all(reach: Reach) -> Q:
    return Q()


def _worded(reach: Reach) -> Q:
    if reach.scope is ErasureScope.OWNER:
        return ~(Q(query="") & Q(reason="") & Q(note="") & Q(selection={}))
    return _earlier(reach) & ~(Q(query="") & Q(reason=""))


def _earlier(reach: Reach) -> Q:
    """Rows that can hold what is erased: without an end, a busy person would bring new ones for ever."""
    return Q() if reach.before is None else Q(created_at__lte=reach.before)


def _earlier_exports(reach: Reach) -> Q:
    return Q() if reach.before is None else Q(expires_at__lte=reach.before + KEPT)


def _ended_work(reach: Reach) -> Q:
    """Work that stopped half way keeps its input, in case it is taken up again."""
    if reach.scope is ErasureScope.OWNER:
        return Q()
    return _earlier(reach) & Q(state__in=[OperationState.FAILED, OperationState.CANCELLED])


TARGETS: tuple[ErasureTarget, ...] = (
    ErasureTarget("review_decisions", ReviewDecision, EVERY, _decisions),
    ErasureTarget("review_cases", ReviewCase, EVERY, _of_memory()),
    ErasureTarget("relations", Relation, EVERY, _either_end),
    ErasureTarget("vectors", MemoryEmbedding, EVERY, _of_memory()),
    ErasureTarget("index_terms", MemoryTerm, EVERY, _of_memory()),
    ErasureTarget("versions", MemoryVersion, EVERY, _of_memory()),
    ErasureTarget("content", MemoryContent, EVERY, _of_memory()),
    ErasureTarget("memories", Memory, EVERY, _of_memory("id")),
    ErasureTarget("messages", Message, EVERY, _messages),
    BlankedTurns("shared_turns", Message, CHOSEN, lambda reach: Q(id__in=reach.message_ids) & ~Q(content="")),
    ErasureTarget("episodes", Episode, THREADS, _of_conversation("conversation_id")),
    ErasureTarget("conversations", Conversation, THREADS, _of_conversation("id")),
    ErasureTarget("lessons", Lesson, OWNER, _all),
    ErasureTarget("recall_traces", RecallTrace, OWNER, _all),
    ErasureTarget("exports", ExportChunk, EVERY, _earlier_exports),
    ErasureTarget("operations", Operation, EVERY, _ended_work),
    ErasureTarget("kept_answers", IdempotencyRecord, EVERY, _earlier),
    ErasureTarget("policies", PolicyVersion, OWNER, _all),
    ErasureTarget("sessions", ConsoleSession, OWNER, _all),
    ErasureTarget("signin_links", SignInLink, OWNER, _all),
    ErasureTarget("keys", AgentKey, OWNER, _all),
    BlankedRequests("request_words", ErasureRequest, EVERY, _worded),
    ErasureTarget("ledger_payloads", AuditPayload, OWNER, _all),
    ErasureTarget("ledger_keys", AuditSubjectKey, OWNER, _all),
)


def concerned(scope: ErasureScope) -> list[ErasureTarget]:
    """The stores that an erasure of this scope touches, in order."""
    return [target for target in TARGETS if scope in target.scopes]


def erase_memory_rows(scope: Scope, memory_id: UUID) -> None:
    """Remove one memory inside the current transaction (a rejected write); its case stays as a record."""
    if scope.owner_id is None:
        raise ValueError("a memory has an owner")
    reach = Reach(scope.owner_id, ErasureScope.MEMORY, memory_ids=(memory_id,))
    with acting_as(scope.actor, scope.owner_id, role=DatabaseRole.ERASE):
        ReviewCase.objects.filter(owner_id=scope.owner_id, memory_id=memory_id).update(memory=None)
        for target in TARGETS:
            while target.name in _OF_ONE_MEMORY and target.erase_batch(reach):
                continue


_OF_ONE_MEMORY = {"relations", "vectors", "index_terms", "versions", "content", "memories"}
