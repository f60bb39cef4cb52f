"""Make trace.json: a refunds agent, recorded by the OpenTelemetry SDK with GenAI attributes.

    python examples/refunds/agent.py > examples/refunds/trace.json

The agent's model is played by a script, so that the file comes out the same each time: ids are
counted, the clock is set by hand. Spans, attributes and export are the SDK's own.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, Span, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.id_generator import IdGenerator
from opentelemetry.trace import SpanKind, set_span_in_context

BEGIN_NS = 1_767_258_000_000_000_000
"""2026-01-01, nine in the morning, UTC."""

MILLISECOND = 1_000_000

TURNS: list[list[tuple[str, dict[str, Any], Any]]] = [
    [("find_customer", {"email": "mira@example.com"}, {"customer_id": "C-88", "name": "Mira"})],
    [
        (
            "get_order",
            {"order_id": "A-1042"},
            {"order_id": "A-1042", "customer_id": "C-88", "total": 249.0, "currency": "EUR"},
        ),
        (
            "get_refund_policy",
            {"category": "electronics"},
            {"days": 30, "approval_above": 100, "currency": "EUR"},
        ),
    ],
    [
        (
            "issue_refund",
            {"order_id": "A-1042", "amount": 249.0, "currency": "EUR"},
            {"status": "refunded", "refund_id": "R-7", "amount": 249.0},
        )
    ],
    [
        (
            "request_approval",
            {"order_id": "A-1042", "amount": 249.0, "reason": "broken screen"},
            {"approved": True, "by": "lead@example.com"},
        )
    ],
    [
        (
            "send_email",
            {
                "to": "mira@example.com",
                "subject": "Your refund",
                "body": "249.00 EUR are on their way to you. Reference R-7.",
            },
            "sent",
        )
    ],
    [],
]
"""Each turn's calls: tool, arguments, result. It refunds first and asks for approval later."""


class Counted(IdGenerator):
    """Ids that count, so that the file is the same each time."""

    def __init__(self) -> None:
        self.spans = 0

    def generate_span_id(self) -> int:
        """Return the next span's id."""
        self.spans += 1
        return 0xA1B2C3D400000000 + self.spans

    def generate_trace_id(self) -> int:
        """Return the id of the one trace."""
        return 0x0AF7651916CD43DD8448EB211C80319C


class Recorder:
    """The SDK's tracer with a clock that is set by hand."""

    def __init__(self) -> None:
        self.exporter = InMemorySpanExporter()
        provider = TracerProvider(
            resource=Resource({"service.name": "refunds-agent"}), id_generator=Counted()
        )
        provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.tracer = provider.get_tracer("refunds", "1.0.0")
        self.now_ns = BEGIN_NS

    @contextmanager
    def span(self, name: str, parent: Span | None, took_ms: int, **keys: Any) -> Generator[Span]:
        """Record a span around the body; `gen_ai.` stands before each attribute's name."""
        context = set_span_in_context(parent) if parent is not None else None
        attributes = {f"gen_ai.{key.replace('__', '.')}": value for key, value in keys.items()}
        span = self.tracer.start_span(
            name,
            context,
            kind=SpanKind.INTERNAL,
            attributes=attributes,
            start_time=self.now_ns,
        )
        assert isinstance(span, Span)
        yield span
        self.now_ns += took_ms * MILLISECOND
        span.end(self.now_ns)


def run(recorder: Recorder) -> None:
    """Play the agent."""
    name = "refunds"
    with recorder.span(
        f"invoke_agent {name}", None, 5, operation__name="invoke_agent", agent__name=name
    ) as agent:
        for number, turn in enumerate(TURNS):
            with recorder.span(
                "chat example-model",
                agent,
                640,
                operation__name="chat",
                request__model="example-model",
                response__finish_reasons=["tool_calls" if turn else "stop"],
                usage__input_tokens=412 + 190 * number,
                usage__output_tokens=38,
            ):
                pass
            for at, (tool, arguments, result) in enumerate(turn):
                text = result if isinstance(result, str) else json.dumps(result)
                with recorder.span(
                    f"execute_tool {tool}",
                    agent,
                    120,
                    operation__name="execute_tool",
                    tool__name=tool,
                    tool__call__id=f"call_{number}{at}",
                    tool__call__arguments=json.dumps(arguments),
                    tool__call__result=text,
                ):
                    pass


def exported(spans: tuple[ReadableSpan, ...]) -> str:
    """Return the spans as the SDK writes them, in one list."""
    return "[\n" + ",\n".join(span.to_json(indent=2) for span in spans) + "\n]"


if __name__ == "__main__":
    recorder = Recorder()
    run(recorder)
    print(exported(recorder.exporter.get_finished_spans()))
