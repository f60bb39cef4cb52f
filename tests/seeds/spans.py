"""Spans as the seed documents make them."""

from __future__ import annotations

from opentelemetry.sdk.trace import ReadableSpan

import toolspec


def trace_of(*calls: str | tuple[str, str] | tuple[str, str, str]) -> toolspec.Trace:
    """Return a trace of spans: each a tool's name, its `input.value`, and its `output.value`."""
    spans: list[ReadableSpan] = []
    for at, call in enumerate(calls):
        name, *recorded = (call,) if isinstance(call, str) else call
        attributes: dict[str, str] = dict(
            zip(("tool.name", "input.value", "output.value"), (name, *recorded), strict=False)
        )
        spans.append(ReadableSpan(name=name, start_time=at, end_time=at + 1, attributes=attributes))
    return toolspec.trace_from_spans(spans)


def judged(spec: str, trace: toolspec.Trace) -> toolspec.RuleResult:
    """Return what a spec of one rule says."""
    (result,) = toolspec.parse(spec).check(trace).results
    return result
