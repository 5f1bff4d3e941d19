"""Settings → adapter: one function per port, loaded once a process by dotted path."""

from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string

from memories.domain.ports import Embedder, MemoryIndex


@cache
def embedder() -> Embedder:
    """The configured embedding model (``HINDSIGHT_EMBEDDER``)."""
    adapter: Embedder = import_string(settings.HINDSIGHT_EMBEDDER)()
    return adapter


@cache
def memory_index() -> MemoryIndex:
    """The configured candidate pools (``HINDSIGHT_MEMORY_INDEX``)."""
    adapter: MemoryIndex = import_string(settings.HINDSIGHT_MEMORY_INDEX)()
    return adapter
