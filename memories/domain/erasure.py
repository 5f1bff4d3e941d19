"""The life of an erasure request, and what counts as proof that a store is empty."""

from collections.abc import Iterable
from dataclasses import dataclass

from memories.domain.errors import InvalidTransition
from memories.domain.vocabulary import ErasureState as State

ALLOWED: dict[State, frozenset[State]] = {
    State.PREVIEW: frozenset({State.GRACE, State.CANCELLED, State.REFUSED, State.HELD}),
    State.GRACE: frozenset({State.RUNNING, State.CANCELLED, State.REFUSED, State.HELD}),
    State.RUNNING: frozenset({State.VERIFYING, State.FAILED}),
    State.VERIFYING: frozenset({State.VERIFIED, State.RUNNING, State.FAILED}),
    State.HELD: frozenset({State.PREVIEW, State.GRACE, State.REFUSED}),
    State.FAILED: frozenset({State.RUNNING}),
    State.VERIFIED: frozenset(),
    State.CANCELLED: frozenset(),
    State.REFUSED: frozenset(),
}

FINAL = frozenset(state for state, following in ALLOWED.items() if not following)


def ensure_allowed(old: State, new: State) -> None:
    """Raise ``InvalidTransition`` unless a request in ``old`` may become ``new``."""
    if new not in ALLOWED[old]:
        raise InvalidTransition(f"An erasure request that is {old.value} cannot become {new.value}.")


@dataclass(frozen=True)
class StoreProof:
    """What one store held before and holds after an erasure."""

    target: str
    found: int
    erased: int
    remaining: int


def is_proven(proofs: Iterable[StoreProof]) -> bool:
    """True when no store holds anything any more."""
    return all(proof.remaining == 0 for proof in proofs)
