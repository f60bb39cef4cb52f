"""What the agents share: the tools, the truth about their calls, and where a run is recorded.

Each agent is a program of its own, run by a Python that has its framework and not toolspec. It
sends its spans to `OTEL_EXPORTER_OTLP_ENDPOINT`, asks the model at `MODEL_URL`, and writes
`truth.json` and its message history into the folder `RECORDING`.
"""

import json
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WORDS = sys.argv[1:]
"""What the table says of this run: which instrumentation, which way of asking."""

MODEL = os.environ["MODEL_URL"]
FOLDER = Path(os.environ["RECORDING"])
CALLS: list[dict[str, Any]] = []
"""The calls that were really made, in the order in which they began."""


def provider(*processors: Any) -> Any:
    """Return the tracer provider that sends to the collector, made the global one."""
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor

    made = TracerProvider()
    for processor in (*processors, SimpleSpanProcessor(OTLPSpanExporter())):
        made.add_span_processor(processor)
    trace.set_tracer_provider(made)
    return made


def began(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Note that a call began; its result and failure are still to be noted."""
    call = {"name": name, "arguments": arguments, "result": None, "failed": False}
    CALLS.append(call)
    return call


def get_weather(city: str) -> dict:
    """Tell the weather.

    Args:
        city: where.
    """
    call = began("get_weather", {"city": city})
    call["result"] = {"city": city, "temp": 7 if city == "Oslo" else 25}
    return call["result"]


def flaky(n: int) -> str:
    """Fail for 1.

    Args:
        n: a number.
    """
    call = began("flaky", {"n": n})
    if n == 1:
        call |= {"failed": True, "result": "ValueError: backend down"}
        raise ValueError("backend down")
    call["result"] = "flaky ok"
    return call["result"]


def multiply(a: int, b: int) -> int:
    """Multiply.

    Args:
        a: one number.
        b: the other.
    """
    call = began("multiply", {"a": a, "b": b})
    call["result"] = a * b
    return call["result"]


def get_weather_json(city: str) -> str:
    """Tell the weather."""
    return json.dumps(get_weather(city))


def multiply_text(a: int, b: int) -> str:
    """Multiply."""
    return str(multiply(a, b))


@contextmanager
def asking(question: str) -> Iterator[dict[str, Any]]:
    """Note a call of `ask_math`; the block puts the inner agent's answer under `result`."""
    yield began("ask_math", {"question": question})


def asker(answer: Callable[[str], Any]) -> Callable[[str], str]:
    """Return the tool `ask_math`, which has an inner agent answer."""

    def ask_math(question: str) -> str:
        """Ask the mathematician.

        Args:
            question: what to compute.
        """
        with asking(question) as call:
            call["result"] = str(answer(question))
        return call["result"]

    return ask_math


def awaiting_asker(answer: Callable[[str], Awaitable[Any]]) -> Callable[[str], Awaitable[str]]:
    """Return the tool `ask_math`, which awaits what an inner agent answers."""

    async def ask_math(question: str) -> str:
        """Ask the mathematician.

        Args:
            question: what to compute.
        """
        with asking(question) as call:
            call["result"] = str(await answer(question))
        return call["result"]

    return ask_math


def keep(name: str, held: Any) -> None:
    """Write a history as the framework gives it: JSON as text, or what is to become JSON."""
    text = held.decode() if isinstance(held, bytes) else held
    if not isinstance(text, str):
        text = json.dumps(text, indent=1, default=str)
    (FOLDER / f"messages.{name}").write_text(text)


def done(provider: Any) -> None:
    """Send what is not sent yet, and write what really happened."""
    provider.force_flush()
    provider.shutdown()
    (FOLDER / "truth.json").write_text(json.dumps({"calls": CALLS}, indent=1, default=str))
