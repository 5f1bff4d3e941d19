"""Numbers in a statement, however they are written: digits, English words, Chinese numerals."""

import re

_UNITS = {"百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000}
_DIGITS_WITH_UNIT = re.compile(r"(\d{1,15}(?:\.\d{1,6})?) ?([百千万亿])")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*%?")
_WORD = re.compile(r"[a-z]+")
_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen twenty"
)
_ENGLISH_VALUES = {word: str(value) for value, word in enumerate(_ENGLISH.split())} | {
    "once": "1",
    "twice": "2",
    "half": "0.5",
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "sixty": "60",
    "seventy": "70",
    "eighty": "80",
    "ninety": "90",
    "hundred": "100",
}
_HAN_RUN = re.compile("[零〇一二两三四五六七八九十百千万亿半]+")
# Words in which the numeral is no number, and weekdays, which are times.
_HAN_IDIOM = re.compile(
    "一(?:直|些|起|样|定|般|下|切|边|旦|个人|共|向|会儿?|点儿?|方面|致|律|遍|概|家人)|统一|唯一|之一|万一|十分|千万别?"
    "|半天|三明治|百度|(?:周|星期|礼拜)[一二三四五六]|[一二三四五六七八九十]{1,2}月"
)
_HAN_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_HAN_TENS = {"十": 10, "百": 100, "千": 1000}
_LONGEST_NUMERAL = 16
_MYRIAD, _HUNDRED_MILLION = 10_000, 100_000_000


def numbers(plain: str) -> frozenset[str]:
    """Return the values named in normalised, simplified text, as digits."""
    found = {_plain_number(float(value) * _UNITS[unit]) for value, unit in _DIGITS_WITH_UNIT.findall(plain)}
    rest = _HAN_IDIOM.sub("·", _DIGITS_WITH_UNIT.sub(" ", plain))
    found |= {number.replace(",", "") for number in _NUMBER.findall(rest)}
    found |= {_ENGLISH_VALUES[word] for word in _WORD.findall(rest) if word in _ENGLISH_VALUES}
    found |= {_han_value(run) for run in _HAN_RUN.findall(rest)}
    return frozenset(found)


def _plain_number(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)


def _han_value(run: str) -> str:
    """Value of a Chinese numeral; a run that is no numeral stands for itself."""
    if len(run) > _LONGEST_NUMERAL:
        return run
    if "半" in run:
        return "0.5" if run == "半" else run
    if len(run) > 1 and all(char in _HAN_DIGITS for char in run):
        return "".join(str(_HAN_DIGITS[char]) for char in run)
    total = section = digit = 0
    for char in run:
        if char in _HAN_DIGITS:
            digit = _HAN_DIGITS[char]
        elif char in _HAN_TENS:
            section += (digit or 1) * _HAN_TENS[char]
            digit = 0
        else:
            total = (total + section + digit) * (_MYRIAD if char == "万" else _HUNDRED_MILLION)
            section = digit = 0
    return str(total + section + digit)
