"""The state of one connection: open documents, traces, scores, and who must be told."""

# Paths come and go as text, in globs and in answers.
# ruff: noqa: PTH100, PTH109, PTH111, PTH118

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from pygls import uris

from toolspec.lsp.document import Change, Document
from toolspec.lsp.judge.messages import (
    Files,
    Forget,
    Score,
    Scores,
    TraceGlob,
    TraceInfo,
    Unread,
    Watch,
)
from toolspec.lsp.positions import Encoding
from toolspec.lsp.project import forget_settings, trace_places
from toolspec.lsp.settings import Settings
from toolspec.lsp.sheet import Sheet, choose_traces, differ
from toolspec.lsp.specs import ClosedSpecs
from toolspec.lsp.tools import ToolIndex, ToolSums
from toolspec.lsp.view import Scored, View, rule_key

log = logging.getLogger(__name__)

INDEXES_MAX = 64
"""Sets of trace globs whose tools are kept summed up: specs of one project share theirs."""


class Session:
    """Everything the server knows. All of it lives on the loop's thread; nothing here waits.

    `send` hands a message to the judge, `changed` is called with the URI of a document whose scores
    changed, or None where they may all have.
    """

    def __init__(self, send: Callable[[Any], None], changed: Callable[[str | None], None]) -> None:
        self.settings = Settings()
        self.folders: list[str] = []
        self.restricted = False
        """Whether the folders are not trusted: nothing outside of them is read for them."""
        self.documents: dict[str, Document] = {}
        self.sheets: dict[str, Sheet] = {}
        self.infos: dict[str, TraceInfo] = {}
        self.by_glob: dict[TraceGlob, tuple[str, ...]] = {}
        self.by_path: dict[str, list[str]] = {}
        self.skipped: dict[str, Unread] = {}
        self.sums: dict[str, ToolSums] = {}
        self.settled = False
        self.looking = True
        self.watched: Watch | None = None
        self.watch_seconds = 0.5
        self.initial = Settings()
        self.folder_settings: dict[str, Settings] = {}
        self._send, self._changed = send, changed
        self._closed = ClosedSpecs()
        self._age = 0
        self._indexes: dict[tuple[TraceGlob, ...], tuple[int, ToolIndex]] = {}
        self._traces: dict[str, tuple[object, tuple[TraceInfo, ...]]] = {}
        self._skipped: dict[str, tuple[object, Mapping[str, Unread]]] = {}

    # ------------------------------------------------------------------------------------- settings

    def take_settings(self, settings: Settings, folder: str | None = None) -> bool:
        """Set the settings of a folder (None: of the workspace); tell whether that changed any."""
        if folder is None:
            changed, self.settings = settings != self.settings, settings
            return changed
        changed = self.settings_at(folder) != settings
        self.folder_settings[folder] = settings
        return changed

    def settings_at(self, path: str | None) -> Settings:
        """Return the settings in force for a path: those of the innermost folder that has some."""
        inside = [root for root in self.folder_settings if path and _inside(path, root)]
        return self.folder_settings[max(inside, key=len)] if inside else self.settings

    def forget_folders(self, folders: Iterable[str]) -> None:
        """Drop the settings of folders that left the workspace."""
        for folder in folders:
            self.folder_settings.pop(folder, None)
        self.files_changed()

    def files_changed(self) -> None:
        """Look for specs and settings again: files came, went, or changed."""
        self._closed.forget()
        forget_settings()
        self.watch()

    # ------------------------------------------------------------------------------------ documents

    def open(self, uri: str, text: str, version: int) -> Document:
        """Take a document the editor opened."""
        document = Document(uri, text, version, uris.to_fs_path(uri))
        self.documents[uri] = document
        self.sheets[uri] = Sheet()
        self.know(document)
        return document

    def edit(
        self, uri: str, changes: Iterable[Change], version: int | None, encoding: Encoding
    ) -> None:
        """Take the editor's changes of a document's text."""
        if uri in self.documents:
            self.documents[uri].edit(changes, version, encoding)

    def close(self, uri: str) -> None:
        """Drop a document; its scores go with it."""
        self.documents.pop(uri, None)
        self.sheets.pop(uri, None)
        self._traces.pop(uri, None)
        self._skipped.pop(uri, None)
        self._send(Forget(uri))
        self.watch()

    def view(self, uri: str) -> View | None:
        """Return all that is known about a spec, open or on disk; None where there is none."""
        document = self.documents.get(uri) or self._on_disk(uri)
        if document is None:
            return None
        sheet = self.sheets.get(uri)
        return View(
            document,
            self.settings_at(document.path),
            self.tools_of(document),
            sheet.scored if sheet else Scored(),
            self.traces_of(document),
            self.infos,
            self.skipped_of(document),
            lambda: (other for other in self.specs() if other.uri != uri),
        )

    def find_specs(self) -> None:
        """Look for the workspace's specs on disk; may be called from another thread."""
        self._closed.find(self.folders)

    def specs(self) -> Iterable[Document]:
        """Yield the specs of the workspace: open ones as they are, the others from disk."""
        yield from self.documents.values()
        seen = {document.path for document in self.documents.values()}
        for path in self._closed.find(self.folders):
            document = None if path in seen else self._on_disk(uris.from_fs_path(path) or "")
            if document is not None:
                yield document

    def unread_specs(self) -> list[str]:
        """Return the paths of the workspace's specs on disk that cannot be read."""
        seen = {document.path for document in self.documents.values()}
        return [
            path
            for path in self._closed.find(self.folders)
            if path not in seen and self._on_disk(uris.from_fs_path(path) or "") is None
        ]

    def _on_disk(self, uri: str) -> Document | None:
        document = self._closed.document(uri)
        if document is not None:
            self.know(document)
        return document

    def know(self, document: Document) -> None:
        """Have a document's names held against its traces, where some were read."""
        if document.cold:
            return  # known once it is read: only then is it clear which traces are its
        tools = self.tools_of(document).tools
        document.know(tuple(tools) if tools and self.settled else None)

    # --------------------------------------------------------------------------------------- traces

    def globs_of(self, document: Document) -> tuple[TraceGlob, ...]:
        """Return a document's trace globs: its own, its project's, the editor's.

        What its project excludes it leaves out of all of them.
        """
        folder = str(Path(document.path).parent) if document.path else os.getcwd()
        settings = self.settings_at(document.path)
        project = trace_places(folder)
        if document.lines <= settings.lines_max and document.traces:
            globs = [_absolute(glob, folder) for glob in document.traces]
        elif project.globs:
            globs = [*project.globs]
        else:
            inside = [root for root in self.folders if _inside(folder, root)]
            roots = inside or self.folders or [folder]
            globs = [_absolute(glob, root) for root in roots for glob in settings.traces]
        seen_from = project.folder if project.exclude else ""
        within = tuple(self.folders or [folder]) if self.restricted else ()
        return tuple(TraceGlob(glob, seen_from, project.exclude, within) for glob in globs)

    def watch(self) -> None:
        """Tell the judge which traces matter now, if that changed."""
        globs = {
            glob: None
            for document in self.documents.values()
            if not document.cold or document.traces
            for glob in self.globs_of(document)
        }
        # One library serves all folders: the largest limits of those with open specs hold.
        used = [self.settings_at(document.path) for document in self.documents.values()]
        used = used or [self.settings]
        watch = Watch(
            tuple(globs),
            max(settings.trace_bytes_max for settings in used),
            max(settings.traces_max for settings in used),
            0
            if any(not settings.trace_days_max for settings in used)
            else max(settings.trace_days_max for settings in used),
            max(settings.memory_bytes_max for settings in used),
            self.watch_seconds,
        )
        if watch != self.watched:
            self.watched, self.looking = watch, True
            self._send(watch)

    def traces_of(self, document: Document) -> tuple[TraceInfo, ...]:
        """Return the recent traces of a document, newest first."""
        globs = self.globs_of(document)
        key = (self._age, globs)
        known = self._traces.get(document.uri)
        if known is not None and known[0] == key:
            return known[1]
        self.watch()  # what the project's settings say may have changed
        seen = {
            trace_id: self.infos[trace_id]
            for glob in globs
            for path in self.by_glob.get(glob, ())
            for trace_id in self.by_path.get(path, ())
        }
        found = tuple(
            sorted(seen.values(), key=lambda info: (-info.changed_ns, info.path, info.id))
        )
        self._traces[document.uri] = (key, found)
        return found

    def newest(self, glob: str) -> str | None:
        """Return the newest file that an absolute glob finds; None where it finds none."""
        found = (paths[0] for one, paths in self.by_glob.items() if one.pattern == glob and paths)
        return next(found, None)

    def tools_of(self, document: Document) -> ToolIndex:
        """Return the tools that the recent traces of a document call; other specs' are not its."""
        globs = self.globs_of(document)
        age, index = self._indexes.pop(globs, (-1, None))
        if index is None:
            index = ToolIndex()
            while len(self._indexes) >= INDEXES_MAX:
                self._indexes.pop(next(iter(self._indexes)))
        if age != self._age:
            index.hold({info.id: self.sums[info.id] for info in self.traces_of(document)})
        self._indexes[globs] = self._age, index  # the last asked for is the last
        return index

    def skipped_of(self, document: Document) -> Mapping[str, Unread]:
        """Return the trace files of a document that are not read, and why."""
        if not self.skipped:
            return self.skipped
        globs = self.globs_of(document)
        key = (self._age, globs)
        known = self._skipped.get(document.uri)
        if known is None or known[0] != key:
            found = {
                path: self.skipped[path]
                for glob in globs
                for path in self.by_glob.get(glob, ())
                if path in self.skipped
            }
            known = self._skipped[document.uri] = key, found
        return known[1]

    def take_files(self, files: Files) -> None:
        """Take what the judge found on disk."""
        self._age += 1
        for trace_id in files.gone:
            info = self.infos.pop(trace_id, None)
            self.sums.pop(trace_id, None)
            if info is not None:
                self.by_path[info.path].remove(trace_id)
        for info in files.added:
            self.infos[info.id] = info
            self.by_path.setdefault(info.path, []).append(info.id)
            self.sums[info.id] = files.sums.get(info.id, {})
        self.by_glob, self.skipped = dict(files.by_glob), dict(files.skipped)
        self.settled = files.settled
        self.looking = self.looking and not files.settled
        if files.added or files.gone or files.settled:
            for document in self.documents.values():
                self.know(document)
                self.score(document.uri)
            self._changed(None)

    # --------------------------------------------------------------------------------------- scores

    def choose(self, uri: str, case: str | None, trace_id: str | None) -> None:
        """Set the trace a document or case is shown against; None: the newest again."""
        sheet = self.sheets.get(uri)
        if sheet is None:
            return
        if trace_id is None:
            sheet.picked.pop(case, None)
        else:
            sheet.picked[case] = trace_id
        self.score(uri)

    def score(self, uri: str) -> None:
        """Ask the judge for a document's scores, unless nothing they depend on has changed."""
        document, sheet = self.documents.get(uri), self.sheets.get(uri)
        if document is None or sheet is None or document.cold:
            return
        sheet.version = document.version
        if document.lines > self.settings_at(document.path).lines_max:
            return
        spec = document.reading.spec
        traces = self.traces_of(document)
        sheet.chosen = choose_traces(spec.cases, traces, sheet.picked)
        keys = [rule_key(rule) for rule in spec.rules]
        weights = tuple(rule.weight for rule in spec.rules)
        stamps = tuple((info.id, info.stamp) for info in traces)
        asked = (tuple(keys), weights, stamps, tuple(sheet.chosen.items()))
        if asked == sheet.asked:
            return
        if not traces:
            sheet.asked, sheet.shown, sheet.traces = asked, {}, {}
            return
        sheet.asked, sheet.keys, sheet.waiting = asked, keys, True
        sheet.job += 1
        sheet.partial = {}
        ids = tuple(info.id for info in traces)
        explain = frozenset(sheet.chosen.values())
        picked = tuple((trace, case) for case, trace in sheet.chosen.items() if case is not None)
        self._send(Score(uri, sheet.job, spec.rules, spec.cases, ids, explain, picked))

    def take_scores(self, scores: Scores) -> None:
        """Take scores from the judge; those of an older request are dropped."""
        sheet = self.sheets.get(scores.uri)
        if sheet is None or scores.job != sheet.job:
            return
        before = sheet.shown
        sheet.shown = shown = sheet.take(scores.traces)
        if scores.final:
            sheet.traces, sheet.waiting = sheet.partial, False
        if scores.final or differ(before, shown):
            self._changed(scores.uri)

    def awaits_scores(self, uri: str) -> bool:
        """Tell whether the judge has yet to say what an open document's scores are."""
        document, sheet = self.documents.get(uri), self.sheets.get(uri)
        if document is None or sheet is None:
            return False
        if sheet.version != document.version or (sheet.waiting and not sheet.partial):
            return True
        return self.looking and not sheet.waiting and not sheet.shown

    def restart_judge(self) -> None:
        """Tell a new judge everything: the old one's traces and scores are gone with it."""
        self.watched = None
        for sheet in self.sheets.values():
            sheet.asked = None
        self._forget_traces()
        self.watch()

    def lose_judge(self) -> None:
        """Go on without scores: old ones would soon be wrong."""
        self._forget_traces()
        for sheet in self.sheets.values():
            sheet.shown, sheet.traces, sheet.waiting = {}, {}, False
        self._changed(None)

    def _forget_traces(self) -> None:
        self._age += 1
        self.infos, self.by_glob, self.by_path, self.skipped = {}, {}, {}, {}
        self.sums, self._indexes, self.settled = {}, {}, False


def _absolute(glob: str, folder: str) -> str:
    return os.path.normpath(os.path.join(folder, os.path.expanduser(glob)))


def _inside(path: str, root: str) -> bool:
    return os.path.commonpath([os.path.abspath(path), os.path.abspath(root)]) == os.path.abspath(
        root
    )
