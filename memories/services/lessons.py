"""Lessons: what a rejected write leaves behind, so that its copies are recognised."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from audit.record import subject_key
from memories.domain.fingerprint import fingerprint, is_near_copy
from memories.domain.text import normalise
from memories.models import Lesson, Memory

_COMPARED = 500  # the newest lessons of an owner; older ones have seldom a living twin


def matches_lesson(owner_id: UUID, marks: Sequence[str]) -> bool:
    """True when a text with this fingerprint is a near copy of a rejected one of the owner.

    Must run inside the owner's scope.
    """
    rows = Lesson.objects.filter(owner_id=owner_id).order_by("-created_at")
    return any(
        is_near_copy(marks, shingles) for shingles in rows.values_list("shingles", flat=True)[:_COMPARED]
    )


def keep_lesson(memory: Memory, content: str, signals: list[dict[str, Any]]) -> None:
    """Remember a rejected text by its keyed fingerprint; must run inside the owner's scope."""
    key = subject_key(memory.owner_id)
    if key is None:
        return
    Lesson.objects.get_or_create(
        owner_id=memory.owner_id,
        digest=key.digest(normalise(content)),
        defaults={
            "workspace_id": memory.workspace_id,
            "shingles": fingerprint(content, key=key.salt),
            "signals": [signal["name"] for signal in signals],
            "created_at": datetime.now(UTC),
        },
    )
