"""The server: a loop over the features, and the wires between editor, session and judge."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable, Coroutine
from importlib.metadata import PackageNotFoundError, version
from typing import Any, cast

from lsprotocol import types
from pygls import uris
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from toolspec.lsp.adapt import Adapter
from toolspec.lsp.editor import Editor
from toolspec.lsp.feature import Command, Feature
from toolspec.lsp.judge.client import JudgeClient
from toolspec.lsp.judge.messages import CallList, Calls, Failed, Files, Look, Scores
from toolspec.lsp.positions import Encoding
from toolspec.lsp.protocol import Protocol
from toolspec.lsp.session import Session
from toolspec.lsp.settings import read_settings
from toolspec.lsp.view import View

log = logging.getLogger(__name__)

SETTLE_SECONDS = 0.015
"""How long the server waits for the next keystroke before it asks for scores."""


def _version() -> str:
    try:
        return version("toolspec-lang")
    except PackageNotFoundError:
        return "0"


class Server(LanguageServer):
    """One connection with an editor."""

    def __init__(self) -> None:
        super().__init__(
            "toolspec",
            _version(),
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
            protocol_cls=Protocol,
        )
        self.judge = JudgeClient(self._from_judge, self._judge_started)
        self.session = Session(self.judge.send, self.scores_changed)
        self.can = Editor()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._refreshing: asyncio.TimerHandle | None = None
        self._asked: dict[int, asyncio.Future[CallList]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def encoding(self) -> Encoding:
        """The units in which the editor counts columns."""
        return cast("Encoding", str(getattr(self.workspace.position_encoding, "value", "utf-16")))

    @property
    def said_goodbye(self) -> bool:
        """Whether the editor sent `shutdown` before it left."""
        return bool(getattr(self.protocol, "_shutdown", False))

    def view(self, uri: str) -> tuple[View, Adapter] | None:
        """Return what is known about a spec, and how to speak of it; None if unknown."""
        view = self.session.view(uri)
        return None if view is None else (view, Adapter(view.document, self.encoding))

    # ------------------------------------------------------------------------------------ the judge

    def start_judge(self) -> None:
        """Start the judge; what it needs to know is sent when it runs."""
        self.spawn(self.judge.start())

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside the requests; the loop itself would not keep it alive."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _judge_started(self) -> None:
        self.session.restart_judge()

    def _from_judge(self, message: Any) -> None:
        if isinstance(message, Files):
            self.session.take_files(message)
            self.protocol.notify("toolspec/tracesChanged", {}) if self.can.status else None
        elif isinstance(message, Scores):
            self.session.take_scores(message)
        elif isinstance(message, CallList):
            waiting = self._asked.pop(message.request, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        elif isinstance(message, Failed):
            log.error("the judge: %s", message.text)

    async def calls(self, trace_id: str) -> CallList:
        """Return the calls of a trace with where they stand in its file."""
        request = len(self._asked) + id(trace_id) % 1_000_000_007
        future: asyncio.Future[CallList] = asyncio.get_running_loop().create_future()
        self._asked[request] = future
        self.judge.send(Calls(request, trace_id))
        return await future

    def look(self) -> None:
        """Have the judge look for changed traces now."""
        self.judge.send(Look())

    # --------------------------------------------------------------------------------- what changed

    def document_changed(self, uri: str) -> None:
        """Ask for scores soon: the newest text wins."""
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()
        self._timers[uri] = asyncio.get_running_loop().call_later(
            SETTLE_SECONDS, self._settled, uri
        )

    def _settled(self, uri: str) -> None:
        self._timers.pop(uri, None)
        if uri not in self.session.documents:
            return
        self.session.watch()
        self.session.score(uri)
        self.tell(uri)

    def scores_changed(self, uri: str | None) -> None:
        """Show new scores; several changes at once are shown once."""
        if self._refreshing is None:
            self._refreshing = asyncio.get_running_loop().call_later(0.005, self._refresh)

    def _refresh(self) -> None:
        self._refreshing = None
        for uri in list(self.session.documents):
            self.tell(uri)
        if self.can.refresh_hints:
            self.workspace_inlay_hint_refresh(None)
        if self.can.refresh_diagnostics:
            self.workspace_diagnostic_refresh(None)
        if self.can.refresh_lenses:
            self.workspace_code_lens_refresh(None)

    def tell(self, uri: str) -> None:
        """Push what the editor does not ask for: findings, if it cannot pull, and the status."""
        from toolspec.lsp.features import diagnostics, status

        found = self.view(uri)
        if found is None:
            return
        if not self.can.pull:
            diagnostics.push(cast("Any", self), *found)
        if self.can.status:
            status.send(cast("Any", self), *found)

    # --------------------------------------------------------------------------------- the settings

    def take_settings(self, given: Any) -> None:
        """Take settings however they came; say once what could not be read."""
        settings, complaints = read_settings(given, self.session.settings)
        for complaint in complaints:
            message = types.LogMessageParams(types.MessageType.Warning, f"toolspec: {complaint}")
            self.window_log_message(message)
        if settings != self.session.settings:
            self.session.settings = settings
            self.session.watch()
            for uri in self.session.documents:
                self.session.score(uri)
            self.scores_changed(None)

    async def pull_settings(self) -> None:
        """Ask the editor for the settings of each folder; the last one to say something wins."""
        if not self.can.configuration:
            return
        scopes = self.session.folders or [None]
        items = [
            types.ConfigurationItem(uris.from_fs_path(scope) if scope else None, "toolspec")
            for scope in scopes
        ]
        try:
            answers = await self.workspace_configuration_async(types.ConfigurationParams(items))
        except Exception as error:  # an editor that announced it and cannot do it after all
            log.warning("no settings from the editor: %s", error)
            return
        for answer in answers or []:
            self.take_settings(answer)


def create_server() -> Server:
    """Return a server with every feature, ready to be started on some wire."""
    from toolspec.lsp.features import COMMANDS, FEATURES

    server = Server()
    for feature in FEATURES:
        server.feature(feature.method, feature.options)(_guarded(server, feature))
    for command in COMMANDS:
        server.command(command.name)(_commanded(server, command))
    return server


def _guarded(server: Any, feature: Feature) -> Callable[[Any], Any]:
    """Return the handler pygls calls: a failing answer is logged and empty."""
    if inspect.iscoroutinefunction(feature.answer):

        async def later(params: Any) -> Any:
            try:
                return await feature.answer(server, params)
            except JsonRpcException:
                raise
            except Exception:
                log.exception("%s", feature.method)
                return None

        return later

    def now(params: Any) -> Any:
        try:
            return feature.answer(server, params)
        except JsonRpcException:
            raise
        except Exception:
            log.exception("%s", feature.method)
            return None

    return now


def _commanded(server: Any, command: Command) -> Callable[..., Any]:
    async def run(*arguments: Any) -> Any:
        try:
            return await command.run(server, *arguments)
        except JsonRpcException:
            raise
        except Exception:
            log.exception("%s", command.name)
            return None

    return run
