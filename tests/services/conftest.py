"""Choosing another embedding model, as a setting does."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from memories.backends import embedder


@pytest.fixture
def use_embedder(settings: Any) -> Iterator[Callable[[str], None]]:
    """Put the embedder of this dotted path in place until the test ends."""

    def use(path: str) -> None:
        settings.HINDSIGHT_EMBEDDER = path
        embedder.cache_clear()

    yield use
    embedder.cache_clear()
