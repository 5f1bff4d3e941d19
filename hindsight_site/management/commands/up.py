"""``manage.py up``: everything of one installation, as one process tree."""

import json
import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import get_commands
from django.core.management.base import BaseCommand

from hindsight_site.embedded.errors import LaunchError
from hindsight_site.embedded.supervisor import StopRequested, stop_on_signals
from hindsight_site.launch import Installation, launched


class Command(BaseCommand):
    """Start databases, migrate, serve, work and schedule; end all of it on Ctrl-C or SIGTERM."""

    help = "Run everything: databases, web, worker, scheduler. Ctrl-C stops all of it."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="0 takes any free port (default 8000)")
        parser.add_argument("--no-demo", action="store_true", help="load no demo data")
        parser.add_argument("--json", action="store_true", help="print one JSON object once ready")

    def handle(self, *_arguments: Any, **options: Any) -> None:
        self.began = time.monotonic()
        try:
            with (
                stop_on_signals(),
                launched(
                    settings.HINDSIGHT, host=options["host"], port=options["port"], say=self._say
                ) as running,
            ):
                self._announce(running, options)
                self._watch(running)
        except StopRequested:
            self._say("Stopped")

    def _watch(self, running: Installation) -> None:
        try:
            running.watch()
        except StopRequested:
            self._say("Stopping; jobs in hand have ten seconds to end")
            raise

    def _say(self, line: str) -> None:
        """Progress for people; standard output stays free for the answer."""
        self.stderr.write(self.style.NOTICE(f"{time.monotonic() - self.began:6.1f} s  {line}"))
        self.stderr.flush()

    def _announce(self, running: Installation, options: dict[str, Any]) -> None:
        seconds = round(time.monotonic() - self.began, 2)
        demo = "" if options["no_demo"] else self._load_demo(running, as_json=options["json"])
        if options["json"]:
            self.stdout.write(json.dumps(_summary(running, seconds, demo), ensure_ascii=False))
        else:
            self.stdout.write(_welcome(running, demo))
        self.stdout.flush()

    def _load_demo(self, running: Installation, *, as_json: bool) -> str:
        if "load_demo" not in get_commands():
            return ""
        self._say("Loading the demo data")
        try:
            return running.manage("load_demo", *(["--json"] if as_json else []))
        except LaunchError as error:
            self._say(f"Everything runs, but {error}")
            return ""


def _summary(running: Installation, seconds: float, demo: str) -> dict[str, Any]:
    return {
        "url": running.url,
        "state": str(running.config.state),
        "log": str(running.config.paths.log_file),
        "ready_seconds": seconds,
        "demo": json.loads(demo) if demo else None,
    }


def _welcome(running: Installation, demo: str) -> str:
    lines = [
        "",
        f"Hindsight is ready: {running.url}/",
        f"  state  {running.config.state}",
        f"  log    {running.config.paths.log_file}",
        "  stop   Ctrl-C",
    ]
    return "\n".join([*lines, "", demo] if demo else lines)
