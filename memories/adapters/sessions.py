"""Sessions in the database that know whose they are."""

from typing import Any, cast

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore

from memories.models import ConsoleSession

OWNER_KEY = "hindsight_owner"
"""Session entry of a signed-in owner: ``{"owner": uuid, "workspace": uuid, "epoch": int}``."""


class SessionStore(DatabaseSessionStore):
    """Django's database store over ``ConsoleSession``; the owner's id is kept beside the data."""

    @classmethod
    def get_model_class(cls) -> type[ConsoleSession]:
        """The table of the sessions."""
        return ConsoleSession

    def create_model_instance(self, data: dict[str, Any]) -> ConsoleSession:
        """A row for ``data``, findable by its owner."""
        row = cast(ConsoleSession, super().create_model_instance(data))
        row.owner_id = (data.get(OWNER_KEY) or {}).get("owner")
        return row
