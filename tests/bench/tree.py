"""The product as people run it: ``manage.py up`` as a process tree, its commands, and its HTTP door."""

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil

from hindsight_site.config import BASE_DIR
from hindsight_site.environment import known_variables

_SECONDS = 60
_MEGABYTE = 1024 * 1024


@dataclass
class Installation:
    """A running tree; ``key`` is an unlimited key of its workspace."""

    process: "subprocess.Popen[str]"
    url: str
    state: Path
    key: str = ""

    def manage(self, *arguments: str) -> dict[str, Any]:
        """Run a command on this installation and read its JSON answer."""
        command = [
            sys.executable,
            str(BASE_DIR / "manage.py"),
            *arguments,
            "--json",
            "--state",
            str(self.state),
        ]
        done = subprocess.run(command, env=_environment(), capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def cpu_seconds(self) -> float:
        """CPU time of all processes so far: unlike elapsed time it hardly depends on what else runs here."""
        members = [
            psutil.Process(self.process.pid),
            *psutil.Process(self.process.pid).children(recursive=True),
        ]
        return sum(times.user + times.system for times in (member.cpu_times() for member in members))

    def client(self) -> "Client":
        """A keep-alive connection of its own."""
        return Client(self.url, self.key)

    def megabytes(self) -> dict[str, float]:
        """Memory of all processes: resident, and with shared pages counted once (proportional)."""
        members = [
            psutil.Process(self.process.pid),
            *psutil.Process(self.process.pid).children(recursive=True),
        ]
        used = [member.memory_full_info() for member in members]
        return {
            "processes": len(members),
            "resident": sum(info.rss for info in used) / _MEGABYTE,
            "proportional": sum(info.pss for info in used) / _MEGABYTE,
        }


@dataclass
class Client:
    """One HTTP/1.1 connection that stays open."""

    url: str
    key: str
    _connection: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        self._connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_SECONDS)

    def post(self, path: str, body: dict[str, Any]) -> tuple[dict[str, Any], float]:
        """(answer, seconds) of one request; a refusal is an error."""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        data = json.dumps(body).encode()
        began = time.perf_counter()
        self._connection.request("POST", f"/api/v1{path}", body=data, headers=headers)
        answer = self._connection.getresponse()
        text = answer.read()
        seconds = time.perf_counter() - began
        if answer.status >= http.client.BAD_REQUEST:
            raise RuntimeError(f"{path}: {answer.status} {text[:300]!r}")
        return json.loads(text), seconds

    def recall(self, person: str, query: str, *, top_k: int) -> tuple[list[dict[str, Any]], float]:
        """(hits, seconds)."""
        answer, seconds = self.post("/memories/recall", {"user_id": person, "query": query, "top_k": top_k})
        return answer["results"], seconds


@contextmanager
def running(state: Path) -> Iterator[Installation]:
    """Start a tree on a free port and end it."""
    command = [sys.executable, str(BASE_DIR / "manage.py"), "up", "--state", str(state), "--port", "0"]
    process = subprocess.Popen(
        [*command, "--no-demo", "--json"], env=_environment(), stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        answer = json.loads(process.stdout.readline())
        installation = Installation(process, answer["url"], state)
        installation.manage("create_workspace", "bench")
        made = installation.manage(
            "create_key", "--workspace", "bench", "--unlimited", "--verbs", "retain,recall,read"
        )
        installation.key = made["key"]
        yield installation
    finally:
        process.terminate()
        process.wait(_SECONDS)


def _environment() -> dict[str, str]:
    dropped = {*known_variables(), "DJANGO_SETTINGS_MODULE"}
    return {name: value for name, value in os.environ.items() if name not in dropped}
