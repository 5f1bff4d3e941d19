"""Which status may follow which: a table, so that every door and every sweep obeys the same one."""

from memories.domain.errors import InvalidTransition
from memories.domain.vocabulary import Status

ALLOWED: dict[Status, frozenset[Status]] = {
    # A rule change or a poisoned parent may send even an active memory to review.
    Status.ACTIVE: frozenset(
        {Status.TO_CONFIRM, Status.QUARANTINED, Status.SUPERSEDED, Status.MERGED, Status.ARCHIVED}
    ),
    Status.TO_CONFIRM: frozenset(
        {Status.ACTIVE, Status.QUARANTINED, Status.SUPERSEDED, Status.MERGED, Status.ARCHIVED}
    ),
    # Only a review decision leads out; nothing may archive or supersede what nobody has judged.
    Status.QUARANTINED: frozenset({Status.ACTIVE, Status.TO_CONFIRM, Status.MERGED}),
    # The owner changed their mind back, or a merge is undone.
    Status.SUPERSEDED: frozenset({Status.ACTIVE, Status.QUARANTINED, Status.ARCHIVED}),
    Status.MERGED: frozenset({Status.ACTIVE, Status.QUARANTINED}),
    Status.ARCHIVED: frozenset({Status.ACTIVE, Status.QUARANTINED}),
}

RECALLABLE = frozenset({Status.ACTIVE})
"""Statuses that recall returns without being asked for more."""

INCLUDABLE = frozenset({Status.TO_CONFIRM, Status.SUPERSEDED, Status.ARCHIVED})
"""Statuses that a caller may ask recall to include; quarantined ones are read through a case only."""


def is_allowed(old: Status, new: Status) -> bool:
    """True when a memory in ``old`` may become ``new``; staying as it is needs no change and is refused."""
    return new in ALLOWED[old]


def ensure_allowed(old: Status, new: Status) -> None:
    """Raise ``InvalidTransition`` unless a memory in ``old`` may become ``new``."""
    if not is_allowed(old, new):
        raise InvalidTransition(f"A memory that is {old.value} cannot become {new.value}.", field="status")
