"""Generated secrets: one file each, made once, readable only by the user who started the system."""

import os
import secrets
from pathlib import Path

from hindsight_site.embedded.errors import LaunchError

_BYTES = 32


def ensure_secret(folder: Path, name: str) -> str:
    """The secret called ``name``, made on first use: 32 random bytes in hexadecimal.

    Safe when several processes start at once: the first to link its file wins and the others read it.
    Raises ``LaunchError`` when the folder or file belongs to another user.
    """
    path = folder / name
    try:
        if not path.exists():
            _make(path)
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise LaunchError(
            f"cannot read or make the secret {path}: {error.strerror}.",
            mend="run as the user who owns the state folder, or name another folder with --state DIR.",
        ) from error


def _make(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(_BYTES))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # Another process was first; its secret counts.
    finally:
        draft.unlink()
