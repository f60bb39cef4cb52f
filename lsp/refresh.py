"""Show what changed: ask the editor to ask again, and push what it does not ask for.

An editor is asked again only for what differs from the last answer it was given.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from toolspec.lsp.features import code_lens, diagnostics, inlay_hints, status
from toolspec.lsp.text.answers import Span

if TYPE_CHECKING:
    from toolspec.lsp.server import Server
    from toolspec.lsp.state.snapshot import View
    from toolspec.lsp.transport.adapt import Adapter

SOON_SECONDS = 0.005
PAUSE_SECONDS = 0.1
"""Between two requests to ask again: an editor that is asked at every trace would only ask."""

BRIEFLY_SECONDS = 0.03
"""How long an answer waits for the score of a new rule where the editor can be asked again.

Usually the score is there by then, and the answer is not needed twice.
"""

SCORED_SECONDS = 1.0
"""How long an answer waits for the scores of the newest text."""

FIRST_SECONDS = 3.0
"""How long it waits for the first scores of a document: the judge may just be starting."""


class _Hints(NamedTuple):
    """The hints that an editor was last given, and of which part of the text."""

    span: Span
    json: Any


class Showing:
    """What of an editor's picture is out of date."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._timer: asyncio.TimerHandle | None = None
        self._last = 0.0
        self._stale: set[str] = set()
        self._pushed: dict[str, str] = {}
        self._status: dict[str, Any] = {}
        self._hints: dict[str, _Hints] = {}
        self._findings: dict[str, str] = {}
        self._lenses: dict[str, Any] = {}
        self._retries: dict[str, int] = {}
        self._awaiting: set[asyncio.Future[None]] = set()

    # ------------------------------------------------------------------------------- what was given

    def sent_hints(self, uri: str, span: Span, json: Any) -> None:
        """Remember the hints that the editor was given."""
        self._hints[uri] = _Hints(span, json)

    def sent_findings(self, uri: str, result: str) -> None:
        """Remember which findings the editor was given."""
        self._findings[uri] = result

    def sent_lenses(self, uri: str, lenses: Any) -> None:
        """Remember the lenses that the editor was given."""
        self._lenses[uri] = lenses

    # --------------------------------------------------------------------------------- waiting

    async def scored(self, uri: str, *, again: bool) -> None:
        """Wait until a document's scores are there, but not long: the judge may have much to do.

        `again` says that the editor can be asked again when they come later: then only a rule
        without any score is waited for, and only briefly.
        """
        session, loop = self._server.session, asyncio.get_running_loop()
        if again:
            if session.lacks_scores(uri):
                await self._until(uri, loop.time() + BRIEFLY_SECONDS)
            return
        sheet = session.sheets.get(uri)
        seconds = SCORED_SECONDS if sheet and sheet.shown else FIRST_SECONDS
        await self._until(uri, loop.time() + seconds)

    async def _until(self, uri: str, end: float) -> None:
        """Wait for a document's scores, until a time at most."""
        loop = asyncio.get_running_loop()
        with suppress(TimeoutError):
            while self._server.session.awaits_scores(uri):
                news: asyncio.Future[None] = loop.create_future()
                self._awaiting.add(news)
                try:
                    async with asyncio.timeout_at(end):
                        await news
                finally:
                    self._awaiting.discard(news)

    async def all_scored(self) -> None:
        """Wait until every spec that is scored has its scores, but not long."""
        session = self._server.session
        end = asyncio.get_running_loop().time() + FIRST_SECONDS
        for uri in list(session.sheets):
            if session.awaits_scores(uri):
                await self._until(uri, end)

    def may_retry(self, uri: str, most: int) -> bool:
        """Tell whether an editor may be told once more to ask again about a document."""
        self._retries[uri] = self._retries.get(uri, 0) + 1
        return self._retries[uri] <= most

    def retried(self, uri: str) -> None:
        """Forget how often an editor was told to ask again: it is given an answer."""
        self._retries.pop(uri, None)

    def _wake(self) -> None:
        for news in self._awaiting:
            if not news.done():
                news.set_result(None)

    # --------------------------------------------------------------------------------- showing

    def changed(self, uri: str | None) -> None:
        """Show new scores of a document (None: of all) soon; several changes are shown once."""
        self._wake()
        documents = self._server.session.documents
        self._stale |= {*documents, *self._findings} if uri is None else {uri}
        if self._timer is None:
            loop = asyncio.get_running_loop()
            wait = max(SOON_SECONDS, self._last + PAUSE_SECONDS - loop.time())
            self._timer = loop.call_later(wait, self._refresh)

    def _refresh(self) -> None:
        server, can = self._server, self._server.can
        self._timer = None
        self._last = asyncio.get_running_loop().time()
        stale, self._stale = self._stale, set()
        views: list[tuple[str, View, Adapter]] = []
        for uri in stale:
            found = server.view(uri)
            if found is None or found[0].document.cold:
                continue
            views.append((uri, *found))
            if uri in server.session.documents:
                self._push(uri, *found)
        if can.refresh_hints and any(self._hints_differ(*view) for view in views):
            server.protocol.ask_again(types.WORKSPACE_INLAY_HINT_REFRESH)
        pulls = can.pull and can.refresh_diagnostics
        if pulls and any(self._findings_differ(*view) for view in views):
            server.protocol.ask_again(types.WORKSPACE_DIAGNOSTIC_REFRESH)
        if can.refresh_lenses and any(self._lenses_differ(*view) for view in views):
            server.protocol.ask_again(types.WORKSPACE_CODE_LENS_REFRESH)

    def _hints_differ(self, uri: str, view: View, adapter: Adapter) -> bool:
        sent = self._hints.get(uri)
        return sent is not None and sent.json != inlay_hints.as_answer(
            view, sent.span, adapter.encoding
        )

    def _findings_differ(self, uri: str, view: View, adapter: Adapter) -> bool:
        sent = self._findings.get(uri)
        return sent is not None and sent != diagnostics.shown(view, adapter.encoding).result

    def _lenses_differ(self, uri: str, view: View, _adapter: Adapter) -> bool:
        sent = self._lenses.get(uri)
        return sent is not None and sent != code_lens.lenses(view)

    def tell(self, uri: str) -> None:
        """Push what the editor does not ask for: findings, if it cannot pull, and the status."""
        self._wake()
        document = self._server.session.documents.get(uri)
        if document is None or document.cold:
            return
        found = self._server.view(uri)
        if found is not None:
            self._push(uri, *found)

    def _push(self, uri: str, view: View, adapter: Adapter) -> None:
        server, version = self._server, view.document.version
        if not server.can.pull:
            made = diagnostics.shown(view, adapter.encoding)
            key = f"{version} {made.result}"
            if self._pushed.get(uri) != key:
                self._pushed[uri] = key
                diagnostics.push(server, uri, version, made.items)
        if server.session.settings.status:
            told = status.status(view)
            if self._status.get(uri) != told:
                self._status[uri] = told
                status.send(server, told)

    def forget(self, uri: str) -> None:
        """Take back what was pushed for a document that is closed."""
        self._stale.discard(uri)
        for given in (
            self._status,
            self._hints,
            self._findings,
            self._lenses,
            self._retries,
        ):
            given.pop(uri, None)
        if self._pushed.pop(uri, None) is not None:
            diagnostics.push(self._server, uri, None, [])
