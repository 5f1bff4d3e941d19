"""The product's settings with the few differences that tests need.

Loaded before any conftest: the state folder of the session is made here.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_state = Path(tempfile.mkdtemp(prefix="hindsight-test-"))
_state.chmod(0o755)  # the unprivileged account of the database server must reach its folder
atexit.register(shutil.rmtree, _state, ignore_errors=True)
os.environ["HINDSIGHT_STATE"] = str(_state)
for _name in ("DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_MAINT_URL", "REDIS_URL"):
    os.environ.pop(_name, None)
os.environ.setdefault("HINDSIGHT_DB_POOL", "false")  # A pool would keep connections open past a test.
os.environ.setdefault("HINDSIGHT_LOG_LEVEL", "WARNING")

from hindsight_site.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
SCRUB_SHARE = 1.0  # A test waits for no pause between two erasures.
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "testserver"]
