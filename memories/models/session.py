"""Browser sessions that know whose they are, so that an erasure can end them."""

from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class ConsoleSession(AbstractBaseSession):
    """A session row; ``owner_id`` is set for signed-in owners and is never content."""

    owner_id = models.UUIDField(null=True, db_index=True)
