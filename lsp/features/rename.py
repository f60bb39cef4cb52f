"""Rename a tool or an `@name` wherever the workspace's specs mention it, a `$name` in its rule."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from toolspec.lsp.feature import Feature
from toolspec.lsp.state.name_scope import is_local, mention_of, mentions_at, sharing
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Edit, Span
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.symbols_in_line import Mention, hidden, mentions, written_tool
from toolspec.lsp.transport.adapt import Changed, workspace_edit

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

_REFERENCE = re.compile(r"@?[A-Za-z_](?:[A-Za-z0-9_.:/]|-(?!>))*(?<!:)")

_BOUND = re.compile(r"\$?[A-Za-z_][A-Za-z0-9_]*")

PLACES_MAX = 10
"""Maximum number of places listed where the old name may remain."""


class RenameError(ValueError):
    """The new name is not valid; the message says why."""


def renamable(snapshot: Snapshot, offset: int) -> tuple[Span, str] | None:
    """Return the span and name to rename at an offset; None if nothing can be renamed."""
    mention = mention_of(snapshot, offset)
    return None if mention is None else (mention.span, mention.name)


def rename(snapshot: Snapshot, offset: int, new: str) -> dict[str, list[Edit]]:
    """Return the edits of a rename by the spec's URI.

    A `$name` is renamed in its rule, an `@name` in the specs that take it from the same file, a
    tool in all specs of the workspace. Raises RenameError.
    """
    mention = mention_of(snapshot, offset)
    if mention is None:
        return {}
    edits: dict[str, list[Edit]] = {}
    text = _written(snapshot, offset, mention, new)
    for document, _, other in mentions_at(snapshot, offset, mention):
        edits.setdefault(document.uri, []).append(Edit(other.span, text))
    return edits


def _written(snapshot: Snapshot, offset: int, mention: Mention, new: str) -> str:
    """Return the new name as specs write it. Raises RenameError where it cannot be one."""
    if mention.name[:1] not in ("@", "$"):
        if not new:
            raise RenameError("a tool's name cannot be empty")
        return written_tool(new)
    if is_local(mention):
        if not _BOUND.fullmatch(new):
            raise RenameError(f"`{new}` is not a name: a letter or _, then letters, digits, _")
        new = f"${new.removeprefix('$')}"
        entry = snapshot.document.entry_at(offset)
        known = [other.name for other in mentions(entry)] if entry is not None else []
    else:
        if not _REFERENCE.fullmatch(new):
            raise RenameError(
                f"`{new}` is not a name: a letter or _, then letters, digits, _ . / -"
            )
        new = f"@{new.removeprefix('@')}"
        read = [document.reading.names for document in sharing(snapshot, mention.name)]
        known = [name for names in read for name in (*names.lines, *names.given)]
    if new != mention.name and new in known:
        raise RenameError(f"`{new}` is defined already")
    return new


def left_out(snapshot: Snapshot, name: str) -> list[str]:
    """Return the places in the workspace where a line that does not parse may mention a tool."""
    if name[:1] in ("@", "$"):
        return []
    return [
        f"{Path(document.path or document.uri).name}:{entry.line.row}"
        for document in (snapshot.document, *snapshot.others())
        for entry in document.reading.entries
        if hidden(entry, name)
    ]


def prepare(
    server: Server, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """Answer `textDocument/prepareRename`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return None
    snapshot, adapter = pair
    what = renamable(snapshot, adapter.offset(params.position))
    if what is None:
        return None
    return types.PrepareRenamePlaceholder(range=adapter.range(what[0]), placeholder=what[1])


def answer(server: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """Answer `textDocument/rename`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return None
    snapshot, adapter = pair
    offset = adapter.offset(params.position)
    try:
        edits = rename(snapshot, offset, params.new_name)
    except RenameError as wrong:
        raise JsonRpcInvalidParams(str(wrong)) from None
    changed: list[Changed] = []
    for uri, document_edits in edits.items():
        other = server.snapshot(uri)
        if other is not None:
            changed.append((other[1], document_edits))
    if not changed:
        return None
    _tell_left_out(server, snapshot, offset)
    return workspace_edit(changed, versioned=server.can.versioned_edits)


def _tell_left_out(server: Server, snapshot: Snapshot, offset: int) -> None:
    """Warn about places where the old name may remain."""
    what = renamable(snapshot, offset)
    if what is None or what[1][:1] in ("@", "$"):
        return
    places = [*left_out(snapshot, what[1]), *map(_named, server.session.unread_specs())]
    if places:
        more = f" and {len(places) - PLACES_MAX} more" if len(places) > PLACES_MAX else ""
        text = (
            f"toolspec: `{plain(what[1], 80)}` may also be mentioned in places that cannot be "
            f"read and were not renamed: {plain(', '.join(places[:PLACES_MAX]))}{more}"
        )
        server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, text))


def _named(path: str) -> str:
    return Path(path).name


FEATURES = (
    Feature(types.TEXT_DOCUMENT_PREPARE_RENAME, prepare),
    Feature(types.TEXT_DOCUMENT_RENAME, answer, types.RenameOptions(prepare_provider=True)),
)
