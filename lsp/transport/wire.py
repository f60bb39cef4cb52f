"""Read messages from bytes as soon as they arrive, and decide their order.

A separate thread reads stdin, so messages are seen even while the event loop is busy. A request
that is cancelled while it waits is never started, and edits do not wait for requests that are no
longer needed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from lsprotocol import types

if TYPE_CHECKING:
    from toolspec.lsp.transport.protocol import Host, Protocol

log = logging.getLogger(__name__)

CHUNK = 1 << 16
HEADER_MAX = 1 << 14
"""Maximum bytes of a message's header."""

BODY_MAX = 256 << 20
"""Maximum bytes of a message: a spec may have 16 MB, and six times as much when escaped."""


class FrameError(ValueError):
    """Bytes that are not a message; where the next message begins is unknown."""


class Frames:
    r"""Cuts a stream of bytes into the bodies of messages.

    Header names are case-insensitive, and unknown headers are skipped.

    >>> list(Frames().feed(b"content-length: 2\r\n\r\n{}Content-Length: 3\r\nX: y\r\n\r\n[1"))
    [b'{}']
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._length: int | None = None

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Add bytes and yield the bodies that are complete. Raises FrameError."""
        self._buffer += data
        while True:
            if self._length is None:
                end = self._buffer.find(b"\r\n\r\n")
                if end < 0:
                    if len(self._buffer) > HEADER_MAX:
                        raise FrameError(f"no header of a message in {HEADER_MAX} bytes")
                    return
                self._length = _length(bytes(self._buffer[:end]))
                del self._buffer[: end + 4]
                continue
            if len(self._buffer) < self._length:
                return
            body = bytes(self._buffer[: self._length])
            del self._buffer[: self._length]
            self._length = None
            yield body


def _length(header: bytes) -> int | None:
    for line in header.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower().endswith(b"content-length") and value.strip().isdigit():
            length = value.strip().lstrip(b"0") or b"0"
            if len(length) > len(str(BODY_MAX)) or int(length) > BODY_MAX:
                raise FrameError(f"a message of more than {BODY_MAX} bytes")
            return int(length)
    return None


def is_http(line: bytes) -> bool:
    r"""Tell whether a line begins an HTTP request, which a web page can send to any port.

    Its header has a length too, so its body would be read as a message.

    >>> is_http(b"POST / HTTP/1.1\r\n"), is_http(b"CONTENT-LENGTH: 2\r\n")
    (True, False)
    """
    return line.partition(b" ")[0].isalpha()


PATIENT = frozenset(
    {
        types.TEXT_DOCUMENT_CODE_LENS,
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        types.TEXT_DOCUMENT_DOCUMENT_LINK,
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
        types.TEXT_DOCUMENT_FOLDING_RANGE,
        types.TEXT_DOCUMENT_INLAY_HINT,
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA,
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE,
        types.WORKSPACE_DIAGNOSTIC,
        types.WORKSPACE_SYMBOL,
    }
)
"""Requests for what is shown beside the text, which are less urgent than a completion."""

GRACE_SECONDS = 0.003
"""How long such requests wait after an edit, in case a more urgent one follows."""


