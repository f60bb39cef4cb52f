"""What both servers do with a request's body: decode it, have it written, count its bytes."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from toolspec.collect import otlp, otlp_logs
from toolspec.collect.body import unpacked
from toolspec.collect.guard import RefusedError
from toolspec.collect.limits import ReceiverLimits
from toolspec.collect.otlp_parts import Export, MalformedError
from toolspec.collect.redaction import Redaction
from toolspec.collect.writer import UnwrittenError, Writer


class Intake:
    """Takes bodies of OTLP. Its methods run on the event loop and leave the work to threads."""

    def __init__(self, writer: Writer, redaction: Redaction, limits: ReceiverLimits) -> None:
        self.writer, self.limits = writer, limits
        self._redact: Any = redaction if redaction else None
        self._held = 0
        self._decoder = ThreadPoolExecutor(1, "decode")

    def hold(self, count: int) -> None:
        """Count bytes kept in memory for a request. Raises RefusedError if there are too many."""
        if self._held + count > self.limits.held_bytes_max:
            raise RefusedError(503, "too much is being received at once; send it again")
        self._held += count

    def release(self, count: int) -> None:
        """Subtract bytes that are no longer kept in memory."""
        self._held -= count

    async def take(
        self, body: bytes, encoding: str, *, as_json: bool, logs: bool = False
    ) -> Export:
        """Return once the spans (or `logs`) in a body are on disk. Raises RefusedError."""
        loop = asyncio.get_running_loop()
        most = self.limits.body_bytes_max
        data = await loop.run_in_executor(self._decoder, unpacked, body, encoding, most)
        grown = max(0, len(data) - len(body))
        self.hold(grown)
        try:
            signal = otlp_logs if logs else otlp
            decode = signal.from_json if as_json else signal.from_protobuf
            try:
                export = await loop.run_in_executor(self._decoder, decode, data, self._redact)
            except MalformedError as error:
                raise RefusedError(400, str(error)) from None
            if export.lines:
                try:
                    await asyncio.wrap_future(self.writer.write(export))
                except UnwrittenError as error:
                    raise RefusedError(503, f"the spans cannot be written: {error}") from None
            return export
        finally:
            self.release(grown)

    def close(self) -> None:
        """Stop the decoding thread."""
        self._decoder.shutdown()
