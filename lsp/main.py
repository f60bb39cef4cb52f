"""Start the server on a wire: stdin and stdout, TCP, or a web socket."""

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
    """Run until the editor leaves; return the exit status, 1 where it left without `shutdown`."""
    # stdout carries the protocol and nothing else: what prints by mistake goes to stderr.
    wire = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    logging.basicConfig(
        level=log_level.upper(), filename=log_file, format="%(asctime)s %(levelname)s %(message)s"
    )
    if log_level != "debug":  # pygls logs whole messages, and refusals as errors of its own
        logging.getLogger("pygls").setLevel(logging.CRITICAL)
    # The protocol's types are thousands of objects that live for ever: collecting among them while
    # they are made costs a quarter of the start.
    gc.disable()
    import asyncio

    from toolspec.lsp.handlers import create_server
    from toolspec.lsp.transport.wire import speak, speak_tcp

    server = create_server()
    server.started = _prepare
    gc.freeze()
    # What is read and remembered stays for long, so looking through all of it again and again as it
    # grows frees nothing, and stops everything for a third of a second.
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
    # Nothing that is still under way matters to anybody: waiting for it, or for the judge to start
    # so that it can be ended, would keep a server alive whose editor is gone. Its pipes close with
    # this process, and that ends the judge.
    logging.shutdown()
    sys.stderr.flush()
    os._exit(0 if server.said_goodbye else 1)


def _prepare() -> None:
    """Get ready for the first spec while the editor takes in what the server can do."""
    from toolspec.dsl.read import read
    from toolspec.engine.rules import kinds

    read("\n".join(kind.examples[0].spec for kind in kinds()))
