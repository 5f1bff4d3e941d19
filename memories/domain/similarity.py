"""What a raw cosine means: each embedding model spreads its vectors differently, so one threshold fits none."""

from bisect import bisect_right

_IDENTITY = ((0.0, 0.0), (1.0, 1.0))

ANCHORS: dict[str, tuple[tuple[float, float], ...]] = {
    # (raw cosine, similarity): unrelated sentences lie at 0.75–0.83, the same words at 1.
    "multilingual-e5-small": ((0.75, 0.0), (1.0, 1.0)),
    "all-MiniLM-L6-v2": ((0.1, 0.0), (1.0, 1.0)),
}


def calibrate(cosine: float, model_tag: str) -> float:
    """Return the similarity 0–1 that ``cosine`` (−1–1) stands for with this model: unrelated 0, the same 1.

    An unknown model gets its positive cosine as it is. NaN counts as unrelated.
    """
    points = next((a for name, a in ANCHORS.items() if name.casefold() in model_tag.casefold()), _IDENTITY)
    if not cosine > points[0][0]:
        return points[0][1]
    if cosine >= points[-1][0]:
        return points[-1][1]
    right = bisect_right(points, (cosine, float("inf")))
    (x0, y0), (x1, y1) = points[right - 1], points[right]
    return y0 + (y1 - y0) * (cosine - x0) / (x1 - x0)
