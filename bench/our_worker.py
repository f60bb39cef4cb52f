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


def timed(work: Callable[[], Any], repeat: int) -> tuple[float, Any]:
    """Return the CPU seconds of one run of the work, and what it returned last."""
    held: Any = None
    began = time.process_time()
    for _ in range(repeat):
        held = work()
    return (time.process_time() - began) / repeat, held


def works(
    spec: Any, spans: list[ReadableSpan], read: toolspec.Trace
) -> dict[str, Callable[[], Any]]:
    """Return what can be measured, by name; reading the spans is part of it or is not."""

    def read_and_score() -> float:
        return spec.check(toolspec.trace_from_spans(spans)).score

    def read_and_explain() -> float:
        report = spec.check(toolspec.trace_from_spans(spans))
        json.dumps(report.to_dict())
        return report.score

    def score() -> float:
        return spec.check(read).score

    def explain() -> float:
        report = spec.check(read)
        json.dumps(report.to_dict())
        return report.score

    def only_read() -> float:
        return float(len(toolspec.trace_from_spans(spans).calls))

    return {
        "read": only_read,
        "score": score,
        "explain": explain,
        "read, score": read_and_score,
        "read, explain": read_and_explain,
    }


def main() -> None:
    """Answer until the input ends."""
    spans: list[ReadableSpan] = []
    specs: dict[str, Any] = {}
    read = toolspec.Trace()
    for line in sys.stdin:
        ask = json.loads(line)
        if ask["do"] == "load":
            spans = [readable(at, span) for at, span in enumerate(ask["spans"])]
            read = toolspec.trace_from_spans(spans)
            specs = {rule: toolspec.parse(text) for rule, text in ask["specs"].items()}
            answer: dict[str, Any] = {"loaded": len(spans)}
        elif ask["do"] == "run":
            work = works(specs[ask["rule"]], spans, read)[ask["mode"]]
            seconds, score = timed(work, ask["repeat"])
            answer = {"seconds": seconds, "score": score}
        else:
            work = works(specs[ask["rule"]], spans, read)[ask["mode"]]
            tracemalloc.start()
            work()
            answer = {"peak_bytes": tracemalloc.get_traced_memory()[1]}
            tracemalloc.stop()
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
