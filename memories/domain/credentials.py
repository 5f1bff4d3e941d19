"""Credentials in text, by their published shapes and by what people write before them.

No guessing by entropy: hashes, ids and encoded pictures are as random as keys.
"""

import re
from collections.abc import Iterator

from memories.domain.credential_shapes import SHAPES
from memories.domain.signals import SECRET, SENSITIVE_DISCLOSURE, Signal
from memories.domain.views import View

_WEIGHT = 0.5
_LEAST_CODE, _MOST_CODE = 4, 8
_LEAST_MIXED = 6
_LONGEST_HAN_PASSWORD = 8
_LONGEST_SHORT_WORD = 4

# The password inside a URL or DSN: scheme://user:password@host
_DSN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@]{0,64}:([^\s/@]{1,128})@(?=[\w\[])")

_LABEL_EN = (
    r"pass(?:word|wd|phrase|code)?|pwd|secret(?:[ _-]?(?:access)?[ _-]?key)?"
    r"|(?:api|access|auth|private|signing|encryption|client|account|app|consumer|shared|master|bearer|refresh"
    r"|session|storage)[ _-]?(?:key|token|secret|pass(?:word)?)|token|credentials?|pin(?: code)?|otp"
    r"|one[- ]time (?:code|password)|cvv|cvc|accountkey|sharedaccesskey"
    r"|(?:verification|security|access|recovery|backup|login|unlock|door|alarm|gate|safe) code"
)
_LABEL_ZH = (
    r"密码|密碼|口令|密钥|密鑰|私钥|秘钥|令牌|验证码|驗證碼|校验码|动态码|提取码|授权码|安全码|解锁码"
    r"|恢复码|门禁码|凭证"
)
_VALUE = r"[^\s,;，。；、\"'“”‘’()（）「」<>\[\]{}|]{4,200}"
_NAMED = re.compile(
    rf"(?<![A-Za-z])(?:[A-Za-z0-9]{{1,20}}[_-]){{0,3}}(?:{_LABEL_EN})(?![A-Za-z])"
    rf"[\"'`]? ?(?:=|:|:=|=>|is now|is|was)[\"'`]? ?[\"'`“]?({_VALUE})",
    re.IGNORECASE,
)
_NAMED_ZH = re.compile(
    rf"(?:{_LABEL_ZH})(?: ?(?:已经?)?(?:设置|设定|设|改|换|更新|重置)?(?:是|为|成|叫|:|=|：|＝)+)"
    rf"[\"'`“「]? ?({_VALUE})"
)
# No "is" between label and value: the value must then look like one.
_ADJACENT = re.compile(
    r"(?:(?<![A-Za-z])(?i:pass(?:word|code|phrase)?|pwd|pin|otp"
    r"|(?:client|app|api|consumer)[ _-](?:secret|key))"
    rf"|{_LABEL_ZH})[ :：]{{0,2}}"
    r"((?=[\x21-\x7e]{0,64}[\d!@#$%^&*_+])[\x21-\x2b\x2d-\x3a\x3c-\x5a\x5c-\x7e]{4,128})(?![\w])"
)
_PLACEHOLDER = re.compile(
    r"your|\bmy_|example|sample|placeholder|change_?me|xxx|\*{3,}|•{3,}|\.{3,}|<|\$\{|\{\{|\$[A-Z(]|%[A-Z(]|todo"
    r"|dummy|test_?key|insert|replace|redacted|null$|none$|true$|false$|undefined$|empty$|os\.environ|process\.env"
    r"|getenv|^env|\[|…|这里|占位|示例|填写|你的|自己的|某",
    re.IGNORECASE,
)
# What follows "the password is" when it is talked about rather than told.
_STATE = re.compile(
    r"(?:required|optional|wrong|right|correct|incorrect|invalid|valid|expired|expir\w+|weak|strong|stored|saved"
    r"|hashed|encrypted|secret|safe|secure|unknown|lost|forgotten|missing|needed|long|short|being|always|never"
    r"|only|used|empty|kept|rotated|reset|changed|changing|here|there|that|this|what|sent|hidden|protected|visible"
    r"|available|important|leaked|compromised|unique|private|public|mandatory|necessary|enough|different|written"
    r"|shown|checked|limited)\W?",
    re.IGNORECASE,
)
_DESCRIBED_ZH = re.compile(
    r"什么|多少|不|否|错|对|旧|新|空|必|需|要|由|一|用|加密|安全|重要|指|在|存|怎|哪|我|他|她|自|太|很|没|为"
    r"|随机|默认|\d{1,2}位"
)
_WORD = re.compile(r"[A-Za-z]+[.!?]?")
_HAN = re.compile(r"[\u3400-\u9fff！!？?]+")
_SMALL_NUMBER = re.compile(r"\d{1,3}(?:\.\d+)?[.!?]?")
_NAMES_PASSWORD = re.compile(r"(?:[A-Za-z0-9]+[_-])*(?:pass|pwd|密)", re.IGNORECASE)


def find_credentials(view: View) -> Iterator[Signal]:
    """Yield a signal for each credential in a ``narrowed`` view; its place is exactly what must be masked."""
    for code, pattern in SHAPES:
        for match in pattern.finditer(view.text):
            if code == "private_key" or not _PLACEHOLDER.search(match.group()):
                yield _signal(view, code, span=match.span())
    for match in _DSN.finditer(view.text):
        if not _PLACEHOLDER.match(match.group(1)):
            yield _signal(view, "dsn_password", span=match.span(1))
    for pattern, is_secret in ((_NAMED, _is_told), (_NAMED_ZH, _is_told), (_ADJACENT, _is_mixed)):
        for match in pattern.finditer(view.text):
            if is_secret(match):
                yield _signal(view, "labelled_secret", span=match.span(1))


def _is_told(match: re.Match[str]) -> bool:
    """False for placeholders, states ("the password is wrong") and small numbers."""
    value = match.group(1)
    if _PLACEHOLDER.search(value) or _SMALL_NUMBER.fullmatch(value):
        return False
    if _HAN.fullmatch(value):
        return len(value) <= _LONGEST_HAN_PASSWORD and not _DESCRIBED_ZH.match(value)
    if _WORD.fullmatch(value):
        is_password = _NAMES_PASSWORD.match(match.group()) is not None
        return is_password and len(value) > _LONGEST_SHORT_WORD and not _STATE.fullmatch(value)
    return True


def _is_mixed(match: re.Match[str]) -> bool:
    """True for a value of letters with digits or signs, or a code of 4 to 8 digits."""
    value = match.group(1)
    if _PLACEHOLDER.search(value):
        return False
    if value.isdigit():
        return _LEAST_CODE <= len(value) <= _MOST_CODE
    if not any(char.isdigit() for char in value) and (value.islower() or value.isupper()):
        return False  # a word with a sign, like reset_link
    return len(value) >= _LEAST_MIXED and any(char.isalpha() for char in value)


def _signal(view: View, code: str, *, span: tuple[int, int]) -> Signal:
    start, end = view.span(*span)
    return Signal(SECRET, _WEIGHT, SENSITIVE_DISCLOSURE, start, end, code)
