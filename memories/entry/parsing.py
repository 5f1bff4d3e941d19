"""Reads request bodies: JSON and JSON Lines that every later layer and the database can hold.

Python's own parser lets through what PostgreSQL, UTF-8 or another reader of the same text would not: NUL,
lone surrogates, NaN, numbers of any length, the last of several equal keys. All of it is refused here.
"""

import json
import math
from collections.abc import Iterable
from email.message import Message
from typing import Any, Protocol

from memories.domain.errors import HindsightError, Invalid, TooLarge
from memories.domain.text import find_malformed

BODY_LIMIT = 2 * 1024 * 1024
"""Bytes of a body; batches and imports take ``BULK_LIMIT``."""

BULK_LIMIT = 8 * 1024 * 1024
DEPTH_LIMIT = 64
"""Deepest nesting of a document."""

_LARGEST_WHOLE = 2**63
_LINES = frozenset({"application/jsonl", "application/x-ndjson", "application/x-jsonlines"})


class UnsupportedMedia(HindsightError):
    """The body is of a type or encoding that the route does not read."""

    code = "unsupported_media_type"
    status = 415
    message = "Send JSON: Content-Type: application/json."


class Incoming(Protocol):
    """What is needed of a web request: Django's own, or one made for a test."""

    @property
    def headers(self) -> Any:
        """The header fields."""

    def read(self, size: int, /) -> bytes:
        """Up to ``size`` bytes of the body."""


def read_object(request: Incoming, *, limit: int = BODY_LIMIT) -> dict[str, Any]:
    """The JSON object in a request's body; an absent body is an empty object.

    Raises ``Invalid``, ``TooLarge`` or ``UnsupportedMedia``.
    """
    raw = _read(request, limit)
    if not raw:
        return {}
    content_type = _content_type(request)
    if content_type != "application/json" and not content_type.endswith("+json"):
        raise UnsupportedMedia
    return _object(parse(_text(raw)))


def read_lines(request: Incoming, *, limit: int = BULK_LIMIT) -> list[dict[str, Any]] | None:
    """The objects of a JSON Lines body, or ``None`` when the body is of another type."""
    if _content_type(request) not in _LINES:
        return None
    # Not splitlines(): JSON text may hold U+2028 and its like unescaped.
    lines = _text(_read(request, limit)).split("\n")
    return [_object(parse(line, line=number)) for number, line in enumerate(lines, 1) if line.strip()]


def parse(text: str, *, line: int | None = None) -> Any:
    """A JSON document; raises ``Invalid``. ``line`` numbers it in messages."""
    where = f" in line {line}" if line else ""
    try:
        document = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_number, parse_int=_whole, parse_float=_finite
        )
    except RecursionError as error:
        raise _too_deep(where) from error
    except Invalid:
        raise
    except ValueError as error:
        raise Invalid(f"The body is not JSON{where}.", code="malformed") from error
    _walk(document, where)
    return document


def _read(request: Incoming, limit: int) -> bytes:
    encoding = request.headers.get("Content-Encoding", "identity").lower()
    if encoding != "identity":
        raise UnsupportedMedia("Send the body uncompressed.")
    length = request.headers.get("Content-Length", "")
    if length.isdecimal() and int(length[:20]) > limit:
        raise _too_large(limit)
    # One byte more than allowed tells a body without a stated length from one that fits.
    pieces, size = [], 0
    while size <= limit and (piece := request.read(limit + 1 - size)):
        pieces.append(piece)
        size += len(piece)
    if size > limit:
        raise _too_large(limit)
    return b"".join(pieces)


def _content_type(request: Incoming) -> str:
    header = Message()
    header["Content-Type"] = request.headers.get("Content-Type", "")
    charset = header.get_param("charset", "utf-8")
    if not isinstance(charset, str) or charset.lower() not in ("utf-8", "utf8"):
        raise Invalid("JSON is UTF-8; another charset is not read.", code="unsupported_charset")
    return header.get_content_type()


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Invalid("The body is not valid UTF-8.", code="malformed") from error


def _object(document: Any) -> dict[str, Any]:
    if not isinstance(document, dict):
        raise Invalid("The body must be a JSON object.", code="not_an_object")
    return document


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Invalid("An object holds the same key twice.", code="duplicate_key")
    return found


def _no_number(name: str) -> Any:
    raise Invalid(f"{name} is not JSON.", code="malformed")


def _whole(digits: str) -> int:
    value = int(digits) if len(digits) <= 20 else _LARGEST_WHOLE  # noqa: PLR2004 - the digits of 2**63, signed
    if not -_LARGEST_WHOLE <= value < _LARGEST_WHOLE:
        raise Invalid("A whole number is larger than 64 bits.", code="out_of_range")
    return value


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise Invalid("A number is too large.", code="out_of_range")
    return value


def _walk(document: Any, where: str) -> None:
    """Refuse deep nesting, NUL and lone surrogates, in keys too; without recursion."""
    level: list[Any] = [document]
    for _ in range(DEPTH_LIMIT + 1):
        following: list[Any] = []
        for value in level:
            if isinstance(value, str):
                _check_text(value, where)
            elif isinstance(value, dict):
                _check_keys(value, where)
                following.extend(value.values())
            elif isinstance(value, list):
                following.extend(value)
        if not following:
            return
        level = following
    raise _too_deep(where)


def _check_keys(keys: Iterable[str], where: str) -> None:
    for key in keys:
        _check_text(key, where)


def _check_text(text: str, where: str) -> None:
    found = find_malformed(text)
    if found:
        what = "a NUL" if found.reason == "nul" else "half a character"
        raise Invalid(f"A text holds {what}{where}.", code="malformed")


def _too_deep(where: str) -> Invalid:
    return Invalid(f"The body is nested deeper than {DEPTH_LIMIT} levels{where}.", code="too_deep")


def _too_large(limit: int) -> TooLarge:
    return TooLarge(f"The body may have {limit // 1024 // 1024} MiB.")
