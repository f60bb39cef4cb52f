"""Where the arguments of a call are in its trace's file, for an editor to select them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pygls import uris
from pygls.exceptions import JsonRpcInvalidParams

from toolspec.lsp.feature import Feature
from toolspec.lsp.features.trace_list import field
from toolspec.lsp.text.positions import client_column

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

SECONDS = 5.0
"""How long the answer waits for the judge."""


async def answer(server: Server, params: Any) -> dict[str, Any] | None:
    """Answer `toolspec/callText`: where the arguments of a call are in its trace's file.

    `trace` is the id of a trace, `call` the number of a call from 0. The answer is an LSP
    `Location`: of the arguments, or of an empty range where the call begins if it has none that
    stand there. It is null where the place of the call is not known.
    """
    trace, call = field(params, "trace"), field(params, "call")
    if not isinstance(trace, str) or not isinstance(call, int) or isinstance(call, bool):
        raise JsonRpcInvalidParams("`trace` takes a trace's id, and `call` a number from 0")
    try:
        place = await asyncio.wait_for(server.call_text(trace, call), SECONDS)
    except TimeoutError:
        return None
    if place is None:
        return None
    start, end = (
        {"line": line, "character": client_column(before, len(before), server.encoding)}
        for line, before in (place.start, place.end)
    )
    return {"uri": uris.from_fs_path(place.path), "range": {"start": start, "end": end}}


FEATURES = (Feature("toolspec/callText", answer),)
