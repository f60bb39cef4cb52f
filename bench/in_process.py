"""What judging each run in the agent's own process adds to it: `SpecSpanProcessor`."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any, Final

from opentelemetry.sdk.trace import TracerProvider

from bench.measure import Row, shown_time
from bench.otlp_lines import trace_spans
from toolspec.otel import SpecSpanProcessor

SPEC: Final = """\
require search
order: plan -> search -> summarise
forbid delete_page
count read_page <= 12
each read_page <timeout_s: $t>: after plan
"""
RUNS, ROUNDS = 8, 3
MODEL_S, TOOL_S = 0.04, 0.005
"""How long a response and a tool take: ten times as quick as real ones."""

SHARE_MAX = 0.01


def rows(*, quick: bool = False) -> Iterator[Row]:
    """Measure runs with the processor and without, in turn, by the processor time they take."""
    runs = [list(trace_spans(random.Random(at), at)) for at in range(1 if quick else RUNS)]
    reports: list[Any] = []
    cpu: dict[bool, list[float]] = {False: [], True: []}
    took = 0.0
    for _ in range(1 if quick else ROUNDS):
        for judged in (False, True):
            provider = TracerProvider()
            if judged:
                processor = SpecSpanProcessor(SPEC, reports.append, tracer_provider=provider)
                provider.add_span_processor(processor)
            began, used = time.monotonic(), time.process_time()
            for spans in runs:
                _run(provider, spans)
            provider.force_flush()
            cpu[judged].append(time.process_time() - used)
            took = time.monotonic() - began
    assert len(reports) == len(runs) * (1 if quick else ROUNDS)
    added = min(cpu[True]) - min(cpu[False])
    share = added / took
    spans = sum(map(len, runs))
    yield Row(
        "SpecSpanProcessor, share of a run",
        f"{share:.2%}",
        f"<= {SHARE_MAX:.0%}",
        share <= SHARE_MAX,
        f"{len(runs)} runs of {spans // len(runs)} spans in {shown_time(took)}, a model's response"
        f" {shown_time(MODEL_S)}; it adds {shown_time(added / len(runs))} of one core to each",
    )


def _run(provider: TracerProvider, spans: list[dict[str, Any]]) -> None:
    """Make the spans of a run again, each as long as its work would take."""
    tracer = provider.get_tracer("agent")
    *inner, root = spans
    with tracer.start_as_current_span(root["name"], attributes=_attributes(root)):
        for span in inner:
            with tracer.start_as_current_span(span["name"]) as made:
                time.sleep(MODEL_S if span["name"].startswith("chat") else TOOL_S)
                made.set_attributes(_attributes(span))


def _attributes(span: dict[str, Any]) -> dict[str, Any]:
    return {one["key"]: _value(one["value"]) for one in span["attributes"]}


def _value(wrapped: dict[str, Any]) -> Any:
    return int(wrapped["intValue"]) if "intValue" in wrapped else wrapped["stringValue"]
