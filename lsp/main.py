"""Start the server on stdin and stdout, TCP, or a web socket."""

from __future__ import annotations

import gc
import logging
import os
import sys


def serve(
    tcp: tuple[str, int] | None = None,
    ws: tuple[str, int] | None = None,
    log_level: str = "warning",
    log_file: str | None = None,
) -> int:
    """Run until the editor disconnects. Return 0, or 1 if it did not send `shutdown` first."""
    # stdout is for the protocol only, so anything else that prints is sent to stderr.
    wire = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    logging.basicConfig(
        level=log_level.upper(), filename=log_file, format="%(asctime)s %(levelname)s %(message)s"
    )
    if log_level != "debug":  # pygls logs whole messages, and refused requests as errors
        logging.getLogger("pygls").setLevel(logging.CRITICAL)
    # Importing the protocol's types creates thousands of objects that are never freed. Collecting
    # garbage meanwhile would take a quarter of the start.
    gc.disable()
    import asyncio

    from toolspec.lsp.handlers import create_server
    from toolspec.lsp.transport.wire import speak, speak_tcp

    server = create_server()
    server.started = _prepare
    gc.freeze()
    # Specs and traces stay in memory for long. A full collection frees almost nothing of them and
    # pauses the server for a third of a second, so collect rarely.
    gc.set_threshold(20_000, 50, 1000)
    gc.enable()
    if ws is not None:
        from toolspec.lsp.transport.web_socket import speak_web_socket

        speaking = speak_web_socket(server, *ws)
    elif tcp is not None:
        speaking = speak_tcp(server, *tcp)
    else:
        speaking = speak(server, os.dup(0), os.fdopen(wire, "wb"))
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(speaking)
    except KeyboardInterrupt:
        return 130
    except (OSError, ImportError) as error:
        print(f"toolspec lsp: {error}", file=sys.stderr)
        return 1
    # The editor is gone, so nobody needs what is still running: do not wait for it, nor for a judge
    # that is just starting. The judge ends when its pipes close with this process.
    logging.shutdown()
    sys.stderr.flush()
    os._exit(0 if server.said_goodbye else 1)


def _prepare() -> None:
    """Load the parser after the reply to `initialize`, so that the first spec is read quickly."""
    from toolspec.dsl.read import read
    from toolspec.engine.rules import kinds

    read("\n".join(kind.examples[0].spec for kind in kinds()))
