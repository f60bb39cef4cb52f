"""Diagnostics: the problems that `toolspec check` reports, and rules that the shown trace fails.

Pulled by editors that can, pushed to the others, never both.
"""

from __future__ import annotations

import asyncio
import secrets
from functools import cached_property, lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from lsprotocol import types
from pygls import uris
from pygls.exceptions import JsonRpcException

from toolspec.lsp.feature import Feature
from toolspec.lsp.features.diagnostics.findings import faults, findings
from toolspec.lsp.refresh import Picture, Push, RefreshHost
from toolspec.lsp.state.document import SpecDocument
from toolspec.lsp.state.editor import Editor
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Finding, RelatedPlace
from toolspec.lsp.text.positions import Encoding
from toolspec.lsp.transport.adapt import Adapter
from toolspec.lsp.transport.raw_json import Ready, json_array, json_text

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

RETRIES_MAX = 60
"""How often an editor is asked to retry while scores are computed."""

_SERVER = secrets.token_hex(4)
_results = count(1)
"""Result ids are unique to each server, because an editor may keep ids of an earlier one."""

_SEVERITIES = {"error": 1, "warning": 2, "information": 3, "hint": 4}


Point = tuple[int, int]
"""Line and column as the editor counts them, from 0."""


Elsewhere = tuple[str, str, Point, Point]
"""A related place: its message, the file's URI, start and end."""


class LspDiagnostic(NamedTuple):
    """A finding with the editor's positions."""

    start: Point
    end: Point
    severity: str
    code: str
    message: str
    related: tuple[Elsewhere, ...]
    faded: bool

    def as_json(self) -> str:
        """Return the diagnostic of the protocol as JSON."""
        fields: dict[str, Any] = {
            "range": _range(self.start, self.end),
            "severity": _SEVERITIES[self.severity],
            "source": "toolspec",
            "message": self.message,
        }
        if self.code:
            fields["code"] = self.code
        if self.faded:
            fields["tags"] = [types.DiagnosticTag.Unnecessary.value]
        if self.related:
            fields["relatedInformation"] = [
                {"location": {"uri": uri, "range": _range(start, end)}, "message": message}
                for message, uri, start, end in self.related
            ]
        return json_text(fields)


@lru_cache(maxsize=2000)
def _in_files(related: tuple[RelatedPlace, ...]) -> tuple[Elsewhere, ...]:
    """Return places in trace files; cached, because they do not change while a spec is typed."""
    return tuple([_in_file(place) for place in related])


def _in_file(related: RelatedPlace) -> Elsewhere:
    at = max(related.line - 1, 0), max(related.column - 1, 0)
    return related.message, uris.from_fs_path(related.path) or "", at, at


def _range(start: Point, end: Point) -> dict[str, Any]:
    return {
        "start": {"line": start[0], "character": start[1]},
        "end": {"line": end[0], "character": end[1]},
    }


class LspDiagnostics:
    """The findings of a document as the protocol's diagnostics; `result` is their result id.

    Diagnostics that are the same as `before` keep their JSON, and the same list keeps its id.
    """

    def __init__(
        self, snapshot: Snapshot, encoding: Encoding, before: LspDiagnostics | None = None
    ) -> None:
        self._document = snapshot.document
        self._encoding: Encoding = encoding
        self.diagnostics = [self._convert(item) for item in findings(snapshot)]
        same = before is not None and before.diagnostics == self.diagnostics
        self.result = before.result if before and same else f"{_SERVER}.{next(_results)}"
        if before is not None and "pieces" not in before.__dict__:
            # Its JSON was never needed, so reuse that of an older list.
            older = before._before
            before._before, before = None, older
        self._before = before

    def _convert(self, item: Finding) -> LspDiagnostic:
        place, encoding = self._document.position, self._encoding
        start, end = item.span
        related: tuple[Elsewhere, ...] = ()
        if item.related:
            here = any(related.span is not None for related in item.related)
            converted = map(self._related, item.related)
            related = tuple(converted) if here else _in_files(item.related)
        return LspDiagnostic(
            place(start, encoding),
            place(end, encoding),
            item.severity,
            item.code,
            item.message,
            related,
            item.faded,
        )

    def _related(self, related: RelatedPlace) -> Elsewhere:
        if related.span is None:
            return _in_file(related)
        place, encoding = self._document.position, self._encoding
        start, end = place(related.span[0], encoding), place(related.span[1], encoding)
        return related.message, self._document.uri, start, end

    @cached_property
    def pieces(self) -> dict[LspDiagnostic, str]:
        """The findings as JSON texts."""
        before, self._before = self._before, None
        known = before.pieces if before is not None else {}
        return {
            diagnostic: known.get(diagnostic) or diagnostic.as_json()
            for diagnostic in self.diagnostics
        }

    @property
    def items(self) -> Any:
        """The findings as JSON."""
        pieces = self.pieces
        return json_array(pieces[diagnostic] for diagnostic in self.diagnostics)


_known: WeakKeyDictionary[SpecDocument, tuple[tuple[Any, ...], LspDiagnostics]] = (
    WeakKeyDictionary()
)


