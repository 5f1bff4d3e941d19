"""Logs are JSON and carry no message of an exception, where content hides."""

import io
import json
import logging
import logging.config
from typing import Any

import pytest

from hindsight_site.logs import logging_config
from hindsight_site.middleware import accepted_request_id

CANARY = "canary-我的秘密"


@pytest.fixture
def logged() -> Any:
    stream = io.StringIO()
    formatter_config = logging_config(level="INFO")
    handler = logging.StreamHandler(stream)
    configurator = logging.config.DictConfigurator(formatter_config)
    handler.setFormatter(configurator.configure_formatter(formatter_config["formatters"]["json"]))
    handler.addFilter(configurator.configure_filter(formatter_config["filters"]["quiet_celery"]))
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


def test_celerys_lines_about_a_task_lose_result_and_error(logged: Any):
    logger, lines = logged
    context = {"id": "42", "name": "memories.embed", "exc": CANARY, "return_value": CANARY, "args": CANARY}
    logger.error("Task %(name)s[%(id)s] raised: %(exc)s", context, extra={"data": context})

    (line,) = lines()
    assert line["event"] == "task memories.embed[42] error"
    assert CANARY not in json.dumps(line, ensure_ascii=False)


@pytest.mark.parametrize("offered", ["", "short", "x" * 65, 'a"b{}c-long-enough', "line\nbreak-long"])
def test_a_request_id_that_would_spoil_a_line_is_replaced(offered: str):
    assert accepted_request_id(offered) != offered


def test_a_good_request_id_is_kept():
    assert accepted_request_id("trace-1234.abc_D") == "trace-1234.abc_D"
