"""Orders hidden in statements: rules over concepts, sentence by sentence, in English and Chinese."""

import re
from collections.abc import Iterator
from functools import cached_property

from memories.domain.directive_rules import OVERRIDE, RULES, Rule
from memories.domain.signals import Signal
from memories.domain.views import View
from memories.domain.wording.concepts import find_concept

_SENTENCE_END = re.compile(r"[。\n]|[!?]+(?=[\s\"'”’)]|$|[\u3400-\u9fff])|\.(?=[\s\"'”’)]|$|[\u3400-\u9fff])")
_LONGEST_SENTENCE = 400
_OVERLAP = 120
_QUOTED = re.compile(r"[“\"「『‘][^”\"」』’\n]{2,160}[”\"」』’]|(?<!\w)'[^'\n]{2,160}'(?!\w)|`[^`\n]{2,160}`")

_QUOTED_AND_DISCUSSED = 0.3
_DISCUSSED = 0.7
_OWN_WISH = 0.6


class _Sentence:
    """One sentence of a folded view with the concepts found so far; looked up once, on demand."""

    def __init__(self, text: str, *, offset: int):
        self.text = text
        self.offset = offset
        self._found: dict[str, tuple[int, int] | None] = {}

    def find(self, concept: str) -> tuple[int, int] | None:
        if concept not in self._found:
            self._found[concept] = find_concept(concept, self.text)
        return self._found[concept]

    @cached_property
    def quotes(self) -> list[tuple[int, int]]:
        return [match.span() for match in _QUOTED.finditer(self.text)]


def find_directives(view: View) -> Iterator[Signal]:
    """Yield a signal for each rule that fires in a folded ``view``; offsets are those of the original text."""
    before: _Sentence | None = None
    for sentence in _sentences(view.text):
        for rule in RULES:
            if (place := _place(rule, sentence, before=before)) is not None:
                yield _signal(rule, sentence, place=place, before=before, view=view)
        before = sentence


def _sentences(text: str) -> Iterator[_Sentence]:
    at = 0
    for end in [*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]:
        while end - at > _LONGEST_SENTENCE:
            yield _Sentence(text[at : at + _LONGEST_SENTENCE], offset=at)
            at += _LONGEST_SENTENCE - _OVERLAP
        if text[at:end].strip():
            yield _Sentence(text[at:end], offset=at)
        at = end


def _place(rule: Rule, sentence: _Sentence, *, before: _Sentence | None) -> tuple[int, int] | None:
    """Return where ``rule`` fires in ``sentence``, or ``None``; at least one concept must be in it."""
    spans: list[tuple[int, int]] = []
    for concept in rule.needs:
        if span := sentence.find(concept):
            spans.append(span)
        elif rule.reach == 1 or before is None or not before.find(concept):
            return None
    if not spans or any(sentence.find(concept) for concept in rule.unless):
        return None
    return min(start for start, _ in spans), max(end for _, end in spans)


def _signal(
    rule: Rule, sentence: _Sentence, *, place: tuple[int, int], before: _Sentence | None, view: View
) -> Signal:
    weight = rule.weight * _mention_factor(rule, sentence, place=place, before=before)
    if rule.personal and sentence.find("first_person"):
        weight *= _OWN_WISH
    start, end = view.span(sentence.offset + place[0], sentence.offset + place[1])
    return Signal(rule.name, round(weight, 4), rule.owasp, start, end, rule.code)


def _mention_factor(
    rule: Rule, sentence: _Sentence, *, place: tuple[int, int], before: _Sentence | None
) -> float:
    """A paper may quote an order; an order that vouches for itself is one wherever it stands."""
    if not rule.mentionable:
        return 1.0
    discussed = sentence.find("mention") or (before and before.find("mention"))
    if not discussed:
        return 1.0
    if any(start <= place[0] and place[1] <= end for start, end in sentence.quotes):
        return _QUOTED_AND_DISCUSSED
    return _DISCUSSED if rule.name == OVERRIDE else 1.0
