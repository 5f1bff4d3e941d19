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
type_event = MutableMapping[str, Any]


def logging_config(*, level: str) -> dict[str, Any]:
    """A ``dictConfig`` that sends every logger through structlog's formatter."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"quiet_celery": {"()": CeleryTraceFilter}},
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _shared_processors(),
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
                "filters": ["quiet_celery"],
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
        },
    }


def configure_logging(config: dict[str, Any], *, process: str) -> None:
    """Set up stdlib logging and structlog together; ``process`` is added to every line."""
    logging.config.dictConfig(config)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared_processors(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.bind_contextvars(process=process)


class CeleryTraceFilter(logging.Filter):
    """Take results and exception texts out of Celery's own lines about a task; its name and id stay."""

    def filter(self, record: logging.LogRecord) -> bool:
        data = getattr(record, "data", None)
        if record.name.startswith("celery.") and isinstance(data, dict) and "id" in data:
            record.msg = "task %s[%s] " + record.levelname.lower()
            record.args = (data.get("name"), data.get("id"))
        return True


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


def _shared_processors() -> list[Any]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
