"""When a process of ours cannot even be loaded, ``up`` says which import failed and where."""

from pathlib import Path

import pytest

from hindsight_site.config import BASE_DIR
from hindsight_site.embedded.errors import LaunchError
from hindsight_site.embedded.logfile import readable
from hindsight_site.embedded.process import Program, Running
from hindsight_site.embedded.trial import Diagnosis


@pytest.fixture
def broken(tmp_path: Path) -> dict[str, str]:
    """An environment in which one of the routes asks for a name that does not exist."""
    (tmp_path / "broken_settings.py").write_text(
        "from hindsight_site.settings import *\nROOT_URLCONF = 'broken_urls'\n"
    )
    (tmp_path / "broken_urls.py").write_text("\nfrom memories.jobs import no_such_name\n")
    return {"PYTHONPATH": f"{tmp_path}:{BASE_DIR}", "DJANGO_SETTINGS_MODULE": "broken_settings"}


def test_the_import_that_failed_is_named_with_its_place(broken: dict[str, str], tmp_path: Path):
    ended = Running(Program("web", ["false"]), log=tmp_path / "log")
    ended.child.wait()
    diagnosis = Diagnosis([ended], broken)

    with pytest.raises(LaunchError, match="cannot import name 'no_such_name' from 'memories.jobs'") as caught:
        diagnosis.look()

    assert f"at {tmp_path / 'broken_urls.py'}:2" in caught.value.message
    diagnosis.look()  # Once is enough: from now on the supervisor's restarts are all there is to do.


def test_nothing_is_tried_while_all_live(tmp_path: Path):
    alive = Running(Program("web", ["sleep", "60"]), log=tmp_path / "log")
    Diagnosis([alive], {"PYTHONPATH": "/nowhere"}).look()
    alive.stop()


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("2026-11-30 postgres LOG:  ready", "2026-11-30 postgres LOG:  ready"),
        ('{"event": "ready", "process": "web-1", "level": "info"}', "web-1 info: ready"),
        (
            '{"event": "broke", "process": "w", "level": "error", "exception": ["a.B"], "at": ["f:1 g"]}',
            "w error: broke (a.B at f:1 g)",
        ),
        ("[1]", "[1]"),
    ],
)
def test_lines_of_the_log_are_shown_as_a_person_reads_them(line: str, shown: str):
    assert readable(line) == shown
