"""Counts of requests and their latency, over all processes, and a workspace's figures, as Prometheus text."""

import os
from collections.abc import Iterator
from dataclasses import asdict

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector

from memories.services.health import MemoryHealth

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_REQUESTS = Counter("hindsight_requests", "Requests answered.", ["method", "route", "status"])
_SECONDS = Histogram(
    "hindsight_request_seconds",
    "Time to answer.",
    ["route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)


def count(*, method: str, route: str, status: int, seconds: float) -> None:
    """Count one answered request. ``route`` is a pattern, never a path: paths hold ids."""
    _REQUESTS.labels(method, route, str(status)).inc()
    _SECONDS.labels(route).observe(seconds)


def exposition(health: MemoryHealth) -> bytes:
    """The text for Prometheus: requests of this installation, and the figures of one workspace."""
    figures = CollectorRegistry()
    figures.register(_Figures(health))
    return generate_latest(_requests()) + generate_latest(figures)


def _requests() -> CollectorRegistry:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


class _Figures:
    def __init__(self, health: MemoryHealth) -> None:
        self._health = health

    def collect(self) -> Iterator[Metric]:
        """One gauge per figure; times as seconds since 1970."""
        for name, value in asdict(self._health).items():
            gauge = GaugeMetricFamily(f"hindsight_{name}", name.replace("_", " "))
            if isinstance(value, dict):
                gauge = GaugeMetricFamily(f"hindsight_{name}", name.replace("_", " "), labels=["of"])
                for label, figure in value.items():
                    gauge.add_metric([label], figure)
            elif value is not None:
                figure = value.timestamp() if hasattr(value, "timestamp") else float(value)
                gauge.add_metric([], figure)
            yield gauge
