"""What people come for, in a real browser against the running site."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from memories.domain.vocabulary import Kind, StaffRole, Status
from memories.services.browse import Filters, browse, get_memory
from memories.services.indexing import index_owner
from memories.services.receipts import receipt_by_token
from tests.factories import POISON_ZH, keep, keep_poison, set_policy


def test_a_person_corrects_one_memory_and_forgets_another_with_a_receipt(desk):
    house = desk.house
    seat = keep(house, "Alice prefers an aisle seat.", kind=Kind.PREFERENCE)
    kite = keep(house, "Alice owns a red kite.")
    page = desk.owner()
    expect(page.get_by_role("heading", level=1)).to_have_text("My memory")

    page.get_by_role("link", name="Alice prefers an aisle seat.").click()
    page.get_by_role("link", name="Correct").click()
    page.get_by_label("What it should say").fill("Alice prefers a window seat.")
    page.get_by_role("button", name="Save correction").click()
    expect(page.locator("#messages")).to_contain_text("Corrected.")
    expect(page.locator("ins")).to_have_text("a window")
    assert get_memory(house.person(house.alice), seat.id).content == "Alice prefers a window seat."

    page.goto("/memories/")
    page.locator(f"#memory-{kite.id}").get_by_role("button", name="Forget").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Forget this memory?")
    page.get_by_role("button", name="Forget 1 memory").click()
    # No reload: the page asks again by itself until the worker is done.
    expect(page.get_by_role("heading", level=1)).to_have_text("Forgotten", timeout=60_000)
    page.get_by_role("link", name="Open the receipt").click()
    expect(page.locator("main")).to_contain_text("This receipt is genuine")
    assert receipt_by_token(page.url.rstrip("/").rsplit("/", 1)[1])["receipt"]["scope"] == "memory"
    left = browse(house.person(house.alice), house.alice, Filters())
    assert [memory.id for memory in left.results] == [seat.id]


def test_whoever_forgets_everything_is_led_to_the_receipt(desk):
    house = desk.house
    keep(house, "Alice lives in Lisbon.")
    set_policy(house, erasure_grace_seconds=0)
    page = desk.owner()
    page.get_by_role("link", name="Privacy").first.click()
    page.get_by_label("Everything about me").check()
    page.get_by_role("button", name="See what would be erased").click()
    page.get_by_role("button", name="Forget everything").click()
    page.wait_for_url("**/receipts/**", timeout=60_000)
    expect(page.locator("main")).to_contain_text("This receipt is genuine", timeout=60_000)
    page.goto("/memories/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


def test_pinning_swaps_the_row_only_and_says_so(desk):
    kept = keep(desk.house, "Alice lives in Lisbon.")
    page = desk.owner()
    page.evaluate("window.untouched = true")
    row = page.locator(f"#memory-{kept.id}")
    row.get_by_role("button", name="Pin").click()
    expect(row.get_by_role("button", name="Unpin")).to_be_visible()
    expect(page.locator("#messages")).to_contain_text("Pinned.")
    assert page.evaluate("window.untouched") is True
    assert get_memory(desk.house.person(desk.house.alice), kept.id).pinned


def test_a_reviewer_decides_by_keyboard_alone(desk):
    house = desk.house
    first = keep_poison(house)
    second = keep_poison(house, POISON_ZH)
    page = desk.staff(StaffRole.REVIEWER)
    expect(page.get_by_role("heading", level=1)).to_have_text("Review")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Should agents remember this?")
    case = page.url
    page.keyboard.press("c")
    expect(page.locator("#decide")).to_be_visible()
    page.keyboard.press("r")
    page.keyboard.type("Gives orders to the agent")
    page.keyboard.press("Enter")  # alone, it decides nothing
    assert page.url == case
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Release")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("Rejected.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Should agents remember this?")
    assert page.url != case
    page.keyboard.press("c")
    expect(page.locator("#decide")).to_be_visible()
    page.keyboard.press("r")
    page.keyboard.type("Fine on second thoughts")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("Released.")
    expect(page.locator("main")).to_contain_text("Nothing to decide")
    left = browse(house.person(house.alice), house.alice, Filters())
    assert {memory.status for memory in left.results} == {Status.ACTIVE.value}
    assert {memory.id for memory in left.results} < {first.id, second.id}


def test_a_reviewer_decides_with_the_mouse_and_in_chinese(desk):
    waiting = keep_poison(desk.house, POISON_ZH)
    page = desk.staff(StaffRole.REVIEWER, locale="zh-CN")
    page.get_by_role("link", name=re.compile("以后转账")).click()
    page.get_by_role("button", name="认领").click()
    page.get_by_label("理由 （必填").fill("只是一道命令")
    page.get_by_role("button", name="放行", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("已放行")
    assert get_memory(desk.house.person(desk.house.alice), waiting.id).status == Status.ACTIVE


def test_the_theme_and_the_language_are_switched_and_kept(desk):
    keep(desk.house, "Alice lives in Lisbon.")
    page = desk.owner(color_scheme="light")
    page.get_by_role("button", name="Switch between light and dark").click()
    page.get_by_role("button", name="简体中文").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("我的记忆")
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    expect(page.get_by_role("heading", level=1)).to_have_text("我的记忆")


def test_everything_a_person_needs_works_without_scripts(desk):
    kept = keep(desk.house, "Alice lives in Lisbon.")
    page = desk.owner(java_script_enabled=False)
    page.locator(f"#memory-{kept.id}").get_by_role("button", name="Pin").click()
    expect(page.locator("#messages")).to_contain_text("Pinned.")
    page.get_by_label("Search my memory").fill("Lisbon")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(f"#memory-{kept.id}")).to_be_visible()
    page.locator(f"#memory-{kept.id}").get_by_role("button", name="Forget").click()
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("#messages")).to_contain_text("Cancelled. Nothing was erased.")


@pytest.mark.parametrize(("scheme", "size"), [("light", (1280, 900)), ("dark", (390, 844))])
def test_no_page_has_a_known_barrier(desk, scheme, size):
    house = desk.house
    keep(house, "Alice lives in Lisbon.")
    case_id = keep_poison(house).case_id
    index_owner(house.id, house.alice)
    options = {"color_scheme": scheme, "viewport": {"width": size[0], "height": size[1]}}
    owner, reviewer, auditor = (
        desk.owner(**options),
        desk.staff(StaffRole.REVIEWER, **options),
        desk.staff(StaffRole.AUDITOR, **options),
    )
    memory = browse(house.person(house.alice), house.alice, Filters(q="Lisbon")).results[0]
    for page, path in (
        (owner, "/memories/"),
        (owner, f"/memories/{memory.id}/"),
        (owner, "/recall/?q=Lisbon"),
        (owner, "/privacy/"),
        (reviewer, "/review/"),
        (reviewer, f"/review/{case_id}/"),
        (auditor, "/ledger/"),
    ):
        page.goto(path)
        _assert_no_barrier(page)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path


def _assert_no_barrier(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"
