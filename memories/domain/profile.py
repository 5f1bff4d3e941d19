"""How much a statement reads like an order to misbehave, whatever words it uses.

Rules name what they know; this weighs what no rule names. A stretch of text becomes short character
sequences, the classes of its words (``wording.english_classes``, ``wording.chinese_classes``), a few marks
of form, and pairs of those; a logistic regression learnt a weight for each (``profile_weights``;
``tests/domain/corpus/learn.py`` learns them anew). It is a reason to let a person look, never the only
defence: it does not carry over to every style.
"""

import base64
import math
import re
import zlib
from array import array
from collections.abc import Iterator
from itertools import combinations

from memories.domain.profile_weights import BIAS, SCALE, WEIGHTS
from memories.domain.sentences import sentence_spans
from memories.domain.signals import MEMORY_POISONING, ORDER_PROFILE, Signal
from memories.domain.stemming import stems
from memories.domain.views import View
from memories.domain.wording.chinese_classes import CHINESE_CLASSES
from memories.domain.wording.chinese_topics import CHINESE_TOPICS
from memories.domain.wording.english_classes import ENGLISH_CLASSES
from memories.domain.wording.english_topics import ENGLISH_TOPICS

BUCKETS = 16_384
"""Features are hashed into this many weights."""
STRETCH = 360
"""Longest stretch of whole sentences judged at once, in characters."""

# Places the usual risk threshold of 0.7 where about 4 % of hard harmless notes and under 1 % of the turns
# of everyday conversation lie above it, both unseen.
_LEANING = -0.2
_LEAST_CHANCE = 0.25
_MOST_WEIGHT = 0.85  # never enough to block alone
_SEQUENCE_SHARE = 4.0
_CLASS_SHARE = 0.5
_LONGEST_SEQUENCE = 4
_LONGEST_PHRASE = 4
_TOKEN = re.compile(r"[a-z0-9][a-z0-9'=-]*")
_HAN_RUN = re.compile("[\u3400-\u9fff][\u3400-\u9fffa-z0-9]*")
_DIGIT = re.compile(r"\d")

_MARKS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        (
            "has_address",
            r"https?:|ftp:|s3:|www\.|[\w.+-]@[\w-]|[\w-]\.(?:com|net|org|io|cn|example|test|xyz)\b",
        ),
        ("has_long_number", r"\d(?:[ -]?\d){6,}|0x[0-9a-f]{8}"),
        ("has_number", r"\d"),
        ("has_gap", r"\{[^}\n]{1,40}\}|<[a-z_]{2,20}>"),
        (
            "is_question",
            r"\?\s*$|[吗呢么]\s*\??$|^\W{0,3}(?:what|how|why|who|where|which|can|could|do|does|is|are)\b"
            r"|什么|怎么|怎样|如何|为什么|哪",
        ),
        ("starts_please", r"^\W{0,3}(?:please|kindly|请|麻烦)"),
        ("is_quoted", "[“\"「『'][^”\"」』'\n]{3,80}[”\"」』']"),
        ("has_label", r"^\W{0,3}[\w\u3400-\u9fff ]{2,24}:"),
        (
            "is_past",
            r"\b(?:was|were|had|did|went|got|said|told|saw|came|made|took|gave|\w{3,20}ed)\b|了[,。!~]?"
            r"|过[,。]?|昨天|上周|去年",
        ),
    )
)


def find_order_profile(view: View) -> Iterator[Signal]:
    """Yield at most one signal: the stretch of a folded ``view`` that reads most like an order to
    misbehave.
    """
    chance, (start, end) = likelihood(view.text)
    if chance >= _LEAST_CHANCE:
        weight = round(min(chance, _MOST_WEIGHT), 4)
        yield Signal(ORDER_PROFILE, weight, MEMORY_POISONING, *view.span(start, end), "reads_like_an_order")


