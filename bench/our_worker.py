"""Run toolspec's rules on request: one line of JSON in, one out."""

from __future__ import annotations

import json
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.trace import SpanContext

import toolspec


def readable(at: int, span: dict[str, Any]) -> ReadableSpan:
    """Make the span object an agent's process would hold."""
    return ReadableSpan(
        name=span["name"],
        context=SpanContext(0xABAB, at + 1, is_remote=False),
        start_time=span["start"],
        end_time=span["start"] + 1000,
        attributes=span["attributes"],
    )


def work(mode: str, spec: toolspec.Spec, spans: list[ReadableSpan]) -> Callable[[], float]:
    """Return what is measured.

    Unless the mode says `read`, the trace has been read before, and judged once: what a trace works
    out for its first rule, such as which calls are of which tool, it has at hand for the others.
    """
    held = None if "read" in mode else toolspec.trace_from_spans(spans)
    if held is not None:
        spec.check(held)

    def judge() -> float:
        report = spec.check(held if held is not None else toolspec.trace_from_spans(spans))
        if "explain" in mode:
            report.to_dict()
        return report.score

    return judge


def timed(mode: str, spec: toolspec.Spec, spans: list[ReadableSpan], repeat: int) -> dict[str, Any]:
    """Return the CPU seconds of one run, and the score."""
    each = work(mode, spec, spans)
    score = 0.0
    began = time.process_time()
    for _ in range(repeat):
        score = each()
    return {"seconds": (time.process_time() - began) / repeat, "score": score}


def peak(mode: str, spec: toolspec.Spec, spans: list[ReadableSpan]) -> dict[str, Any]:
    """Return the most bytes held during a run, beyond the trace and the spec."""
    each = work(mode, spec, spans)
    tracemalloc.start()
    each()
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return {"peak_bytes": held}


def main() -> None:
    """Answer until the input ends."""
    spans: list[ReadableSpan] = []
    specs: dict[str, toolspec.Spec] = {}
    for line in sys.stdin:
        ask = json.loads(line)
        if ask["do"] == "load":
            spans = [readable(at, span) for at, span in enumerate(ask["spans"])]
            specs = {rule: toolspec.parse(text) for rule, text in ask["specs"].items()}
            answer: dict[str, Any] = {"loaded": len(spans)}
        elif ask["do"] == "run":
            answer = timed(ask["mode"], specs[ask["rule"]], spans, ask["repeat"])
        else:
            answer = peak(ask["mode"], specs[ask["rule"]], spans)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
