"""``manage.py verify_audit``: does the ledger hold? Exit status 0 only if it does."""

from argparse import ArgumentParser
from typing import Any

from memories.management.answering import AnsweringCommand
from memories.services.proofs import CheckedChain, verify_chains


class Command(AnsweringCommand):
    """Walks every workspace's chain, or one, and names the first event that does not hold."""

    help = "Check the ledger's hash chains; exit status 0 only if all of them hold."

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--workspace", default="", help="only this one")

    def answer(self, options: dict[str, Any]) -> dict[str, Any]:
        chains = [_as_json(chain) for chain in verify_chains(options["workspace"])]
        return {"ok": all(chain["ok"] for chain in chains), "workspaces": chains}

    def show(self, answer: dict[str, Any]) -> None:
        for chain in answer["workspaces"]:
            if chain["ok"]:
                self.stdout.write(f"holds   {chain['workspace']}: {chain['checked']} events")
            else:
                where = f"event {chain['first_bad']} ({chain['reason']})"
                self.stdout.write(
                    f"BROKEN  {chain['workspace']}: {where}, {chain['checked']} events before it hold"
                )
        if not answer["workspaces"]:
            self.stdout.write("There is no workspace yet.")


def _as_json(chain: CheckedChain) -> dict[str, Any]:
    return {"workspace": chain.workspace, "workspace_id": str(chain.workspace_id), **vars(chain.report)}
