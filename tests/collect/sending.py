"""What the collector's tests send, and a collector to send it to."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from toolspec.collect.collector import Address, Collector
from toolspec.collect.limits import ReceiverLimits
from toolspec.collect.redaction import Redaction

QUICK = ReceiverLimits(idle_s=60.0, ended_s=60.0)
JSON = {"Content-Type": "application/json"}


def span(trace: int, number: int, tool: str = "search", **attributes: str) -> dict[str, Any]:
    """Return a span of a tool call, below a root that is never sent."""
    held = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool, **attributes}
    return {
        "traceId": f"{trace:032x}",
        "spanId": f"{number:016x}",
        "parentSpanId": f"{99:016x}",
        "name": f"execute_tool {tool}",
        "kind": 1,
        "startTimeUnixNano": str(1_767_258_000_000_000_000 + number),
        "endTimeUnixNano": str(1_767_258_000_000_000_001 + number),
        "attributes": [{"key": key, "value": {"stringValue": held[key]}} for key in held],
        "status": {},
    }


def request(*spans: dict[str, Any]) -> dict[str, Any]:
    scope = {"scope": {"name": "test"}, "spans": list(spans)}
    return {"resourceSpans": [{"resource": {"attributes": []}, "scopeSpans": [scope]}]}


class Running:
    """A collector that runs on a thread of its own."""

    def __init__(self, collector: Collector, loop: asyncio.AbstractEventLoop) -> None:
        self.collector, self.loop = collector, loop
        self.said: list[str] = []

    def post(
        self,
        body: bytes | dict[str, Any],
        headers: dict[str, str] | None = None,
        path: str = "/v1/traces",
        method: str = "POST",
    ) -> tuple[int, bytes]:
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        connection = http.client.HTTPConnection("127.0.0.1", self.collector.port, timeout=30)
        try:
            connection.request(method, path, data, {**JSON, **(headers or {})})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


@contextmanager
def collecting(
    folder: Path,
    *,
    limits: ReceiverLimits = QUICK,
    token: str = "",
    redaction: Redaction | None = None,
    grpc: bool = False,
) -> Generator[Running, None, None]:
    """Run a collector until the block ends; then every trace is in place."""
    said: list[str] = []
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    collector = Collector(folder, limits=limits, token=token, redaction=redaction, say=said.append)
    address = Address(port=0, grpc_port=0 if grpc else None)
    asyncio.run_coroutine_threadsafe(collector.start(address), loop).result(30)
    running = Running(collector, loop)
    running.said = said
    try:
        yield running
    finally:
        asyncio.run_coroutine_threadsafe(collector.close(), loop).result(30)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(30)
        loop.close()
