"""Everything the domain can name has words on the pages, in both languages."""

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from memories.console.shape_case import SIGNAL_NAMES
from memories.domain.errors import HindsightError
from memories.domain.lifecycle import INCLUDABLE
from memories.domain.scoring import PRESETS
from memories.domain.vocabulary import (
    CaseState,
    DecisionKind,
    ErasureScope,
    ErasureState,
    Kind,
    RelationKind,
    Source,
    Status,
)
from memories.entry.refusals import words_for
from memories.services.erasure_targets import TARGETS

PARTS = {*next(iter(PRESETS.values())).as_dict(), "source", "confidence", "soft_forget"}
WORDS = [
    ("kind_word", "kind", list(Kind)),
    ("status_word", "status", [*Status, *CaseState, *ErasureState, *INCLUDABLE, "expired"]),
    ("source_word", "source", list(Source)),
    ("scope_word", "scope", list(ErasureScope)),
    ("decided_word", "decision", list(DecisionKind)),
    ("signal_word", "signal", list(SIGNAL_NAMES)),
    ("signal_reason", "signal", list(SIGNAL_NAMES)),
    ("store_word", "store", [target.name for target in TARGETS]),
    ("part_word", "part", sorted(PARTS)),
]
CASES = [(name, field, str(value)) for name, field, values in WORDS for value in values]


@pytest.mark.parametrize(("name", "field", "value"), CASES)
def test_a_value_has_words(name, field, value):
    english, chinese = _both(f"console/partials/{name}.html", {field: value})
    assert english and chinese and english != chinese, value
    assert value not in (english, chinese) or value == english.lower()
    if name == "signal_reason":
        assert english != "The screening rules marked this text."


@pytest.mark.parametrize("kind", list(RelationKind))
@pytest.mark.parametrize("outgoing", [True, False])
def test_a_relation_has_words_both_ways(kind, outgoing):
    relation = {"kind": kind.value, "outgoing": outgoing}
    english, chinese = _both("console/partials/relation_word.html", {"relation": relation})
    assert english and chinese and english != chinese


def test_a_refusal_never_shows_the_message_for_programs():
    for code, status in (("quarantined", 409), ("unheard_of", 409), ("other", 400), ("else", 418)):
        refusal = HindsightError("internal words", code=code)
        refusal.status = status
        assert words_for(refusal) and "internal" not in words_for(refusal)


def _both(template: str, context: dict[str, object]) -> tuple[str, str]:
    found = []
    for language in ("en", "zh-hans"):
        with translation.override(language):
            found.append(" ".join(render_to_string(template, context).split()))
    return found[0], found[1]
