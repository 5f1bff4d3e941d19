"""The bar of a terminal and the lines of a log."""

import io

from django.core.management.base import OutputWrapper

from memories.management.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def _shown(stream, *, total, steps, seconds):
    times = iter([0.0, *seconds])
    progress = Progress(OutputWrapper(stream), "storing", total=total, clock=lambda: next(times))
    for done in steps:
        progress.at(done)
    progress.end()
    return stream.getvalue()


def test_a_terminal_gets_one_line_that_redraws_itself():
    text = _shown(Terminal(), total=200, steps=[50, 51, 200], seconds=[1.0, 1.01, 4.0])

    assert text.count("\r") == 2  # the middle step came too soon to be drawn
    assert "\rstoring [#######.....................]  50 of 200    50.0/s" in text
    assert text.endswith("[############################] 200 of 200    50.0/s\n")


def test_a_log_gets_a_line_every_tenth_of_the_way():
    text = _shown(io.StringIO(), total=1000, steps=[100, 150, 200, 1000], seconds=[1, 2, 3, 4])

    assert text.splitlines() == [
        "storing  100 of 1000   100.0/s",
        "storing  200 of 1000    66.7/s",
        "storing 1000 of 1000   250.0/s",
    ]


def test_a_log_hears_something_every_half_minute():
    text = _shown(io.StringIO(), total=1000, steps=[1, 2, 3], seconds=[1, 2, 40])

    assert len(text.splitlines()) == 2
