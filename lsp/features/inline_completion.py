"""Inline completion: the rest of an order, in grey, as far as all recent traces agree on it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from lsprotocol import types

from toolspec.dsl.text.spec_text import tool_name
from toolspec.lsp.feature import Feature
from toolspec.lsp.features.completion.place import place_at
from toolspec.lsp.features.completion.tools import tool_before
from toolspec.lsp.judge.tools import ToolIndex
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Edit
from toolspec.lsp.text.line_tokens import value_of_string

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

STEPS_MAX = 10
"""Calls of a continuation."""

TRACES_MIN = 2
"""Traces that have to agree: one alone is just itself."""


def agreed(tools: ToolIndex, before: str, written: Collection[str] = ()) -> list[str]:
    """Return the tools that follow one in every recent trace where any follows; "" is the start.

    It ends where traces differ, and before a tool that comes again or is `written` already.
    """
    chain: list[str] = []
    while len(chain) < STEPS_MAX:
        followers = [name for name, used in tools.tools.items() if used.after[before] > 0]
        if len(followers) != 1 or followers[0] in (*chain, *written):
            break
        before = followers[0]
        if tools.tools[before].traces < TRACES_MIN:
            break
        chain.append(before)
    return chain


def continuation(snapshot: Snapshot, offset: int) -> Edit | None:
    """Return the edit that goes on with the order at the cursor; None where there is none."""
    place = place_at(snapshot, offset)
    if place is None or place.kind != "name" or not place.tool_can_stand or place.follows:
        return None
    before = tool_before(place)
    if before is None:
        return None
    written = [
        value_of_string(word.text) for word in place.words if word.kind in ("name", "string")
    ]
    chain = [tool_name(tool) for tool in agreed(snapshot.tools, before, written)]
    if not chain or not chain[0].startswith(place.typed) or chain[0] == place.typed:
        return None
    return Edit(place.span, place.lead + " -> ".join(chain))


def answer(
    server: Server, params: types.InlineCompletionParams
) -> list[types.InlineCompletionItem] | None:
    """Answer `textDocument/inlineCompletion`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None or pair[0].too_long:
        return None
    snapshot, adapter = pair
    edit = continuation(snapshot, adapter.offset(params.position))
    if edit is None:
        return None
    return [types.InlineCompletionItem(edit.text, range=adapter.range(edit.span))]


FEATURES = (
    Feature(types.TEXT_DOCUMENT_INLINE_COMPLETION, answer, types.InlineCompletionOptions()),
)
