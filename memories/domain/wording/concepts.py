"""Every concept compiled once, English and Chinese together, and how to find one in a sentence."""

import re
from itertools import chain

from memories.domain.wording.chinese import CHINESE
from memories.domain.wording.chinese_attacks import ATTACKS_ZH
from memories.domain.wording.chinese_harm import HARM_ZH
from memories.domain.wording.english import ENGLISH
from memories.domain.wording.english_attacks import ATTACKS
from memories.domain.wording.english_harm import HARM

_ENGLISH = (ENGLISH, ATTACKS, HARM)
_CHINESE = (CHINESE, ATTACKS_ZH, HARM_ZH)

_NEUTRAL = {
    "long_number": r"\d(?:[ -]?\d){6,24}|尾号 ?\d{3,}|ending (?:in )?\d{3,}",
    "image_query": r"!\[[^\]]{0,80}\]\(https?://[^)\s]{0,200}\?|<img [^>]{0,120}src ?= ?[\"']?https?://[^>\s]{0,200}\?",
    # A picture whose address is to be filled with what the model knows.
    "image_beacon": (
        r"(?:!\[[^\]]{0,80}\]\(|<img [^>]{0,120}src ?= ?[\"']?)https?://[^)>\s?]{0,200}\?[^)>]{0,120}"
        r"(?:\{|\[|<|memor|secret|token|data|history|chat|prompt|记忆|对话|密钥|数据|内容)"
    ),
    # An address with a gap that the model is to fill: …?d={conversation}
    "url_to_fill": r"https?://[^\s)>]{0,160}[?/&][^\s)>]{0,80}=? ?(?:\{[^}\n]{2,40}\}|\[[^\]\n]{2,40}\]|<[^>\n]{2,40}>|\$[a-z_]{2,20})",
    "destination": r"https?:|ftp:|wss?:|www\.|[\w.+-]{1,40}@[\w-]{1,40}\.|(?:\d{1,3}\.){3}\d{1,3}",
}

# A match stands for its opposite when one of these comes before it: "never skip the check", 不得跳过审核.
_DENIABLE = frozenset(
    "waive disable override override_weak override_context stop_logging unsafe_practice send collect make_public"
    " install self_copy no_limits".split()
)
_DENIAL = re.compile(
    r"(?:\b(?:never|not|don't|cannot|nobody|no one|nor|refuse[sd]? to|avoid|prevent\w*|against|prohibited (?:to|from)"
    r"|forbidden to|illegal to|how to|without)\b (?:[^\s,;:]{1,14} ){0,2}"
    r"|(?:不得|不能|不可以?|禁止|严禁|切勿|不许|不应该?|绝不|决不|不要|别|请勿|避免|防止|拒绝|杜绝|不准|不允许|不该|怎么|如何)[^,;:]{0,4})$"
)
_OPEN_ENDED = frozenset({"destination", "addressee"})
_GAP = re.compile("·([0-9]+)·")


def _compile(name: str) -> re.Pattern[str]:
    branches = []
    for words in (table.get(name) for table in _ENGLISH):
        if words:
            spaced = _GAP.sub(r"(?:\\S{1,24} ){0,\1}?", words)
            branches.append(rf"(?<![a-z0-9_])(?:{spaced})" + ("" if name in _OPEN_ENDED else "(?![a-z0-9_])"))
    for words in (table.get(name) for table in _CHINESE):
        if words:
            branches.append(_GAP.sub(r".{0,\1}?", words))
    if name in _NEUTRAL:
        branches.append(_NEUTRAL[name])
    return re.compile("|".join(branches))


CONCEPTS: dict[str, re.Pattern[str]] = {
    name: _compile(name) for name in sorted({*_NEUTRAL, *chain.from_iterable((*_ENGLISH, *_CHINESE))})
}


def find_concept(name: str, sentence: str) -> tuple[int, int] | None:
    """Return the place of the first mention of concept ``name`` in a folded sentence that is not denied."""
    for match in CONCEPTS[name].finditer(sentence):
        if name not in _DENIABLE or not _DENIAL.search(sentence, max(0, match.start() - 40), match.start()):
            return match.span()
    return None
