"""One JSON object a line on standard error, and never a memory's content in it.

Messages of exceptions are where content leaks: a database error quotes the row it refused. So an
exception is logged by its type and the places it passed, never by its message.
"""

import logging
import logging.config
import traceback
from collections.abc import MutableMapping
from types import TracebackType
from typing import Any

import structlog

_FRAMES_KEPT = 12
SLOW_SECONDS = 30.0
"""A task that took longer is worth a line. Embedding a large import takes some ten seconds."""
type_event = MutableMapping[str, Any]


def logging_config(*, level: str, process: str) -> dict[str, Any]:
    """A ``dictConfig`` that sends every logger through structlog's formatter; each line names ``process``."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"without_content": {"()": WithoutContent}},
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _shared_processors(process),
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    exception_without_message,
                    structlog.processors.JSONRenderer(ensure_ascii=False),
                ],
            }
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "json",
                "filters": ["without_content"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # These would write statements, addresses with query strings, or prompts.
            "django.db.backends": {"level": "WARNING"},
            "uvicorn.access": {"level": "CRITICAL"},
            "httpx": {"level": "WARNING"},
            "openai": {"level": "WARNING"},
            "asyncio": {"level": "WARNING"},
            # The scheduler says every quarter of a minute that it asks for the sweep.
            "celery.beat": {"level": "DEBUG" if level == "DEBUG" else "WARNING"},
        },
    }


def configure_logging(config: dict[str, Any], *, process: str) -> None:
    """Set up stdlib logging and structlog together."""
    logging.config.dictConfig(config)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared_processors(process),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


class WithoutContent(logging.Filter):
    """Rewrites the lines of others that would show a result, an error's text, a path or a query.

    A path may hold a person's id or the token of a sign-in link; its route template does not.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        data = getattr(record, "data", None)
        if record.name.startswith("celery.") and isinstance(data, dict) and "id" in data:
            return _tell_task(record, data)
        if record.name == "django.request" and hasattr(record, "status_code"):
            record.msg, record.args = "HTTP %s on %s", (record.status_code, _route(record))
        elif record.name.startswith("uvicorn") and '"WebSocket' in str(record.msg):
            record.msg, record.args = "WebSocket " + str(record.msg).rpartition('" ')[2], ()
        return True


def _tell_task(record: logging.LogRecord, data: dict[str, Any]) -> bool:
    """Rewrite one of Celery's lines about a task; False when it is not worth a line.

    That a task was received is told by its end; a quick end that is no failure is told at level DEBUG only.
    """
    seconds = data.get("runtime")
    if seconds is None and "exc" not in data and "description" not in data:
        return False
    outcome = str(data.get("description", "will be tried again"))
    if seconds is not None:
        outcome = f"done in {seconds:.2f} s"
        record.levelno = logging.WARNING if seconds >= SLOW_SECONDS else logging.DEBUG
        record.levelname = logging.getLevelName(record.levelno)
    record.msg, record.args = "task %s[%s] %s", (data.get("name"), data.get("id"), outcome)
    return record.levelno > logging.DEBUG or logging.getLogger().level <= logging.DEBUG


def _route(record: logging.LogRecord) -> str:
    match = getattr(getattr(record, "request", None), "resolver_match", None)
    return str(match.route) if match else "no route"


def exception_without_message(_logger: Any, _method: str, event: type_event) -> type_event:
    """Replace ``exc_info`` by the exception's types and places."""
    info = event.pop("exc_info", None)
    if isinstance(info, BaseException):
        info = (type(info), info, info.__traceback__)
    if isinstance(info, tuple) and info[1] is not None:
        event["exception"] = _types(info[1])
        event["at"] = _places(info[2])
    return event


def _types(error: BaseException) -> list[str]:
    names: list[str] = []
    seen: BaseException | None = error
    while seen is not None and len(names) < _FRAMES_KEPT:
        names.append(f"{type(seen).__module__}.{type(seen).__qualname__}")
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return names


def _places(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)[-_FRAMES_KEPT:]
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]


def _shared_processors(process: str) -> list[Any]:
    def name_process(_logger: Any, _method: str, event: type_event) -> type_event:
        """Not a context variable: the worker's threads would not have it."""
        event["process"] = process
        return event

    return [
        structlog.contextvars.merge_contextvars,
        name_process,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
