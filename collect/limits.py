"""What a collector accepts and keeps."""

from __future__ import annotations

from typing import Final, NamedTuple

MEGABYTE: Final = 1 << 20


class ReceiverLimits(NamedTuple):
    """Bounds on requests and on the folder; the oldest finished traces are deleted first.

    `idle_s` is the time without a span after which a trace is finished, `ended_s` the same once its
    root span has come. A model may think for minutes, and sends no span while it does.
    `traces_max`, `bytes_max` and `days_max` bound the finished traces, 0 for no bound; `bytes_max`
    also bounds those that still run.
    """

    idle_s: float = 300.0
    ended_s: float = 2.0
    traces_max: int = 5000
    bytes_max: int = 1024 * MEGABYTE
    days_max: float = 30.0
    wire_bytes_max: int = 32 * MEGABYTE
    body_bytes_max: int = 64 * MEGABYTE
    held_bytes_max: int = 256 * MEGABYTE
    connections_max: int = 256
