"""``manage.py create_staff EMAIL``: a console login with a role in one workspace."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from memories.domain.vocabulary import StaffRole
from memories.management.answering import AnsweringCommand, link_address
from memories.services.signin import create_staff_link
from memories.services.workspaces import create_staff, workspace_actor


class Command(AnsweringCommand):
    """No password is ever chosen for anybody: without one the member comes in by a one-time link."""

    help = "Give a person a role in a workspace; without --password-stdin a one-time link is printed."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the login's name")
        parser.add_argument("--workspace", required=True, help="name of the workspace")
        parser.add_argument("--role", required=True, choices=[role.value for role in StaffRole])
        parser.add_argument("--password-stdin", action="store_true", help="read a password from one line")

    def answer(self, options: dict[str, Any]) -> dict[str, Any]:
        email = _checked(options["email"])
        actor = workspace_actor(options["workspace"])
        password = _password() if options["password_stdin"] else None
        role = StaffRole(options["role"])
        staff_id = create_staff(actor, email=email, role=role, password=password)
        answer = {"staff_id": str(staff_id), "email": email, "role": role.value}
        if password is not None:
            return answer
        link = create_staff_link(actor, staff_id)
        return {**answer, "link": link_address(link.token), "expires_at": link.expires_at.isoformat()}

    def show(self, answer: dict[str, Any]) -> None:
        self.stdout.write(f"{answer['email']} is {answer['role']}")
        if "link" in answer:
            self.stdout.write(answer["link"])
            self.say("The link works once, for 15 minutes; `signin_link` makes another.")


def _checked(email: str) -> str:
    name, at, host = email.partition("@")
    if not (name and at and host) or any(char.isspace() for char in email):
        raise CommandError(f"{email} is not an e-mail address.")
    return email.lower()


def _password() -> str:
    password = sys.stdin.readline().rstrip("\r\n")
    try:
        validate_password(password)
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from error
    return password
