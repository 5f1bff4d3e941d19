"""Turns what a caller sent into the wire schema, and what is wrong with it into field errors with codes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from memories.domain.errors import Invalid
from memories.domain.text import find_malformed

ModelT = TypeVar("ModelT", bound=BaseModel)

_MOST_ERRORS = 20
_LONGEST_NAME = 100
_CODES = {
    "extra_forbidden": "unknown_field",
    "missing": "required",
    "string_too_long": "too_long",
    "string_too_short": "blank",
    "string_pattern_mismatch": "bad_format",
    "too_long": "too_many",
    "too_short": "too_few",
    "enum": "unknown_value",
    "literal_error": "unknown_value",
    "uuid_parsing": "bad_id",
    "greater_than": "out_of_range",
    "greater_than_equal": "out_of_range",
    "less_than": "out_of_range",
    "less_than_equal": "out_of_range",
    "finite_number": "out_of_range",
}


@dataclass(frozen=True)
class FieldError:
    """What is wrong with one field; ``code`` is stable, ``message`` is for people."""

    field: str
    code: str
    message: str


class InvalidFields(Invalid):
    """One or more fields cannot be accepted. The code of the whole is that of the first error."""

    def __init__(self, errors: list[FieldError]):
        first = errors[0]
        super().__init__(f"{first.field}: {first.message}", code=first.code, field=first.field)
        self.errors = errors


def checked(model: type[ModelT], data: Mapping[str, Any]) -> ModelT:
    """``data`` as ``model``; raises ``InvalidFields``."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise InvalidFields(_field_errors(error)) from None


def checked_query(model: type[ModelT], query_string: str) -> ModelT:
    """Query parameters as ``model``; raises ``InvalidFields``, also for one that is repeated."""
    try:
        pairs = parse_qsl(query_string, keep_blank_values=True, errors="strict", max_num_fields=50)
    except ValueError as error:  # bad UTF-8 too
        raise Invalid("The query string cannot be read.", code="malformed") from error
    values: dict[str, str] = {}
    for name, value in pairs:
        if find_malformed(name) or find_malformed(value):
            raise InvalidFields([FieldError(_short(name), "malformed", "It holds a NUL.")])
        if name in values:
            raise InvalidFields([FieldError(_short(name), "repeated", "Send it once.")])
        values[name] = value
    return checked(model, values)


def _field_errors(error: ValidationError) -> list[FieldError]:
    details = error.errors(include_url=False, include_context=False, include_input=False)
    errors = [_field_error(detail) for detail in details]
    # What is not known comes first: it is the whole's code, however much else is wrong.
    return sorted(errors, key=lambda e: e.code != "unknown_field")[:_MOST_ERRORS]


def _field_error(detail: ErrorDetails) -> FieldError:
    kind = detail["type"]
    wrong_type = kind.endswith(("_type", "_parsing", "_from_float")) and kind not in _CODES
    code = "wrong_type" if wrong_type else _CODES.get(kind, kind)
    message = "This field is not known here." if code == "unknown_field" else detail["msg"]
    return FieldError(_path(detail["loc"]), code, message)


def _path(loc: tuple[int | str, ...]) -> str:
    return _short(".".join(str(part) for part in loc if part != "[key]"))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME] + "…"
