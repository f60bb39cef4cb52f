"""A collector: the folder, the thread that writes, and the servers, from start to end."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from toolspec.collect.grpc_server import GrpcServer
from toolspec.collect.guard import RequestGuard
from toolspec.collect.http_server import HttpServer
from toolspec.collect.intake import Intake
from toolspec.collect.limits import ReceiverLimits
from toolspec.collect.redaction import Redaction
from toolspec.collect.store import Store
from toolspec.collect.writer import Writer


class PortError(Exception):
    """A port cannot be listened on; `taken` where another program has it."""

    def __init__(self, port: int, reason: str) -> None:
        super().__init__(reason)
        self.port, self.reason = port, reason


class Address(NamedTuple):
    """Where to listen: port 0 for any that is free; `grpc_port` None for no gRPC."""

    host: str = "127.0.0.1"
    port: int = 4318
    grpc_port: int | None = 4317


class Collector:
    """Receives spans from `start` to `close`, both on one event loop.

    Raises OSError or FolderInUseError where the folder cannot be used.
    """

    def __init__(
        self,
        folder: Path,
        *,
        limits: ReceiverLimits | None = None,
        redaction: Redaction | None = None,
        token: str = "",
        say: Callable[[str], None] = lambda text: None,
        on_finished: Callable[[list[Path]], None] = lambda paths: None,
    ) -> None:
        limits = limits or ReceiverLimits()
        self.store = Store(folder, limits)
        self.writer = Writer(self.store, say, on_finished)
        self._intake = Intake(self.writer, redaction or Redaction(), limits)
        self._guard = RequestGuard(token)
        self._servers: list[HttpServer | GrpcServer] = []
        self.port = 0
        self.grpc_port: int | None = None

    async def start(self, address: Address) -> None:
        """Listen. Raises PortError, and ImportError where gRPC is asked for and not installed."""
        server = HttpServer(self._intake, self._guard)
        self.port = await self._started(server, address.host, address.port)
        if address.grpc_port is not None:
            grpc_server = GrpcServer(self._intake, self._guard)
            self.grpc_port = await self._started(grpc_server, address.host, address.grpc_port)

    async def _started(self, server: HttpServer | GrpcServer, host: str, port: int) -> int:
        try:
            port = await server.start(host, port)
        except OSError as error:
            # asyncio says the address once more; what is wrong with a name has a number below 0.
            number = error.errno or 0
            reason = os.strerror(number) if number > 0 else error.strerror or str(error)
            raise PortError(port, reason) from None
        self._servers.append(server)
        return port

    async def close(self) -> None:
        """Take no more, write what was taken, and move every trace into place."""
        for server in self._servers:
            await server.close()
        self.writer.close()
        self._intake.close()
        self.writer.traces += len(self.store.close())
