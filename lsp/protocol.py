"""JSON-RPC as editors need it: what pygls leaves open, closed.

Four things are different from pygls 2.1: an object inside the parameters that has a key `jsonrpc`
of its own (an MCP message in a trace) stays an object; parameters that cannot be read are answered
with `-32602` instead of silence; a request before `initialize` is answered with `-32002`; a
cancelled request is answered at once with `-32800`, even while its handler waits for other threads.
"""

from __future__ import annotations

from typing import Any, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol

SERVER_NOT_INITIALIZED = -32002
EARLY = {types.INITIALIZE, types.EXIT}


class Protocol(LanguageServerProtocol):
    """The protocol of one connection."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Leave inner objects as they are: `handle_message` structures the outermost."""
        return data

    def handle_message(self, message: Any) -> None:
        """Structure a message and hand it on; answer those that cannot be."""
        if isinstance(message, list):  # a batch: LSP does not use them, and JSON-RPC allows them
            for one in cast("list[Any]", message):
                self.handle_message(one)
            return
        if not isinstance(message, dict):
            super().handle_message(message)
            return
        raw = cast("dict[str, Any]", message)
        asks = "id" in raw and "method" in raw
        if asks and self._workspace is None and raw["method"] not in EARLY:
            error = types.ResponseError(SERVER_NOT_INITIALIZED, "the server is not initialized yet")
            self._send_response(raw["id"], error=error)
            return
        try:
            structured: Any = super().structure_message(raw)
        except JsonRpcException as error:
            if asks:
                self._send_response(raw["id"], error=error.to_response_error())
            return
        if not isinstance(structured, dict):
            super().handle_message(structured)
