"""Make a file of OTLP JSON lines as a collector writes it: traces interleaved, roots last."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

OPEN_TRACES = 40
"""Traces whose spans are mixed with one another at any moment."""

SPANS_PER_LINE = 16
HISTORY = 9
"""Messages a model's span repeats: with them 100 MB hold some 64 000 spans, as real exports do."""

BEGIN_NS = 1_767_258_000_000_000_000
TEXT = (
    "the agent reads what the page says and keeps what the question needs for the answer it will "
    "give later while other pages wait for their turn and most of them say little that is new"
)
WORDS = TEXT.split()


def write(path: Path, size: int) -> tuple[int, int]:
    """Write about `size` bytes, unless the file is there; return its spans and traces.

    The same size gives the same bytes.
    """
    counted = path.with_suffix(".counted")
    if path.exists() and counted.exists():
        spans, traces = json.loads(counted.read_text("utf-8"))
        return spans, traces
    written = spans = 0
    seen: set[str] = set()
    with path.open("w", encoding="utf-8") as out:
        for batch in _batches(random.Random(20260101), size):
            line = json.dumps(_request(batch), separators=(",", ":")) + "\n"
            out.write(line)
            written += len(line)
            spans += len(batch)
            seen.update(span["traceId"] for span in batch)
    counted.write_text(json.dumps([spans, len(seen)]), "utf-8")
    return spans, len(seen)


def _batches(draw: random.Random, size: int) -> Iterator[list[dict[str, Any]]]:
    """Yield lists of spans, taken in turn from the traces that are open."""
    open_traces = [trace_spans(draw, at) for at in range(OPEN_TRACES)]
    begun, written, batch = OPEN_TRACES, 0, list[dict[str, Any]]()
    while open_traces:
        at = draw.randrange(len(open_traces))
        span = next(open_traces[at], None)
        if span is None:
            if written < size:
                open_traces[at] = trace_spans(draw, begun)
                begun += 1
            else:
                del open_traces[at]
            continue
        batch.append(span)
        if len(batch) == SPANS_PER_LINE:
            written += len(json.dumps(_request(batch), separators=(",", ":")))
            yield batch
            batch = []
    if batch:
        yield batch


def _request(spans: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "resourceSpans": [
            {
                "resource": {
                    "attributes": [
                        _text("service.name", "research-agent"),
                        _text("host.name", "a1"),
                    ]
                },
                "scopeSpans": [{"scope": {"name": "agent", "version": "1.4.0"}, "spans": spans}],
            }
        ]
    }


def trace_spans(draw: random.Random, number: int) -> Iterator[dict[str, Any]]:
    """Yield one run's spans in the order they end: the root comes last."""
    trace_id, root = f"{draw.getrandbits(128):032x}", f"{draw.getrandbits(64):016x}"
    now = BEGIN_NS + number * 1_000_000
    history: list[str] = []
    calls = ["plan", "search", *draw.choices(("search", "read_page"), k=draw.randrange(3, 9))]
    for call in [*calls, "read_page", "summarise"]:
        now += 40_000_000
        history.append(" ".join(draw.choices(WORDS, k=40)))
        yield _span(trace_id, draw, root, "chat example-model", now, _chat(history))
        now += 5_000_000
        if draw.random() < 0.5:
            yield _span(trace_id, draw, root, "GET", now, _http(draw))
        yield _span(trace_id, draw, root, f"execute_tool {call}", now, _tool(draw, call))
    attributes = [_text("gen_ai.operation.name", "invoke_agent"), _text("gen_ai.agent.name", "r")]
    span = _span(trace_id, draw, "", "invoke_agent r", BEGIN_NS + number * 1_000_000, attributes)
    yield span | {"spanId": root, "endTimeUnixNano": str(now + 50_000_000)}


def _span(
    trace_id: str,
    draw: random.Random,
    parent: str,
    name: str,
    start_ns: int,
    attributes: list[dict[str, Any]],
) -> dict[str, Any]:
    return {
        "traceId": trace_id,
        "spanId": f"{draw.getrandbits(64):016x}",
        "parentSpanId": parent,
        "name": name,
        "kind": 1,
        "startTimeUnixNano": str(start_ns),
        "endTimeUnixNano": str(start_ns + 30_000_000),
        "attributes": attributes,
        "status": {},
    }


def _chat(history: list[str]) -> list[dict[str, Any]]:
    messages = [
        {"role": "assistant" if at % 2 else "user", "parts": [{"type": "text", "content": text}]}
        for at, text in enumerate(history[-HISTORY:])
    ]
    return [
        _text("gen_ai.operation.name", "chat"),
        _text("gen_ai.provider.name", "example"),
        _text("gen_ai.request.model", "example-model"),
        _text("gen_ai.input.messages", json.dumps(messages)),
        _text("gen_ai.output.messages", json.dumps(messages[-1:])),
        {"key": "gen_ai.usage.input_tokens", "value": {"intValue": str(60 * len(history))}},
        {"key": "gen_ai.usage.output_tokens", "value": {"intValue": "48"}},
    ]


def _http(draw: random.Random) -> list[dict[str, Any]]:
    return [
        _text("http.request.method", "GET"),
        _text("url.full", f"https://api.example.com/v1/items/{draw.randrange(10**6)}"),
        _text("server.address", "api.example.com"),
        {"key": "http.response.status_code", "value": {"intValue": "200"}},
    ]


def _tool(draw: random.Random, tool: str) -> list[dict[str, Any]]:
    number = draw.randrange(10**6)
    arguments: dict[str, Any] = {
        "plan": {"steps": ["search", "read_page", "summarise"], "budget": 12},
        "search": {"query": f"topic {number}", "limit": 10},
        "read_page": {"url": f"https://pages.example.com/{number}", "timeout_s": 20},
        "summarise": {"pages": [number, number + 1], "style": "short"},
    }[tool]
    result = {"content": " ".join(draw.choices(WORDS, k=80)), "tokens": number % 4000}
    return [
        _text("gen_ai.operation.name", "execute_tool"),
        _text("gen_ai.tool.name", tool),
        _text("gen_ai.tool.type", "function"),
        _text("gen_ai.tool.call.id", f"call_{draw.getrandbits(48):012x}"),
        _text("gen_ai.tool.call.arguments", json.dumps(arguments)),
        _text("gen_ai.tool.call.result", json.dumps(result)),
    ]


def _text(key: str, value: str) -> dict[str, Any]:
    return {"key": key, "value": {"stringValue": value}}
