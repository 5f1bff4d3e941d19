"""The gate's judgement: all signals of a text, their common risk, the verdict and the masked text."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from memories.domain.credentials import find_credentials
from memories.domain.directives import find_directives
from memories.domain.forged import find_forged
from memories.domain.hidden import find_hidden
from memories.domain.masking import mask
from memories.domain.personal_data import find_personal_data
from memories.domain.policy import Policy
from memories.domain.profile import find_order_profile
from memories.domain.readings import payloads, plain_readings
from memories.domain.signals import (
    MEMORY_POISONING,
    PROMPT_INJECTION,
    RULED_ORDERS,
    SECRET,
    Signal,
    combine,
)
from memories.domain.views import View, narrowed, refolded
from memories.domain.vocabulary import Source, Verdict

RULES_VERSION = "2"
"""Stored with every verdict; a stored memory is screened again when this is newer."""

ENCODED = "encoded_payload"
PROTECTED = "protected_key"
ORIGIN = "origin"
PROTECTED_KEYS = frozenset(
    {"source", "trust", "status", "risk", "confidence", "verdict"}
    | {"owner", "owner_id", "user", "user_id", "workspace"}
)

_READABLE_PAYLOAD = 0.3
_ORDER_IN_PAYLOAD = 0.6
_PROTECTED_WEIGHT = 0.3
_LEAST_ORDER = 0.3
_EXPLICIT_ORDER = 0.5
# An order that a rule names weighs more in somebody else's words than in the owner's own. People in an
# imported transcript do say "remember to …", so there it weighs hardly more.
_FOREIGN_ORDER = {Source.DOCUMENT: 0.2, Source.TOOL_RESULT: 0.2, Source.IMPORT: 0.05}

# Kinds of private data that follow the policy of a kind it names.
_POLICY_KIND = {
    "phone": "mobile",
    "landline": "mobile",
    "iban": "bank_card",
    "ssn": "id_card",
    "passport": "id_card",
}


@dataclass(frozen=True)
class ScreeningContext:
    """What the gate knows besides the text.

    ``metadata`` are the caller's own keys and values, judged like text. ``evidence`` are signals of
    services: a burst, a lesson, a contradiction, a classifier's opinion.
    """

    source: Source = Source.USER_STATED
    metadata: Mapping[str, str] = field(default_factory=dict)
    evidence: tuple[Signal, ...] = ()


@dataclass(frozen=True)
class Screening:
    """``risk`` 0–1 and the ``verdict`` it leads to; ``masked_text`` is what may be stored, embedded and
    queued.
    """

    verdict: Verdict
    risk: float
    signals: tuple[Signal, ...]
    masked_text: str
    rules_version: str = RULES_VERSION


def screen(text: str, *, policy: Policy, context: ScreeningContext | None = None) -> Screening:
    """Judge ``text`` as written and as anybody could read it: unhidden, folded, joined, decoded up to twice.

    Never raises for any text. Offsets of signals are those of ``text``; signals of metadata and of services
    have an empty place.
    """
    context = context or ScreeningContext()
    hidden_in = payloads(text)
    private = [s for s in _private_signals(text, hidden_in) if _action(s, policy=policy) != "allow"]
    orders = [*_order_signals(text, hidden_in), *_metadata_signals(context.metadata)]
    origin = _origin_signals(orders, source=context.source)
    signals = tuple(_strongest([*orders, *origin, *context.evidence, *private]))
    risk = combine(signals)
    if any(_action(signal, policy=policy) == "quarantine" for signal in private):
        risk = max(risk, policy.risk_threshold)
    verdict = _verdict(risk, is_masked=bool(private), policy=policy)
    return Screening(verdict, round(risk, 4), signals, mask(text, signals=private))


def _verdict(risk: float, *, is_masked: bool, policy: Policy) -> Verdict:
    if risk >= policy.block_threshold:
        return Verdict.BLOCK
    if risk >= policy.risk_threshold:
        return Verdict.QUARANTINE
    return Verdict.MASK if is_masked else Verdict.ALLOW


def _action(signal: Signal, *, policy: Policy) -> str:
    """What the policy does about a kind of private data; kinds it does not name are masked."""
    kind = SECRET if signal.name == SECRET else signal.reason_code
    return policy.personal_data.get(kind) or policy.personal_data.get(_POLICY_KIND.get(kind, kind), "mask")


def _private_signals(text: str, hidden_in: list[View]) -> Iterator[Signal]:
    view = narrowed(text)
    yield from find_credentials(view)
    yield from find_personal_data(view)
    for payload in hidden_in:
        yield from find_credentials(payload)


def _order_signals(text: str, hidden_in: list[View]) -> Iterator[Signal]:
    yield from find_hidden(text)
    for view in plain_readings(text):
        yield from _orders_in(view)
    for payload in hidden_in:
        yield from _payload_signals(payload)


def _orders_in(view: View) -> Iterator[Signal]:
    yield from find_directives(view)
    yield from find_forged(view)
    yield from find_order_profile(view)


def _payload_signals(payload: View) -> Iterator[Signal]:
    """Readable text in an encoding is odd; an order in it is an attack, wherever it stands."""
    start, end = payload.span(0, len(payload.text))
    orders = list(_orders_in(refolded(payload)))
    is_order = any(signal.weight >= _LEAST_ORDER for signal in orders)
    weight = _ORDER_IN_PAYLOAD if is_order else _READABLE_PAYLOAD
    yield Signal(ENCODED, weight, PROMPT_INJECTION, start, end, payload.name)
    yield from orders


def _metadata_signals(metadata: Mapping[str, str]) -> Iterator[Signal]:
    for key, value in metadata.items():
        if key.casefold() in PROTECTED_KEYS:
            yield Signal(PROTECTED, _PROTECTED_WEIGHT, MEMORY_POISONING, 0, 0, key.casefold())
        text = f"{key}: {value}"
        yield from (replace(signal, start=0, end=0) for signal in _order_signals(text, payloads(text)))


def _origin_signals(orders: list[Signal], *, source: Source) -> Iterator[Signal]:
    """Where a text comes from adds to an explicit order only; the learnt profile is a suspicion, no order."""
    explicit = any(s.name in RULED_ORDERS and s.weight >= _EXPLICIT_ORDER for s in orders)
    if explicit and source in _FOREIGN_ORDER:
        weight = _FOREIGN_ORDER[source]
        yield Signal(ORIGIN, weight, MEMORY_POISONING, 0, 0, f"order_from_{source.value}")


def _strongest(signals: Iterable[Signal]) -> list[Signal]:
    """Keep one signal of each rule, the strongest and first; private data keeps every place."""
    best: dict[tuple[str, str, int], Signal] = {}
    for signal in signals:
        key = (signal.name, signal.reason_code, signal.start if signal.is_private else -1)
        if key not in best or signal.weight > best[key].weight:
            best[key] = signal
    return sorted(best.values(), key=lambda signal: (-signal.weight, signal.start, signal.reason_code))
