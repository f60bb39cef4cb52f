"""Serve over a web socket, with one message of the protocol per text message.

Any web page may open a web socket to this machine and send what it likes. Browsers name the page in
the header `Origin`, which other clients do not send. So every connection with this header is
refused with status 403.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from toolspec.lsp.transport.wire import Inbox, MessageWriter

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection

    from toolspec.lsp.transport.protocol import Host

log = logging.getLogger(__name__)

MESSAGE_MAX = 64 << 20
"""Maximum bytes of a message: an opened spec is sent as a whole."""

LAST_WORDS_SECONDS = 2.0
"""How long the server waits for its last answers to be sent."""

NEEDED = '--ws needs the package "websockets"; install it: pip install websockets'


async def speak_web_socket(server: Host, host: str, port: int) -> None:
    """Serve the first client that connects, until it leaves.

    Raises ImportError, with what to install, if a package is missing.
    """
    try:
        from websockets.asyncio.server import serve
        from websockets.exceptions import ConnectionClosed
    except ImportError:
        raise ImportError(NEEDED) from None
    loop = asyncio.get_running_loop()
    ended = server.ended = asyncio.Event()
    answers: asyncio.Queue[str] = asyncio.Queue()
    taken = False

    async def answer(socket: ServerConnection) -> None:
        while True:
            text = await answers.get()
            try:
                await socket.send(text)
            except ConnectionClosed:
                server.leave()
            finally:
                answers.task_done()

    async def connected(socket: ServerConnection) -> None:
        nonlocal taken
        if taken:  # the state of a server is that of one connection
            await socket.close(1013, "one client at a time")
            return
        taken = True
        writer: Any = MessageWriter(lambda data: answers.put_nowait(data.decode()), server.leave)
        server.protocol.set_writer(writer, include_headers=False)
        inbox = Inbox(server.protocol, loop)
        answering = loop.create_task(answer(socket))
        try:
            while True:
                inbox.put(await socket.recv(decode=False))
        except ConnectionClosed:
            server.leave()
        finally:
            answering.cancel()

    # Accept only connections without an origin.
    options: dict[str, Any] = {"origins": [None], "max_size": MESSAGE_MAX}
    async with serve(connected, host, port, **options) as listening:
        for socket in listening.sockets:
            log.warning("serving on %s port %s", *socket.getsockname()[:2])
        await ended.wait()
        try:
            await asyncio.wait_for(answers.join(), LAST_WORDS_SECONDS)
        except TimeoutError:
            log.warning("the last answers were not sent")
