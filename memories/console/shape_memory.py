"""What the owner's templates show besides the views of the services."""

from dataclasses import replace
from itertools import zip_longest
from typing import Any

from django.utils import timezone

from memories.domain.vocabulary import Status
from memories.domain.word_diff import word_diff
from memories.services.browse import VersionView
from memories.services.memory_story import Story
from memories.services.shapes import MemoryView

_LIVING = (Status.ACTIVE, Status.TO_CONFIRM)


def shown(view: MemoryView) -> MemoryView:
    """A memory whose time is over says so: to people that is a status, for it keeps it out of recall."""
    over = view.expires_at is not None and view.expires_at <= timezone.now()
    return replace(view, status="expired") if over and view.status in _LIVING else view


def version_rows(story: Story) -> list[dict[str, Any]]:
    """``versions`` of ``memory_detail.html``, each with its difference from the one before; none of a
    quarantined memory."""
    pairs = zip_longest(story.versions, story.versions[1:])
    return [_version(version, before, story.memory) for version, before in pairs]


def _version(version: VersionView, before: VersionView | None, memory: MemoryView) -> dict[str, Any]:
    diff = word_diff(before.content, version.content) if before else []
    return {
        "number": version.number,
        "created_at": version.created_at,
        "author_kind": version.author_kind,
        "content": version.content,
        "diff": [{"op": piece.op.value, "text": piece.text} for piece in diff],
        "can_restore": version.number != memory.version and Status(memory.status) in _LIVING,
    }
