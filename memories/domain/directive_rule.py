"""What a directive rule says: which concepts together make an order, and how much risk that carries."""

from dataclasses import dataclass

from memories.domain.signals import MEMORY_POISONING


@dataclass(frozen=True)
class Rule:
    """``code`` fires when one sentence holds all of ``needs`` and none of ``unless``.

    ``reach`` 2 lets the sentence before help. ``mentionable`` rules lose weight when the words are only
    quoted or talked about; ``personal`` ones when the speaker states a wish of their own ("always tell me
    …").
    """

    name: str
    code: str
    weight: float
    needs: tuple[str, ...]
    owasp: str = MEMORY_POISONING
    unless: tuple[str, ...] = ()
    reach: int = 1
    mentionable: bool = True
    personal: bool = False
