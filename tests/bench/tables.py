"""Tables on the terminal, with what they were measured on."""

import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

import django
import psutil


def show(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print one Markdown table."""
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(len(row[at]) for row in [list(head), *cells]) for at in range(len(head))]
    lines = [_line(head, widths), _line(["-" * width for width in widths], widths)]
    text = "\n".join([f"\n### {title}", "", *lines, *(_line(row, widths) for row in cells), ""])
    sys.stdout.write(f"{text}\n")


def percentile(seconds: Sequence[float], share: float) -> float:
    """Milliseconds below which that share of the measurements lies."""
    ordered = sorted(seconds)
    return 1000 * ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def machine() -> list[tuple[str, str]]:
    """What the figures were measured on; the load tells whether the machine was quiet."""
    load = os.getloadavg()[0]
    return [
        ("date", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")),
        ("machine", f"{_processor()}, {os.cpu_count()} cores, {psutil.virtual_memory().total >> 30} GB"),
        ("load before", f"{load:.1f}"),
        ("system", platform.platform()),
        ("Python, Django", f"{platform.python_version()}, {django.get_version()}"),
        ("commit", _commit()),
    ]


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


def _cell(value: object) -> str:
    return (
        f"{value:.3f}"
        if isinstance(value, float) and abs(value) < 1
        else f"{value:.1f}"
        if isinstance(value, float)
        else str(value)
    )


def _line(cells: Sequence[object], widths: Sequence[int]) -> str:
    return "| " + " | ".join(str(cell).ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |"
