"""Logs are JSON and carry no message of an exception, where content hides."""

import io
import json
import logging
import logging.config
from threading import Thread
from typing import Any

import pytest

from hindsight_site.logs import SLOW_SECONDS, WithoutContent, logging_config
from hindsight_site.middleware import accepted_request_id

CANARY = "canary-我的秘密"


@pytest.fixture
def logged() -> Any:
    stream = io.StringIO()
    formatter_config = logging_config(level="INFO", process="worker")
    handler = logging.StreamHandler(stream)
    configurator = logging.config.DictConfigurator(formatter_config)
    handler.setFormatter(configurator.configure_formatter(formatter_config["formatters"]["json"]))
    handler.addFilter(configurator.configure_filter(formatter_config["filters"]["without_content"]))
    logger = logging.getLogger("celery.app.trace.test")
    logger.propagate = False
    logger.setLevel("INFO")
    logger.addHandler(handler)
    yield logger, lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logger.removeHandler(handler)


def test_an_exception_is_logged_by_type_and_place(logged: Any):
    logger, lines = logged
    try:
        try:
            raise ValueError(CANARY)
        except ValueError as error:
            raise RuntimeError(CANARY) from error
    except RuntimeError:
        logger.exception("it broke")

    (line,) = lines()
    assert line["exception"] == ["builtins.RuntimeError", "builtins.ValueError"]
    assert line["at"][-1].endswith("test_an_exception_is_logged_by_type_and_place")
    assert CANARY not in json.dumps(line, ensure_ascii=False)


def test_every_line_names_its_process_in_every_thread(logged: Any):
    logger, lines = logged
    thread = Thread(target=logger.warning, args=("from a thread",))
    thread.start()
    thread.join()

    assert [line["process"] for line in lines()] == ["worker"]


def test_celerys_lines_about_a_task_lose_result_and_error(logged: Any):
    logger, lines = logged
    context = {"id": "42", "name": "memories.embed", "exc": CANARY, "traceback": CANARY, "args": CANARY}
    failed = {**context, "description": "raised unexpected"}
    logger.error("Task %(name)s[%(id)s] %(description)s: %(exc)s", failed, extra={"data": failed})
    logger.info("Task %(name)s[%(id)s] retry: %(exc)s", context, extra={"data": context})

    assert [line["event"] for line in lines()] == [
        "task memories.embed[42] raised unexpected",
        "task memories.embed[42] will be tried again",
    ]
    assert CANARY not in json.dumps(lines(), ensure_ascii=False)


@pytest.mark.parametrize(
    ("level", "seconds", "shown"),
    [
        ("INFO", 0.02, []),
        ("INFO", SLOW_SECONDS, [("warning", "task memories.sweep[42] done in 30.00 s")]),
        ("DEBUG", 0.02, [("debug", "task memories.sweep[42] done in 0.02 s")]),
    ],
)
def test_of_tasks_that_end_well_only_slow_ones_are_told(
    logged: Any, monkeypatch: pytest.MonkeyPatch, level: str, seconds: float, shown: list[tuple[str, str]]
):
    logger, lines = logged
    monkeypatch.setattr(logging.getLogger(), "level", getattr(logging, level))
    received = {"id": "42", "name": "memories.sweep", "args": CANARY, "kwargs": CANARY, "eta": None}
    done = {"id": "42", "name": "memories.sweep", "return_value": CANARY, "runtime": seconds, "args": CANARY}

    logger.info("Task %(name)s[%(id)s] received", received, extra={"data": received})
    logger.info("Task %(name)s[%(id)s] succeeded in %(runtime)ss", done, extra={"data": done})

    assert [(line["level"], line["event"]) for line in lines()] == shown


@pytest.mark.parametrize(
    ("name", "message", "arguments", "extra", "shown"),
    [
        ("django.request", "%s: %s", ("Gone", CANARY), {"status_code": 410}, "HTTP 410 on no route"),
        ("uvicorn.error", '%s - "WebSocket %s" [accepted]', ("::1", CANARY), {}, "WebSocket [accepted]"),
        ("uvicorn.error", '%s - "WebSocket %s" 403', ("::1", CANARY), {}, "WebSocket 403"),
    ],
)
def test_paths_stay_out_of_the_lines_of_servers(
    name: str, message: str, arguments: tuple[str, ...], extra: dict[str, int], shown: str
):
    record = logging.getLogger(name).makeRecord(name, 20, "f", 1, message, arguments, None, extra=extra)

    WithoutContent().filter(record)

    assert record.getMessage() == shown


@pytest.mark.parametrize("offered", ["", "short", "x" * 65, 'a"b{}c-long-enough', "line\nbreak-long"])
def test_a_request_id_that_would_spoil_a_line_is_replaced(offered: str):
    assert accepted_request_id(offered) != offered


def test_a_good_request_id_is_kept():
    assert accepted_request_id("trace-1234.abc_D") == "trace-1234.abc_D"
