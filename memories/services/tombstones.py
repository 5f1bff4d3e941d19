"""Tombstones: keyed digests that stop erased text and sources from coming back unasked."""

from collections.abc import Iterable
from datetime import UTC, datetime
from uuid import UUID

from audit.seal import workspace_digest
from memories.domain.text import normalise
from memories.models import Owner, Tombstone


def text_digest(workspace_id: UUID, external_id: str, content: str) -> bytes:
    """Digest of one person's statement. Keyed per workspace: it outlives the person's own keys."""
    return workspace_digest(workspace_id, f"text\x1f{external_id}\x1f{normalise(content)}")


def source_digest(workspace_id: UUID, external_id: str, message_id: str) -> bytes:
    """Digest of one person's outside message id."""
    return workspace_digest(workspace_id, f"source\x1f{external_id}\x1f{message_id}")


def is_tombstoned(owner: Owner, contents: Iterable[str], message_id: str | None) -> bool:
    """True when a statement was erased for this person in one of these wordings (as offered, as masked), or
    the message it came from was."""
    digests = [text_digest(owner.workspace_id, owner.external_id, content) for content in contents]
    if message_id:
        digests.append(source_digest(owner.workspace_id, owner.external_id, message_id))
    return Tombstone.objects.filter(workspace_id=owner.workspace_id, digest__in=digests).exists()


def lay_tombstones(workspace_id: UUID, kind: str, digests: Iterable[bytes]) -> None:
    """Keep digests of what was erased; laying the same one twice changes nothing."""
    now = datetime.now(UTC)
    Tombstone.objects.bulk_create(
        [
            Tombstone(workspace_id=workspace_id, kind=kind, digest=digest, created_at=now)
            for digest in digests
        ],
        ignore_conflicts=True,
    )


def is_husk(owner: Owner) -> bool:
    """True when the subject row bears the keyed digest of an erased name instead of a name."""
    try:
        name = bytes.fromhex(owner.external_id)
    except ValueError:
        return False
    laid = Tombstone.objects.filter(workspace_id=owner.workspace_id, kind="owner", digest=name)
    return laid.exists()


def owner_digest(workspace_id: UUID, external_id: str) -> bytes:
    """Digest of a person's external id: the name under which an erased person's empty row is kept."""
    return workspace_digest(workspace_id, f"owner\x1f{external_id}")
