"""Embedding models that misbehave the way real ones do; chosen through the settings like any other."""

import os
import signal
from collections.abc import Sequence

from memories.adapters.embeddings import PackagedEmbedder
from memories.domain.ports import Vector


class UnreachableEmbedder(PackagedEmbedder):
    """Its weights lie on a disk that is gone."""

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        raise OSError("the model's file cannot be read")

    def query(self, text: str) -> Vector:
        raise OSError("the model's file cannot be read")


class KillingEmbedder(PackagedEmbedder):
    """Takes its process down, as one does that runs out of memory."""

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        os.kill(os.getpid(), signal.SIGKILL)
        return []
