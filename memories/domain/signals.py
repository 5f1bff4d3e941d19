"""What screening finds: one named, weighted reason at a place in the text, and how reasons add up."""

from collections.abc import Iterable
from dataclasses import dataclass

MEMORY_POISONING = "ASI06"
"""OWASP Agentic Top 10: Memory & Context Poisoning."""
PROMPT_INJECTION = "LLM01"
SENSITIVE_DISCLOSURE = "LLM02"
IDENTITY_ABUSE = "ASI03"
TOOL_MISUSE = "ASI02"

PERSONAL_DATA = "personal_data"
SECRET = "secret"  # noqa: S105  (the name of a family of signals)

STANDING = "standing_order"
OVERRIDE = "override"
ROLE = "unbound_role"
SELF_APPROVAL = "self_approval"
EXFILTRATION = "exfiltration"
AUTHORITY = "false_authority"
REDIRECT = "redirect"
PLANTING = "recommendation_planting"
TRIGGER = "conditional_trigger"
PERSISTENCE = "persistence"
BAD_PRACTICE = "unsafe_practice"
ORDER_PROFILE = "order_profile"
RULED_ORDERS = frozenset(
    {
        STANDING,
        OVERRIDE,
        ROLE,
        SELF_APPROVAL,
        EXFILTRATION,
        AUTHORITY,
        REDIRECT,
        PLANTING,
        TRIGGER,
        PERSISTENCE,
    }
    | {BAD_PRACTICE}
)
"""Families of orders that rules name."""
ORDER_FAMILIES = RULED_ORDERS | {ORDER_PROFILE}
"""Families that read the meaning of the words; the others see their form, their wrapping or their
surroundings.
"""

_PRIVACY_RISK_CAP = 0.3


@dataclass(frozen=True)
class Signal:
    """One reason. ``weight`` 0–1 is the risk it carries alone; ``start``/``end`` count in the original text.

    ``name`` is the family (shown, filtered and counted), ``reason_code`` the exact rule, ``owasp`` its
    category.
    """

    name: str
    weight: float
    owasp: str
    start: int
    end: int
    reason_code: str

    @property
    def is_private(self) -> bool:
        """True when masking the place removes the reason."""
        return self.name in {PERSONAL_DATA, SECRET}


def noisy_or(weights: Iterable[float]) -> float:
    """Return 1 − Π(1 − w): each independent reason removes a share of the remaining innocence."""
    innocence = 1.0
    for weight in weights:
        innocence *= 1 - min(max(weight, 0.0), 1.0)
    return 1 - innocence


def combine(signals: Iterable[Signal]) -> float:
    """Return the risk 0–1 of all ``signals``: the strongest of each family, joined by noisy-or.

    Families count once, so that one attack worded twice is not two attacks. Families that read the same
    words are not independent either: the second counts half, the third a quarter and so on. So the meaning
    of words leads to quarantine, and only together with something else (hidden characters, forged frames,
    encodings, evidence of a service) to a block. Private data adds at most 0.3: what is masked does not
    make a text an order.
    """
    strongest: dict[str, float] = {}
    private: list[float] = []
    for signal in signals:
        if signal.is_private:
            private.append(signal.weight)
        else:
            strongest[signal.name] = max(signal.weight, strongest.get(signal.name, 0.0))
    orders = sorted((weight for name, weight in strongest.items() if name in ORDER_FAMILIES), reverse=True)
    damped = [weight * 0.5**place for place, weight in enumerate(orders)]
    others = [weight for name, weight in strongest.items() if name not in ORDER_FAMILIES]
    return noisy_or([*damped, *others, min(_PRIVACY_RISK_CAP, noisy_or(private))])
