"""How the tests of this folder ask the gate: the usual policy, and what came out of it."""

from memories.domain.policy import DEFAULT_POLICY
from memories.domain.screening import Screening, ScreeningContext, screen
from memories.domain.vocabulary import Source


def judged(text: str, *, source: Source = Source.USER_STATED, **metadata: str) -> Screening:
    """Screen ``text`` with the default policy."""
    return screen(text, policy=DEFAULT_POLICY, context=ScreeningContext(source=source, metadata=metadata))


def names(screening: Screening) -> set[str]:
    """Families of the signals that were found."""
    return {signal.name for signal in screening.signals}


def codes(screening: Screening) -> set[str]:
    """Rules that fired."""
    return {signal.reason_code for signal in screening.signals}
