"""The state of one connection: open documents, traces, scores and settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from typing import Any

from pygls import uris

from toolspec.lsp.judge.messages import Files, Forget, Scores, TraceGlob, TraceInfo, Watch
from toolspec.lsp.state.document import Change, SpecDocument, open_text
from toolspec.lsp.state.document_scores import DocumentScores, choose_traces, differ
from toolspec.lsp.state.known_traces import KnownTraces
from toolspec.lsp.state.paths import absolute, inside, path_of
from toolspec.lsp.state.project import TracePlaces, forget_settings, trace_places
from toolspec.lsp.state.settings import Settings
from toolspec.lsp.state.snapshot import Scored, Snapshot, TraceProgress, rule_keys
from toolspec.lsp.state.specs import ClosedSpecs
from toolspec.lsp.text.positions import Encoding


class Session:
    """Everything the server knows. It is used only on the event loop's thread and never waits.

    `send` sends a message to the judge. `changed` is called with the URI of a document whose scores
    changed, or with None if all may have changed.
    """

    def __init__(self, send: Callable[[Any], None], changed: Callable[[str | None], None]) -> None:
        self.settings = Settings()
        self.folders: list[str] = []
        self.restricted = False
        """Whether the workspace is not trusted; then nothing outside its folders is read."""
        self.documents: dict[str, SpecDocument] = {}
        self._open_text = partial(open_text, self.documents)
        self.document_scores: dict[str, DocumentScores] = {}
        self.known = KnownTraces()
        self.looking = True
        self.stopped = False
        """Whether the judge has ended so often that it is not restarted automatically."""
        self.watched: Watch | None = None
        self.watch_seconds = 0.5
        self.initial = Settings()
        self.folder_settings: dict[str, Settings] = {}
        self._send, self._changed = send, changed
        self._closed = ClosedSpecs()
        self._jobs = count(1)
        self._all = False
        """Whether closed specs are scored too, because an editor asked for all findings."""

    # ------------------------------------------------------------------------------------- settings

    def take_settings(self, settings: Settings, folder: str | None = None) -> bool:
        """Set the settings of a folder (None: of the workspace); return whether they changed."""
        if folder is None:
            changed, self.settings = settings != self.settings, settings
            return changed
        changed = self.settings_at(folder) != settings
        self.folder_settings[folder] = settings
        return changed

    def settings_at(self, path: str | None) -> Settings:
        """Return the settings for a path: those of the innermost folder that has any."""
        around = [root for root in self.folder_settings if path and inside(path, root)]
        return self.folder_settings[max(around, key=len)] if around else self.settings

    def forget_folders(self, folders: Iterable[str]) -> None:
        """Drop the settings of folders that left the workspace."""
        for folder in folders:
            self.folder_settings.pop(folder, None)
        self.files_changed()

    def files_changed(self) -> None:
        """Search for specs and settings again, because files were added, removed or changed."""
        self._closed.forget()
        forget_settings()
        self.watch()

    # ------------------------------------------------------------------------------------ documents

    def open(self, uri: str, text: str, version: int) -> SpecDocument:
        """Add a document that the editor opened."""
        document = SpecDocument(uri, text, version, path_of(uri), "".join(self.folders[:1]))
        document.within = self._within(document.folder)
        document.opened = self._open_text
        self.documents[uri] = document
        self.document_scores[uri] = DocumentScores()
        self.know(document)
        return document

    def edit(
        self, uri: str, changes: Iterable[Change], version: int | None, encoding: Encoding
    ) -> None:
        """Apply the editor's changes to a document."""
        if uri in self.documents:
            self.documents[uri].edit(changes, version, encoding)

    def close(self, uri: str) -> None:
        """Remove a document and its scores."""
        self.documents.pop(uri, None)
        self.document_scores.pop(uri, None)
        self._send(Forget(uri))
        self.watch()

    def snapshot(self, uri: str) -> Snapshot | None:
        """Return the snapshot of a spec, open or on disk; None if there is none."""
        document = self.documents.get(uri) or self._on_disk(uri)
        if document is None:
            return None
        globs, doc_scores, known = (
            self.globs_of(document),
            self.document_scores.get(uri),
            self.known,
        )
        if uri in self.documents:
            self._see_to(globs)
        return Snapshot(
            document,
            self.settings_at(document.path),
            known.tools(globs),
            doc_scores.scored(rule_keys(document.reading).all)
            if doc_scores and not document.pending
            else Scored(),
            known.of(globs),
            known.infos,
            known.skipped_of(globs),
            lambda: (other for other in self.specs() if other.uri != uri),
            self._matching_nothing(document, globs),
            self._loading(globs),
            self.stopped,
        )

    def find_specs(self) -> None:
        """Search the workspace's specs on disk; may be called from another thread."""
        self._closed.find(self.folders)

    def specs(self) -> Iterable[SpecDocument]:
        """Yield the specs of the workspace: open ones as edited, the others from disk."""
        yield from self.documents.values()
        yield from self._closed_specs()

    def _closed_specs(self) -> Iterable[SpecDocument]:
        open_paths = {document.path for document in self.documents.values()}
        for path in self._closed.find(self.folders):
            document = None if path in open_paths else self._on_disk(uris.from_fs_path(path) or "")
            if document is not None:
                yield document

    def unread_specs(self) -> list[str]:
        """Return the paths of the workspace's specs on disk that cannot be read."""
        open_paths = {document.path for document in self.documents.values()}
        return [
            path
            for path in self._closed.find(self.folders)
            if path not in open_paths and self._on_disk(uris.from_fs_path(path) or "") is None
        ]

    def _on_disk(self, uri: str) -> SpecDocument | None:
        document = self._closed.document(uri)
        if document is not None:
            document.within = self._within(document.folder)
            document.opened = self._open_text
            self.know(document)
        return document

    def _within(self, folder: str) -> tuple[str, ...] | None:
        """Return the folders outside of which a spec in a folder may read nothing, if any."""
        return tuple(self.folders or [folder]) if self.restricted else None

    def know(self, document: SpecDocument) -> None:
        """Give a document the tools of its traces, so that its names are checked against them."""
        if document.pending:
            return  # which traces it has is known only when it is read
        # Without any traces, every tool would look misspelt.
        tools = self.known.tools(self.globs_of(document)).tools
        document.know(tuple(tools) if tools and self.known.settled else None)

    # --------------------------------------------------------------------------------------- traces

    def globs_of(self, document: SpecDocument) -> tuple[TraceGlob, ...]:
        """Return a document's trace globs: its own, else its project's, else the editor's.

        All of them leave out what the project excludes.
        """
        settings = self.settings_at(document.path)
        folder = document.folder
        project = trace_places(folder)
        written = document.traces if document.lines <= settings.lines_max else ()
        key = (written, settings, project, self.restricted, *self.folders)
        if document.globs is None or document.globs[0] != key:
            document.globs = key, self._find_globs(folder, written, settings, project)
        return document.globs[1]

    def _find_globs(
        self, folder: str, written: tuple[str, ...], settings: Settings, project: TracePlaces
    ) -> tuple[TraceGlob, ...]:
        if written:
            globs = [absolute(glob, folder) for glob in written]
        elif project.globs:
            globs = [*project.globs]
        else:
            around = [root for root in self.folders if inside(folder, root)]
            roots = around or self.folders or [folder]
            globs = [absolute(glob, root) for root in roots for glob in settings.traces]
        seen_from = project.folder if project.exclude else ""
        within = self._within(folder) or ()
        return tuple(TraceGlob(glob, seen_from, project.exclude, within) for glob in globs)

    def _matching_nothing(
        self, document: SpecDocument, globs: tuple[TraceGlob, ...]
    ) -> frozenset[str]:
        """Return the paths of a document's `traces` lines that certainly match no file."""
        if self.looking or not self.known.settled or all(map(self.known.finds, globs)):
            return frozenset()
        folder = document.folder
        matching = {glob.pattern for glob in globs if self.known.finds(glob)}
        return frozenset(path for path in document.traces if absolute(path, folder) not in matching)

    def _loading(self, globs: tuple[TraceGlob, ...]) -> TraceProgress | None:
        """Return how many of a document's traces are read; None when all are."""
        if not globs or self.stopped or (self.known.settled and not self.looking):
            return None
        there = len(self.known.of(globs))
        return TraceProgress(there, there + self.known.to_come(globs))

    def watch(self) -> None:
        """Tell the judge which traces to watch, if that has changed."""
        globs = self._globs(self.documents.values())
        closed = self._globs(self._closed_specs()) if self._all else {}
        # All folders share one library, so use the largest limits of those with open specs.
        used = [self.settings_at(document.path) for document in self.documents.values()]
        used = used or [self.settings]
        watch = Watch(
            tuple(globs),
            tuple(glob for glob in closed if glob not in globs),
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

    def _globs(self, documents: Iterable[SpecDocument]) -> dict[TraceGlob, None]:
        return {
            glob: None
            for document in documents
            if not document.pending or document.traces
            for glob in self.globs_of(document)
        }

    def traces_of(self, document: SpecDocument) -> tuple[TraceInfo, ...]:
        """Return the recent traces of a document, newest first."""
        return self.known.of(self.globs_of(document))

    def _see_to(self, globs: tuple[TraceGlob, ...]) -> None:
        """Watch these traces if the judge does not yet; a project's settings may have changed."""
        watched = self.watched.globs if self.watched is not None else ()
        if any(glob not in watched for glob in globs):
            self.watch()

    def take_files(self, files: Files) -> None:
        """Apply a report of the judge about files on disk."""
        self.known.take(files)
        self.looking = self.looking and not files.settled
        if files.added or files.gone or files.settled:
            for document in self.documents.values():
                self.know(document)
                self.score(document.uri)
            if self._all and files.settled:
                self.score_all()
            self._changed(None)

    # --------------------------------------------------------------------------------------- scores

    def choose(self, uri: str, case: str | None, trace_id: str | None) -> None:
        """Pin a document or case to a trace; None unpins it, so that the newest is shown."""
        doc_scores = self.document_scores.get(uri)
        if doc_scores is None:
            return
        if trace_id is None:
            doc_scores.picked.pop(case, None)
        else:
            doc_scores.picked[case] = trace_id
        self.score(uri)

    def score_all(self) -> None:
        """Score specs that are not open too, each only on the traces it is shown against."""
        if not self._all:
            self._all = True
            self.watch()
        there = {document.uri for document in self._closed_specs()}
        for uri in there:
            self.document_scores.setdefault(uri, DocumentScores())
            self.score(uri)
        for uri in [
            uri for uri in self.document_scores if uri not in there and uri not in self.documents
        ]:
            del self.document_scores[uri]
            self._send(Forget(uri))

    def score(self, uri: str) -> None:
        """Ask the judge for a document's scores, unless nothing they depend on has changed."""
        document, doc_scores = self.documents.get(uri), self.document_scores.get(uri)
        opened = document is not None
        if document is None and doc_scores is not None:
            document = self._on_disk(uri)
        if document is None or doc_scores is None or document.pending:
            return
        doc_scores.version = document.version
        if document.lines > self.settings_at(document.path).lines_max:
            return
        spec = document.reading.spec
        traces = self.traces_of(document)
        doc_scores.chosen = choose_traces(spec.cases, traces, doc_scores.picked)
        if not opened:  # its other traces are not shown anywhere
            traces = tuple(info for info in traces if info.id in doc_scores.chosen.values())
        keys = rule_keys(document.reading).all
        stamps = tuple((info.id, info.stamp) for info in traces)
        asked = (keys, stamps, tuple(doc_scores.chosen.items()), spec.cases)
        if asked == doc_scores.asked:
            return
        doc_scores.asked = asked
        if not traces:
            doc_scores.empty(keys)
            return
        self._send(doc_scores.ask(uri, next(self._jobs), spec, keys, stamps))

    def take_scores(self, scores: Scores) -> None:
        """Apply scores from the judge; drop those of an older request."""
        doc_scores = self.document_scores.get(scores.uri)
        if doc_scores is None or scores.job != doc_scores.job:
            return
        before = doc_scores.shown
        doc_scores.take(scores.traces, final=scores.final)
        shown = doc_scores.shown
        if scores.final or shown is before or differ(before, shown):
            self._changed(scores.uri)

    def awaits_scores(self, uri: str) -> bool:
        """Tell whether scores of a document's current text are still to come."""
        document, doc_scores = self.documents.get(uri), self.document_scores.get(uri)
        if document is None and doc_scores is not None:
            document = self._closed.document(uri)
        if document is None or doc_scores is None or self.stopped:
            return False
        if doc_scores.version != document.version or (
            doc_scores.waiting and not doc_scores.partial
        ):
            return True
        if not self.looking or doc_scores.waiting or doc_scores.shown or document.pending:
            return False
        return bool(self.globs_of(document))

    def lacks_scores(self, uri: str) -> bool:
        """Tell whether a rule of an open document has no score yet."""
        document, doc_scores = self.documents.get(uri), self.document_scores.get(uri)
        if document is None or doc_scores is None or document.pending:
            return False
        if document.lines > self.settings_at(document.path).lines_max:
            return False
        return any(key not in doc_scores.shown for key in rule_keys(document.reading).all)

    def restart_judge(self) -> None:
        """Send a new judge everything, because the old one's traces and scores are lost."""
        self.watched, self.stopped = None, False
        for doc_scores in self.document_scores.values():
            doc_scores.asked = None
        self.known.forget()
        self.watch()

    def lose_judge(self) -> None:
        """Drop all scores, because they would soon be out of date."""
        self.known.forget()
        self.stopped = True
        for doc_scores in self.document_scores.values():
            doc_scores.asked = None
            doc_scores.empty(())
        self._changed(None)
