"""What two similar statements must share before they may be one: numbers, dates, names, negation, speaker."""

import re
from dataclasses import dataclass

import rjieba

from memories.domain.han_variants import to_simplified
from memories.domain.numerals import numbers
from memories.domain.text import INVISIBLE, normalise

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_DAYS = "mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?"
_TIME_WORDS = re.compile(
    rf"\b(?:{_MONTHS}|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b"
    rf"|{_DAYS}"
    r"|today|tonight|tomorrow|yesterday|weekends?|weekdays?|mornings?|noon|afternoons?|evenings?|nights?"
    r"|midnight"
    r"|daily|weekly|monthly|yearly|spring|summer|autumn|fall|winter|(?:next|last|this) (?:week|month|year))\b"
    "|(?:周|星期|礼拜)[一二三四五六日天末]|[一二三四五六七八九十]{1,2}月|今[天日早晚年]|明[天日早晚年]"
    "|昨[天日晚]|后天|前天|去年|前年"
    "|早上|上午|中午|下午|傍晚|晚上|夜里|凌晨|上[个周]?月|下[个周]?月|上周|下周|每[天周月年]|春天|夏天|秋天"
    "|冬天"
)
_NEGATION = re.compile(
    r"\b(?:not|\w{2,8}n['’]t|cannot|never|no|none|nobody|nothing|neither|nor|without|stopped|quit|no longer"
    r"|hardly|refuses?)\b"
    "|不(?!错|仅|但|过|同|断|久|少|得不|管|论|止|只|好意思)|没(?:有)?|未(?!来)|无(?!论|所谓|线)|别(?!人|的"
    "|墅)|非(?!常|洲)|从不|戒了"
)
_POLARITY = (
    (
        r"\b(?:likes?|loves?|enjoys?|prefers?|fond of|adores?)\b|喜欢|喜爱|爱吃|爱喝|偏爱|热爱",
        r"\b(?:hates?|dislikes?|detests?|avoids?|allergic)\b|讨厌|厌恶|反感|过敏|害怕",
    ),
    (r"\b(?:before|earlier)\b|之前|以前", r"\b(?:after|later)\b|之后|以后"),
    (
        r"\b(?:more|increased?|rose|raised?|up)\b|增加|上涨|提高|更多",
        r"\b(?:less|fewer|decreased?|fell|lowered?|reduced?|down)\b|减少|下降|降低|更少",
    ),
    (
        r"\b(?:on|enabled?|opens?|opened|started?|begins?)\b|打开|开启|启用|开始",
        r"\b(?:off|disabled?|closes?|closed|ended?|stops?)\b|关闭|停用|结束",
    ),
    (r"\b(?:left)\b|左", r"\b(?:right)\b|右"),
    (r"\b(?:single|divorced)\b|单身|离婚", r"\b(?:married|engaged)\b|结婚|已婚|订婚"),
    (
        r"\b(?:yes|accept(?:s|ed)?|agree[sd]?)\b|同意|接受",
        r"\b(?:declin\w+|reject\w+|disagree\w*)\b|拒绝|反对",
    ),
)
_POLES = tuple((re.compile(one), re.compile(other)) for one, other in _POLARITY)
_SPEAKERS = (
    ("owner", re.compile(r"\b(?:i|me|my|mine|i'm|i've|we|our|(?:the )?user(?:'s)?)\b|我|咱|用户|本人")),
    ("addressee", re.compile(r"\b(?:you|your|yours|assistant)\b|你|您|助手")),
    ("he", re.compile(r"\b(?:he|him|his)\b|他")),
    ("she", re.compile(r"\b(?:she|her|hers)\b|她")),
    ("they", re.compile(r"\b(?:they|them|their)\b|他们|她们")),
)
_CAPITALISED = re.compile(r"\b[A-Z][\w'’-]*\b")
_SENTENCE_START = re.compile(r"(?:^|[.!?。！？\n]\s*[\"'“]?)$")
_WORD = re.compile(r"[a-z0-9][\w'’-]*")
_COMMON_STARTS = """
    i i'm i've i'd i'll the a an my our we you he she it they this that these those there and but or so if
    when in on at for from to with his her their your user please yes no not call never always
"""
_NO_NAMES = frozenset(_COMMON_STARTS.split())
_ENDINGS = ("ing", "ly", "ed")
# Part-of-speech tags of the segmenter: person, place, organisation. It also takes some other words for
# names; that only keeps two statements apart, which is the safe side.
_NAME_TAGS = frozenset({"nr", "nrt", "nrfg", "ns", "nt"})
_HAS_HAN = re.compile("[\u3400-\u9fff]")


@dataclass(frozen=True)
class Facets:
    """The parts of a statement that change its truth."""

    plain: str
    numbers: frozenset[str]
    times: frozenset[str]
    names: frozenset[str]
    is_negated: bool
    poles: tuple[int, ...]
    speakers: frozenset[str]

    def agrees(self, other: "Facets") -> bool:
        """True when nothing that changes the truth differs."""
        if self.plain == other.plain:
            return True
        mine, theirs = ((f.numbers, f.times, f.is_negated, f.poles, f.speakers) for f in (self, other))
        return mine == theirs and not self.names_missing_in(other) and not other.names_missing_in(self)

    def names_missing_in(self, other: "Facets") -> frozenset[str]:
        """Names of this statement that the other does not hold in any spelling."""
        words = {word.removesuffix("'s").removesuffix("’s") for word in _WORD.findall(other.plain)}
        return frozenset(
            name
            for name in self.names
            if not (name in other.plain if _HAS_HAN.search(name) else name in words)
        )


def facets(text: str) -> Facets:
    """Return the facets of ``text`` (English and Chinese)."""
    plain = to_simplified(normalise(text))
    return Facets(
        plain=plain,
        numbers=numbers(plain),
        times=frozenset(_TIME_WORDS.findall(plain)),
        names=_names(text),
        is_negated=len(_NEGATION.findall(plain)) % 2 == 1,
        poles=tuple(_pole(plain, one, other) for one, other in _POLES),
        speakers=frozenset(name for name, pattern in _SPEAKERS if pattern.search(plain)),
    )


def _names(text: str) -> frozenset[str]:
    seen = INVISIBLE.sub("", text)
    names: set[str] = set()
    for match in _CAPITALISED.finditer(seen):
        word = normalise(match.group()).removesuffix("'s").removesuffix("’s")
        starts = _SENTENCE_START.search(seen, max(0, match.start() - 4), match.start())
        # The first word of a sentence has a capital anyway; taken for a name unless it is a common word.
        if word not in _NO_NAMES and not (starts and word.endswith(_ENDINGS)):
            names.add(word)
    if _HAS_HAN.search(seen):
        tagged = rjieba.tag(to_simplified(normalise(seen)))
        names |= {word for word, tag in tagged if tag in _NAME_TAGS and len(word) > 1}
    return frozenset(names)


def _pole(plain: str, one: re.Pattern[str], other: re.Pattern[str]) -> int:
    return bool(one.search(plain)) - bool(other.search(plain))
