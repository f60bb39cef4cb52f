"""The life cycle: start and end, documents, folders, settings and watched files."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types

from toolspec.lsp.feature import Feature
from toolspec.lsp.state.document import Change
from toolspec.lsp.state.editor import Editor
from toolspec.lsp.state.paths import path_of

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

USED_SECONDS = 1.0
"""How often the server looks at the files that open specs use, if the editor does not."""

PARENT_SECONDS = 3.0
"""How often the server checks that the editor still runs."""


def initialize(server: Server, params: types.InitializeParams) -> None:
    """Store the editor's capabilities, folders and initial settings."""
    server.can = Editor(params.capabilities, params.client_info.name if params.client_info else "")
    folders = [folder.uri for folder in params.workspace_folders or []]
    if not folders and params.root_uri:
        folders = [params.root_uri]
    server.session.folders = [path for path in map(path_of, folders) if path]
    options: Any = params.initialization_options
    # Only the editor itself may set this, once; a setting could come from the untrusted folder.
    given = cast("dict[str, Any]", options) if isinstance(options, dict) else {}
    server.session.restricted = given.get("restricted") is True
    again = given.get("suggestAgain")
    server.can.suggest_again = again if isinstance(again, str) else ""
    server.take_settings(options)
    server.session.initial = server.session.settings


def initialized(server: Server, _params: Any) -> None:
    """Start the judge, watch files and request settings, which is allowed from now on."""
    if server.greeted:
        return
    server.greeted = True
    wanted: list[types.Registration] = []
    if server.can.watch:
        server.session.watch_seconds = 5.0
        watchers = [types.FileSystemWatcher("**/*")]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        wanted.append(
            types.Registration("toolspec-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        )
    if server.can.registers_configuration:
        section = types.DidChangeConfigurationRegistrationOptions("toolspec")
        method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
        wanted.append(types.Registration("toolspec-settings", method, section))
    if wanted:
        params = types.RegistrationParams(wanted)
        server.spawn(_quietly(server.client_register_capability_async(params)))
    server.start_judge()
    server.spawn(server.pull_settings())
    server.spawn(_end_with_parent(server))
    if not server.can.watch:
        server.spawn(_watch_used_files(server))


async def _watch_used_files(server: Server) -> None:
    """Look for changes of files that open specs take in: the editor does not report them."""
    while True:
        await asyncio.sleep(USED_SECONDS)
        server.used_files_changed()


async def _quietly(request: Any) -> None:
    """Await an answer and ignore it."""
    try:
        await request
    except Exception:
        return


async def _end_with_parent(server: Server) -> None:
    """Exit if the editor has died, so that no orphan process is left."""
    parent = server.process_id
    if not parent or os.name == "nt":
        return
    while True:
        await asyncio.sleep(PARENT_SECONDS)
        try:
            os.kill(parent, 0)
        except ProcessLookupError:
            await server.judge.stop()
            os._exit(1)
        except PermissionError:
            return


async def shutdown(server: Server, _params: Any) -> None:
    """End the judge."""
    await server.judge.stop()


def did_open(server: Server, params: types.DidOpenTextDocumentParams) -> None:
    """Add an opened spec."""
    document = params.text_document
    server.session.open(document.uri, document.text, document.version)
    server.document_changed(document.uri)


def did_change(server: Server, params: types.DidChangeTextDocumentParams) -> None:
    """Apply changes to a spec."""
    uri = params.text_document.uri
    changes = [_change(change) for change in params.content_changes]
    server.session.edit(uri, changes, params.text_document.version, server.encoding)
    server.refresh.typed(uri, changes)
    server.document_changed(uri)


def _change(change: types.TextDocumentContentChangeEvent) -> Change:
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        return Change(change.text)
    start, end = change.range.start, change.range.end
    return Change(change.text, (start.line, start.character), (end.line, end.character))


def did_close(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    """Remove a closed spec and its pushed findings."""
    uri = params.text_document.uri
    server.session.close(uri)
    server.refresh.forget(uri)
    server.used_files_changed()


def did_change_configuration(server: Server, params: types.DidChangeConfigurationParams) -> None:
    """Apply settings that were sent, and request the others."""
    if params.settings:
        server.take_settings(params.settings)
    server.spawn(server.pull_settings())


def did_change_watched_files(server: Server, _params: Any) -> None:
    """Read changed traces, and specs that use a changed file; others are read when needed."""
    server.session.files_changed()
    server.used_files_changed()
    server.look()


def did_change_folders(server: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Apply a change of the workspace's folders."""
    gone = {path_of(folder.uri) for folder in params.event.removed}
    kept = [path for path in server.session.folders if path not in gone]
    added = [path_of(folder.uri) for folder in params.event.added]
    server.session.folders = [*kept, *(path for path in added if path)]
    server.session.forget_folders(path for path in gone if path)
    server.spawn(server.pull_settings())
    server.session.watch()


FEATURES = (
    Feature(types.INITIALIZE, initialize),
    Feature(types.INITIALIZED, initialized),
    Feature(types.SHUTDOWN, shutdown),
    Feature(types.TEXT_DOCUMENT_DID_OPEN, did_open),
    Feature(types.TEXT_DOCUMENT_DID_CHANGE, did_change),
    Feature(types.TEXT_DOCUMENT_DID_CLOSE, did_close),
    Feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION, did_change_configuration),
    Feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, did_change_watched_files),
    Feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, did_change_folders),
)
