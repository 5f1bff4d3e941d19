"""The one log file that all processes append to; old lines are dropped, so that no disk fills."""

import json
import os
import shutil
from pathlib import Path

LARGEST_BYTES = 20 * 1024 * 1024


def rotate(log: Path, *, largest: int = LARGEST_BYTES) -> bool:
    """Move the content of a log that grew too large to ``<name>.1``; True if it did.

    Its writers keep their open files: each appends, so cutting the file to nothing under them is safe,
    save for lines written between the copy and the cut.
    """
    if not log.exists() or log.stat().st_size <= largest:
        return False
    shutil.copyfile(log, log.with_name(f"{log.name}.1"))
    os.truncate(log, 0)
    return True


def last_lines(log: Path, count: int) -> list[str]:
    """The end of the log."""
    return log.read_text(encoding="utf-8", errors="replace").splitlines()[-count:]


def readable(line: str) -> str:
    """One of the log's JSON lines as a person reads it; lines of other programs stay as they are."""
    try:
        told = json.loads(line)
        text = f"{told.get('process', '?')} {told['level']}: {told['event']}"
    except (ValueError, KeyError, TypeError, AttributeError):
        return line
    error = (told.get("exception") or [""])[0]
    place = (told.get("at") or [""])[-1]
    return f"{text} ({error} at {place})" if error else text