def likelihood(text: str) -> tuple[float, tuple[int, int]]:
    """Return how likely ``text`` (folded) holds an order to misbehave, 0–1, and the stretch that says so
    most.
    """
    judged = [(_judge(text[start:end]), (start, end)) for start, end in stretches(text)]
    return max(judged, default=(0.0, (0, 0)))


def stretches(text: str) -> Iterator[tuple[int, int]]:
    """Yield runs of whole sentences, at most ``STRETCH`` characters where sentences allow it."""
    first = last = 0
    for start, end in sentence_spans(text):
        if last > first and end - first > STRETCH:
            yield first, last
            first = start
        last = end
    if last > first:
        yield first, last


def features(stretch: str) -> tuple[list[str], list[str]]:
    """Return the character sequences and the word-class features of a stretch of folded text."""
    plain = f" {_DIGIT.sub('0', stretch)} "
    sequences = {
        plain[at : at + length]
        for length in range(1, _LONGEST_SEQUENCE + 1)
        for at in range(len(plain) - length + 1)
    }
    classes = sorted(word_classes(stretch))
    pairs = [f"p:{one}&{other}" for one, other in combinations(classes, 2)]
    return sorted(sequences), [*(f"c:{name}" for name in classes), *pairs]


def vector(stretch: str) -> Iterator[tuple[int, float]]:
    """Yield (bucket, value) of each feature; sequences share one length so that long text counts no more."""
    sequences, classes = features(stretch)
    share = _SEQUENCE_SHARE / math.sqrt(max(1, len(sequences)))
    yield from ((_bucket(name), share) for name in sequences)
    yield from ((_bucket(name), _CLASS_SHARE) for name in classes)


def _bucket(name: str) -> int:
    return zlib.crc32(name.encode("utf-8", "replace")) % BUCKETS


def _judge(stretch: str) -> float:
    total = sum(_WEIGHTS[bucket] * value for bucket, value in vector(stretch)) * SCALE + BIAS
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total + _LEANING))))


def word_classes(stretch: str) -> frozenset[str]:
    """Return the classes of words and the marks of form in folded text."""
    found: set[str] = set()
    for classes in (*_english_hits(stretch), *_chinese_hits(stretch)):
        found |= classes
    return frozenset((found - {"neutral"}) | {name for name, pattern in _MARKS if pattern.search(stretch)})


def _english_hits(stretch: str) -> Iterator[frozenset[str]]:
    stemmed = stems(_TOKEN.findall(stretch))
    for at in range(len(stemmed)):
        for length in range(1, _LONGEST_PHRASE + 1):
            if (classes := _ENGLISH.get(tuple(stemmed[at : at + length]))) is not None:
                yield classes


def _chinese_hits(stretch: str) -> Iterator[frozenset[str]]:
    """The longest known word at each place: "不错" is no negation."""
    for run in _HAN_RUN.findall(stretch):
        at = 0
        while at < len(run):
            length = next((n for n in range(_LONGEST_HAN, 0, -1) if run[at : at + n] in _CHINESE), 0)
            if length:
                yield _CHINESE[run[at : at + length]]
            at += length or 1


def _by_phrase(classes: dict[str, str]) -> dict[tuple[str, ...], frozenset[str]]:
    table: dict[tuple[str, ...], frozenset[str]] = {}
    for name, words in classes.items():
        for word in words.split():
            key = tuple(stems(word.split("_")))
            table[key] = table.get(key, frozenset()) | {name}
    return table


def _by_word(classes: dict[str, str]) -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    for name, words in classes.items():
        for word in words.split():
            table[word] = table.get(word, frozenset()) | {name}
    return table


_ENGLISH = _by_phrase(ENGLISH_CLASSES | ENGLISH_TOPICS)
_CHINESE = _by_word(CHINESE_CLASSES | CHINESE_TOPICS)
_LONGEST_HAN = max(map(len, _CHINESE))
_WEIGHTS = array("b", zlib.decompress(base64.b85decode(WEIGHTS)))
