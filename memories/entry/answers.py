"""What a door gives back, before it becomes a response of its protocol."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class Answer:
    """Status, plain JSON (``None`` for no body) and header fields."""

    status: int
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"

    def with_headers(self, more: Mapping[str, str]) -> "Answer":
        """The same answer with further header fields."""
        return replace(self, headers={**self.headers, **more})
