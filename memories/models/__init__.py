"""Tables only: no rules, no queries beyond their own constraints."""

from memories.models.conversation import Conversation, Episode, Message
from memories.models.embedding import MemoryEmbedding
from memories.models.erasure import ErasureReceipt, ErasureRequest, ErasureStep, Tombstone
from memories.models.export import ExportChunk
from memories.models.memory import Memory, MemoryContent, MemoryTerm, MemoryVersion, Relation
from memories.models.operation import IdempotencyRecord, Operation, RecallTrace
from memories.models.owner import Owner
from memories.models.policy import PolicyVersion
from memories.models.review import Lesson, ReviewCase, ReviewDecision
from memories.models.session import ConsoleSession
from memories.models.workspace import AgentKey, SignInLink, StaffMember, Workspace

__all__ = [
    "AgentKey",
    "ConsoleSession",
    "Conversation",
    "Episode",
    "ErasureReceipt",
    "ErasureRequest",
    "ErasureStep",
    "ExportChunk",
    "IdempotencyRecord",
    "Lesson",
    "Memory",
    "MemoryContent",
    "MemoryEmbedding",
    "MemoryTerm",
    "MemoryVersion",
    "Message",
    "Operation",
    "Owner",
    "PolicyVersion",
    "RecallTrace",
    "Relation",
    "ReviewCase",
    "ReviewDecision",
    "SignInLink",
    "StaffMember",
    "Tombstone",
    "Workspace",
]
