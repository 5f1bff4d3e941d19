"""Workspaces, keys, staff and links made on the host."""

import io

import pytest
from django.contrib.auth import authenticate

from audit.identity import ActorKind
from memories.domain.vocabulary import AGENT_VERBS, Verb
from memories.services.finders import find_owner
from memories.services.keys import authenticate_key
from memories.services.signin import use_link


def _token(address):
    return address.rstrip("/").rpartition("/")[2]


def test_a_workspace_comes_with_a_key_that_holds_every_verb(run):
    made = run("create_workspace", "north", "--json").json

    actor = authenticate_key(made["key"])
    assert str(actor.workspace_id) == made["workspace_id"]
    assert actor.verbs == set(Verb)


def test_a_name_is_given_once(run):
    run("create_workspace", "south")
    again = run("create_workspace", "south")

    assert again.code == 1
    assert again.err == "There is a workspace named south already."


def test_a_key_of_an_agent_has_the_verbs_of_agents(house, run):
    actor = authenticate_key(run("create_key", "--workspace", house.name, "--json").json["key"])

    assert actor.verbs == AGENT_VERBS
    assert (actor.owner_id, actor.unlimited) == (None, False)


def test_a_key_can_be_bound_to_a_person_and_freed_of_limits(house, run):
    arguments = ("--owner", "dora", "--unlimited", "--verbs", "recall,read")
    actor = authenticate_key(run("create_key", "--workspace", house.name, *arguments, "--json").json["key"])

    assert actor.owner_id == find_owner(house.agent, "dora")
    assert actor.unlimited
    assert actor.verbs == {"recall", "read"}


def test_an_unknown_verb_is_refused_by_name(house, run):
    done = run("create_key", "--workspace", house.name, "--verbs", "fly")

    assert (done.code, done.err) == (1, "Unknown verbs: fly.")


def test_a_staff_key_acts_as_that_person(house, run):
    run("create_staff", "Eve@north.example", "--workspace", house.name, "--role", "auditor")
    made = run("create_key", "--workspace", house.name, "--staff", "eve@north.example", "--json").json

    actor = authenticate_key(made["key"])
    assert actor.kind is ActorKind.AUDITOR
    assert actor.verbs == {"audit", "health"}


def test_a_member_without_a_password_gets_a_link_that_works_once(house, run):
    arguments = ("--workspace", house.name, "--role", "reviewer", "--json")
    made = run("create_staff", "rita@house.example", *arguments).json

    assert use_link(_token(made["link"])).actor.kind is ActorKind.REVIEWER
    with pytest.raises(Exception, match="was used or has expired"):
        use_link(_token(made["link"]))


def test_a_password_is_read_from_standard_input(house, run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("correct horse battery\n"))
    arguments = ("--workspace", house.name, "--role", "operator", "--password-stdin")
    done = run("create_staff", "otto@house.example", *arguments)

    assert "link" not in done.out
    assert authenticate(username="otto@house.example", password="correct horse battery") is not None


def test_a_weak_password_is_refused(house, run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("1234\n"))
    arguments = ("--workspace", house.name, "--role", "operator", "--password-stdin")
    done = run("create_staff", "olga@house.example", *arguments)

    assert done.code == 1
    assert "too short" in done.err


def test_a_link_for_staff_by_mail_and_for_an_owner_by_name(house, run):
    run("create_staff", "sam@house.example", "--workspace", house.name, "--role", "officer")
    staff = run("signin_link", "sam@house.example", "--json").json
    owner = run("signin_link", "--owner", "alice", "--workspace", house.name, "--json").json

    assert use_link(_token(staff["link"])).actor.kind is ActorKind.OFFICER
    assert use_link(_token(owner["link"])).owner_id == house.alice


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Name either a staff member's EMAIL or --owner EXTERNAL_ID."),
        (("nobody@house.example",), "No staff member nobody@house.example; make one with create_staff."),
        (("--owner", "nobody"), "Nobody is known as nobody. People are made by their first memory."),
    ],
)
def test_a_link_for_nobody_says_what_to_do(run, arguments, message):
    done = run("signin_link", *arguments)

    assert (done.code, done.err) == (1, message)


def test_a_name_that_two_workspaces_know_must_be_narrowed(house, run):
    run("create_workspace", "twin")
    run("create_key", "--workspace", "twin", "--owner", "gemini")
    run("create_key", "--workspace", house.name, "--owner", "gemini")
    done = run("signin_link", "--owner", "gemini")

    assert (done.code, done.err) == (1, "2 workspaces know gemini; name one with --workspace.")