def diagnostics_of(snapshot: Snapshot, encoding: Encoding) -> LspDiagnostics:
    """Return the diagnostics of a document, cached until its text or scores change."""
    key = (
        snapshot.document.text,
        snapshot.document.typed_on,
        snapshot.reading,  # files that the spec uses may have changed
        snapshot.document.tools,
        snapshot.settings,
        encoding,
        faults(snapshot),
        snapshot.scored.shown,
        snapshot.scored.chosen,
        snapshot.skipped,
        snapshot.traces,
        snapshot.matching_nothing,
    )
    known = _known.get(snapshot.document)
    if known is None or known[0] != key:
        before = known[1] if known is not None else None
        _known[snapshot.document] = known = (key, LspDiagnostics(snapshot, encoding, before))
    return known[1]


async def pull(server: Server, params: types.DocumentDiagnosticParams) -> Ready:
    """Answer `textDocument/diagnostic`, after the scores if the editor cannot be refreshed.

    Such an editor would show an incomplete answer until the next edit. If scores take longer, it is
    asked to retry.
    """
    uri = params.text_document.uri
    refresh = server.refresh
    again = server.can.refresh_diagnostics
    await refresh.scored(uri, again=again)
    if not again:
        if server.session.awaits_scores(uri) and refresh.may_retry(uri, RETRIES_MAX):
            raise Again("the rules are being scored")
        refresh.retried(uri)
    pair = server.snapshot(uri)
    if pair is None:
        return Ready({"kind": "full", "items": []})
    diagnostics = diagnostics_of(pair[0], server.encoding)
    refresh.gave(types.WORKSPACE_DIAGNOSTIC_REFRESH, uri, diagnostics.result)
    return Ready(_report(diagnostics, params.previous_result_id))


class Again(JsonRpcException):
    """The server cannot answer yet, and the editor should retry."""

    CODE = types.LSPErrorCodes.ServerCancelled.value

    def __init__(self, message: str) -> None:
        super().__init__(message, self.CODE, {"retriggerRequest": True})


def _report(diagnostics: LspDiagnostics, before: str | None) -> dict[str, Any]:
    if before == diagnostics.result:
        return {"kind": "unchanged", "resultId": diagnostics.result}
    return {"kind": "full", "resultId": diagnostics.result, "items": diagnostics.items}


async def pull_workspace(server: Server, params: types.WorkspaceDiagnosticParams) -> Ready:
    """Answer `workspace/diagnostic` for every spec; unchanged ones are only named.

    From now on specs that are not open are scored too. A deleted spec gets an empty list.
    """
    session = server.session
    session.score_all()
    await server.refresh.all_scored()
    before = {item.uri: item.value for item in params.previous_result_ids}
    reports: dict[str, Any] = {}
    for document in list(session.specs()):
        await asyncio.sleep(0)
        snapshot = session.snapshot(document.uri)
        if snapshot is None:
            continue
        diagnostics = diagnostics_of(snapshot, server.encoding)
        if document.uri not in session.documents:
            # For an open spec, editors use only `textDocument/diagnostic`.
            server.refresh.gave(
                types.WORKSPACE_DIAGNOSTIC_REFRESH, document.uri, diagnostics.result
            )
        report = _report(diagnostics, before.pop(document.uri, None))
        reports[document.uri] = {"uri": document.uri, "version": document.version, **report}
    for uri in before:
        if uri not in reports:
            reports[uri] = {"uri": uri, "version": None, "kind": "full", "items": []}
    return Ready({"items": list(reports.values())})


def push(server: RefreshHost, uri: str, version: int | None, items: Any) -> None:
    """Publish diagnostics to an editor that cannot pull them."""
    params: dict[str, Any] = {"uri": uri, "diagnostics": items}
    if version is not None:
        params["version"] = version
    server.protocol.notify_ready(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)


def _push_changed(
    server: RefreshHost, uri: str, snapshot: Snapshot, adapter: Adapter, sent: str | None
) -> str | None:
    """Publish the findings if the editor cannot pull them and they differ from those it has."""
    if server.can.pull:
        return None
    version, diagnostics = snapshot.document.version, diagnostics_of(snapshot, adapter.encoding)
    key = f"{version} {diagnostics.result}"
    if key != sent:
        push(server, uri, version, diagnostics.items)
    return key


def _withdraw(server: RefreshHost, uri: str) -> None:
    push(server, uri, None, [])


def _outdated(snapshot: Snapshot, adapter: Adapter, given: str) -> bool:
    return given != diagnostics_of(snapshot, adapter.encoding).result


PUSHES = (Push(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, _push_changed, _withdraw),)


def _can_refresh(editor: Editor) -> bool:
    return editor.pull and editor.refresh_diagnostics


PICTURES = (
    Picture(
        types.WORKSPACE_DIAGNOSTIC_REFRESH,
        _can_refresh,
        _outdated,
    ),
)
_OPTIONS = types.DiagnosticOptions(
    inter_file_dependencies=True, workspace_diagnostics=True, identifier="toolspec"
)
FEATURES = (
    Feature(types.TEXT_DOCUMENT_DIAGNOSTIC, pull, _OPTIONS),
    Feature(types.WORKSPACE_DIAGNOSTIC, pull_workspace),
)