class Inbox:
    """A queue of messages: each turn of the loop handles one, in order with two exceptions.

    Cancellations come first, and urgent requests come before patient ones. The order of requests
    between two edits does not change their answers.
    """

    def __init__(self, protocol: Protocol, loop: asyncio.AbstractEventLoop) -> None:
        self._protocol, self._loop = protocol, loop
        self._waiting: deque[Any] = deque()
        self._turn: asyncio.Handle | None = None
        self._patient_from = 0.0

    def put_all(self, bodies: list[bytes]) -> None:
        """Add messages that arrived together."""
        for body in bodies:
            self.put(body)

    def put(self, body: bytes) -> None:
        """Add one message."""
        try:
            message: Any = json.loads(body)
        except (ValueError, RecursionError):
            self._protocol.refuse(None, types.ErrorCodes.ParseError.value, "this is no JSON")
            return
        if _method(message) == types.CANCEL_REQUEST:
            self._cancel(message)
            return
        self._waiting.append(message)
        self._wake()

    def _wake(self) -> None:
        """Schedule the next message for the next turn of the loop."""
        if isinstance(self._turn, asyncio.TimerHandle):
            self._turn.cancel()
            self._turn = None
        if self._turn is None:
            self._turn = self._loop.call_soon(self._next)

    def _cancel(self, message: dict[str, Any]) -> None:
        params = message.get("params")
        request: Any = None
        if isinstance(params, dict):
            request = cast("dict[str, Any]", params).get("id")
        for waiting in self._waiting:
            if _method(waiting) is not None and waiting.get("id") == request:
                self._waiting.remove(waiting)
                code = types.LSPErrorCodes.RequestCancelled.value
                self._protocol.refuse(request, code, "cancelled")
                return
        self._protocol.cancel(request)

    def _next(self) -> None:
        self._turn = None
        at = self._most_urgent()
        if at is None:  # a message whose handling was cancelled may have left the queue empty
            return
        now = self._loop.time()
        if now < self._patient_from and _method(self._waiting[at]) in PATIENT:
            self._turn = self._loop.call_at(self._patient_from, self._next)
            return
        message = self._waiting[at]
        del self._waiting[at]
        if _method(message) == types.TEXT_DOCUMENT_DID_CHANGE:
            self._patient_from = now + GRACE_SECONDS
        try:
            self._protocol.handle_message(message)
        except Exception:
            log.exception("a message could not be handled")
        # After what the message started: an edit after a request comes when that read the text.
        if self._waiting and self._turn is None:
            self._turn = self._loop.call_soon(self._next)

    def _most_urgent(self) -> int | None:
        """Return the index of the message to handle next; None where there is none."""
        for at, message in enumerate(self._waiting):
            if _method(message) in PATIENT:
                continue
            # Any other message may change the text, so the requests before it come first.
            about_text = (_method(message) or "").startswith("textDocument/") and "id" in message
            return at if about_text else 0
        return 0 if self._waiting else None


def _method(message: Any) -> str | None:
    """Return the method of a request or notification; None of anything else."""
    if not isinstance(message, dict):
        return None
    method = cast("dict[str, Any]", message).get("method")
    return method if isinstance(method, str) else None


class MessageWriter:
    """Writes to the editor. If it is gone, calls `gone` and drops the message."""

    def __init__(self, write: Callable[[bytes], object], gone: Callable[[], None]) -> None:
        self._write, self._gone = write, gone

    def write(self, data: bytes) -> None:
        """Write a whole message."""
        try:
            self._write(data)
        except (OSError, ValueError):
            self._gone()

    def close(self) -> None:
        """Do nothing; the stream is closed when the process ends."""


async def speak(server: Host, fd_in: int, out: BinaryIO) -> None:
    """Serve over two pipes until the editor sends `exit` or closes its end."""
    loop = asyncio.get_running_loop()
    server.ended = asyncio.Event()
    inbox = Inbox(server.protocol, loop)

    def write(data: bytes) -> None:
        out.write(data)
        out.flush()

    def listen() -> None:
        frames = Frames()
        with suppress(RuntimeError):  # the loop is closed already
            try:
                while data := os.read(fd_in, CHUNK):
                    # All at once, so that a request cancelled in the same chunk is not started.
                    loop.call_soon_threadsafe(inbox.put_all, list(frames.feed(data)))
            except (OSError, FrameError) as error:
                log.warning("stdin: %s", error)
            loop.call_soon_threadsafe(server.leave)

    server.protocol.set_writer(MessageWriter(write, server.leave))
    threading.Thread(target=listen, name="stdin", daemon=True).start()
    await server.ended.wait()


async def speak_tcp(server: Host, host: str, port: int) -> None:
    """Serve the first editor that connects to a port, until it leaves."""
    loop = asyncio.get_running_loop()
    server.ended = asyncio.Event()
    taken = False

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal taken
        data = b""
        with suppress(OSError, ValueError):
            data = b"" if taken else await reader.readline()
        # The server holds the state of one connection. One without data does not count.
        if taken or not data or is_http(data):
            writer.close()
            return
        taken = True
        server.protocol.set_writer(MessageWriter(writer.write, server.leave))
        inbox, frames = Inbox(server.protocol, loop), Frames()
        try:
            while data:
                for body in frames.feed(data):
                    inbox.put(body)
                data = await reader.read(CHUNK)
        except (OSError, FrameError) as error:
            log.warning("the connection: %s", error)
        server.leave()

    listening = await asyncio.start_server(connected, host, port)
    for socket in listening.sockets:
        log.warning("serving on %s port %s", *socket.getsockname()[:2])
    await server.ended.wait()
