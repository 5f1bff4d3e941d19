"""Text wrapped in an encoding: found, decoded once or twice, and handed on as further views to judge."""

import base64
import binascii
import codecs
import html
import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote

from memories.domain.views import View

_MOST_RUNS = 24  # hostile text may hold thousands; the first ones are enough to quarantine it
_LEAST_PAYLOAD = 8
_LEAST_WORDS = 2  # one known word in cipher may be chance

_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{16,}(?:\r?\n[A-Za-z0-9+/_-]{16,})*={0,2}")
_BASE32 = re.compile(r"(?<![A-Za-z0-9])[A-Z2-7]{24,}={0,6}(?![A-Za-z0-9])")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:0x)?(?:[0-9A-Fa-f]{2}[ :,]?){12,}")
_HEX_ESCAPES = re.compile(r"(?:\\x[0-9A-Fa-f]{2}[ ,]?){6,}")
_UNICODE_ESCAPES = re.compile(r"(?:[^\s\\]{0,3}\\u\{?[0-9A-Fa-f]{4,5}\}?){3,}")
_PERCENT = re.compile(r"[^\s%]{0,40}(?:%[0-9A-Fa-f]{2}[^\s%]{0,40}){3,}")
_ENTITIES = re.compile(
    r"(?:[^\s&;]{0,20}&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});[^\s&;]{0,20} ?){3,}"
)
_BINARY = re.compile(r"(?<![01])(?:[01]{8}[ ,]?){6,}")
# Words of orders in rot13 and spelt backwards (English and Chinese).
_ROT13 = re.compile(
    r"\b(?:vtaber|qvfertneq|sbetrg|vafgehpgvbaf?|cerivbhf|cnffjbeqf?|genafsre|pbasvezngvba|nyjnlf|erzrzore"
    r"|flfgrz|frperg|fraq|nccebiny|qryrgr|rkrphgr|pbzznaq|ehyrf|bireevqr|nqzva)\b",
    re.IGNORECASE,
)
_BACKWARDS = re.compile(
    r"\b(?:erongi|dragersid|tegrof|snoitcurtsni|noitcurtsni|suoiverp|syawla|noitamrifnoc|rebmemer|lavorppa"
    r"|refsnart|drowssap|selur|metsys)\b|令指|略忽|认确|视无",
    re.IGNORECASE,
)


def decoded(view: View) -> Iterator[View]:
    """Yield what encoded runs of ``view`` say in clear; each view is named after its encoding."""
    for name, pattern, decode in _DECODERS:
        for count, match in enumerate(pattern.finditer(view.text)):
            if count >= _MOST_RUNS:
                break
            clear = decode(match.group())
            if clear and clear != match.group() and _is_readable(clear):
                yield view.derive(name, [(clear, match.start(), match.end())])
    yield from _whole_text_ciphers(view)


def _whole_text_ciphers(view: View) -> Iterator[View]:
    if len(_ROT13.findall(view.text)) >= _LEAST_WORDS:
        yield view.derive("rot13", [(codecs.encode(view.text, "rot13"), 0, len(view.text))])
    if len(_BACKWARDS.findall(view.text)) >= _LEAST_WORDS:
        yield view.derive("reversed", [(view.text[::-1] + " ", 0, len(view.text))])


def _is_readable(clear: str) -> bool:
    """True for text, false for the noise that a hash or an image gives when decoded."""
    if len(clear) < _LEAST_PAYLOAD or "\ufffd" in clear:
        return False
    printable = sum(char.isprintable() or char in "\r\n\t" for char in clear)
    letters = sum(char.isalpha() or char == " " for char in clear)
    return printable >= 0.97 * len(clear) and letters >= 0.6 * len(clear)


def _from_base64(run: str) -> str:
    compact = re.sub(r"\s", "", run).rstrip("=").replace("-", "+").replace("_", "/")
    whole = compact[: len(compact) - (len(compact) % 4 == 1)]
    return _utf8(lambda: base64.b64decode(whole + "=" * (-len(whole) % 4), validate=True))


def _from_base32(run: str) -> str:
    bare = run.rstrip("=")
    return _utf8(lambda: base64.b32decode(bare + "=" * (-len(bare) % 8)))


def _from_hex(run: str) -> str:
    digits = re.sub(r"0x|\\x|[ :,]", "", run)
    return _utf8(lambda: bytes.fromhex(digits))


def _from_binary(run: str) -> str:
    bits = re.sub(r"[ ,]", "", run)
    return _utf8(lambda: bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)))


def _from_unicode_escapes(run: str) -> str:
    text = re.sub(r"\\u\{?([0-9A-Fa-f]{4,5})\}?", lambda m: chr(int(m.group(1), 16)), run)
    # Escapes above the basic plane come as surrogate pairs; a lone one becomes the replacement character.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _utf8(read: Callable[[], bytes]) -> str:
    try:
        return read().decode("utf-8")
    except (binascii.Error, ValueError):
        return ""


_DECODERS: tuple[tuple[str, re.Pattern[str], Callable[[str], str]], ...] = (
    ("base64", _BASE64, _from_base64),
    ("base32", _BASE32, _from_base32),
    ("hex", _HEX, _from_hex),
    ("hex", _HEX_ESCAPES, _from_hex),
    ("unicode_escapes", _UNICODE_ESCAPES, _from_unicode_escapes),
    ("percent", _PERCENT, unquote),
    ("html_entities", _ENTITIES, html.unescape),
    ("binary", _BINARY, _from_binary),
)
