"""Go to the definition: from an `@name` to its line, from a tool to its calls in the trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from toolspec.lsp.feature import Feature
from toolspec.lsp.judge.messages import CallInfo
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Location
from toolspec.lsp.text.symbols_in_line import Mention, mention_at, mentions
from toolspec.lsp.transport.adapt import file_location

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

CALLS_MAX = 50
"""Maximum number of calls of a tool that are returned."""


def definition(snapshot: Snapshot, offset: int) -> list[Location]:
    """Return the `tool` line of the `@name` at an offset; empty for a tool."""
    mention = _mention(snapshot, offset)
    if mention is None or not mention.name.startswith("@"):
        return []
    return [
        Location(snapshot.document.uri, other.span)
        for entry in snapshot.reading.entries
        for other in mentions(entry)
        if other.defines and other.name == mention.name
    ]


def tool_at(snapshot: Snapshot, offset: int) -> tuple[str, str] | None:
    """Return the tool at an offset and the id of the trace its rule is shown against."""
    mention = _mention(snapshot, offset)
    if mention is None or mention.name.startswith("@"):
        return None
    entry = snapshot.document.entry_at(offset)
    info = snapshot.trace_of(entry.case if entry is not None else None) or snapshot.trace_of(None)
    return None if info is None else (mention.name, info.id)


def calls_of(calls: tuple[CallInfo, ...], tool: str, path: str) -> list[Location]:
    """Return the places of a tool's calls in a trace file."""
    places = [call for call in calls if call.tool == tool]
    return [Location(path, line=call.line, column=call.column) for call in places[:CALLS_MAX]]


def _mention(snapshot: Snapshot, offset: int) -> Mention | None:
    return None if snapshot.too_long else mention_at(snapshot.reading.entries, offset)


async def answer(server: Server, params: types.DefinitionParams) -> list[types.Location]:
    """Answer `textDocument/definition`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return []
    snapshot, adapter = pair
    offset = adapter.offset(params.position)
    places = [
        types.Location(place.uri, adapter.range(place.span))
        for place in definition(snapshot, offset)
    ]
    tool = tool_at(snapshot, offset)
    if tool is not None:
        listed = await server.calls(tool[1])
        places += [
            file_location(place.uri, place.line, place.column)
            for place in calls_of(listed.calls, tool[0], listed.path)
        ]
    return places


FEATURES = (Feature(types.TEXT_DOCUMENT_DEFINITION, answer),)
