"""What the server counts and measures, for Prometheus."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import prometheus_client as prometheus
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

    from daguai.server.hub import Hub

MEDIA: Final = prometheus.CONTENT_TYPE_LATEST

_APPEND: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_LAG: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
_EVERY: Final = 0.5
_STATUSES: Final = ("lobby", "playing", "finished")


class Metrics:
    """The numbers of one server.

    Attributes:
        moves: accepted moves, by who caused them.
        refused: messages and requests refused, and what else went wrong here, by reason.
        appends: how long entries took to be durable, in seconds.
    """

    def __init__(self, hub: Hub) -> None:
        self._registry = prometheus.CollectorRegistry()
        self.moves: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.appends = prometheus.Histogram(
            "daguai_append_seconds",
            "Time until an entry of a match's log was durable.",
            buckets=_APPEND,
            registry=self._registry,
        )
        self._lag = prometheus.Histogram(
            "daguai_loop_lag_seconds",
            "How late the event loop was to do what was due.",
            buckets=_LAG,
            registry=self._registry,
        )
        self._registry.register(_Present(hub, self))
        prometheus.ProcessCollector(registry=self._registry)
        prometheus.GCCollector(registry=self._registry)

    def text(self) -> bytes:
        """Return everything as Prometheus reads it."""
        return prometheus.generate_latest(self._registry)

    async def watch_lag(self) -> None:
        """Measure for ever how late the loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _EVERY
            await asyncio.sleep(_EVERY)
            self._lag.observe(max(0.0, loop.time() - due))


class _Present(Collector):
    """What is read only when somebody asks."""

    def __init__(self, hub: Hub, metrics: Metrics) -> None:
        self._hub = hub
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        hub, metrics = self._hub, self._metrics
        tables = GaugeMetricFamily("daguai_tables", "Tables in memory.", labels=["status"])
        by_status = Counter(room.table.status for room in list(hub.tables.rooms.values()))
        for status in _STATUSES:
            tables.add_metric([status], by_status[status])
        yield tables
        players = len(hub.sessions)
        yield GaugeMetricFamily("daguai_sockets", "Open sockets.", value=hub.addresses.total())
        yield GaugeMetricFamily("daguai_players", "Players who are here.", value=players)
        yield GaugeMetricFamily("daguai_waiting", "Players in the queue.", value=len(hub.queue))
        written = hub.store.written
        yield CounterMetricFamily(
            "daguai_transactions", "Transactions made durable.", value=written.transactions
        )
        yield CounterMetricFamily(
            "daguai_transactions_seconds", "Time that they took.", value=written.seconds
        )
        moves = CounterMetricFamily(
            "daguai_accepted_moves", "Moves made durable, by who made them.", labels=["author"]
        )
        for author, count in list(metrics.moves.items()):
            moves.add_metric([author], count)
        yield moves
        refused = CounterMetricFamily(
            "daguai_refused", "Messages and requests refused, by reason.", labels=["code"]
        )
        for code, count in list(metrics.refused.items()):
            refused.add_metric([code], count)
        yield refused
