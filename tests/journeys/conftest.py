"""The running site: web and worker as `up` starts them, and Debian's Chromium to look at it."""

import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import redis
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from hindsight_site.embedded import programs, web
from hindsight_site.embedded.process import Running, wait_until
from hindsight_site.embedded.supervisor import stopping_together
from memories.domain.vocabulary import StaffRole
from memories.services.signin import create_owner_link, create_staff_link
from memories.services.workspaces import create_staff
from tests.conftest import _STATE
from tests.people import House

_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def site(services: Any, database: None) -> Iterator[str]:
    """The address of a running site over the session's databases."""
    with ExitStack() as stack:
        # Nudges that other tests left are none of ours; their rows are looked after by nobody any more.
        with redis.Redis.from_url(services.redis_url) as broker:
            broker.delete("default")
        listener: socket.socket = stack.enter_context(web.listen("127.0.0.1", 0))
        environment = {"HINDSIGHT_STATE": str(_STATE)}
        group: list[Running] = []
        stack.enter_context(stopping_together(group))
        started = [
            *programs.web_programs(1, socket=listener.fileno(), behind_proxy=False, env=environment),
            programs.worker_program(1, env=environment),
        ]
        group += [Running(program, log=_STATE / "journeys.log") for program in started]
        address = listener.getsockname()[:2]
        ready = wait_until(lambda: not web.ask_ready(address, host_header="localhost"), seconds=60, pause=0.1)
        assert ready, (_STATE / "journeys.log").read_text()[-3000:]
        yield f"http://127.0.0.1:{address[1]}"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or the one that Playwright brought."""
    installed = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        path = installed or playwright.chromium.executable_path
        if not Path(path).exists():
            pytest.skip("no Chromium here: apt install chromium, or playwright install chromium")
        running = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        # Playwright keeps a loop in this thread, which Django takes for a mistake; nothing here is async.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        yield running
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
        running.close()


@dataclass
class Desk:
    """A house with browsers in front of it. Whatever goes wrong in a page fails the test at the end."""

    site: str
    house: House
    browser: Browser
    faults: list[str]

    def owner(self, user_id: str = "alice", **options: Any) -> Page:
        return self._enter(create_owner_link(self.house.system, user_id).token, **options)

    def staff(self, role: StaffRole, **options: Any) -> Page:
        member = create_staff(self.house.system, email=f"{role}@{self.house.name}.example", role=role)
        return self._enter(create_staff_link(self.house.system, member).token, **options)

    def _enter(self, token: str, **options: Any) -> Page:
        settings: dict[str, Any] = {"locale": "en-GB", "timezone_id": "Europe/Lisbon", **options}
        context: BrowserContext = self.browser.new_context(base_url=self.site, **settings)
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        page.goto(f"/signin/link/{token}/")
        page.locator("main form button[type=submit]").click()
        page.wait_for_url(lambda url: "/signin/" not in url)
        return page


@pytest.fixture
def desk(site: str, house: House, browser: Browser) -> Iterator[Desk]:
    """Browsers for one test."""
    faults: list[str] = []
    yield Desk(site, house, browser, faults)
    for context in browser.contexts:
        context.close()
    assert faults == []
