"""The server: one connection with an editor, and what connects editor, session and judge."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, cast

from cachetools import LRUCache
from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from toolspec import __version__
from toolspec.engine.rule import Rule
from toolspec.engine.telling.timeline.picture import Timeline
from toolspec.lsp.judge.client import JudgeClient
from toolspec.lsp.judge.messages import (
    CallList,
    Calls,
    CallText,
    Draw,
    Drawn,
    Explain,
    Explained,
    Failed,
    Files,
    FindCall,
    FoundCall,
    Look,
    Proposed,
    RuleScore,
    Scores,
    Sketch,
    Sketched,
    TraceInfo,
    Trial,
    Tried,
)
from toolspec.lsp.progress import LookProgress
from toolspec.lsp.refresh import Refresh
from toolspec.lsp.state.document import SpecDocument
from toolspec.lsp.state.editor import Editor
from toolspec.lsp.state.proposals import Proposals
from toolspec.lsp.state.session import Session
from toolspec.lsp.state.settings import read_settings
from toolspec.lsp.state.snapshot import Snapshot, rule_key
from toolspec.lsp.text.positions import Encoding
from toolspec.lsp.transport.adapt import Adapter
from toolspec.lsp.transport.protocol import Protocol

log = logging.getLogger(__name__)

SETTLE_SECONDS = 0.015
"""How long the server waits for the next keystroke before it asks for scores."""

CALL_LISTS_MAX = 2
"""Traces whose lists of calls are kept: a cursor moves among a few."""

SKETCHES_MAX = 64
"""Drawings of rules on a trace that are kept: a pointer comes back to the same few rules."""


class Server(LanguageServer):
    """One connection with an editor."""

    protocol: Protocol  # type: ignore[reportIncompatibleVariableOverride]

    def __init__(self) -> None:
        super().__init__(  # type: ignore[reportUnknownMemberType]
            "toolspec",
            __version__,
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
            protocol_cls=Protocol,
        )
        self.judge = JudgeClient(self._from_judge, self._judge_started, self._judge_lost)
        self.proposals = Proposals(self.judge)
        self.refresh = Refresh(self)
        self.session = Session(self.judge.send, self.refresh.changed)
        self.can = Editor()
        self.ended: asyncio.Event | None = None
        self.started: Callable[[], None] = lambda: None
        """Called once after the reply to `initialize`, for work that can wait until then."""
        self._progress = LookProgress(self)
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._reading_tasks: dict[str, asyncio.Task[None]] = {}
        self._call_lists: LRUCache[str, tuple[tuple[int, int], CallList]] = LRUCache(CALL_LISTS_MAX)
        self._sketches: LRUCache[object, str] = LRUCache(SKETCHES_MAX)
        self._tasks: set[asyncio.Task[None]] = set()
        self._complained: set[str] = set()
        self.greeted = False
        """Whether the editor has said `initialized`."""

    @property
    def encoding(self) -> Encoding:
        """The units in which the editor counts columns."""
        agreed = self.workspace.position_encoding  # an enum's member or its value
        return cast("Encoding", str(getattr(agreed, "value", agreed) or "utf-16"))

    @property
    def said_goodbye(self) -> bool:
        """Whether the editor sent `shutdown` before it left."""
        return bool(getattr(self.protocol, "_shutdown", False))

    def leave(self) -> None:
        """End the connection."""
        if self.ended is not None:
            self.ended.set()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log an error instead of showing a message for each."""
        log.error("%s: %s", getattr(source, "__name__", source), error)

    def snapshot(self, uri: str) -> tuple[Snapshot, Adapter] | None:
        """Return the snapshot of a spec and its adapter; None if there is no such spec."""
        snapshot = self.session.snapshot(uri)
        return None if snapshot is None else (snapshot, Adapter(snapshot.document, self.encoding))

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background; the loop alone would not keep its task alive."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def trace(self, method: str, seconds: float) -> None:
        """Log how long a request took, if the editor asked for it with `$/setTrace`."""
        if self.protocol.trace != types.TraceValue.Off:
            text = f"{method} answered in {seconds * 1000:.1f} ms"
            self.log_trace(types.LogTraceParams(text))

    # ------------------------------------------------------------------------------------ the judge

    def start_judge(self) -> None:
        """Start the judge; once it runs it is sent everything it needs."""
        self.spawn(self.judge.start())

    async def restart_judge(self) -> None:
        """Start the judge again, whether or not it still runs."""
        await self.judge.restart()

    def _judge_started(self) -> None:
        self.session.restart_judge()

    def _judge_lost(self) -> None:
        self.session.lose_judge()
        self.spawn(self._offer_restart())

    async def _offer_restart(self) -> None:
        """Show that scoring has stopped, with a button that starts it again."""
        text = (
            "toolspec: scoring ended unexpectedly several times and was stopped. "
            "Everything else goes on. The server's log says more."
        )
        again = types.MessageActionItem("Start scoring again")
        request = types.ShowMessageRequestParams(types.MessageType.Warning, text, [again])
        try:
            picked = await self.window_show_message_request_async(request)
        except Exception as error:  # an editor without such messages
            log.info("nobody was told: %s", error)
            return
        if picked is not None:
            await self.restart_judge()

    def _from_judge(self, message: Any) -> None:
        if isinstance(message, Files):
            self.session.take_files(message)
            for uri, document in self.session.documents.items():
                if document.pending:  # its names must be compared with other tools now
                    self.document_changed(uri)
            self._progress.tell(message)
            if self.session.settings.status:
                self.protocol.notify("toolspec/tracesChanged", {})
        elif isinstance(message, Scores):
            self.session.take_scores(message)
        elif isinstance(message, Failed):
            log.error("the judge: %s", message.text)

    async def calls(self, trace_id: str) -> CallList:
        """Return the calls of a trace and their places in its file."""
        if not self.judge.running:
            return CallList(0, trace_id, (), "", "there is no judge")
        info = self.session.known.infos.get(trace_id)
        known = self._call_lists.get(trace_id)
        if known is not None and info is not None and known[0] == info.stamp:
            return known[1]
        listed = await self.judge.ask(Calls(0, trace_id), CallList)
        if listed is None:
            return CallList(0, trace_id, (), "", "the judge ended")
        if info is not None and listed.problem is None:
            self._call_lists[trace_id] = info.stamp, listed
        return listed

    async def trial(self, trial: Trial) -> Tried:
        """Return the statuses of rules that are not in the text; none without a judge."""
        return await self.judge.ask(trial, Tried) or Tried(0, ())

    async def timeline(self, trace_id: str, rule: Rule | None) -> Timeline | None:
        """Return the timeline of a trace; None without a judge, or where the trace is gone."""
        drawn = await self.judge.ask(Draw(0, trace_id, rule), Drawn)
        return None if drawn is None else drawn.timeline

    async def explained(self, trace_id: str, rules: tuple[Rule, ...]) -> tuple[RuleScore, ...]:
        """Return the scores of rules on a trace with their reasons; none without a judge."""
        answered = await self.judge.ask(Explain(0, trace_id, rules), Explained)
        return () if answered is None else answered.scores

    async def sketch(self, trace_id: str, rule: Rule) -> str:
        """Return what decides of a rule on a trace as a drawing; "" without one, or a judge."""
        info = self.session.known.infos.get(trace_id)
        key = trace_id, None if info is None else info.stamp, rule_key(rule)
        known = self._sketches.get(key)
        if known is not None:
            return known
        texts = await self.sketches(trace_id, (rule,))
        if not texts:
            return ""
        if info is not None:
            self._sketches[key] = texts[0]
        return texts[0]

    async def sketches(self, trace_id: str, rules: tuple[Rule, ...]) -> tuple[str, ...]:
        """Return such drawings of rules, as far as there was time for them."""
        sketched = await self.judge.ask(Sketch(0, trace_id, rules), Sketched)
        return () if sketched is None else sketched.texts

    async def call_text(self, trace_id: str, call: int) -> CallText | None:
        """Return where a call's arguments are in its file; None where that is not known."""
        where = await self.judge.ask(FindCall(0, trace_id, call), FoundCall)
        return None if where is None else where.text

    async def proposed(self, traces: tuple[TraceInfo, ...]) -> Proposed:
        """Return the rules that hold on all of these traces; none without a judge."""
        return await self.proposals.of(traces)

    def look(self) -> None:
        """Have the judge look for changed traces now."""
        self.judge.send(Look())

    # --------------------------------------------------------------------------------- what changed

    def scores_changed(self, uri: str | None) -> None:
        """Show new scores of a document, or of all, soon."""
        self.refresh.changed(uri)

    def used_files_changed(self) -> None:
        """Read the open specs again that take in a file which changed, on disk or in the editor."""
        for uri, document in self.session.documents.items():
            if document.files_changed():
                self.document_changed(uri)
                self.refresh.changed(uri)

    def document_changed(self, uri: str) -> None:
        """Ask for scores soon; only the newest text is scored."""
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()
        self._timers[uri] = asyncio.get_running_loop().call_later(
            SETTLE_SECONDS, self._settled, uri
        )

    def _settled(self, uri: str) -> None:
        self._timers.pop(uri, None)
        document = self.session.documents.get(uri)
        if document is None:
            return
        if document.pending:
            self.spawn(self._read_and_settle(uri))
            return
        self.session.watch()
        self.session.score(uri)
        self.refresh.push(uri)
        self.used_files_changed()

    async def _read_and_settle(self, uri: str) -> None:
        await self.ready(uri)
        if uri not in self._timers:
            self._settled(uri)

    async def ready(self, uri: str) -> None:
        """Wait until a document is read; a long one is read in another thread."""
        while (document := self.session.documents.get(uri)) is not None and document.pending:
            task = self._reading_tasks.get(uri)
            if task is None or task.done():
                task = self._reading_tasks[uri] = self.spawn(self._read_pending(document))
            # Cancelling one request must not cancel the reading that others wait for.
            await asyncio.shield(task)
        self._reading_tasks.pop(uri, None)

    async def _read_pending(self, document: SpecDocument) -> None:
        if document.lines > self.session.settings_at(document.path).lines_max:
            document.pending = False  # too long: it is not read at all
            return
        await document.read_pending()
        self.session.know(document)

    async def workspace_ready(self) -> None:
        """Wait until every spec of the workspace is read, open or not."""
        for uri in list(self.session.documents):
            await self.ready(uri)
        await asyncio.to_thread(self.session.find_specs)
        for document in self.session.specs():
            if document.pending:
                await self._read_pending(document)

    # --------------------------------------------------------------------------------- the settings

    def take_settings(self, given: Any, folder: str | None = None) -> None:
        """Apply settings from the editor; report each setting that cannot be read once."""
        settings, complaints = read_settings(given, self.session.initial)
        for complaint in complaints:
            if complaint in self._complained:
                continue
            self._complained.add(complaint)
            log.warning("settings: %s", complaint)
            kind, text = types.MessageType.Warning, f"toolspec: {complaint}"
            # An unknown name may belong to a newer extension, so do not interrupt the user for it.
            if complaint.endswith("is not a setting of toolspec"):
                self.window_log_message(types.LogMessageParams(kind, text))
            else:
                self.window_show_message(types.ShowMessageParams(kind, text))
        if self.session.take_settings(settings, folder):
            self.can.status = self.session.settings.status
            self.session.watch()
            for uri in self.session.documents:
                self.document_changed(uri)
            self.refresh.changed(None)

    async def pull_settings(self) -> None:
        """Ask the editor for its settings, of the workspace and of each folder."""
        if not self.can.configuration:
            return
        folders = list(self.session.folders)
        scopes = [None, *(uris.from_fs_path(folder) for folder in folders)]
        items = [types.ConfigurationItem(scope, "toolspec") for scope in scopes]
        try:
            answers = await self.workspace_configuration_async(types.ConfigurationParams(items))
        except Exception as error:  # announced by the editor, but not supported after all
            log.warning("no settings from the editor: %s", error)
            return
        for scope, answer in zip([None, *folders], answers or [], strict=False):
            if answer is not None and (scope is None or scope in self.session.folders):
                self.take_settings(answer, scope)
