"""Orders hidden in statements: rules over concepts, sentence by sentence, in English and Chinese."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from memories.domain.directive_harm_rules import HARM_RULES
from memories.domain.directive_rule import Rule
from memories.domain.directive_rules import CONTROL_RULES
from memories.domain.sentences import sentence_spans
from memories.domain.signals import Signal
from memories.domain.views import View
from memories.domain.wording.concepts import mentions_of, patterns_for

_LONGEST_UNIT = 320
_QUOTED = re.compile(r"[“\"「『‘][^”\"」』’\n]{2,160}[”\"」』’]|(?<!\w)'[^'\n]{2,160}'(?!\w)|`[^`\n]{2,160}`")

_QUESTION = re.compile(r"(?:\?|[吗呢么][?。]?)\s*$")

_QUOTED_AND_DISCUSSED = 0.3
_ASKED = 0.6
_DISCUSSED = 0.75
_OWN_WISH = 0.6

Span = tuple[int, int]


class _Reading:
    """A folded text cut into sentences, with the concepts found in each; looked up once, on demand.

    Sentences are parted by line breaks, which no concept can cross. A sentence that is too long to mean one
    thing is cut into units; a unit that continues a sentence also sees the unit before it.
    """

    def __init__(self, text: str):
        self._starts: list[int] = []
        self.continues: list[bool] = []
        self.asks: list[bool] = []
        parted = list(text)
        for start, end in sentence_spans(text):
            parted[end - 1] = "\n" if end < len(text) or text[end - 1] in "。.!?" else parted[end - 1]
            for at in range(start, end, _LONGEST_UNIT):
                self._starts.append(at)
                self.continues.append(at > start)
                self.asks.append(_QUESTION.search(text, start, end) is not None)
        self.text = "".join(parted)
        self._patterns = patterns_for(self.text)
        self._found: dict[str, dict[int, Span]] = {}
        self._quotes: list[Span] | None = None

    def units_with(self, concept: str) -> dict[int, Span]:
        """Number of each unit that holds ``concept``, with its first place there."""
        if concept not in self._found:
            units: dict[int, Span] = {}
            for span in mentions_of(concept, self.text, patterns=self._patterns):
                units.setdefault(bisect_right(self._starts, span[0]) - 1, span)
            self._found[concept] = units
        return self._found[concept]

    def sees(self, concept: str, unit: int, *, reach: int) -> bool:
        units = self.units_with(concept)
        return unit in units or (unit - 1 in units and (reach > 1 or self.continues[unit]))

    def is_quoted(self, place: Span) -> bool:
        if self._quotes is None:
            self._quotes = [match.span() for match in _QUOTED.finditer(self.text)]
        return any(start <= place[0] and place[1] <= end for start, end in self._quotes)


def find_directives(view: View) -> Iterator[Signal]:
    """Yield a signal wherever a rule fires in a folded ``view``; offsets are those of the original text."""
    reading = _Reading(view.text)
    for rule in (*CONTROL_RULES, *HARM_RULES):
        for unit, place in _places(rule, reading):
            weight = rule.weight * _factor(rule, reading, unit=unit, place=place)
            yield Signal(rule.name, round(weight, 4), rule.owasp, *view.span(*place), rule.code)


def _places(rule: Rule, reading: _Reading) -> Iterator[tuple[int, Span]]:
    """Yield the units in which ``rule`` fires, and where; at least one of its concepts stands in the unit
    itself.
    """
    candidates: set[int] = set()
    for concept in rule.needs:
        units = reading.units_with(concept)
        if not units:
            return
        candidates |= units.keys()
    for unit in sorted(candidates):
        if all(reading.sees(concept, unit, reach=rule.reach) for concept in rule.needs) and not any(
            reading.sees(concept, unit, reach=1) for concept in rule.unless
        ):
            spans = [units[unit] for units in map(reading.units_with, rule.needs) if unit in units]
            yield unit, (min(start for start, _ in spans), max(end for _, end in spans))


def _factor(rule: Rule, reading: _Reading, *, unit: int, place: Span) -> float:
    """A question or a paper may quote an order, and a wish of one's own is not one.

    What vouches for itself is one wherever it stands.
    """
    factor = _OWN_WISH if rule.personal and reading.sees("first_person", unit, reach=1) else 1.0
    if not rule.mentionable:
        return factor
    if reading.asks[unit]:
        factor *= _ASKED
    if not reading.sees("mention", unit, reach=2):
        return factor
    return factor * (_QUOTED_AND_DISCUSSED if reading.is_quoted(place) else _DISCUSSED)
