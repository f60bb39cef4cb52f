"""Reading spans in memory: what it costs beside reading the same attributes and their JSON."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.trace import SpanContext

import toolspec
from bench.measure import Row, shown_time
from bench.otlp_lines import trace_spans

TRACES, ROUNDS = 100, 15
RATIO_MAX = 2.5


def rows(*, quick: bool = False) -> Iterator[Row]:
    """Measure `traces_from_spans`; each round takes turns with the floor."""
    spans = list(_readable(5 if quick else TRACES))
    ours: list[float] = []
    floors: list[float] = []
    for _ in range(1 if quick else ROUNDS):
        floors.append(_seconds(lambda: floor(spans)))
        ours.append(_seconds(lambda: toolspec.traces_from_spans(spans)))
    ratio = min(ours) / min(floors)
    each = shown_time(min(ours) / len(spans))
    yield Row(
        "traces_from_spans, times the floor",
        f"{ratio:.2f}",
        f"<= {RATIO_MAX}",
        ratio <= RATIO_MAX,
        f"{len(spans):,} spans, {each} each; floor: their attributes, and json.loads of the JSON",
    )


def floor(spans: list[ReadableSpan]) -> int:
    """Read each span's attributes, and parse those that are JSON: no reader can do less."""
    count = 0
    for span in spans:
        attributes = dict(span.attributes or {})
        for value in attributes.values():
            if isinstance(value, str) and value[:1] in ("{", "["):
                json.loads(value)
                count += 1
    return count


def _seconds(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _readable(traces: int) -> Iterator[ReadableSpan]:
    """Yield the spans of runs as an exporter in the agent's process receives them."""
    draw = random.Random(20260101)
    for number in range(traces):
        for span in trace_spans(draw, number):
            context = SpanContext(int(span["traceId"], 16), int(span["spanId"], 16), False)
            parent = span["parentSpanId"]
            yield ReadableSpan(
                name=span["name"],
                context=context,
                parent=SpanContext(context.trace_id, int(parent, 16), False) if parent else None,
                attributes={one["key"]: _value(one["value"]) for one in span["attributes"]},
                start_time=int(span["startTimeUnixNano"]),
                end_time=int(span["endTimeUnixNano"]),
            )


def _value(wrapped: dict[str, Any]) -> Any:
    return int(wrapped["intValue"]) if "intValue" in wrapped else wrapped["stringValue"]
