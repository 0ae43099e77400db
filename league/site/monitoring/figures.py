"""Counts of what the site has answered.

With several workers (WORKERS) whichever is asked answers for all: see `shared_counts.py`. Of a
laptop's two doors with a worker each, each counts for itself, and is asked at its own port.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Lock

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.registry import Collector

from scoring.tablets.sync.selectors import set_aside_count
from scoring.web.addresses import client_address

from . import checks
from .check import Check
from .shared_counts import SharedCounts

# Seconds. Most pages take 10 to 100 ms; over 5 s a reader gives up.
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
# An answer of the site before it was known which page is asked for, or where there is none.
NO_PAGE = "none"
# Pages that ask for themselves every four to twelve seconds have names that end so.
ASKS_AGAIN = "-now"
WATCHES_SECONDS = 30.0
# Of all addresses that refresh a page; further ones are not counted.
MOST_WATCHERS = 5000

REGISTRY = CollectorRegistry()
PROCESS = ProcessCollector(registry=REGISTRY)
REQUESTS = Counter(
    "roundhouse_requests",
    "Requests that were answered, but for files and refusals before the site's own code.",
    ["method", "page", "status"],
    registry=None,
)
SECONDS = Histogram(
    "roundhouse_request_seconds",
    "How long the site took for an answer, in seconds.",
    ["page"],
    buckets=BUCKETS,
    registry=None,
)
WRITES = Counter(
    "roundhouse_writes",
    "Requests that changed what the database keeps.",
    ["page"],
    registry=None,
)
ERRORS = Counter(
    "roundhouse_errors",
    "Requests that were answered with a fault of the server, 500 and above.",
    ["page"],
    registry=None,
)
LISTENERS = Gauge(
    "roundhouse_listeners",
    "Pages that listen at the event stream now.",
    registry=None,
)
COUNTS = SharedCounts([REQUESTS, SECONDS, WRITES, ERRORS, LISTENERS])
REGISTRY.register(COUNTS)


class Watchers:
    """Who lets a page refresh itself just now: addresses in memory, for half a minute."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._lock = Lock()
        self._last: dict[tuple[str, str], float] = {}

    def note(self, page: str, address: str) -> None:
        """Note that a page was refreshed at an address."""
        now = time.monotonic()
        with self._lock:
            # A dict keeps its order: the oldest are in front.
            self._last.pop((page, address), None)
            self._forget(now)
            if len(self._last) < MOST_WATCHERS:
                self._last[page, address] = now

    def by_page(self) -> dict[str, int]:
        """Return how many addresses refresh each page."""
        with self._lock:
            self._forget(time.monotonic())
            numbers: dict[str, int] = {}
            for page, _address in self._last:
                numbers[page] = numbers.get(page, 0) + 1
            return numbers

    def _forget(self, now: float) -> None:
        while self._last:
            oldest = next(iter(self._last))
            if now - self._last[oldest] < WATCHES_SECONDS:
                return
            del self._last[oldest]


WATCHERS = Watchers()


class StateCollector(Collector):
    """Figures that are looked up when they are asked for."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield who watches, what waits, and how the database, the disk and the copies are."""
        watchers = GaugeMetricFamily(
            "roundhouse_watchers",
            "Addresses at which a page has refreshed itself in the last 30 seconds, as one worker "
            "saw it.",
            labels=["page"],
        )
        for page, number in WATCHERS.by_page().items():
            watchers.add_metric([page], number)
        yield watchers
        results = checks.check_all()
        healthy = GaugeMetricFamily(
            "roundhouse_healthy", "1 where a check is not failing, else 0.", labels=["check"]
        )
        warning = GaugeMetricFamily(
            "roundhouse_warning",
            "1 where people can score and something is to be seen to, else 0.",
            labels=["check"],
        )
        for name, check in results.items():
            healthy.add_metric([name], check.status != "failing")
            warning.add_metric([name], check.status == "warning")
        yield healthy
        yield warning
        yield from _figure("roundhouse_disk_free_bytes", "Free bytes.", results, "free_bytes")
        yield from _figure(
            "roundhouse_copy_age_seconds", "Seconds since the last copy.", results, "age_seconds"
        )
        yield from _figure(
            "roundhouse_archive_failing",
            "1 where PostgreSQL is to archive its changes and cannot, else 0.",
            results,
            "archive_failing",
        )
        yield from _figure(
            "roundhouse_replica_answers", "1 where the replica answers.", results, "replica_answers"
        )
        yield from _figure(
            "roundhouse_replica_lag_seconds",
            "For how long the replica has lacked something that the database has, as far as this "
            "process has seen.",
            results,
            "replica_lag_seconds",
        )
        if results["database"].status == "ok":
            yield from _outbox()


def _figure(
    name: str, text: str, results: dict[str, Check], figure: str
) -> Iterator[GaugeMetricFamily]:
    for check in results.values():
        value = check.figures.get(figure)
        if isinstance(value, int | float):
            yield GaugeMetricFamily(name, text, value=value)


def _outbox() -> Iterator[GaugeMetricFamily]:
    try:
        number = set_aside_count()
    except DatabaseError:
        return
    yield GaugeMetricFamily(
        "roundhouse_outbox",
        "What tablets handed over and that waits for a decision. What still waits on a tablet "
        "without a network is known to that tablet alone.",
        value=number,
    )


REGISTRY.register(StateCollector())


def count_together(folder: Path) -> None:
    """Answer for all workers that share this folder, and no longer for this process alone."""
    REGISTRY.unregister(PROCESS)
    COUNTS.share(folder)


def count(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Count one answer."""
    match = request.resolver_match
    page = (match.view_name if match else "") or NO_PAGE
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(method, page, response.status_code).inc()
    SECONDS.labels(page).observe(seconds)
    if response.status_code >= 500:
        ERRORS.labels(page).inc()
    if getattr(request, "wrote", False):
        WRITES.labels(page).inc()
    if page.endswith(ASKS_AGAIN) and response.status_code < 400:
        WATCHERS.note(page, client_address(request) or "")
