"""Serve over a web socket: one message of the protocol in each of its texts.

Any page in a browser may open a web socket to this machine, and say there what it likes. Browsers
say which page it is in the header `Origin`, and other clients send none: whoever sends one is
refused with status 403 before a word is heard.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from toolspec.lsp.transport.wire import Inbox, Writer

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection

    from toolspec.lsp.transport.protocol import Host

log = logging.getLogger(__name__)

MESSAGE_MAX = 64 << 20
"""Bytes of a message: a spec travels whole when it is opened."""

LAST_WORDS_SECONDS = 2.0
"""How long the last answers may take on their way out."""

NEEDED = '--ws needs the package "websockets"; install it: pip install websockets'


async def speak_web_socket(server: Host, host: str, port: int) -> None:
    """Serve the first client that connects, until it leaves.

    Raises ImportError with what to install, where a package is missing.
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
        writer: Any = Writer(lambda data: answers.put_nowait(data.decode()), server.leave)
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

    # No origin is the only one that is let in.
    options: dict[str, Any] = {"origins": [None], "max_size": MESSAGE_MAX}
    async with serve(connected, host, port, **options) as listening:
        for socket in listening.sockets:
            log.warning("serving on %s port %s", *socket.getsockname()[:2])
        await ended.wait()
        try:
            await asyncio.wait_for(answers.join(), LAST_WORDS_SECONDS)
        except TimeoutError:
            log.warning("the last answers were not sent")
