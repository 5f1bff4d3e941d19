"""Where sentences of folded text begin and end, in English and Chinese."""

import re
from collections.abc import Iterator

_END = re.compile(r"[。\n]|[!?]+(?=[\s\"'”’)]|$|[\u3400-\u9fff])|\.(?=[\s\"'”’)]|$|[\u3400-\u9fff])")


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each sentence that holds anything; the mark that ends it belongs to it."""
    at = 0
    for end in [*(match.end() for match in _END.finditer(text)), len(text)]:
        if text[at:end].strip():
            yield at, end
        at = end
