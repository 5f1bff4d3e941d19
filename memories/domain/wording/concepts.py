"""Every concept compiled once, English and Chinese together, and how to find one in a sentence."""

import re
from collections.abc import Iterator
from itertools import chain

from memories.domain.wording.chinese import CHINESE
from memories.domain.wording.chinese_lasting import LASTING_ZH
from memories.domain.wording.chinese_misleading import MISLEADING_ZH
from memories.domain.wording.chinese_override import OVERRIDING_ZH
from memories.domain.wording.english import ENGLISH
from memories.domain.wording.english_lasting import LASTING
from memories.domain.wording.english_misleading import MISLEADING
from memories.domain.wording.english_override import OVERRIDING
from memories.domain.wording.english_vouching import VOUCHING

_ENGLISH = (ENGLISH, VOUCHING, OVERRIDING, MISLEADING, LASTING)
_CHINESE = (CHINESE, OVERRIDING_ZH, MISLEADING_ZH, LASTING_ZH)

_NEUTRAL = {
    "long_number": r"\d(?:[ -]?\d){6,24}|尾号 ?\d{3,}|ending (?:in )?\d{3,}",
    "image_query": (
        r"!\[[^\]]{0,80}\]\(https?://[^)\s]{0,200}\?|<img [^>]{0,120}src ?= ?[\"']?https?://[^>\s]{0,200}\?"
    ),
    # A picture whose address is to be filled with what the model knows.
    "image_beacon": (
        r"(?:!\[[^\]]{0,80}\]\(|<img [^>]{0,120}src ?= ?[\"']?)https?://[^)>\s?]{0,200}\?[^)>]{0,120}"
        r"(?:\{|\[|<|memor|secret|token|data|history|chat|prompt|记忆|对话|密钥|数据|内容)"
    ),
    # An address with a gap that the model is to fill: …?d={conversation}
    "url_to_fill": (
        r"https?://[^\s)>]{0,160}[?/&][^\s)>]{0,80}=? ?(?:\{[^}\n]{2,40}\}|\[[^\]\n]{2,40}\]|<[^>\n]{2,40}>"
        r"|\$[a-z_]{2,20})"
    ),
    "destination": r"https?:|ftp:|wss?:|www\.|[\w.+-]{1,40}@[\w-]{1,40}\.|(?:\d{1,3}\.){3}\d{1,3}",
}

# A match stands for its opposite when one of these comes before it: "never skip the check", 不得跳过审核.
_DENIABLE = frozenset(
    {
        "waive",
        "disable",
        "override",
        "override_weak",
        "override_context",
        "stop_logging",
        "unsafe_practice",
        "send",
        "collect",
        "make_public",
        "install",
        "self_copy",
        "no_limits",
    }
)
_DENIAL = re.compile(
    r"(?:\b(?:never|not|don't|cannot|nobody|no one|nor|refuse[sd]? to|avoid|prevent\w*|against"
    r"|prohibited (?:to|from)"
    r"|forbidden to|illegal to|how to|without)\b (?:[^\s,;:]{1,14} ){0,2}"
    r"|(?:不得|不能|不可以?|禁止|严禁|切勿|不许|不应该?|绝不|决不|不要|别|请勿|避免|防止|拒绝|杜绝|不准"
    r"|不允许|不该|怎么|如何)[^,;:\n]{0,4})$"
)
# "Nobody may pay an invoice without two signatures" says it from further away.
_FORBIDS_WITHOUT = re.compile(
    r"\b(?:nobody|no one|never|not|cannot|can't|don't|mustn't|forbidden|refuse)\b (?:[^\s,;:]{1,14} ){0,7}$"
)
_OPEN_ENDED = frozenset({"destination", "addressee"})
_DENIAL_REACH = 64
_GAP = re.compile("·([0-9]+)·")


def _english(name: str) -> str:
    words = "|".join(table[name] for table in _ENGLISH if name in table)
    spaced = _GAP.sub(r"(?:\\S{1,24} ){0,\1}?", words)
    return rf"(?<![a-z0-9_])(?:{spaced})" + ("" if name in _OPEN_ENDED else "(?![a-z0-9_])") if words else ""


def _chinese(name: str) -> str:
    return _GAP.sub(r".{0,\1}?", "|".join(table[name] for table in _CHINESE if name in table))


def _compiled(sources: dict[str, str]) -> dict[str, re.Pattern[str]]:
    return {name: re.compile(source) for name, source in sources.items() if source}


_NAMES = sorted({*_NEUTRAL, *chain.from_iterable((*_ENGLISH, *_CHINESE))})
# Three alphabets of patterns, so that a text is searched only for what its letters can spell.
_BY_ALPHABET = (
    (re.compile("[a-z]"), _compiled({name: _english(name) for name in _NAMES})),
    (re.compile("[\u3400-\u9fff]"), _compiled({name: _chinese(name) for name in _NAMES})),
    (re.compile(r"[\d@/.]"), _compiled(_NEUTRAL)),
)


def concept_names() -> frozenset[str]:
    """Return the names of all concepts that rules may use."""
    return frozenset(_NAMES)


def patterns_for(text: str) -> list[dict[str, re.Pattern[str]]]:
    """Return the tables of patterns (by concept) that are worth searching in ``text``."""
    return [patterns for letters, patterns in _BY_ALPHABET if letters.search(text)]


def mentions_of(
    name: str, text: str, *, patterns: list[dict[str, re.Pattern[str]]]
) -> Iterator[tuple[int, int]]:
    """Yield the places of concept ``name`` in folded text that are not denied ("never skip the check")."""
    for match in chain.from_iterable(table[name].finditer(text) for table in patterns if name in table):
        if name not in _DENIABLE or not _is_denied(match, text):
            yield match.span()


def _is_denied(match: re.Match[str], text: str) -> bool:
    start = match.start()
    denial = _FORBIDS_WITHOUT if match.group().startswith("without") else _DENIAL
    return denial.search(text, max(0, start - _DENIAL_REACH), start) is not None
