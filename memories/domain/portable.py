"""The portable form of a person's memory: JSON Lines that end in a manifest with counts and a checksum.

Every line is an object with a ``type``. The last one is the manifest: how many lines of each type came
before, and the SHA-256 over their bytes, newlines included, so that a cut or changed file is noticed.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from memories.domain.errors import Invalid

FORMAT = "hindsight-export-1"


def line(record: dict[str, Any]) -> str:
    """One record as a line."""
    return json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


class Checksum:
    """Running counts and checksum over the lines of one export."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._digest = sha256()

    def add(self, text: str) -> None:
        """Take one line in."""
        self.counts[json.loads(text)["type"]] += 1
        self._digest.update(text.encode())

    def manifest(self) -> dict[str, Any]:
        """The closing record."""
        return {
            "type": "manifest",
            "format": FORMAT,
            "counts": dict(sorted(self.counts.items())),
            "sha256": self._digest.hexdigest(),
        }


def is_export(records: Sequence[dict[str, Any]]) -> bool:
    """True when these records are an export rather than plain statements."""
    return any(record.get("format") == FORMAT and record.get("type") == "manifest" for record in records)


def checked_records(records: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The records of an export without its manifest, once they agree with it.

    Raises ``Invalid`` (``checksum_mismatch``, ``not_an_export``) when the file was cut or changed. The lines
    are written anew for that: an object has one written form, whatever it was read from.
    """
    if not records or not is_export(records[-1:]):
        raise Invalid("The last line is not the manifest of an export.", code="not_an_export")
    checksum = Checksum()
    for record in records[:-1]:
        if not isinstance(record.get("type"), str):
            raise Invalid("A line has no type.", code="not_an_export")
        checksum.add(line(record))
    if checksum.manifest() != records[-1]:
        raise Invalid(
            "The file does not match its manifest: it was cut or changed.", code="checksum_mismatch"
        )
    return list(records[:-1])


def read_lines(lines: Iterable[str]) -> list[dict[str, Any]]:
    """``checked_records`` of the lines of a file."""
    return checked_records([_record(text) for text in lines if text.strip()])


def _record(text: str) -> dict[str, Any]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Invalid("A line is not JSON.", code="not_an_export") from error
    if not isinstance(record, dict):
        raise Invalid("A line is not an object.", code="not_an_export")
    return record


_ALIVE = ("active", "to_confirm", "archived")
_STATEMENT = (
    "content",
    "kind",
    "metadata",
    "confidence",
    "pinned",
    "conversation_id",
    "message_id",
    "event_time",
    "expires_at",
)


def statements(records: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """What may be offered again of an export: its living memories, as a caller would offer them.

    Text that waited for review is not in an export, and what was superseded or merged stays history.
    """
    alive = [
        r
        for r in records
        if r["type"] == "memory" and r.get("status") in ("active", "to_confirm", "archived")
    ]
    return [{name: r[name] for name in _STATEMENT if r.get(name) not in (None, {})} for r in alive]
