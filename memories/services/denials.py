"""Refusals that must be seen: a credential tried what it may not do."""

from audit.context import acting_as
from audit.identity import Actor


def note_denial(actor: Actor, *, verb: str, route: str) -> None:
    """Put a refusal into the ledger: the verb that was missing and the route's name, no content."""
    with acting_as(actor, actor.owner_id) as scope:
        scope.record("access.denied", verb=verb, route=route)
