"""An agent with OpenTelemetry switched on, which calls the tool that each line of its input names.

Each span is sent, and acknowledged, before the time is printed. Run it with OpenTelemetry's own
variables set; the end of the input ends the run.
"""

from __future__ import annotations

import os
import sys
import time

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExporter


def main() -> None:
    """Run the agent until its input ends."""
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter()))
    tracer = provider.get_tracer("agent")
    with tracer.start_as_current_span("invoke_agent support") as agent:
        agent.set_attribute("gen_ai.operation.name", "invoke_agent")
        for line in sys.stdin:
            tool = line.strip()
            with tracer.start_as_current_span(f"execute_tool {tool}") as call:
                call.set_attribute("gen_ai.operation.name", "execute_tool")
                call.set_attribute("gen_ai.tool.name", tool)
            print(time.time(), flush=True)
    provider.shutdown()


def exporter() -> SpanExporter:
    """Return OpenTelemetry's own exporter for the protocol that is set."""
    if os.environ["OTEL_EXPORTER_OTLP_PROTOCOL"] == "grpc":
        from opentelemetry.exporter.otlp.proto.grpc import trace_exporter as grpc

        return grpc.OTLPSpanExporter()
    from opentelemetry.exporter.otlp.proto.http import trace_exporter as http

    return http.OTLPSpanExporter()


if __name__ == "__main__":
    main()
