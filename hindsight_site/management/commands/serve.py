"""``manage.py serve``: the web processes alone, for containers."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from hindsight_site.embedded.trial import require_importable
from hindsight_site.embedded.web import serve
from hindsight_site.launch import require_isolation


class Command(BaseCommand):
    """Serve HTTP and WebSocket with uvicorn; databases, worker and scheduler run elsewhere."""

    help = "Run the web processes alone (containers); `up` runs everything."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        metrics = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
        if metrics:
            Path(metrics).mkdir(parents=True, exist_ok=True)
        config = settings.HINDSIGHT
        require_importable({})
        require_isolation(config)
        serve(
            options["host"],
            options["port"],
            workers=config.web_workers,
            behind_proxy=config.behind_proxy,
        )
