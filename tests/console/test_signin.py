"""Coming in and going out: links that work once, passwords with limits, sessions that end with the person."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client

from memories.domain.vocabulary import ErasureScope, StaffRole
from memories.services.erase import Wish, confirm_erasure, request_erasure
from memories.services.erasing import run_erasure
from memories.services.signin import create_owner_link, create_staff_link
from memories.services.workspaces import create_staff
from tests.console.conftest import Visitor, sign_in
from tests.console.html import Page
from tests.factories import keep, set_policy

PASSWORD = "a-long-enough-password"
_addresses = count()
GONE = "This link has been used or has run out. Ask for a new one."


@pytest.fixture
def member(house) -> str:
    """The login of an auditor with a password."""
    email = f"ada@{house.name}.example"
    create_staff(house.system, email=email, role=StaffRole.AUDITOR, password=PASSWORD)
    return email


def browser() -> Client:
    """A browser at an address of its own: attempts are counted by address too."""
    number = next(_addresses)
    return Client(REMOTE_ADDR=f"10.0.{number // 250}.{number % 250 + 1}", headers={"Accept-Language": "en"})


def enter(client: Client, email: str, password: str = PASSWORD, **more: str) -> object:
    return client.post("/signin/", {"username": email, "password": password, **more})


def test_looking_at_a_link_does_not_use_it_up(house):
    token = create_owner_link(house.system, "alice").token
    for _ in range(3):
        page = Visitor().speak("en").page("signin_link", token)
        assert f"This link signs you in to the workspace {house.name}." in page.text
        assert "alice" not in page.text  # the back end's own id is no name, and previews of chats keep pages
    assert sign_in(token).page("memories").title == "My memory"


def test_a_link_works_once(house):
    token = create_owner_link(house.system, "alice").token
    sign_in(token)
    late = Visitor().speak("en")
    page = late.acted("signin_link", token)
    assert page.title == "Sign in" and page.messages == [GONE]
    assert late.answer("memories").status_code == 302
    assert Page(late.answer("signin_link", token, follow=True)).messages == [GONE]


@pytest.mark.parametrize(("minutes", "works"), [(14, True), (16, False)])
def test_a_link_works_for_fifteen_minutes(house, minutes, works):
    with time_machine.travel(datetime.now(UTC) - timedelta(minutes=minutes), tick=True):
        token = create_owner_link(house.system, "alice").token
    answer = Visitor().act("signin_link", token, follow=False)
    assert answer["Location"] == ("/" if works else "/signin/")


@pytest.mark.parametrize("token", ["x", "a" * 43, "%00", "a" * 5000])
def test_a_made_up_link_leads_to_the_sign_in_page(database, token):
    answer = Client().get(f"/signin/link/{token}/")
    assert (answer.status_code, answer["Location"]) == (302, "/signin/")


def test_a_session_that_somebody_planted_is_not_taken_over(house):
    planted = Client()
    planted.get("/signin/")
    planted.session["planted"] = "yes"
    session = planted.session
    session["planted"] = "yes"
    session.save()
    planted.cookies["hindsight_session"] = session.session_key
    before = session.session_key
    visitor = sign_in(create_owner_link(house.system, "alice").token, planted)
    assert visitor.client.cookies["hindsight_session"].value != before
    assert "planted" not in visitor.client.session


def test_signing_in_as_somebody_else_leaves_nothing_of_the_person_before(house, alice):
    member = create_staff(house.system, email="eve@example.org", role=StaffRole.REVIEWER)
    visitor = sign_in(create_staff_link(house.system, member).token, alice.client)
    assert visitor.page("review_queue").title == "Review"
    assert visitor.answer("memories").status_code == 403
    back = sign_in(create_owner_link(house.system, "alice").token, visitor.client)
    assert back.answer("review_queue").status_code == 403
    assert back.page("memories").title == "My memory"


def test_signing_out_ends_the_session(alice):
    kept = alice.client.cookies["hindsight_session"].value
    assert alice.acted("signout").messages == ["You are signed out."]
    alice.client.cookies["hindsight_session"] = kept
    assert alice.answer("memories").status_code == 302


def test_signing_out_takes_a_form(alice):
    assert alice.client.get("/signout/").status_code == 405
    assert alice.page("memories").title == "My memory"


def test_staff_may_come_in_by_password(member, auditor):
    client = browser()
    wrong = Page(enter(client, member, "another-password"))
    assert wrong.answer.status_code == 422
    assert "E-mail and password do not match." in wrong.text
    assert enter(client, member.upper())["Location"] == "/"
    assert client.get("/", follow=True).redirect_chain[-1][0] == "/ledger/"
    events = Page(client.get("/ledger/?event=signin.used")).text
    assert "Auditor" in events and "signed in." in events


def test_nobody_has_a_password_unless_one_was_set(house):
    create_staff(house.system, email="nopass@example.org", role=StaffRole.AUDITOR)
    for guess in ("", "password", "nopass@example.org"):
        assert enter(browser(), "nopass@example.org", guess).status_code == 422


def test_guessing_a_password_is_stopped_after_a_few_attempts(member):
    client = browser()
    answers = [enter(client, member, f"guess {number}").status_code for number in range(5)]
    assert answers == [422] * 5
    stopped = enter(client, member)
    assert stopped.status_code == 429
    assert Page(stopped).messages == ["Too many attempts. Wait a minute and try again."]
    assert client.get("/ledger/").status_code == 302


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "javascript:alert(1)",
        "http:evil.example",
    ],
)
def test_a_sign_in_never_leads_elsewhere(member, elsewhere):
    assert enter(browser(), member, next=elsewhere)["Location"] == "/"
    page = Page(Client().get("/signin/", {"next": elsewhere}))
    assert elsewhere not in [field.attributes["value"] for field in page.all("input", name="next")]


def test_a_sign_in_leads_back_to_where_one_wanted_to_go(member):
    assert (
        enter(browser(), member, next="/ledger/?event=key.created")["Location"]
        == "/ledger/?event=key.created"
    )


def test_an_erased_persons_session_ends(house, alice):
    keep(house, "Alice lives in Lisbon.")
    set_policy(house, erasure_grace_seconds=0)
    asked = request_erasure(house.agent, house.alice, Wish(ErasureScope.OWNER))
    confirm_erasure(house.agent, asked.id, confirm_token=asked.confirm_token)
    assert alice.answer("memories").status_code == 200
    run_erasure(house.id, house.alice, asked.id)
    assert alice.answer("memories").status_code == 302


def test_a_dismissed_members_session_ends_at_once(house, reviewer, superuser):
    assert reviewer.answer("review_queue").status_code == 200
    superuser.execute("UPDATE memories_staffmember SET active = false WHERE workspace_id = %s", [house.id])
    assert reviewer.answer("review_queue").status_code == 302


def test_a_login_without_a_role_is_told_so(database):
    User.objects.create_user("drifter@example.org", password=PASSWORD)
    client = browser()
    enter(client, "drifter@example.org")
    page = Page(client.get("/", follow=True))
    assert page.messages == ["This login has no role in any workspace. Ask whoever runs it for one."]


def test_a_person_finds_their_own_language_and_time(house):
    from memories.services.owners import update_owner

    update_owner(house.agent, "alice", locale="zh-CN", time_zone="Asia/Shanghai")
    kept = keep(house, "Alice 在杭州工作。")
    token = create_owner_link(house.system, "alice").token
    visitor = Visitor(Client(headers={"Accept-Language": "en"}))
    visitor.act("signin_link", token, follow=False)
    page = visitor.page("memory", kept.id)
    assert page.title == "记忆"
    written = kept.memory.created_at + timedelta(hours=8)
    assert any(when.attributes["title"].endswith("CST") for when in page.all("time"))
    assert any(f"{written:%Y-%m-%d %H:%M}" in when.attributes["title"] for when in page.all("time"))
    visitor.client.cookies["hindsight_zone"] = "America/New_York"
    assert any(
        "E" in when.attributes["title"].split()[-1] for when in visitor.page("memory", kept.id).all("time")
    )
    assert visitor.speak("en").page("memory", kept.id).title == "Memory"


@pytest.mark.parametrize("zone", ["", "Nowhere/Land", "../../etc/passwd", "Asia", "A" * 3000])
def test_a_nonsensical_time_zone_changes_nothing(alice, zone):
    alice.client.cookies["hindsight_zone"] = zone
    assert alice.answer("memories").status_code == 200
