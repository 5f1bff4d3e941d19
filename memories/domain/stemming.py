"""English word stems. A Snowball stemmer keeps its word in itself, so every thread has its own."""

import threading
from collections.abc import Iterable

import snowballstemmer

_own = threading.local()


def stem(word: str) -> str:
    """The stem of one lower-case word."""
    return stems([word])[0]


def stems(words: Iterable[str]) -> list[str]:
    """The stems of lower-case words, in order."""
    if not hasattr(_own, "stemmer"):
        _own.stemmer = snowballstemmer.stemmer("english")
    return [str(one) for one in _own.stemmer.stemWords(list(words))]
