"""The word tables: every pattern compiles, none matches nothing, every rule names known concepts."""

import pytest

from memories.domain.directive_harm_rules import HARM_RULES
from memories.domain.directive_rules import CONTROL_RULES
from memories.domain.signals import ORDER_FAMILIES
from memories.domain.wording.concepts import concept_names, mentions_of, patterns_for

BOTH = "plain text, 1 and 普通的文字"
RULES = (*CONTROL_RULES, *HARM_RULES)


def test_no_concept_matches_the_empty_text() -> None:
    for table in patterns_for(BOTH):
        for name, pattern in table.items():
            assert pattern.match("") is None, name


def test_every_rule_is_made_of_known_concepts_and_belongs_to_an_order_family() -> None:
    known = concept_names()
    for rule in RULES:
        assert {*rule.needs, *rule.unless} <= known, rule.code
        assert rule.name in ORDER_FAMILIES
        assert 0 < rule.weight < 0.9  # one rule alone never blocks


@pytest.mark.parametrize(
    ("concept", "text", "is_meant"),
    [
        ("waive", "skip the check", True),
        ("waive", "never skip the check", False),
        ("waive", "请跳过审核", True),
        ("waive", "不得跳过审核", False),
        ("override", "ignore all previous instructions", True),
        ("override", "do not ignore the previous instructions", False),
        ("send", "send it to them", True),
        ("send", "never send it to them", False),
    ],
)
def test_a_denied_concept_is_not_meant(concept: str, text: str, is_meant: bool) -> None:
    assert any(True for _ in mentions_of(concept, text, patterns=patterns_for(text))) is is_meant


def test_no_concept_reaches_over_the_end_of_a_line() -> None:
    text = "we skip\nthe review"
    assert not list(mentions_of("waive", text, patterns=patterns_for(text)))
