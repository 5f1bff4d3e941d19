"""The pages as people meet them: requests through the whole stack, answers read as HTML."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from memories.domain.vocabulary import StaffRole
from memories.services.keys import owner_actor
from memories.services.signin import create_owner_link, create_staff_link
from memories.services.workspaces import create_staff
from tests.console.html import Page
from tests.people import House

Visit = Callable[..., "Visitor"]


@dataclass
class Visitor:
    """Somebody with a browser. Names are those of the routes in the namespace ``console``."""

    client: Client = field(default_factory=Client)

    def answer(self, name: str, *args: Any, follow: bool = False, **query: Any) -> HttpResponse:
        return self.client.get(reverse(f"console:{name}", args=args), query, follow=follow)

    def page(self, name: str, *args: Any, **query: Any) -> Page:
        answer = self.answer(name, *args, **query)
        assert answer.status_code == 200, (name, answer.status_code, answer.get("Location"))
        return Page(answer)

    def act(self, name: str, *args: Any, follow: bool = True, **form: Any) -> HttpResponse:
        return self.client.post(reverse(f"console:{name}", args=args), form, follow=follow)

    def acted(self, name: str, *args: Any, **form: Any) -> Page:
        answer = self.act(name, *args, **form)
        assert answer.status_code == 200, (name, answer.status_code)
        return Page(answer)

    def speak(self, language: str) -> "Visitor":
        self.client.cookies["hindsight_language"] = language
        return self


def sign_in(token: str, client: Client | None = None) -> Visitor:
    """Open a one-time link and press its button."""
    visitor = Visitor(client or Client())
    answer = visitor.act("signin_link", token, follow=False)
    assert answer.status_code == 302, answer.status_code
    return visitor.speak("en")


@dataclass(frozen=True)
class Doors:
    """A house with everybody who may come to its pages."""

    house: House

    def owner(self, user_id: str = "alice") -> Visitor:
        return sign_in(create_owner_link(self.house.system, user_id).token)

    def staff(self, role: StaffRole, *, name: str = "") -> Visitor:
        email = f"{name or role}@{self.house.name}.example"
        member = create_staff(self.house.system, email=email, role=role)
        return sign_in(create_staff_link(self.house.system, member).token)

    def person(self, owner_id: UUID | None = None) -> Any:
        return owner_actor(owner_id=owner_id or self.house.alice, workspace_id=self.house.id)


@pytest.fixture
def doors(house: House) -> Doors:
    """The pages of a fresh house."""
    return Doors(house)


@pytest.fixture
def alice(doors: Doors) -> Visitor:
    """Alice, signed in."""
    return doors.owner()


@pytest.fixture
def reviewer(doors: Doors) -> Visitor:
    """A reviewer, signed in."""
    return doors.staff(StaffRole.REVIEWER)


@pytest.fixture
def auditor(doors: Doors) -> Visitor:
    """An auditor, signed in."""
    return doors.staff(StaffRole.AUDITOR)


@pytest.fixture
def officer(doors: Doors) -> Visitor:
    """A privacy officer, signed in."""
    return doors.staff(StaffRole.OFFICER)
