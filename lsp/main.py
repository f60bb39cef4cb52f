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
    # The protocol's types are thousands of objects that live for ever: collecting among them while
    # they are made costs a quarter of the start.
    gc.disable()
    from toolspec.lsp.server import create_server

    server = create_server()
    gc.freeze()
    gc.enable()
    if tcp is not None:
        server.start_tcp(*tcp)
    elif ws is not None:
        server.start_ws(*ws)
    else:
        server.start_io(stdin=os.fdopen(os.dup(0), "rb"), stdout=os.fdopen(wire, "wb"))
    return 0 if server.said_goodbye else 1
