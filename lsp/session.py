"""The state of one connection: open documents, traces, scores, and who must be told."""

# Paths come and go as text, in globs and in answers.
# ruff: noqa: PTH

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pygls import uris

from toolspec.dsl.files import text_of
from toolspec.lsp.document import Document
from toolspec.lsp.judge.messages import Files, Forget, Score, Scores, TraceInfo, TraceScore, Watch
from toolspec.lsp.project import project_globs
from toolspec.lsp.settings import Settings
from toolspec.lsp.tools import ToolIndex
from toolspec.lsp.view import RuleKey, RuleScore, Scored, View, rule_key

log = logging.getLogger(__name__)

SPECS_MAX = 500
"""Specs of a workspace that workspace-wide requests look at."""


class Sheet:
    """One document's scores: the request under way, and what the last ones answered."""

    def __init__(self) -> None:
        self.job = 0
        self.keys: list[RuleKey] = []
        self.asked: object = None
        self.chosen: dict[str | None, str] = {}
        self.picked: dict[str | None, str] = {}
        self.shown: dict[RuleKey, RuleScore] = {}
        self.traces: dict[str, TraceScore] = {}
        self.partial: dict[str, TraceScore] = {}
        self.waiting = False

    @property
    def scored(self) -> Scored:
        """The scores as features see them."""
        return Scored(self.chosen, self.shown, tuple(self.traces.values()), self.waiting)


class Session:
    """Everything the server knows. All of it lives on the loop's thread; nothing here waits.

    `send` hands a message to the judge, `changed` is called with the URI of a document whose scores
    changed, or None where they may all have.
    """

    def __init__(self, send: Callable[[Any], None], changed: Callable[[str | None], None]) -> None:
        self.settings = Settings()
        self.folders: list[str] = []
        self.documents: dict[str, Document] = {}
        self.sheets: dict[str, Sheet] = {}
        self.infos: dict[str, TraceInfo] = {}
        self.by_glob: dict[str, tuple[str, ...]] = {}
        self.by_path: dict[str, list[str]] = {}
        self.skipped: dict[str, str] = {}
        self.tools = ToolIndex()
        self.settled = False
        self.watched: Watch | None = None
        self.watch_seconds = 0.5
        self._send, self._changed = send, changed
        self._closed: dict[str, tuple[tuple[int, int], Document]] = {}

    # ------------------------------------------------------------------------------------ documents

    def open(self, uri: str, text: str, version: int) -> Document:
        """Take a document the editor opened."""
        document = Document(uri, text, version, uris.to_fs_path(uri))
        self.documents[uri] = document
        self.sheets[uri] = Sheet()
        self._know(document)
        return document

    def change(self, uri: str, text: str, version: int | None) -> None:
        """Take a document's new text."""
        if uri in self.documents:
            self.documents[uri].change(text, version)

    def close(self, uri: str) -> None:
        """Drop a document; its scores go with it."""
        self.documents.pop(uri, None)
        self.sheets.pop(uri, None)
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
            self.settings,
            self.tools,
            sheet.scored if sheet else Scored(),
            self.traces_of(document),
            self.infos,
            self.skipped,
            lambda: (other for other in self.specs() if other.uri != uri),
        )

    def specs(self) -> Iterable[Document]:
        """Yield the specs of the workspace: open ones as they are, the others from disk."""
        yield from self.documents.values()
        seen = {document.path for document in self.documents.values()}
        count = 0
        for folder in self.folders:
            for path in _spec_files(folder):
                if path in seen or count >= SPECS_MAX:
                    continue
                count += 1
                document = self._on_disk(uris.from_fs_path(path) or "")
                if document is not None:
                    yield document

    def _on_disk(self, uri: str) -> Document | None:
        path = uris.to_fs_path(uri)
        if not path:
            return None
        try:
            state = os.stat(path)
            stamp = (state.st_mtime_ns, state.st_size)
            known = self._closed.get(uri)
            if known is not None and known[0] == stamp:
                return known[1]
            document = Document(uri, text_of(path), None, path)
        except (OSError, ValueError):
            return None
        self._know(document)
        self._closed[uri] = (stamp, document)
        return document

    def _know(self, document: Document) -> None:
        # A tool nobody called may be new: names are held against traces only where some were read.
        document.know(tuple(self.tools.tools) if self.tools.tools and self.settled else None)

    # --------------------------------------------------------------------------------------- traces

    def globs_of(self, document: Document) -> tuple[str, ...]:
        """Return a document's trace globs, made absolute: its own, its project's, the editor's."""
        folder = str(Path(document.path).parent) if document.path else os.getcwd()
        if document.lines <= self.settings.lines_max and document.reading.spec.traces:
            return tuple(_absolute(glob, folder) for glob in document.reading.spec.traces)
        found = project_globs(folder)
        if found:
            return found
        roots = [root for root in self.folders if _inside(folder, root)] or self.folders or [folder]
        return tuple(_absolute(glob, root) for root in roots for glob in self.settings.traces)

    def watch(self) -> None:
        """Tell the judge which traces matter now, if that changed."""
        globs = {
            glob: None for document in self.documents.values() for glob in self.globs_of(document)
        }
        settings = self.settings
        watch = Watch(
            tuple(globs),
            settings.trace_bytes_max,
            settings.traces_max,
            settings.trace_days_max,
            settings.memory_bytes_max,
            self.watch_seconds,
        )
        if watch != self.watched:
            self.watched = watch
            self._send(watch)

    def traces_of(self, document: Document) -> tuple[TraceInfo, ...]:
        """Return the recent traces of a document, newest first."""
        seen: dict[str, TraceInfo] = {}
        for glob in self.globs_of(document):
            for path in self.by_glob.get(glob, ()):
                for trace_id in self.by_path.get(path, ()):
                    seen[trace_id] = self.infos[trace_id]
        return tuple(sorted(seen.values(), key=lambda info: (-info.changed_ns, info.path, info.id)))

    def take_files(self, files: Files) -> None:
        """Take what the judge found on disk."""
        for trace_id in files.gone:
            info = self.infos.pop(trace_id, None)
            self.tools.put(trace_id, None)
            if info is not None:
                self.by_path[info.path].remove(trace_id)
        for info in files.added:
            self.infos[info.id] = info
            self.by_path.setdefault(info.path, []).append(info.id)
            self.tools.put(info.id, files.sums.get(info.id, {}))
        self.by_glob, self.skipped = dict(files.by_glob), dict(files.skipped)
        self.settled = files.settled
        if files.added or files.gone or files.settled:
            for document in self.documents.values():
                self._know(document)
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
        if document is None or sheet is None or document.lines > self.settings.lines_max:
            return
        spec = document.reading.spec
        traces = self.traces_of(document)
        sheet.chosen = _chosen(spec.cases, traces, sheet.picked)
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
        self._send(Score(uri, sheet.job, spec.rules, spec.cases, ids, explain))

    def take_scores(self, scores: Scores) -> None:
        """Take scores from the judge; those of an older request are dropped."""
        sheet = self.sheets.get(scores.uri)
        if sheet is None or scores.job != sheet.job:
            return
        before = sheet.shown
        shown: dict[RuleKey, RuleScore] = {}
        for trace in scores.traces:
            sheet.partial[trace.trace] = trace
        for trace in sheet.partial.values():
            for at, score in trace.rules.items():
                key = sheet.keys[at]
                if score.reason is not None and sheet.chosen.get(key.case) == trace.trace:
                    shown[key] = score
        sheet.shown = shown
        if scores.final:
            sheet.traces, sheet.waiting = sheet.partial, False
        if scores.final or _differ(before, shown):
            self._changed(scores.uri)

    def restart_judge(self) -> None:
        """Tell a new judge everything: the old one's traces and scores are gone with it."""
        self.watched = None
        for sheet in self.sheets.values():
            sheet.asked = None
        self.infos, self.by_glob, self.by_path = {}, {}, {}
        self.tools = ToolIndex()
        self.watch()


