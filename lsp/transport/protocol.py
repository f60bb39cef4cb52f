"""JSON-RPC with the cases that pygls does not handle.

- An object in the parameters that has its own key `jsonrpc` (an MCP message in a trace) stays an
  object.
- Parameters that cannot be read are answered with the error `-32602`.
- A request before `initialize` is answered with `-32002`, one after `shutdown` with `-32600`.
- A cancellation that comes too late is ignored.

This uses private names of pygls 2.1, which the requirements pin.
"""

from __future__ import annotations

import asyncio
import logging
import typing
from collections.abc import Callable, Generator, Mapping
from typing import Any, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.language_server import lsp_method

from toolspec.lsp.state.editor import Editor
from toolspec.lsp.transport.raw_json import Ready, encoder

log = logging.getLogger(__name__)

SERVER_NOT_INITIALIZED = types.ErrorCodes.ServerNotInitialized.value
INVALID_REQUEST = types.ErrorCodes.InvalidRequest.value
INVALID_PARAMS = types.ErrorCodes.InvalidParams.value
METHOD_NOT_FOUND = types.ErrorCodes.MethodNotFound.value


class Host(typing.Protocol):
    """The part of the server that the connection needs."""

    can: Editor
    ended: asyncio.Event | None
    protocol: Protocol
    started: Callable[[], None]

    def leave(self) -> None:
        """End the connection."""
        ...


