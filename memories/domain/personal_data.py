"""Personal data with a checkable shape: what it is, where it stands, and nothing that only resembles it."""

import datetime
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import phonenumbers
from stdnum import iban, luhn
from stdnum.cn import uscc
from stdnum.exceptions import ValidationError
from stdnum.us import ssn

from memories.domain.signals import PERSONAL_DATA, SENSITIVE_DISCLOSURE, Signal
from memories.domain.views import View

_CONTEXT = 24
"""How many characters before a number may say what it is."""

_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_FIRST_BIRTH_YEAR = 1880
_PHONE_DIGITS = range(7, 16)
_LEAST_DISTINCT = 2  # 0000 0000 0000 0000 passes Luhn too

# First digits that card schemes have, by length; other numbers of that length are mostly order numbers.
_CARD_PREFIXES = {
    12: r"5[0678]|6[37]",
    13: r"4",
    14: r"3(?:0[0-5]|[689])",
    15: r"3[47]|1800|2131",
    16: r"4|5[0-5]|2[2-7]|6(?:2|0|4|5)|35",
}
_LONG_CARD, _ID_LENGTH, _SHORT_CARD = 17, 18, 12
_CARD_SAID = re.compile(r"card|卡|visa|master|amex", re.IGNORECASE)
_NOT_A_PHONE = re.compile(
    r"(?:订单|单|编|流水|序列|货|批|工|学|房间|会议|邀请|运|快递)号[是为: ]{0,3}$"
    r"|(?:order|id|no\.?|number|#|ref|invoice|ticket|sku|code)[ :#]{0,3}$",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r" ?(?:次|个|条|元|人|件|字节|毫秒|秒|万|亿|%|行|篇|views|rows|items|times|bytes|requests|ms\b|records)"
)
# A hyphen joins a value to a longer one; two of them are a dash, or the frame of a key.
_NOT_WITHIN = r"(?<![0-9A-Za-z._])(?:(?<!-)|(?<=--))"
_NOT_BEFORE = r"(?![0-9A-Za-z_]|-(?!-))(?!\.\d)"
_PASSPORT_SAID = re.compile(r"护照|通行证|passport", re.IGNORECASE)
_PHONE_LABEL = re.compile(
    r"(?:\b(?:phone|mobile|cell|tel(?:ephone)?|fax|whatsapp|number is"
    r"|(?:call|reach|text|ring)(?: \w{1,8}){0,2} (?:at|on))"
    r"|电话|手机|联系方式|座机|传真|热线)[^\d+(\n]{0,12}\n?([+(]?\d[\d ().-]{5,18}\d)(?!\d)",
    re.IGNORECASE,
)
_PHONE_BEFORE_LABEL = re.compile(
    r"(?<![\d.])([+(]?\d[\d ().-]{6,18}\d),? \(?(?:office|fax|mobile|cell|home|work)\b", re.IGNORECASE
)
_PHONE_ABROAD = re.compile(
    r"(?<![\w+])(\+[1-9]\d{0,2}[ .-]?(?:\(0?\d{0,4}\)[ .-]?)?\d[\d ./-]{4,16}\d)(?![\d])"
)
_MAYBE_PHONE = re.compile(r"\d{3}[ )./-]{1,2}\d{3}|\d{10}")


@dataclass(frozen=True)
class _Kind:
    """``accepts`` gets the match and decides whether it is one."""

    name: str
    weight: float
    pattern: re.Pattern[str]
    accepts: Callable[[re.Match[str]], bool]


def find_personal_data(view: View) -> Iterator[Signal]:
    """Yield a signal for each piece of personal data in a ``narrowed`` view; ``reason_code`` is its type."""
    for kind in _KINDS:
        for match in kind.pattern.finditer(view.text):
            if kind.accepts(match):
                yield _signal(view, kind.name, weight=kind.weight, span=match.span())
    yield from _find_phones(view)


def _find_phones(view: View) -> Iterator[Signal]:
    for pattern in (_PHONE_LABEL, _PHONE_BEFORE_LABEL, _PHONE_ABROAD):
        for match in pattern.finditer(view.text):
            if sum(char.isdigit() for char in match.group(1)) in _PHONE_DIGITS:
                yield _signal(view, "phone", weight=0.2, span=match.span(1))
    if _MAYBE_PHONE.search(view.text):
        for found in phonenumbers.PhoneNumberMatcher(view.text, "US", max_tries=200):
            if not _NOT_A_PHONE.search(view.text, max(0, found.start - _CONTEXT), found.start):
                yield _signal(view, "phone", weight=0.2, span=(found.start, found.end))


def _signal(view: View, kind: str, *, weight: float, span: tuple[int, int]) -> Signal:
    start, end = view.span(*span)
    return Signal(PERSONAL_DATA, weight, SENSITIVE_DISCLOSURE, start, end, kind)