def _chosen(
    cases: tuple[str, ...], traces: tuple[TraceInfo, ...], picked: dict[str | None, str]
) -> dict[str | None, str]:
    """Return the trace each case is shown against: the picked one while there, else the newest."""
    ids = {info.id for info in traces}
    chosen: dict[str | None, str] = {}
    newest = picked.get(None, "")
    if newest not in ids and traces:
        newest = traces[0].id
    if newest:
        chosen[None] = newest
    for case in cases:
        pick = picked.get(case, "")
        if pick not in ids:
            pick = next((info.id for info in traces if info.name == case), "")
        if pick:
            chosen[case] = pick
    return chosen


def _differ(before: dict[RuleKey, RuleScore], after: dict[RuleKey, RuleScore]) -> bool:
    return len(before) != len(after) or any(
        key not in before or before[key] != score for key, score in after.items()
    )


def _absolute(glob: str, folder: str) -> str:
    return os.path.normpath(os.path.join(folder, os.path.expanduser(glob)))


def _inside(path: str, root: str) -> bool:
    return os.path.commonpath([os.path.abspath(path), os.path.abspath(root)]) == os.path.abspath(
        root
    )


_SKIPPED = {".git", ".venv", "venv", "node_modules", "__pycache__", ".tox", "site-packages"}


def _spec_files(folder: str) -> Iterable[str]:
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
        for name in sorted(files):
            if name.endswith(".toolspec"):
                yield os.path.join(place, name)