class Protocol(LanguageServerProtocol):
    """The protocol of one connection."""

    _server: Host  # type: ignore[reportIncompatibleVariableOverride]
    _asked_again = 0

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return objects unchanged; `handle_message` structures only the whole message."""
        return data

    def handle_message(self, message: Any) -> None:
        """Structure a message and pass it to pygls; answer a bad request with an error."""
        if isinstance(message, list):  # a batch: JSON-RPC allows it, though LSP does not use it
            for message_ in cast("list[Any]", message):
                self.handle_message(message_)
            return
        if not isinstance(message, dict):
            self.refuse(None, INVALID_REQUEST, "a message is an object")
            return
        raw = cast("dict[str, Any]", message)
        asks = "id" in raw and "method" in raw
        wrong = self._wrong(raw, asks)
        if wrong is not None:
            if asks:
                self.refuse(raw["id"], *wrong)
            else:
                log.info("ignored %r: %s", raw.get("method"), wrong[1])
            return
        if "method" not in raw and not self._awaits(raw.get("id")):
            log.debug("ignored an answer to nothing: %r", raw.get("id"))
            return
        if "method" in raw and raw.get("params") is None:
            # A client may omit empty parameters, but some message types require them.
            content: Any = {} if raw["method"] == types.INITIALIZED else None
            raw = {**raw, "params": content}
        try:
            structured: Any = super().structure_message(raw)
        except JsonRpcException as error:
            cause = str(error.__cause__ or error).split("\n", 1)[0]
            if asks:
                self.refuse(raw["id"], INVALID_PARAMS, f"the parameters cannot be read: {cause}")
            elif "method" in raw:
                log.warning("ignored %s: its parameters cannot be read: %s", raw["method"], cause)
            else:
                self._give_up(raw.get("id"), error)
            return
        super().handle_message(structured)

    def _wrong(self, raw: dict[str, Any], asks: bool) -> tuple[int, str] | None:
        """Return the code and text for a message that must not be handled; None for a good one."""
        if raw.get("jsonrpc") != self.VERSION:
            return INVALID_REQUEST, "`jsonrpc` is not 2.0"
        if "method" not in raw:
            return None
        method: Any = raw["method"]
        if not isinstance(method, str) or (asks and not isinstance(raw["id"], int | str)):
            return INVALID_REQUEST, "`method` and `id` must be texts or numbers"
        if self._shutdown and method != types.EXIT:
            return INVALID_REQUEST, "the server is shutting down"
        if self._workspace is None and method not in (types.INITIALIZE, types.EXIT):
            return SERVER_NOT_INITIALIZED, "the server is not initialized yet"
        if self._workspace is not None and method == types.INITIALIZE:
            return INVALID_REQUEST, "the server is initialized already"
        if method not in self._handlers and method not in self._builtin:
            return METHOD_NOT_FOUND, f"there is no method {method[:80]!r}"
        return None

    @property
    def _handlers(self) -> Mapping[str, Any]:
        return cast("Any", self.fm).features

    @property
    def _builtin(self) -> Mapping[str, Any]:
        return cast("Any", self.fm).builtin_features

    def refuse(self, request: Any, code: int, text: str, data: Any = None) -> None:
        """Answer a request with an error."""
        log.info("refused request %r: %s", request, text)
        error = {"code": code, "message": text}
        if data is not None:
            error["data"] = data
        self._send_data({"jsonrpc": self.VERSION, "id": request, "error": error})

    def notify_ready(self, method: str, params: Any) -> None:
        """Send a notification whose parameters are already JSON."""
        self._send_ready({"jsonrpc": self.VERSION, "method": method, "params": params})

    def ask_again(self, method: str) -> None:
        """Send a refresh request. Its answer is empty."""
        self._asked_again += 1
        name = f"toolspec/again/{self._asked_again}"
        self._send_ready({"jsonrpc": self.VERSION, "id": name, "method": method})

    def edit_request(self, edit: Mapping[str, Any]) -> types.ApplyWorkspaceEditParams:
        """Return the parameters that ask for an edit given as JSON, as commands bring it along."""
        converter: Any = self._converter
        return converter.structure({"edit": edit}, types.ApplyWorkspaceEditParams)

    def _send_ready(self, message: dict[str, Any]) -> None:
        """Send a message that is already JSON, in a sixth of the time that pygls takes."""
        if self.writer is None:
            log.error("nothing to send an answer to")
            return
        body = encoder().encode(message)
        log.debug("answered: %s", body)
        head = b"Content-Length: %d\r\n\r\n" % len(body) if self._include_headers else b""
        self.writer.write(head + body)

    def cancel(self, request: Any) -> None:
        """Cancel a running request; ignore one that is answered or unknown."""
        try:
            future = self._request_futures.pop(request, None)
        except TypeError:  # an id that no request can have
            return
        if future is not None:
            future.cancel()

    def _awaits(self, request: Any) -> bool:
        future = self._request_futures.get(request) if isinstance(request, int | str) else None
        return future is not None and not future.done()

    def _give_up(self, request: Any, error: Exception) -> None:
        """Fail the request whose answer from the editor cannot be read."""
        future = self._request_futures.pop(request, None)
        if future is not None:
            future.set_exception(error)

    def _send_handler_result(self, future: Any, *, msg_id: Any) -> None:
        """Answer a request. An error that the handler raised on purpose is not logged as one."""
        self._request_futures.pop(msg_id, None)
        if future.cancelled():
            self._result_types.pop(msg_id, None)
            self.refuse(msg_id, types.LSPErrorCodes.RequestCancelled.value, "cancelled")
            return
        failed = future.exception()
        if isinstance(failed, JsonRpcException) and not isinstance(failed, JsonRpcInternalError):
            self.refuse(msg_id, failed.code, failed.message, failed.data)
        elif failed is not None:
            log.error("request %r failed", msg_id, exc_info=failed)
            self.refuse(msg_id, types.ErrorCodes.InternalError.value, type(failed).__name__)
        elif isinstance(result := future.result(), Ready):
            self._result_types.pop(msg_id, None)
            self._send_ready({"jsonrpc": self.VERSION, "id": msg_id, "result": result.result})
        else:
            self._send_response(msg_id, result=result)

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(
        self, params: types.InitializeParams
    ) -> Generator[Any, Any, types.InitializeResult]:
        """Announce pulled diagnostics only to editors that pull them; others get them pushed."""
        result = yield from super().lsp_initialize(params)
        offered = result.capabilities.diagnostic_provider
        if not self._server.can.pull:
            result.capabilities.diagnostic_provider = None
        elif offered is not None and self._server.can.asks_all_or_one:
            result.capabilities.diagnostic_provider = types.DiagnosticOptions(
                inter_file_dependencies=True, workspace_diagnostics=False, identifier="toolspec"
            )
        # The reply is sent in this turn of the loop.
        asyncio.get_running_loop().call_soon(self._server.started)
        return result

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: Any) -> Generator[Any, Any, None]:
        """Skip the documents of pygls, which splits lines where editors do not."""
        yield self._handlers[types.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: Any) -> Generator[Any, Any, None]:
        """Skip the documents of pygls."""
        yield self._handlers[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: Any) -> Generator[Any, Any, None]:
        """Skip the documents of pygls."""
        yield self._handlers[types.TEXT_DOCUMENT_DID_CLOSE], (params,), None

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: Any) -> Any:
        """End the connection; `serve` returns the exit status."""
        self._server.leave()
