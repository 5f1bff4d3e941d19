"""The overview counts, and leads to what needs a person."""

import re

from memories.domain.vocabulary import ErasureScope, StaffRole
from memories.services.erase import Wish, confirm_erasure, request_erasure
from memories.services.ledger import verify_ledger
from tests.factories import keep, keep_poison


def test_a_quiet_house_is_all_clear(doors):
    page = doors.staff(StaffRole.OPERATOR).page("overview")
    assert "All clear" in page.text and "not checked" in page.text


def test_figures_and_tasks_follow_what_happens(house, doors, superuser):
    keep(house, "Alice lives in Lisbon.")
    case_id = keep_poison(house).case_id
    superuser.execute(
        "UPDATE memories_reviewcase SET due_at = now() - interval '1 hour' WHERE id = %s", [case_id]
    )
    asked = request_erasure(house.agent, house.bob, Wish(ErasureScope.OWNER))
    confirm_erasure(house.agent, asked.id, confirm_token=asked.confirm_token)
    verify_ledger(house.staff(StaffRole.AUDITOR))
    page = doors.staff(StaffRole.OFFICER).page("overview")
    figures = [figure.text for figure in page.all("dd")]
    assert figures[0] == "2" and figures[2] == "1" and figures[4] == "1" and figures[6] == "holds"
    tasks = {link.text: link.attributes["href"] for link in page.all("a", class_="title")}
    assert tasks["1 case is overdue"] == "/review/"
    assert tasks["1 erasure is in its grace period"] == "/erasures/"


def test_a_task_leads_only_where_the_role_reaches(house, doors):
    asked = request_erasure(house.agent, house.bob, Wish(ErasureScope.OWNER))
    confirm_erasure(house.agent, asked.id, confirm_token=asked.confirm_token)
    operator = doors.staff(StaffRole.OPERATOR)
    links = [a.attributes["href"] for a in operator.page("overview").all("a") if "href" in a.attributes]
    assert not any(re.match("/erasures/", link) for link in links)
