"""The portable form of a person's memory: JSON Lines that end in a manifest with counts and a checksum.

Every line is an object with a ``type``. The last one is the manifest: how many lines of each type came
before, and the SHA-256 over their bytes, newlines included, so that a cut or changed file is noticed.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
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


def read_lines(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The records of an export, checked against its manifest, which is not among them.

    Raises ``Invalid`` (``checksum_mismatch``, ``not_an_export``) when the file was cut or changed. All lines
    are read before the first record comes out: nothing of a damaged file is used.
    """
    checksum, texts = (
        Checksum(),
        [text if text.endswith("\n") else text + "\n" for text in lines if text.strip()],
    )
    records = [_record(text) for text in texts]
    if not records or records[-1].get("type") != "manifest" or records[-1].get("format") != FORMAT:
        raise Invalid("The last line is not the manifest of an export.", code="not_an_export")
    for text in texts[:-1]:
        checksum.add(text)
    if checksum.manifest() != records[-1]:
        raise Invalid(
            "The file does not match its manifest: it was cut or changed.", code="checksum_mismatch"
        )
    yield from records[:-1]


def _record(text: str) -> dict[str, Any]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Invalid("A line is not JSON.", code="not_an_export") from error
    if not isinstance(record, dict) or not isinstance(record.get("type"), str):
        raise Invalid("A line has no type.", code="not_an_export")
    return record
