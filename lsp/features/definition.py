"""Go to the definition: from a name to where it is defined, from a tool to its calls in a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from toolspec.lsp.feature import Feature
from toolspec.lsp.judge.messages import CallInfo
from toolspec.lsp.state.name_scope import definer, is_local, mention_of, mentions_at
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Location
from toolspec.lsp.text.symbols_in_line import mentions
from toolspec.lsp.transport.adapt import file_location

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

CALLS_MAX = 50
"""Maximum number of calls of a tool that are returned."""


def definition(snapshot: Snapshot, offset: int) -> list[Location]:
    """Return where the name at an offset is defined; empty for a tool.

    That is the `tool` or `value` line of an `@name`, also in a spec that this one uses, and for a
    `$name` the place in its rule that gives it its value.
    """
    mention = mention_of(snapshot, offset)
    if mention is None or mention.name[:1] not in ("@", "$"):
        return []
    if is_local(mention):
        places = mentions_at(snapshot, offset, mention)
    else:
        document = definer(snapshot, mention.name)
        entries = document.reading.entries if document is not None else []
        places = (
            (document, entry, other)
            for entry in entries
            for other in mentions(entry)
            if document is not None and other.name == mention.name
        )
    return [Location(document.uri, other.span) for document, _, other in places if other.defines]


def tool_at(snapshot: Snapshot, offset: int) -> tuple[str, str] | None:
    """Return the tool at an offset and the id of the trace its rule is shown against."""
    mention = mention_of(snapshot, offset)
    if mention is None or mention.name[:1] in ("@", "$"):
        return None
    entry = snapshot.document.entry_at(offset)
    info = snapshot.trace_of(entry.case if entry is not None else None) or snapshot.trace_of(None)
    return None if info is None else (mention.name, info.id)


def calls_of(calls: tuple[CallInfo, ...], tool: str, path: str) -> list[Location]:
    """Return the places of a tool's calls in a trace file."""
    places = [call for call in calls if call.tool == tool]
    return [Location(path, line=call.line, column=call.column) for call in places[:CALLS_MAX]]


async def answer(server: Server, params: types.DefinitionParams) -> list[types.Location]:
    """Answer `textDocument/definition`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return []
    snapshot, adapter = pair
    offset = adapter.offset(params.position)
    places: list[types.Location] = []
    for place in definition(snapshot, offset):
        other = server.snapshot(place.uri)
        if other is not None:
            places.append(types.Location(place.uri, other[1].range(place.span)))
    tool = tool_at(snapshot, offset)
    if tool is not None:
        listed = await server.calls(tool[1])
        places += [
            file_location(place.uri, place.line, place.column)
            for place in calls_of(listed.calls, tool[0], listed.path)
        ]
    return places


FEATURES = (Feature(types.TEXT_DOCUMENT_DEFINITION, answer),)
