"""torch takes hundreds of megabytes: it is loaded where its adapter is chosen, and nowhere else."""

import os
import subprocess
import sys

from hindsight_site.config import BASE_DIR

_PROGRAM = """
import importlib, pkgutil, sys
import django
django.setup()
import audit, hindsight_site, memories
for package in (audit, hindsight_site, memories):
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if ".migrations" not in found.name:
            importlib.import_module(found.name)
from memories.adapters.embeddings import SentenceTransformersEmbedder
from memories.backends import embedder
assert len(embedder().query("warm up")) == embedder().dimension
assert type(embedder()) is not SentenceTransformersEmbedder
sys.stdout.write(" ".join(sorted({"torch", "sentence_transformers", "transformers"} & set(sys.modules))))
"""


def test_no_module_of_ours_loads_it_while_the_packaged_model_is_chosen():
    environment = {
        **os.environ, "DJANGO_SETTINGS_MODULE": "hindsight_site.settings", "PYTHONPATH": str(BASE_DIR)
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
