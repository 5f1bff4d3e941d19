"""``manage.py doctor``: what is found, what is missing, and how to mend it."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from hindsight_site.config import Config, DatabaseRole
from hindsight_site.embedded import postgres
from hindsight_site.examination import Finding, all_well, examine, external_sql


class Command(BaseCommand):
    """Exit status 0 only if every check passes."""

    help = "Say what is found, what is missing and how to mend it."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object, with addresses (secret!)")
        parser.add_argument("--sql", action="store_true", help="only the lines for a PostgreSQL of one's own")

    def handle(self, *_arguments: Any, **options: Any) -> None:
        config: Config = settings.HINDSIGHT
        sql = external_sql(config)
        if options["sql"]:
            self.stdout.write("\n".join(sql))
            return
        findings = examine(config)
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(config, findings, sql), ensure_ascii=False))
        else:
            self._print(config, findings, sql)
        self.stdout.flush()
        if not all_well(findings):
            sys.exit(1)

    def _print(self, config: Config, findings: list[Finding], sql: list[str]) -> None:
        for finding in findings:
            mark = self.style.SUCCESS("ok     ") if finding.ok else self.style.ERROR("MISSING")
            self.stdout.write(f"{mark} {finding.name:14} {finding.detail}")
            if finding.mend:
                self.stdout.write(f"        mend: {finding.mend}")
        if config.external_database and not all_well(findings):
            self.stdout.write("\nA superuser of the external database runs these lines once:\n")
            self.stdout.write("\n".join(sql))


def _as_json(config: Config, findings: list[Finding], sql: list[str]) -> dict[str, Any]:
    return {
        "ok": all_well(findings),
        "state": str(config.state),
        "database_url": config.url_of(DatabaseRole.APP),
        "admin_database_url": _admin_url(config),
        "redis_url": config.broker_url,
        "base_url": config.public_url,
        "checks": [asdict(finding) for finding in findings],
        "sql": sql,
    }


def _admin_url(config: Config) -> str | None:
    """The superuser of the embedded server; of an external one the owner is the most we know."""
    if not config.external_database:
        return postgres.superuser_url(config.paths)
    return config.database_owner_url.get_secret_value() if config.database_owner_url else None
