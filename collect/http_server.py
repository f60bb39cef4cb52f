"""OTLP over HTTP: `POST /v1/traces` and `/v1/logs`, protobuf or JSON, packed or not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final, cast

import h11

from toolspec.collect.guard import Guard, RefusedError
from toolspec.collect.intake import Intake
from toolspec.collect.otlp_parts import Export

HEAD_BYTES_MAX: Final = 64 * 1024
READ_BYTES: Final = 256 * 1024
HEAD_SECONDS: Final = 75.0
"""How long a connection may be silent between two requests."""

BODY_SECONDS: Final = 60.0
LINGER_SECONDS: Final = 2.0
TRACES: Final = "/v1/traces"
LOGS: Final = "/v1/logs"
DROPPED: Final = "/v1/metrics"
"""What exporters send besides, and nothing here reads: it is taken and dropped."""

JSON: Final = "application/json"
PROTOBUF: Final = "application/x-protobuf"


class HttpServer:
    """Serves until it is closed."""

    def __init__(self, intake: Intake, guard: Guard) -> None:
        self._intake, self._guard = intake, guard
        self._open: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self, host: str, port: int) -> int:
        """Listen; return the port. Raises OSError."""
        self._server = await asyncio.start_server(self._connected, host, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Stop listening, and let requests that have begun come to their end."""
        assert self._server is not None
        self._server.close()
        if self._open:
            await asyncio.wait(self._open, timeout=2.0)
        for task in self._open:
            task.cancel()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._open) >= self._intake.limits.connections_max:
            writer.close()
            return
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            await _Connection(self._intake, self._guard, reader, writer).serve()
        except (OSError, TimeoutError, asyncio.CancelledError):
            pass
        finally:
            self._open.discard(task)
            writer.close()
            # A connection that stayed open when the server ends was cancelled, and is so here too.
            with suppress(OSError, asyncio.CancelledError):
                await writer.wait_closed()


class _Connection:
    def __init__(
        self,
        intake: Intake,
        guard: Guard,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.intake, self.guard, self.reader, self.writer = intake, guard, reader, writer
        self.wire = h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD_BYTES_MAX)
        self.held = 0

    async def serve(self) -> None:
        """Answer requests until the other side leaves, or one cannot be followed by another."""
        while True:
            try:
                request = await asyncio.wait_for(self._event(), HEAD_SECONDS)
                if not isinstance(request, h11.Request):
                    return
                await self._answer(request)
            except h11.RemoteProtocolError as error:
                if self.wire.our_state in (h11.IDLE, h11.SEND_RESPONSE):
                    status = error.error_status_hint or 400
                    await self._refuse(RefusedError(status, f"no HTTP: {error}"), JSON)
                return
            finally:
                self.intake.release(self.held)
                self.held = 0
            if self.wire.their_state is not h11.DONE:
                await self._linger()
                return
            if self.wire.our_state is h11.MUST_CLOSE:
                return
            self.wire.start_next_cycle()

    async def _linger(self) -> None:
        """Read on for a while: who is still sending a refused body must see the answer."""
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                while await self.reader.read(READ_BYTES):
                    pass

    async def _answer(self, request: h11.Request) -> None:
        headers = {name.decode("ascii"): value.decode("latin-1") for name, value in request.headers}
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        answered = JSON if kind == JSON else PROTOBUF
        try:
            path = self._check(request, headers, kind)
            body = await asyncio.wait_for(self._body(headers), BODY_SECONDS)
            if path == DROPPED:
                await self._send(200, b"{}" if answered == JSON else b"", answered)
                return
            encoding = headers.get("content-encoding", "")
            export = await self.intake.take(
                body, encoding, as_json=answered == JSON, logs=path == LOGS
            )
            await self._send(200, _accepted(export, answered), answered)
        except RefusedError as refused:
            await self._refuse(refused, answered)

    def _check(self, request: h11.Request, headers: Mapping[str, str], kind: str) -> str:
        self.guard.check(headers)
        path = request.target.decode("latin-1").partition("?")[0].rstrip("/")
        if path not in (TRACES, LOGS, DROPPED):
            raise RefusedError(404, f"traces are sent to {TRACES}")
        if request.method != b"POST":
            raise RefusedError(405, "spans are sent by POST")
        if kind not in (JSON, PROTOBUF):
            raise RefusedError(415, f"send {PROTOBUF} or {JSON}")
        length = headers.get("content-length", "0")
        if int(length) > self.intake.limits.wire_bytes_max:
            raise self._too_large()
        return path

    def _too_large(self) -> RefusedError:
        most = self.intake.limits.wire_bytes_max >> 20
        return RefusedError(413, f"the body is larger than {most} MB; send smaller batches")

    async def _body(self, headers: Mapping[str, str]) -> bytes:
        if self.wire.they_are_waiting_for_100_continue:
            await self._write(h11.InformationalResponse(status_code=100, headers=[]))
        parts: list[bytes] = []
        size = 0
        while True:
            event = await self._event()
            if isinstance(event, h11.EndOfMessage):
                return b"".join(parts)
            if not isinstance(event, h11.Data):
                raise ConnectionError
            part = bytes(event.data)
            self.intake.hold(len(part))
            self.held += len(part)
            size += len(part)
            if size > self.intake.limits.wire_bytes_max:
                raise self._too_large()
            parts.append(part)

    async def _event(self) -> Any:
        while True:
            event = self.wire.next_event()
            if event is not h11.NEED_DATA:
                return event
            self.wire.receive_data(await self.reader.read(READ_BYTES))

    async def _write(self, *events: Any) -> None:
        for event in events:
            data: bytes | None = cast("Any", self.wire).send(event)
            if data:
                self.writer.write(data)
        await self.writer.drain()

    async def _send(self, status: int, body: bytes, kind: str, *more: tuple[str, str]) -> None:
        headers = [("content-type", kind), ("content-length", str(len(body))), *more]
        if self.wire.their_state is not h11.DONE:
            headers.append(("connection", "close"))  # the rest of its body is not read
        phrase = HTTPStatus(status).phrase  # exporters log it
        response = h11.Response(status_code=status, headers=headers, reason=phrase)
        await self._write(response, h11.Data(data=body), h11.EndOfMessage())

    async def _refuse(self, refused: RefusedError, kind: str) -> None:
        more = {
            401: [("www-authenticate", "Bearer")],
            405: [("allow", "POST")],
            503: [("retry-after", "1")],
        }.get(refused.status, [])
        await self._send(refused.status, status_body(refused.message, kind), kind, *more)


def _accepted(export: Export, kind: str) -> bytes:
    if not export.rejected:
        return b"{}" if kind == JSON else b""
    message = "spans without a trace id of 32 and a span id of 16 hex digits are not kept"
    if kind == JSON:
        partial = {"rejectedSpans": str(export.rejected), "errorMessage": message}
        return json.dumps({"partialSuccess": partial}).encode()
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
        ExportTracePartialSuccess,
        ExportTraceServiceResponse,
    )

    success = ExportTracePartialSuccess(rejected_spans=export.rejected, error_message=message)
    return ExportTraceServiceResponse(partial_success=success).SerializeToString()


def status_body(message: str, kind: str) -> bytes:
    """Return a `google.rpc.Status` with a message, as OTLP asks for errors."""
    if kind == JSON:
        return json.dumps({"message": message}).encode()
    text = message.encode()[:2000]
    size, digits = len(text), bytearray()
    while size > 0x7F:
        digits.append(size & 0x7F | 0x80)
        size >>= 7
    return b"\x12" + bytes(digits) + bytes([size]) + text
