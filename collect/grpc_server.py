"""OTLP over gRPC, where `toolspec-lang[grpc]` is installed."""

from __future__ import annotations

import os
import socket
from typing import Any, Final

from toolspec.collect.guard import Guard, RefusedError
from toolspec.collect.intake import Intake

_SERVICES: Final = {
    "opentelemetry.proto.collector.trace.v1.TraceService": "_export",
    "opentelemetry.proto.collector.logs.v1.LogsService": "_export_logs",
    "opentelemetry.proto.collector.metrics.v1.MetricsService": "_drop",
}
"""The services of OTLP, and the method that takes what they bring."""


def _try(host: str, port: int) -> None:
    """Raise OSError where an address cannot be listened on: gRPC does not say why."""
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind) as tried:
        if os.name == "posix":
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        tried.bind(address)


class GrpcServer:
    """Serves until it is closed. Raises ImportError where grpcio is not installed."""

    def __init__(self, intake: Intake, guard: Guard) -> None:
        import grpc
        import grpc.aio

        self._grpc: Any = grpc
        self._intake, self._guard = intake, guard
        options = [
            ("grpc.max_receive_message_length", intake.limits.body_bytes_max),
            ("grpc.so_reuseport", 0),
        ]
        self._server: Any = grpc.aio.server(
            options=options, maximum_concurrent_rpcs=intake.limits.connections_max
        )
        for service, name in _SERVICES.items():
            method = self._grpc.unary_unary_rpc_method_handler(getattr(self, name))
            handler = self._grpc.method_handlers_generic_handler(service, {"Export": method})
            self._server.add_generic_rpc_handlers((handler,))

    async def start(self, host: str, port: int) -> int:
        """Listen; return the port. Raises OSError."""
        _try(host, port)
        shown = f"[{host}]" if ":" in host else host
        try:
            bound = self._server.add_insecure_port(f"{shown}:{port}")
        except RuntimeError as error:
            raise OSError(str(error)) from None
        if not bound:
            raise OSError(f"port {port} cannot be listened on")
        await self._server.start()
        return int(bound)

    async def close(self) -> None:
        """Stop listening, and let requests that have begun come to their end."""
        await self._server.stop(2.0)

    async def _export_logs(self, body: bytes, context: Any) -> bytes:
        return await self._export(body, context, logs=True)

    async def _export(self, body: bytes, context: Any, *, logs: bool = False) -> bytes:
        codes = self._grpc.StatusCode
        try:
            self._check(context)
            self._intake.hold(len(body))
            try:
                await self._intake.take(body, "", as_json=False, logs=logs)
            finally:
                self._intake.release(len(body))
        except RefusedError as refused:
            code = {
                400: codes.INVALID_ARGUMENT,
                401: codes.UNAUTHENTICATED,
                413: codes.RESOURCE_EXHAUSTED,
                503: codes.UNAVAILABLE,
            }.get(refused.status, codes.PERMISSION_DENIED)
            await context.abort(code, refused.message)
        return b""

    async def _drop(self, body: bytes, context: Any) -> bytes:
        del body
        try:
            self._check(context)
        except RefusedError as refused:
            await context.abort(self._grpc.StatusCode.UNAUTHENTICATED, refused.message)
        return b""

    def _check(self, context: Any) -> None:
        """Browsers cannot speak gRPC to a server without encryption: only the token is checked."""
        if self._guard.token:
            given: dict[str, Any] = dict(context.invocation_metadata() or ())
            self._guard.check_token(str(given.get("authorization", "")))