def _is_id_card(match: re.Match[str]) -> bool:
    """Check digit (GB 11643) and a possible birth date. The county code is not looked up: codes were
    withdrawn and merged over the years, and a register of them refuses most correct numbers.
    """
    digits = re.sub(r"[ -]", "", match.group()).upper()
    total = sum(weight * int(digit) for weight, digit in zip(_ID_WEIGHTS, digits[:17], strict=True))
    return "10X98765432"[total % 11] == digits[17] and _is_date(digits[6:14])


def _is_date(digits: str) -> bool:
    try:
        born = datetime.date(int(digits[:4]), int(digits[4:6]), int(digits[6:8]))
    except ValueError:
        return False
    return born.year >= _FIRST_BIRTH_YEAR


def _is_bank_card(match: re.Match[str]) -> bool:
    digits = re.sub(r"[ -]", "", match.group())
    if len(set(digits)) < _LEAST_DISTINCT or not luhn.is_valid(digits):
        return False
    if len(digits) == _ID_LENGTH and _is_date(digits[6:14]):
        return False  # an ID card with a wrong check digit
    if len(digits) >= _LONG_CARD:
        return digits.startswith("62") or (digits[0] in "456" and _is_said(match, _CARD_SAID))
    if len(digits) == _SHORT_CARD and not _is_said(match, _CARD_SAID):
        return False
    return re.match(_CARD_PREFIXES.get(len(digits), "$"), digits) is not None


def _is_said(match: re.Match[str], word: re.Pattern[str]) -> bool:
    return word.search(match.string, max(0, match.start() - _CONTEXT), match.start()) is not None


def _is_mobile(match: re.Match[str]) -> bool:
    if match.group()[0] in "+0" or match.group().startswith("86"):
        return True
    return not (_is_said(match, _NOT_A_PHONE) or _COUNTED.match(match.string, match.end()))


def _is_passport(match: re.Match[str]) -> bool:
    return re.fullmatch(r"[EG]\d{8}|E[A-HJ-NP-Z]\d{7}", match.group()) is not None or _is_said(
        match, _PASSPORT_SAID
    )


def _is_public_ip(match: re.Match[str]) -> bool:
    return not re.match(r"(?:10|127|0|255|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.", match.group())


def _is_person_mail(match: re.Match[str]) -> bool:
    return not match.group().casefold().startswith(("git@", "noreply@", "no-reply@"))


def _is_valid(check: Callable[[str], str]) -> Callable[[re.Match[str]], bool]:
    def is_valid(match: re.Match[str]) -> bool:
        try:
            check(match.group())
        except ValidationError:
            return False
        return True

    return is_valid


def _always(_match: re.Match[str]) -> bool:
    return True


# Digits touch Chinese characters without an edge that \b would see, hence look-arounds of our own.
_PLATE_PROVINCE = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"
_KINDS: tuple[_Kind, ...] = tuple(
    _Kind(name, weight, re.compile(rf"{_NOT_WITHIN}(?:{pattern}){_NOT_BEFORE}"), accepts)
    for name, weight, pattern, accepts in (
        ("id_card", 0.4, r"[1-9]\d{5}[ -]?(?:18|19|20)\d{6}[ -]?\d{3}[\dXx]", _is_id_card),
        ("bank_card", 0.4, r"\d{12,19}|\d{3,6}(?:[ -]\d{3,6}){2,4}(?:[ -]\d{1,3})?", _is_bank_card),
        ("mobile", 0.2, r"(?:(?:\+|00)?86[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}", _is_mobile),
        ("credit_code", 0.2, r"[159][1239]\d{6}[0-9A-HJ-NPQRTUWXY]{10}", _is_valid(uscc.validate)),
        ("iban", 0.4, r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?", _is_valid(iban.validate)),
        ("ssn", 0.4, r"\d{3}-\d{2}-\d{4}", _is_valid(ssn.validate)),
        (
            "email",
            0.2,
            r"(?<![%+])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,4}[A-Za-z]{2,24}",
            _is_person_mail,
        ),
        ("passport", 0.3, r"(?:E[A-HJ-NP-Z]?|[GDSPHMC])\d{7,8}", _is_passport),
        ("plate", 0.2, rf"[{_PLATE_PROVINCE}][A-HJ-NP-Z][·• ]?[A-HJ-NP-Z0-9]{{5,6}}", _always),
        ("ip", 0.1, r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)", _is_public_ip),
        ("landline", 0.2, r"\(?0(?:10|2\d|[3-9]\d{2})\)?[ -]?[2-8]\d{6,7}(?:-\d{1,5})?", _always),
    )
)
