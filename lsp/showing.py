"""Show what changed: ask the editor to ask again, and push what it does not ask for."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from toolspec.lsp.features import diagnostics, status

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

SOON_SECONDS = 0.005
PAUSE_SECONDS = 0.1
"""Between two requests to ask again: an editor that is asked at every trace would only ask."""

SCORED_SECONDS = 1.0
"""How long an answer waits for the scores of the newest text."""

FIRST_SECONDS = 3.0
"""How long it waits for the first scores of a document: the judge may just be starting."""


class Showing:
    """What of an editor's picture is out of date."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._timer: asyncio.TimerHandle | None = None
        self._last = 0.0
        self._stale: set[str] = set()
        self._pushed: dict[str, str] = {}
        self._awaiting: set[asyncio.Future[None]] = set()

    async def scored(self, uri: str) -> None:
        """Wait until a document's scores are there, but not long: the judge may have much to do."""
        server, loop = self._server, asyncio.get_running_loop()
        sheet = server.session.sheets.get(uri)
        end = loop.time() + (SCORED_SECONDS if sheet and sheet.shown else FIRST_SECONDS)
        with suppress(TimeoutError):
            while server.session.awaits_scores(uri) and not server.judge.given_up:
                news: asyncio.Future[None] = loop.create_future()
                self._awaiting.add(news)
                try:
                    async with asyncio.timeout_at(end):
                        await news
                finally:
                    self._awaiting.discard(news)

    def _wake(self) -> None:
        for news in self._awaiting:
            if not news.done():
                news.set_result(None)

    def changed(self, uri: str | None) -> None:
        """Show new scores of a document (None: of all) soon; several changes are shown once."""
        self._wake()
        documents = self._server.session.documents
        self._stale |= set(documents) if uri is None else {uri}
        if self._timer is None:
            loop = asyncio.get_running_loop()
            wait = max(SOON_SECONDS, self._last + PAUSE_SECONDS - loop.time())
            self._timer = loop.call_later(wait, self._refresh)

    def _refresh(self) -> None:
        server = self._server
        self._timer = None
        self._last = asyncio.get_running_loop().time()
        stale, self._stale = self._stale, set()
        for uri in stale:
            self.tell(uri)
        if server.can.refresh_hints:
            server.workspace_inlay_hint_refresh(None)
        if server.can.pull and server.can.refresh_diagnostics:
            server.workspace_diagnostic_refresh(None)
        if server.can.refresh_lenses:
            server.workspace_code_lens_refresh(None)

    def tell(self, uri: str) -> None:
        """Push what the editor does not ask for: findings, if it cannot pull, and the status."""
        self._wake()
        server = self._server
        document = server.session.documents.get(uri)
        if document is None or document.cold:
            return
        found = server.view(uri)
        if found is None:
            return
        if not server.can.pull:
            made = diagnostics.shown(found[0], server.encoding)
            key = f"{document.version} {made.result}"
            if self._pushed.get(uri) != key:
                self._pushed[uri] = key
                diagnostics.push(server, uri, document.version, made.items)
        if server.session.settings.status:
            status.send(server, *found)

    def forget(self, uri: str) -> None:
        """Take back what was pushed for a document that is closed."""
        self._stale.discard(uri)
        if self._pushed.pop(uri, None) is not None:
            diagnostics.push(self._server, uri, None, [])
