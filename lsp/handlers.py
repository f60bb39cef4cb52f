"""Create the server and register every feature's requests and commands with it."""

from __future__ import annotations

import inspect
import logging
import os
import time
from collections.abc import Callable
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from toolspec.lsp.feature import Command, Feature
from toolspec.lsp.server import Server

log = logging.getLogger(__name__)

WIDE = {
    types.WORKSPACE_DIAGNOSTIC,
    types.WORKSPACE_SYMBOL,
    types.TEXT_DOCUMENT_REFERENCES,
    types.TEXT_DOCUMENT_RENAME,
}
"""Requests that look at every spec of the workspace."""

NOTICES = {
    types.INITIALIZE,
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
}
"""Messages handled at once: requests that follow them must see the new text."""

ECHO = "TOOLSPEC_BENCH"
"""The environment variable with which the server answers `toolspec/echo`, for measurements."""


def create_server() -> Server:
    """Return a server with every feature, ready to be connected to a transport."""
    from toolspec.lsp.features import COMMANDS, FEATURES, PICTURES, PUSHES

    server = Server()
    for feature in FEATURES:
        server.feature(feature.method, feature.options)(_handler(server, feature))
    server.refresh.pictures, server.refresh.pushes = PICTURES, PUSHES
    for command in COMMANDS:
        server.command(command.name)(_commanded(server, command))
    if os.environ.get(ECHO):
        server.feature("toolspec/echo")(_echo)
    return server


def _echo(params: Any) -> Any:
    return params


def _handler(server: Any, feature: Feature) -> Callable[[Any], Any]:
    """Return the handler that pygls calls. If the feature fails, it logs this and answers null."""
    method = feature.method
    waits = inspect.iscoroutinefunction(feature.answer)

    def now(params: Any) -> Any:
        try:
            return feature.answer(server, params)
        except JsonRpcException:
            raise
        except Exception:
            log.exception("%s", method)
            return None

    async def later(params: Any) -> Any:
        began = time.monotonic()
        try:
            await _ready(server, method, params)
            answer = feature.answer(server, params)
            return await answer if waits else answer
        except JsonRpcException:
            raise
        except Exception:
            log.exception("%s", method)
            return None
        finally:
            server.trace(method, time.monotonic() - began)

    asked = method not in NOTICES and (waits or method.startswith(("textDocument/", "workspace/")))
    return later if asked and "/did" not in method else now


async def _ready(server: Server, method: str, params: Any) -> None:
    """Wait until the documents that a request needs have been read."""
    document = getattr(params, "text_document", None)
    if document is not None:
        await server.ready(document.uri)
    if method in WIDE:
        await server.workspace_ready()


def _commanded(server: Any, command: Command) -> Callable[..., Any]:
    async def run(*arguments: Any) -> Any:
        try:
            return await command.run(server, *arguments)
        except JsonRpcException:
            raise
        except Exception:
            log.exception("%s", command.name)
            return None

    return run
