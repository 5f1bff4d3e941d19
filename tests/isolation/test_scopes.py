"""``acting_as``: one transaction, one owner, one actor; nothing of it outlives the block."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction

from audit.context import DatabaseRole, ScopeError, acting_as, current_scope
from audit.models import AuditEvent
from memories.models import Memory, Owner
from tests.factories import count_rows, keep
from tests.people import House

NAMES = ("hindsight.workspace_id", "hindsight.owner_id", "hindsight.actor_id", "role")


def settings_now() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting(name, true) FROM unnest(%s::text[]) AS name", [list(NAMES)])
        return [value or "" for (value,) in cursor.fetchall()]


def owners_seen() -> set[UUID]:
    return set(Owner.objects.values_list("id", flat=True))


def events_named(house: House, name: str) -> int:
    with acting_as(house.system, role=DatabaseRole.AUDIT):
        return AuditEvent.objects.filter(workspace_id=house.id, name=name).count()


class Mishap(Exception):
    """Something that goes wrong in a test."""


def test_nothing_is_seen_without_a_scope(house):
    assert owners_seen() == set()
    assert Memory.objects.count() == 0


def test_the_settings_end_with_the_block(house):
    with acting_as(house.agent, house.alice):
        inside = settings_now()
        assert owners_seen() == {house.alice}

    assert inside == [str(house.id), str(house.alice), str(house.agent.id), "none"]
    assert settings_now() == ["", "", "", "none"]
    assert owners_seen() == set()
    assert current_scope() is None


@pytest.mark.parametrize("role", [None, DatabaseRole.ERASE])
def test_the_settings_end_with_an_error_too(house, role):
    with pytest.raises(Mishap), acting_as(house.agent, house.alice, role=role):
        raise Mishap

    assert settings_now() == ["", "", "", "none"]
    assert current_scope() is None


def test_a_database_error_ends_the_scope_too(house):
    with pytest.raises(DatabaseError), acting_as(house.agent, house.alice), connection.cursor() as cursor:
        cursor.execute("SELECT 1 / 0")

    assert settings_now() == ["", "", "", "none"]
    with acting_as(house.agent, house.bob):
        assert owners_seen() == {house.bob}


def test_the_same_actor_and_owner_may_nest_and_share_their_events(house):
    before = events_named(house, "memory.confirmed")
    with acting_as(house.agent, house.alice) as outer:
        with acting_as(house.agent, house.alice) as inner:
            inner.record("memory.confirmed")
        assert inner is outer
    assert events_named(house, "memory.confirmed") == before + 1


def test_another_owner_actor_or_workspace_is_refused(house, lives):
    for actor, owner in (
        (house.agent, house.bob),
        (house.agent, None),
        (house.system, house.alice),
        (lives.house.agent, house.alice),
    ):
        with acting_as(house.agent, house.alice):
            with pytest.raises(ScopeError), acting_as(actor, owner):
                pass
            assert owners_seen() == {house.alice}


def test_an_outer_transaction_gets_its_own_settings_back(house):
    """Releasing a savepoint does not undo SET LOCAL: two scopes after each other in one transaction."""
    with transaction.atomic():
        with acting_as(house.agent, house.alice, role=DatabaseRole.ERASE):
            assert owners_seen() == {house.alice}
        assert settings_now() == ["", "", "", "none"]
        with acting_as(house.agent, house.bob):
            assert owners_seen() == {house.bob}
        assert owners_seen() == set()
        with pytest.raises(Mishap), acting_as(house.agent, house.alice):
            raise Mishap
        assert settings_now() == ["", "", "", "none"]


def test_a_narrow_role_ends_with_its_block(house):
    with acting_as(house.agent, house.alice):
        with acting_as(house.agent, house.alice, role=DatabaseRole.ERASE):
            assert settings_now()[3] == "hindsight_erase"
        assert settings_now()[3] == "none"


def test_a_narrow_role_ends_with_an_error_that_is_caught_inside_the_scope(house):
    """Otherwise the rest of the block would run with the rights of the narrow role."""
    memory = keep(house, "Alice plays the cello on Sundays.").id
    with acting_as(house.agent, house.alice) as scope:
        with pytest.raises(Mishap), acting_as(house.agent, house.alice, role=DatabaseRole.ERASE):
            Memory.objects.filter(id=memory).update(pinned=True)
            scope.record("memory.archived", object_id=memory)
            raise Mishap
        assert settings_now()[3] == "none"
        assert not Memory.objects.get(id=memory).pinned
        scope.record("memory.confirmed", object_id=memory)

    with acting_as(house.system, role=DatabaseRole.AUDIT):
        named = AuditEvent.objects.filter(object_id=memory).values_list("name", flat=True)
        assert set(named) == {"memory.retained", "memory.confirmed"}


def test_an_error_takes_rows_and_events_back_together(house, superuser):
    before = count_rows(superuser, "audit_auditevent", "workspace_id = %s", house.id)
    with pytest.raises(Mishap), acting_as(house.agent, house.alice) as scope:
        Owner.objects.filter(id=house.alice).update(locale="zh-hans")
        scope.record("owner.updated", object_type="owner", changed=["locale"])
        raise Mishap

    assert count_rows(superuser, "audit_auditevent", "workspace_id = %s", house.id) == before
    assert count_rows(superuser, "memories_owner", "id = %s AND locale = 'en'", house.alice) == 1


def test_an_event_that_cannot_be_written_takes_its_act_back(house, superuser):
    with pytest.raises(DatabaseError), acting_as(house.agent, house.alice) as scope:
        Owner.objects.filter(id=house.alice).update(locale="zh-hans")
        scope.record("owner.updated", object_type="x" * 33)  # longer than its column

    assert count_rows(superuser, "memories_owner", "id = %s AND locale = 'en'", house.alice) == 1


def test_threads_have_scopes_of_their_own(house):
    together = Barrier(8)

    def look(owner_id: UUID) -> list[set[UUID]]:
        try:
            seen = []
            for _ in range(5):
                with acting_as(house.agent, owner_id):
                    together.wait(30)
                    seen.append(owners_seen())
            return seen
        finally:
            connection.close()

    wanted = [house.alice, house.bob] * 4
    with acting_as(house.system), ThreadPoolExecutor(8) as pool:
        found = list(pool.map(look, wanted))

    assert found == [[{owner}] * 5 for owner in wanted]


@pytest.fixture
def one_pooled_connection(database):
    """Django with psycopg's pool of one connection, as the product runs with several."""
    connection.close()
    options = connection.settings_dict["OPTIONS"]
    options["pool"] = {"min_size": 1, "max_size": 1, "timeout": 30}
    yield
    connection.close()
    connection.close_pool()
    del options["pool"]


def test_two_hundred_scopes_over_one_pooled_connection_never_mix(house, one_pooled_connection):
    def look(number: int) -> tuple[int, set[UUID], list[str]]:
        owner = (house.alice, house.bob)[number % 2]
        role = DatabaseRole.ERASE if number % 5 == 0 else None
        try:
            if number % 7 == 0:  # an error in between leaves nothing behind either
                with pytest.raises(Mishap), acting_as(house.agent, owner, role=role):
                    raise Mishap
            with acting_as(house.agent, owner, role=role):
                seen = owners_seen()
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_backend_pid()")
                    backend = cursor.fetchone()[0]
            return backend, seen, settings_now()
        finally:
            connection.close()  # as at the end of a request: back into the pool

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(look, range(200)))

    assert len({backend for backend, _, _ in found}) == 1
    assert [seen for _, seen, _ in found] == [{house.alice}, {house.bob}] * 100
    assert {tuple(left) for _, _, left in found} == {("", "", "", "none")}
