"""Learn the weights of ``memories.domain.profile`` anew: ``python -m tests.domain.corpus.learn [more.jsonl
…]``.

Learns from the grammars and the collections ``LEARNT`` of this folder, and from any further files of JSON
lines with ``text`` and ``label`` (1 = order) given on the command line; ``file.jsonl:0.3:0.5`` weighs its
orders and its harmless lines. The shipped weights also learnt from public sets with open licences (PIGuard
NotInject, PurpleLlama CyberSecEval, JailBench, awesome-chatgpt-prompts-zh, MemoryBank, BIPIA, MemoryGraft,
bastioncorpus, agent-injection-bench, presidio-research: MIT; deepset/prompt-injections: Apache-2.0) and from
generated or authored sets given to the public domain (memory writes in Chinese and English, Chinese personal
data, made-up secrets: CC0-1.0). Sets that forbid commercial use are only ever judged, never learnt from.
"""

import base64
import json
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np

from memories.domain import profile
from memories.domain.views import folded
from tests.domain.corpus.statements import LEARNT, by_hand, from_grammars

_TARGET = Path(profile.__file__).with_name("profile_weights.py")
_STRENGTH = 1.0  # inverse of the regularisation: sum of losses × strength + |w|² / 2
_ROUNDS = 600
_LINE = 100

Sample = tuple[str, bool, float]


def samples(extra: list[str]) -> list[Sample]:
    """Return all (text, is an order, weight) to learn from."""
    own = [*from_grammars(seed=1), *(row for number in LEARNT for row in by_hand(number))]
    found: list[Sample] = [(text, is_order, 1.0) for text, is_order in sorted(set(own))]
    for argument in extra:
        path, *given = argument.split(":")
        weights = [float(weight) for weight in given] or [1.0, 1.0]
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            found.append((row["text"], bool(row["label"]), weights[0] if row["label"] else weights[-1]))
    return found


def matrix(found: list[Sample]) -> tuple[np.ndarray, ...]:
    """Return row, bucket and value of each feature, and label and weight of each row (one per stretch)."""
    rows: list[int] = []
    buckets: list[int] = []
    values: list[float] = []
    labels: list[float] = []
    weights: list[float] = []
    for text, is_order, weight in found:
        plain = folded(text).text
        spans = list(profile.stretches(plain))
        for start, end in spans:
            for bucket, value in profile.vector(plain[start:end]):
                rows.append(len(labels))
                buckets.append(bucket)
                values.append(value)
            labels.append(float(is_order))
            weights.append(weight / len(spans) ** 0.5)
    return tuple(map(np.array, (rows, buckets, values, labels, weights)))


def learn(found: list[Sample]) -> tuple[np.ndarray, float]:
    """Return weights and bias of a regularised logistic regression (accelerated gradient descent)."""
    rows, buckets, values, labels, weights = matrix(found)
    # The bias is one more bucket with value 1, so that both are learnt alike.
    rows = np.concatenate([rows, np.arange(len(labels))])
    buckets = np.concatenate([buckets, np.full(len(labels), profile.BUCKETS)])
    values = np.concatenate([values, np.ones(len(labels))])
    size = profile.BUCKETS + 1

    def forward(model: np.ndarray) -> np.ndarray:
        return np.bincount(rows, values * model[buckets], minlength=len(labels))

    def back(errors: np.ndarray) -> np.ndarray:
        return np.bincount(buckets, values * errors[rows], minlength=size)

    step = 1 / (1 + _STRENGTH * 0.25 * _largest_stretch(forward, back, weights=weights, size=size))
    model = previous = np.zeros(size)
    for turn in range(_ROUNDS):
        ahead = model + turn / (turn + 3) * (model - previous)
        errors = weights * (1 / (1 + np.exp(-forward(ahead))) - labels)
        previous, model = model, ahead - step * (ahead + _STRENGTH * back(errors))
    return model[:-1], float(model[-1])


def _largest_stretch(
    forward: Callable[[np.ndarray], np.ndarray],
    back: Callable[[np.ndarray], np.ndarray],
    *,
    weights: np.ndarray,
    size: int,
) -> float:
    """Largest eigenvalue of the weighted samples, by power iteration; it bounds the step that is safe."""
    direction = np.full(size, size**-0.5)
    length = 1.0
    for _ in range(40):
        image = back(weights * forward(direction))
        length = float(np.linalg.norm(image))
        direction = image / length
    return 1.05 * length


def write(model: np.ndarray, *, bias: float) -> None:
    """Write the weights, rounded to one byte each, as the module that ``profile`` imports."""
    scale = float(np.abs(model).max()) / 127
    packed = zlib.compress(np.round(model / scale).astype(np.int8).tobytes(), 9)
    text = base64.b85encode(packed).decode("ascii")
    lines = "\n".join(f'    "{text[at : at + _LINE]}"' for at in range(0, len(text), _LINE))
    _TARGET.write_text(
        '"""Weights of ``profile``, learnt by ``tests/domain/corpus/learn.py``: one byte a bucket."""\n\n'
        f"BIAS = {bias:.4f}\nSCALE = {scale:.6f}\nWEIGHTS = (\n{lines}\n)\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    learnt, offset = learn(samples(sys.argv[1:]))
    write(learnt, bias=offset)
