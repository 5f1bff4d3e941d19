"""``manage.py services``: only the databases, for working on the code or for several instances."""

import json
import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from hindsight_site.config import Config, DatabaseRole
from hindsight_site.embedded.supervisor import StopRequested, Supervisor, stop_on_signals
from hindsight_site.launch import databases


class Command(BaseCommand):
    """Start PostgreSQL and Valkey, print their addresses, end both on Ctrl-C or SIGTERM."""

    help = "Run only the embedded databases and print their addresses."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the addresses as one JSON object")

    def handle(self, *_arguments: Any, **options: Any) -> None:
        began = time.monotonic()

        def say(line: str) -> None:
            self.stderr.write(f"{time.monotonic() - began:6.1f} s  {line}")

        config: Config = settings.HINDSIGHT
        try:
            with stop_on_signals(), databases(config, say=say) as services:
                supervisor = Supervisor(report=say)
                for server in (services.postgres, services.valkey):
                    if server is not None:
                        supervisor.watch(server)
                self._print(addresses(config), as_json=options["json"])
                supervisor.run()
        except StopRequested:
            say("Stopped")

    def _print(self, found: dict[str, str], *, as_json: bool) -> None:
        lines = [json.dumps(found)] if as_json else [f"{name:15} {url}" for name, url in found.items()]
        self.stdout.write("\n".join(lines))
        self.stdout.flush()


def addresses(config: Config) -> dict[str, str]:
    """Where the databases answer; they hold passwords."""
    return {"database_url": config.url_of(DatabaseRole.APP), "redis_url": config.broker_url}
