"""Who the embedded servers run as.

PostgreSQL refuses to run as root. When root starts the system, the servers run under an account that
exists already; no account is made and no permission of a folder that is not ours is widened.
"""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path

from hindsight_site.embedded.errors import LaunchError

CANDIDATES = ("postgres", "nobody", "daemon")
_SECONDS = 20


@dataclass(frozen=True)
class Account:
    """An unprivileged account of the operating system."""

    name: str
    uid: int
    gid: int

    def spawn_options(self) -> dict[str, object]:
        """Arguments for ``subprocess`` that make the child run as this account and no group more."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def service_account(data: Path) -> Account | None:
    """The account for the servers, or None when this process is not root and needs none.

    An existing data folder decides: its owner goes on owning it.
    Raises ``LaunchError`` when root has no unprivileged account to use.
    """
    if os.geteuid() != 0:
        return None
    owner = data.stat().st_uid if data.exists() else 0
    if owner:
        return _account_of(pwd.getpwuid(owner)) if _is_known(owner) else Account(str(owner), owner, owner)
    for name in CANDIDATES:
        try:
            return _account_of(pwd.getpwnam(name))
        except KeyError:
            continue
    raise LaunchError(
        f"root cannot run PostgreSQL and none of the accounts {', '.join(CANDIDATES)} exists.",
        mend="run as an ordinary user.",
    )


def require_reachable(account: Account | None, path: Path) -> None:
    """Check that the servers' account can get to ``path`` (a program or a folder).

    Raises ``LaunchError`` naming the folder that bars the way.
    """
    if account is None or _can_use(account, path):
        return
    barrier = next((folder for folder in _ways_to(path) if not _can_use(account, folder)), path)
    mode = oct(barrier.stat().st_mode & 0o7777)[2:]
    raise LaunchError(
        f"the account '{account.name}', which runs the databases for root, cannot pass {barrier} "
        f"(mode {mode}), so it cannot reach {path}.",
        mend="run as the ordinary user who owns that folder, or move the project (and --state) to a folder "
        "that everyone may pass, for example /opt or /srv. Permissions are left as they are on purpose.",
    )


def make_folder(path: Path, account: Account | None) -> None:
    """Make a folder that only the servers' account may enter; an existing one is left as it is."""
    if path.exists():
        return
    path.mkdir(mode=0o700)
    if account is not None:
        os.chown(path, account.uid, account.gid)


def _can_use(account: Account, path: Path) -> bool:
    try:
        answer = subprocess.run(
            ["/bin/sh", "-c", 'test -x "$1"', "sh", str(path)],
            check=False,
            timeout=_SECONDS,
            cwd="/",
            **account.spawn_options(),  # type: ignore[call-overload]
        )
    except PermissionError:
        return False
    return bool(answer.returncode == 0)


def _ways_to(path: Path) -> list[Path]:
    return [*reversed(path.resolve().parents), path]


def _is_known(uid: int) -> bool:
    return any(entry.pw_uid == uid for entry in pwd.getpwall())


def _account_of(entry: pwd.struct_passwd) -> Account:
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
