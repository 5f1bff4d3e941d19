"""What a raw cosine means: each embedding model spreads its vectors differently, so one threshold fits none.

Two questions, two maps. For recall, how well a memory fits a query: the scale only has to be even. To merge
and supersede, how alike two statements are: 0.95 must mean "the same said again" and 0.85 "about the same
thing".
"""

from bisect import bisect_right

Anchors = tuple[tuple[float, float], ...]
"""(raw cosine, similarity) pairs in rising order; between them the map is a straight line."""

_IDENTITY: Anchors = ((0.0, 0.0), (1.0, 1.0))

FIT: dict[str, Anchors] = {
    # A query and unrelated passages: 0.74–0.89 with a median of 0.82; a query and its answer: 0.81–0.91.
    "multilingual-e5-small": ((0.75, 0.0), (1.0, 1.0)),
    "all-MiniLM-L6-v2": ((0.1, 0.0), (1.0, 1.0)),
}

LIKENESS: dict[str, Anchors] = {
    # Measured on everyday statements: unrelated ones have a median of 0.85 (English) and 0.89 (Chinese), the
    # same with another value in it ("Leeds" for "York") 0.89–0.97, paraphrases 0.97–0.995.
    "multilingual-e5-small": ((0.75, 0.0), (0.86, 0.45), (0.91, 0.85), (0.98, 0.95), (1.0, 1.0)),
    "all-MiniLM-L6-v2": ((0.1, 0.0), (0.5, 0.5), (0.7, 0.85), (0.9, 0.95), (1.0, 1.0)),
}


def calibrate(cosine: float, model_tag: str) -> float:
    """Return how well a passage fits a query, 0–1, from their raw ``cosine`` (−1–1) with this model.

    An unknown model gets its positive cosine as it is. NaN counts as unrelated.
    """
    return _along(_anchors(FIT, model_tag), cosine)


def likeness(cosine: float, model_tag: str) -> float:
    """Return how alike two statements are, 0–1, from their raw ``cosine`` (passage against passage).

    This is what ``Policy.merge_similarity`` and ``Policy.conflict_similarity`` are compared with.
    """
    return _along(_anchors(LIKENESS, model_tag), cosine)


def _anchors(maps: dict[str, Anchors], model_tag: str) -> Anchors:
    tag = model_tag.casefold()
    return next((anchors for name, anchors in maps.items() if name.casefold() in tag), _IDENTITY)


def _along(points: Anchors, cosine: float) -> float:
    if not cosine > points[0][0]:
        return points[0][1]
    if cosine >= points[-1][0]:
        return points[-1][1]
    right = bisect_right(points, (cosine, float("inf")))
    (x0, y0), (x1, y1) = points[right - 1], points[right]
    return y0 + (y1 - y0) * (cosine - x0) / (x1 - x0)
