"""Completion of keywords, tools, arguments and values, from the grammar and recent traces.

Each source of completions is a file here; this module combines them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from toolspec.lsp.feature import Feature
from toolspec.lsp.features.completion import (
    agents,
    cases,
    distances,
    ignores,
    keys,
    keywords,
    listed_values,
    messages,
    names,
    numbers,
    objects,
    parts,
    paths,
    signs,
    tools,
    value_words,
    values,
    variables,
)
from toolspec.lsp.features.completion.place import CompletionPlace, chunk, place_in
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Item, Span
from toolspec.lsp.text.markup import documentation
from toolspec.lsp.transport.raw_json import JsonPlaces, Ready

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

ITEMS_MAX = 200
"""Maximum items of one answer. If there are more, only those that fit the typed text are sent."""

FILES_MAX = 2000
"""Maximum entries of one folder that are listed."""

FOLDERS_MAX = 20
"""Maximum subfolders that are searched for traces."""

INSIDE_MAX = 500
"""Maximum entries of each subfolder that are listed."""

TRIGGERS = ["<", ":", "@", "$", '"', " ", ">", "|", ",", "/"]

KINDS = {
    "keyword": types.CompletionItemKind.Keyword,
    # Not `Snippet`: VS Code hides that kind, as the extension hides its own duplicate snippets.
    "snippet": types.CompletionItemKind.Keyword,
    # Not `Function` or `Method`: completion plugins append `()` to these.
    "tool": types.CompletionItemKind.Event,
    "name": types.CompletionItemKind.Variable,
    "key": types.CompletionItemKind.Field,
    "value": types.CompletionItemKind.Value,
    "case": types.CompletionItemKind.Class,
    "path": types.CompletionItemKind.File,
    "folder": types.CompletionItemKind.Folder,
    "code": types.CompletionItemKind.Constant,
    "text": types.CompletionItemKind.Text,
}


def completions(
    snapshot: Snapshot, offset: int, now_ns: int = 0, listed: Sequence[paths.Listed] = ()
) -> list[Item]:
    """Return what can be typed at an offset, best first.

    `now_ns` is the current time, to tell how long ago a tool was called; `listed` is the content of
    the folder that `paths.folder_wanted` returns.
    """
    return completion_list(snapshot, offset, now_ns, lambda _: listed)[0]


Listing = Callable[[Path], Sequence[paths.Listed]]


def completion_list(
    snapshot: Snapshot, offset: int, now_ns: int, listing: Listing
) -> tuple[list[Item], bool]:
    """Return the completions, and whether the editor must ask again as more is typed."""
    if snapshot.too_long:
        return [], False
    begin, line = chunk(snapshot, offset)
    if line.comment:
        return list(ignores.proposed(snapshot, line, offset)), False
    place = place_in(snapshot, offset, begin, line)
    if place is None:
        return [], False
    folder = paths.folder_wanted(snapshot, place)
    items = [
        *variables.proposed(place),
        *objects.proposed(place),
        *values.proposed(place),
        *listed_values.proposed(place),
        *value_words.proposed(place),
        *keys.proposed(place),
        *numbers.proposed(place),
        *signs.proposed(place),
        *cases.proposed(place),
        *paths.proposed(place, listing(folder) if folder is not None else ()),
        *tools.proposed(place, now_ns),
        *agents.proposed(place),
        *parts.proposed(place),
        *distances.proposed(place),
        *messages.proposed(place),
        *names.proposed(place),
        *keywords.proposed(place),
    ]
    many = len(items) > ITEMS_MAX
    if many:
        items = [item for item in items if fits(place.typed, item.filter or item.label)]
    # Files may change while a path is typed, so have the editor ask again.
    more = many or folder is not None
    return sorted(items, key=lambda item: item.sort)[:ITEMS_MAX], more


def fits(typed: str, text: str) -> bool:
    """Tell whether a text contains the typed letters in order, as editors filter.

    >>> fits("gw", "get_weather"), fits("wg", "get_weather")
    (True, False)
    """
    rest = iter(text.casefold())
    return all(char in rest for char in typed.casefold())


async def answer(server: Server, params: types.CompletionParams) -> Ready | None:
    """Answer `textDocument/completion`; incomplete while traces are still read.

    Where a tool can be typed and none is known yet, the first traces are waited for: an editor that
    is given an empty list closes it, and asks again only for another letter. The answer's ranges
    are those of the text that was asked about, whatever was typed while the traces were waited for.
    """
    uri = params.text_document.uri
    pair = server.snapshot(uri)
    if pair is None:
        return None
    offset = pair[1].offset(params.position)
    if _idle(pair[0], offset, params.context):
        return None
    ends: int | None = None
    if server.refresh.awaits_tools(uri) and (place := _place_of_tool(pair[0], offset)):
        version = pair[0].document.version
        await server.refresh.tools_known(uri)
        pair = server.snapshot(uri) or pair
        offset = pair[1].offset(params.position)
        if pair[0].document.version != version:
            ends = place.span[1]
    snapshot, adapter = pair
    items, many = completion_list(snapshot, offset, time.time_ns(), _listed)
    if ends is not None:  # the editor takes the end from the text it asked about
        items = [item._replace(span=(item.span[0], min(item.span[1], ends))) for item in items]
    able = server.client_capabilities.text_document
    can = able.completion.completion_item if able and able.completion else None
    formats = can.documentation_format if can else None
    range_of = cache(JsonPlaces(snapshot.document, adapter.encoding).range)  # most items share one
    snippets = bool(can and can.snippet_support)
    in_rows = bool(can and can.label_details_support)
    again = server.can.suggest_again
    shown = [
        _shown(item, range_of, formats, again, snippets=snippets, in_rows=in_rows) for item in items
    ]
    return Ready({"isIncomplete": many or snapshot.loading is not None, "items": shown})


def _shown(
    item: Item,
    range_of: Callable[[Span], dict[str, Any]],
    formats: Sequence[types.MarkupKind | str] | None,
    again: str,
    *,
    snippets: bool,
    in_rows: bool,
) -> dict[str, Any]:
    """Return an item as the protocol writes it; `again` names a command that opens the list.

    `in_rows` says that the editor shows more than a label in each row of its list.
    """
    text = _text(item, snippets, bool(again))
    form = "Snippet" if item.snippet and snippets else "PlainText"
    shown: dict[str, Any] = {
        "label": item.label,
        "kind": KINDS[item.kind].value,
        "filterText": item.filter or item.label,
        "insertTextFormat": types.InsertTextFormat[form].value,
        "textEdit": {"range": range_of(item.span), "newText": text},
    }
    if item.detail:
        shown["detail"] = item.detail
    if item.often and in_rows:
        shown["labelDetails"] = {"description": item.often}
    if item.sort:
        shown["sortText"] = item.sort
    # Editors show the detail above it.
    about = documentation(item.documentation.removeprefix(item.detail).lstrip("\n"), formats)
    if about is not None:
        plain = isinstance(about, str)
        shown["documentation"] = about if plain else {"kind": about.kind, "value": about.value}
    if again and item.again:
        shown["command"] = {"title": "Suggest", "command": again}
    return shown


def _text(item: Item, snippets: bool, again: bool) -> str:
    """Return the inserted text. If the list opens again, the first placeholder is empty."""
    if not item.snippet:
        return item.text
    if not snippets:
        return keywords.start(item.text)
    return keywords.opening_snippet(item.text) if again and item.again else item.text


def _place_of_tool(snapshot: Snapshot, offset: int) -> CompletionPlace | None:
    """Return the place at an offset where a tool can be typed there."""
    if snapshot.too_long:
        return None
    begin, line = chunk(snapshot, offset)
    place = None if line.comment else place_in(snapshot, offset, begin, line)
    return place if place is not None and place.tool_can_stand else None


def _idle(snapshot: Snapshot, offset: int, context: types.CompletionContext | None) -> bool:
    """Tell whether a space was typed that only indents a line."""
    if context is None or context.trigger_character != " ":
        return False
    source = snapshot.document.source
    start = source.line_span(source.place(offset)[0])[0]
    return not snapshot.document.text[start:offset].strip()


def _listed(folder: Path) -> tuple[paths.Listed, ...]:
    try:
        with os.scandir(folder) as entries:
            listed = [(entry.name, entry.is_dir()) for entry in islice(entries, FILES_MAX)]
    except OSError:
        return ()
    inside: dict[str, tuple[str, ...]] = {}
    for name, is_folder in listed:
        if is_folder and len(inside) < FOLDERS_MAX and not name.startswith("."):
            inside[name] = _files(folder / name)
    return tuple(paths.Listed(name, is_folder, inside.get(name, ())) for name, is_folder in listed)


def _files(folder: Path) -> tuple[str, ...]:
    """Return the names of files in a folder; none if it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return tuple(entry.name for entry in islice(entries, INSIDE_MAX) if entry.is_file())
    except OSError:
        return ()


_OPTIONS = types.CompletionOptions(trigger_characters=TRIGGERS, resolve_provider=False)
FEATURES = (Feature(types.TEXT_DOCUMENT_COMPLETION, answer, _OPTIONS),)
