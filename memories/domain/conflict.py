"""Two similar statements: the same one said again, a newer one that replaces the older, or two of their
own.
"""

import re
from enum import StrEnum

from memories.domain.facets import Facets, facets
from memories.domain.han_variants import to_simplified
from memories.domain.policy import Policy
from memories.domain.text import normalise
from memories.domain.tokens import term_count, terms


class Judgement(StrEnum):
    """What a new statement is to an existing, similar one."""

    NEW = "new"
    MERGE = "merge"
    SUPERSEDE = "supersede"


_SUPERSEDING = re.compile(
    r"\b(?:no longer|not any ?more|any ?more|used to|formerly|previously|instead of|(?:moved|switched"
    r"|changed|migrated"
    r"|transferred|went|renamed|upgraded|swapped)\b.{0,40}\b(?:from|to)\b|(?:is|are|am) now|has (?:changed"
    r"|become)|replaced"
    r"|correction|actually|update:|(?:gave up|quit|stopped|left (?:my|the))\b|new (?:address|phone|number"
    r"|job|email|e-mail|home)\b"
    r"|from now on|starting (?:today|now|next)|as of (?:today|now)|(?:was|is) wrong|changed my mind"
    r"|no more\b)"
    "|不再|不喝了|不吃了|已经不|改用|改成|改为|改到|换成|换到|换了|搬到|搬去|搬家|跳槽|转到|转去|调到|升为"
    "|更正|更新为|作废|取代|以前.{0,20}现在|原来.{0,20}现在|现在(?:改|换|是|住|在)"
    "|新(?:地址|电话|号码|手机号|邮箱|工作|公司)|戒了|放弃了|离职|辞职|从.{1,16}(?:改|换|搬|转|变)(?:成|为"
    "|到|去)|记错了|说错了|不是.{1,16}而是|从今|今后改"
)
# Statements of which only one can be true at a time.
_EXCLUSIVE: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        (
            "home",
            r"\b(?:live[sd]?|living|reside[sd]?|residing) (?:in|at|on)\b|\b(?:home|address) is\b"
            r"|\bmoved to\b|住在|住址|家在|地址(?:是|为|改|在)|搬到|搬去|定居",
        ),
        (
            "work",
            r"\bwork(?:s|ed|ing)? (?:at|for|as|in)\b|\bemployed (?:at|by)\b|\b(?:job|employer|company"
            r"|profession|occupation) is\b|在.{1,20}(?:工作|上班|任职)|职业(?:是|为)|公司是|工作是|供职",
        ),
        (
            "phone",
            r"\b(?:phone|mobile|cell|number|telephone)\b.{0,12}\b(?:is|are|changed)\b|(?:电话|手机号?"
            r"|号码)(?:号码)?(?:是|为|改|换)",
        ),
        ("email", r"\be-?mail\b.{0,12}\b(?:is|changed)\b|邮箱(?:是|为|改|换)"),
        ("birthday", r"\bbirthday\b.{0,12}\bis\b|\bborn (?:on|in)\b|生日(?:是|在|为)|出生[于在]"),
        ("name", r"\b(?:name is|called|call me)\b|名字(?:是|叫)|我叫|姓名"),
        ("age", r"\b\d{1,3} years old\b|\bi'?m \d{1,3}\b|\d{1,3} ?岁"),
        ("favourite", r"\b(?:favou?rite|prefers?|preferred)\b|最喜欢|最爱|偏好|更喜欢"),
        ("spouse", r"\b(?:married to|wife|husband|partner) (?:is|to)?\b|妻子|丈夫|老公|老婆|对象是"),
        (
            "time",
            r"\b(?:meeting|appointment|flight|exam|deadline|interview|class)\b.{0,30}\b(?:on|at|is|moved)\b"
            r"|(?:会议|预约|航班|考试|截止|面试|上课|例会).{0,12}(?:在|是|改|定)",
        ),
        ("tool", r"\b(?:uses?|using|drives?|runs? on)\b|使用|在用|开的是|用的是"),
    )
)


def same_guard(one: str, other: str) -> bool:
    """True when two statements may be merged: same numbers, dates, names, negation, polarity and speaker."""
    return facets(one).agrees(facets(other))


def explicit_supersession(text: str) -> bool:
    """True when ``text`` says that something is no longer as it was ("no longer", "moved to", 不再, 改用)."""
    return _SUPERSEDING.search(to_simplified(normalise(text))) is not None


def contradicts(old: str, new: str) -> bool:
    """True when two similar statements cannot both hold: one denies the other, or both fill the same single
    place.

    Meant for pairs that an embedding already found similar. A denial must share a third of the words as well,
    for similar vectors alone are often about something else.
    """
    before, after = facets(old), facets(new)
    if before.speakers != after.speakers and before.speakers and after.speakers:
        return False
    if (before.is_negated != after.is_negated or _opposed(before, after)) and _share_topic(old, new):
        return True
    return bool(_exclusive(old) & _exclusive(new)) and _differ(before, after)


def judge(old: str, new: str, *, similarity: float, policy: Policy) -> Judgement:
    """Say what ``new`` is to ``old``; ``similarity`` is their ``likeness``, 0–1."""
    if similarity >= policy.merge_similarity and same_guard(old, new):
        return Judgement.MERGE
    if similarity >= policy.conflict_similarity and contradicts(old, new):
        return Judgement.SUPERSEDE
    return Judgement.NEW


def _share_topic(old: str, new: str) -> bool:
    """True when a third of the words of the shorter statement stand in the other."""
    before, after = terms(old), terms(new)
    shorter = min(term_count(before), term_count(after))
    return 3 * term_count(before & after) >= shorter > 0


def _opposed(before: Facets, after: Facets) -> bool:
    return any(one * other < 0 for one, other in zip(before.poles, after.poles, strict=True))


def _differ(before: Facets, after: Facets) -> bool:
    """True when the later statement names another number, time or name than the earlier one."""
    moved = before.numbers != after.numbers or before.times != after.times
    return moved or bool(before.names_missing_in(after) and after.names_missing_in(before))


def _exclusive(text: str) -> set[str]:
    plain = to_simplified(normalise(text))
    return {name for name, pattern in _EXCLUSIVE if pattern.search(plain)}
