"""Run toolspec's rules on request: one line of JSON in, one out."""

from __future__ import annotations

import json
import sys
import time
import tracemalloc
from collections.abc import Callable
from itertools import repeat as repeat_for_ever
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


def work(
    mode: str, spec: toolspec.Spec, spans: list[ReadableSpan], repeat: int = 1
) -> Callable[[], float]:
    """Return what is measured, to be called at most `repeat` times.

    The trace has been read before, and judged once: what a trace works out for its first rule, such
    as which calls are of which tool, it has at hand for the others. Where the mode says `new`, each
    is read and not yet judged; where it says `read`, reading it is measured too.
    """
    if "read" in mode:
        traces = (toolspec.trace_from_spans(spans) for _ in repeat_for_ever(None))
    elif "new" in mode:
        traces = iter([toolspec.trace_from_spans(spans) for _ in range(repeat)])
    else:
        trace = toolspec.trace_from_spans(spans)
        spec.check(trace)
        traces = repeat_for_ever(trace)

    def judge() -> float:
        report = spec.check(next(traces))
        if "explain" in mode:
            report.to_dict()
        return report.score

    return judge


def timed(mode: str, spec: toolspec.Spec, spans: list[ReadableSpan], repeat: int) -> dict[str, Any]:
    """Return the CPU seconds of one run, and the score."""
    each = work(mode, spec, spans, repeat)
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
    peak_bytes = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return {"peak_bytes": peak_bytes}


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
