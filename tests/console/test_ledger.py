"""Auditors read the ledger, filter it, and walk the chain."""

from datetime import UTC, datetime, timedelta

import pytest

from audit.events import EVENTS
from memories.services.names import actor_names
from memories.services.offers import Offer
from memories.services.retain import retain_batch
from tests.console.html import Page
from tests.factories import keep, keep_poison

SECRET = "Alice keeps her savings in a blue teapot."


def sentences(page: Page) -> list[str]:
    return [summary.text for summary in page.all("summary") if "rows" in summary.inside]


def test_events_read_as_sentences_without_content(house, auditor):
    keep(house, SECRET)
    page = auditor.page("ledger")
    assert any(text.endswith("wrote a memory.") for text in sentences(page))
    assert "teapot" not in page.source and "alice" not in page.source.lower()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_event_there_is_has_a_sentence(language):
    from django.template.loader import render_to_string
    from django.utils import translation

    with translation.override(language):
        for name in EVENTS:
            event = {"name": name, "actor_kind": "agent", "actor_id": "x" * 36, "outcome": "", "fields": {}}
            sentence = render_to_string("console/partials/event_sentence.html", {"event": event})
            assert "<code>" not in sentence, name


def test_filters_are_the_address(house, auditor):
    keep(house, SECRET)
    keep_poison(house)
    assert {text.split(" ", 2)[-1] for text in sentences(auditor.page("ledger", event="owner.created"))} == {
        "added a person."
    }
    assert len(sentences(auditor.page("ledger", subject="alice"))) > 0
    assert sentences(auditor.page("ledger", subject="nobody at all")) == []
    mine = auditor.page("ledger", actor=str(house.agent.id), event="memory.retained")
    assert len(sentences(mine)) == 2
    tomorrow = (datetime.now(UTC) + timedelta(days=2)).strftime("%Y-%m-%d")
    today = (datetime.now(UTC) - timedelta(days=1)).strftime("%Y-%m-%d")
    assert sentences(auditor.page("ledger", after=tomorrow)) == []
    assert len(sentences(auditor.page("ledger", after=today, before=tomorrow))) > 0


@pytest.mark.parametrize(
    "query",
    [
        {"cursor": "forged"},
        {"cursor": "9" * 30},
        {"after": "yesterday"},
        {"before": "9999-12-31"},
        {"after": "0001-01-01"},
        {"event": "no.such_event"},
        {"actor": "x y", "subject": "\x00"},
    ],
)
def test_nonsense_in_the_address_is_no_fault(auditor, query):
    assert auditor.answer("ledger", follow=True, **query).status_code == 200


def test_a_long_ledger_goes_on_where_it_stopped(house, auditor):
    offers = [Offer(f"Alice has {number} plants.") for number in range(60)]
    retain_batch(house.agent, house.alice, offers)
    first = auditor.page("ledger", event="memory.retained")
    following = [a for a in first.all("a") if a.text == "Show more"][0].attributes["href"]
    second = Page(auditor.client.get(following))
    assert len(sentences(first)) == 50 and len(sentences(second)) == 10


def test_the_chain_is_verified_and_the_result_shown_once(house, auditor):
    keep(house, SECRET)
    page = auditor.acted("ledger_verify")
    assert "The chain holds" in page.text
    assert "The chain holds" not in auditor.page("ledger").text
    assert "verified the ledger." in auditor.page("ledger", event="ledger.verified").text


def test_a_broken_chain_is_named(house, auditor, superuser):
    keep(house, SECRET)
    superuser.execute("ALTER TABLE audit_auditevent DISABLE TRIGGER append_only")
    superuser.execute(
        "UPDATE audit_auditevent SET outcome = 'merged' WHERE workspace_id = %s AND name = 'memory.retained'",
        [house.id],
    )
    superuser.execute("ALTER TABLE audit_auditevent ENABLE TRIGGER append_only")
    page = auditor.acted("ledger_verify")
    assert "The chain is broken at entry" in page.text and "is not what was sealed." in page.text


def test_names_of_the_staff_are_for_the_staff(house, doors, auditor):
    member = house.staff("reviewer")
    assert actor_names(house.staff("auditor"), [member.id, house.agent.id, "garbage"]) == {
        str(member.id): f"reviewer@{house.name}.example",
        str(house.agent.id): house.workspace.key.public_id,
    }
    assert actor_names(house.person(house.alice), [member.id]) == {}
