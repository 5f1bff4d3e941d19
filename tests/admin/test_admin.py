"""The back door: Django's admin shows what services give, and its buttons call them."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from memories.domain.vocabulary import ErasureScope, StaffRole, Status
from memories.services.browse import get_memory
from memories.services.erase import Wish, request_erasure
from memories.services.erasure_cases import get_erasure
from memories.services.workspaces import create_staff
from tests.factories import POISON, keep, keep_poison

_PASSWORD = "a-long-enough-password"


@pytest.fixture
def root(house) -> Client:
    """A superuser who has no role in the house yet."""
    user = User.objects.create_superuser(f"root@{house.name}.example", password=_PASSWORD)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def officer(house, root) -> Client:
    """The same superuser as an officer of the house."""
    create_staff(house.system, email=f"root@{house.name}.example", role=StaffRole.OFFICER)
    return root


LISTS = ("reviewcase", "memory", "erasurerequest")


def test_there_is_one_sign_in(house, database):
    answer = Client().get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0] == "/signin/?next=%2Fadmin%2F"
    User.objects.create_superuser(f"one@{house.name}.example", password=_PASSWORD)
    client = Client(REMOTE_ADDR="10.9.9.9")
    form = {"username": f"one@{house.name}.example", "password": _PASSWORD, "next": "/admin/"}
    assert client.post("/signin/", form)["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


@pytest.mark.parametrize("name", LISTS)
def test_a_superuser_without_a_role_is_told_how_to_get_one(root, name):
    page = root.get(f"/admin/memories/{name}/").content.decode()
    assert "manage.py create_staff root@" in page and "--role officer" in page


@pytest.mark.parametrize("name", LISTS)
def test_members_of_the_staff_are_not_let_in_unless_they_are_superusers(house, name):
    create_staff(house.system, email="rita@example.org", role=StaffRole.OFFICER, password=_PASSWORD)
    client = Client()
    client.force_login(User.objects.get(username="rita@example.org"))
    assert client.get(f"/admin/memories/{name}/").status_code == 302


def test_cases_are_listed_read_and_decided_through_the_services(house, officer):
    waiting = keep_poison(house, POISON + " <script>alert(1)</script>")
    listed = officer.get("/admin/memories/reviewcase/").content.decode()
    assert str(waiting.case_id) in listed
    address = f"/admin/memories/reviewcase/{waiting.case_id}/change/"
    page = officer.get(address).content.decode()
    assert "second confirmation" in page and "<script>alert(1)" not in page
    refused = officer.post(address, {"decision": "release", "reason": " "}, follow=True).content.decode()
    assert "Give a reason" in refused
    officer.post(address, {"decision": "release", "reason": "fine"})
    assert get_memory(house.person(house.alice), waiting.id).status == Status.ACTIVE
    assert officer.post(address, {"decision": "bless", "reason": "x"}).status_code == 404


def test_memories_are_listed_without_a_word_of_them(house, officer):
    kept = keep(house, "Alice keeps her savings in a blue teapot.")
    page = officer.get("/admin/memories/memory/").content.decode()
    assert str(kept.id) in page and "teapot" not in page and "alice" not in page.lower()
    assert officer.get(f"/admin/memories/memory/{kept.id}/change/").status_code == 404


def test_requests_are_held_and_refused_through_the_services(house, officer):
    keep(house, "Alice sings.")
    asked = request_erasure(house.agent, house.alice, Wish(ErasureScope.OWNER))
    assert str(asked.id) in officer.get("/admin/memories/erasurerequest/").content.decode()
    address = f"/admin/memories/erasurerequest/{asked.id}/change/"
    for act, state in (("hold", "held"), ("unhold", "preview"), ("refuse", "refused")):
        officer.post(address, {"act": act, "reason": "Court order 7"})
        assert get_erasure(house.agent, asked.id).state == state
    assert officer.post(address, {"act": "erase"}).status_code == 404


def test_a_role_that_lacks_the_verb_sees_nothing(house, root):
    create_staff(house.system, email=f"root@{house.name}.example", role=StaffRole.AUDITOR)
    keep_poison(house)
    for name in LISTS:
        page = root.get(f"/admin/memories/{name}/").content.decode()
        assert "Your role does not reach this." in page and "second confirmation" not in page


@pytest.mark.parametrize(
    "path", ["reviewcase/nonsense/change/", "erasurerequest/%00/change/", "reviewcase/?from=-1"]
)
def test_nonsense_is_no_fault(officer, path):
    assert officer.get(f"/admin/memories/{path}", follow=True).status_code in (200, 404)


def test_nothing_is_added_or_deleted_in_place(house, officer):
    case_id = keep_poison(house).case_id
    for path in ("memory/add/", "reviewcase/add/", f"reviewcase/{case_id}/delete/"):
        assert officer.get(f"/admin/memories/{path}").status_code in (403, 404)
    me = User.objects.get(username=f"root@{house.name}.example")
    assert officer.post(f"/admin/auth/user/{me.pk}/delete/", {"post": "yes"}).status_code == 403


def test_logins_and_schedules_are_djangos_own_pages(officer):
    for path in ("auth/user/", "django_celery_beat/periodictask/"):
        assert officer.get(f"/admin/{path}").status_code == 200
