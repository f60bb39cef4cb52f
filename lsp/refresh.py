"""Keep what the editor shows up to date: send refresh requests, and push what it cannot pull.

A refresh request is sent only if the answer would differ from the last one. Features define what
is compared and pushed: each lists its `Picture` or `Push`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from toolspec.lsp.state.document import Change
from toolspec.lsp.state.editor import Editor
from toolspec.lsp.state.session import Session
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.transport.adapt import Adapter
from toolspec.lsp.transport.protocol import Protocol as Connection

SOON_SECONDS = 0.005
PAUSE_SECONDS = 0.1
"""Time between two refresh requests: sent for every trace, they would keep the editor busy."""

BRIEFLY_SECONDS = 0.03
"""How long an answer waits for the score of a new rule where the editor can be asked again.

Usually the score is there by then, and the answer is not needed twice.
"""

SCORED_SECONDS = 1.0
"""How long an answer waits for the scores of the newest text."""

TOOLS_SECONDS = 2.5
"""How long a completion waits for the first tool: without one its list is of no use."""

TYPED_SECONDS = 1.0
"""How long after its last edit a line counts as being typed."""

FIRST_SECONDS = 3.0
"""How long it waits for the first scores of a document: the judge may just be starting."""


class RefreshHost(Protocol):
    """The part of the server that this module needs."""

    can: Editor
    session: Session
    protocol: Connection

    def snapshot(self, uri: str) -> tuple[Snapshot, Adapter] | None:
        """Return the snapshot of a spec and its adapter; None if there is no such spec."""
        ...


class Picture(NamedTuple):
    """Something an editor requests and shows, and can be asked to request again.

    `request` is the refresh request, `able` whether an editor supports it, and `outdated` whether
    what the editor was last given differs from what it would be given now.
    """

    request: str
    able: Callable[[Editor], bool]
    outdated: Callable[[Snapshot, Adapter, Any], bool]


class Push(NamedTuple):
    """Something that is sent without being asked for.

    `send` gets what was last sent (None: nothing), sends the new state if it differs, and returns
    what the editor has now. `withdraw` removes it when the document is closed.
    """

    name: str
    send: Callable[[Any, str, Snapshot, Adapter, Any], Any]
    withdraw: Callable[[Any, str], None] | None = None


def _line_of(change: Change) -> int | None:
    """Return the line that an edit stays in; None where it is about several."""
    if change.start is None or change.end is None or "\n" in change.text:
        return None
    return change.start[0] if change.start[0] == change.end[0] else None


class Refresh:
    """Remembers the last answers and tells the editor when they are out of date."""

    def __init__(self, server: RefreshHost) -> None:
        self._server = server
        self.pictures: tuple[Picture, ...] = ()
        self.pushes: tuple[Push, ...] = ()
        self._timer: asyncio.TimerHandle | None = None
        self._last = 0.0
        self._stale: set[str] = set()
        self._given: dict[tuple[str, str], Any] = {}
        self._retries: dict[str, int] = {}
        self._awaiting: set[asyncio.Future[None]] = set()
        self._typing: dict[str, asyncio.TimerHandle] = {}

    def gave(self, request: str, uri: str, answer: Any) -> None:
        """Remember an answer, keyed by the request that refreshes it."""
        self._given[request, uri] = answer

    def typed(self, uri: str, changes: Sequence[Change]) -> None:
        """Remember the line that is being typed, if the editor can be told when it no longer is."""
        can, document = self._server.can, self._server.session.documents.get(uri)
        if document is None or not (can.pull and can.refresh_diagnostics):
            return
        lines = {_line_of(change) for change in changes}
        document.typed_on = lines.pop() if len(lines) == 1 else None
        timer = self._typing.pop(uri, None)
        if timer is not None:
            timer.cancel()
        loop = asyncio.get_running_loop()
        self._typing[uri] = loop.call_later(TYPED_SECONDS, self._typed_no_more, uri)

    def _typed_no_more(self, uri: str) -> None:
        self._typing.pop(uri, None)
        document = self._server.session.documents.get(uri)
        if document is not None and document.typed_on is not None:
            document.typed_on = None
            self.changed(uri)

    # --------------------------------------------------------------------------------- waiting

    async def scored(self, uri: str, *, again: bool) -> None:
        """Wait for a document's scores, but not long: the judge may be busy.

        `again` says that the editor accepts a refresh request when scores come later. Then this
        waits only if a rule has no score at all, and only briefly.
        """
        session, loop = self._server.session, asyncio.get_running_loop()
        if again:
            if session.lacks_scores(uri):
                await self._scored_until(uri, loop.time() + BRIEFLY_SECONDS)
            return
        doc_scores = session.document_scores.get(uri)
        seconds = SCORED_SECONDS if doc_scores and doc_scores.shown else FIRST_SECONDS
        await self._scored_until(uri, loop.time() + seconds)

    async def tools_known(self, uri: str) -> None:
        """Wait until a tool of a document's traces is known, but not long: reading takes time."""
        end = asyncio.get_running_loop().time() + TOOLS_SECONDS
        await self._while(lambda: self.awaits_tools(uri), end)

    def awaits_tools(self, uri: str) -> bool:
        """Tell whether traces of a document are being read, and none has shown a tool yet."""
        known = self._server.session.snapshot(uri)
        return known is not None and known.loading is not None and not known.tools.tools

    async def _scored_until(self, uri: str, end: float) -> None:
        """Wait for a document's scores until a time of the loop's clock."""
        await self._while(lambda: self._server.session.awaits_scores(uri), end)

    async def _while(self, awaited: Callable[[], bool], end: float) -> None:
        """Wait as long as something is awaited, until a time of the loop's clock."""
        loop = asyncio.get_running_loop()
        with suppress(TimeoutError):
            while awaited():
                news: asyncio.Future[None] = loop.create_future()
                self._awaiting.add(news)
                try:
                    async with asyncio.timeout_at(end):
                        await news
                finally:
                    self._awaiting.discard(news)

    async def all_scored(self) -> None:
        """Wait for the scores of all specs, but not long."""
        session = self._server.session
        end = asyncio.get_running_loop().time() + FIRST_SECONDS
        for uri in list(session.document_scores):
            if session.awaits_scores(uri):
                await self._scored_until(uri, end)

    def may_retry(self, uri: str, most: int) -> bool:
        """Count a retry that the editor is asked for; return False after `most` of them."""
        self._retries[uri] = self._retries.get(uri, 0) + 1
        return self._retries[uri] <= most

    def retried(self, uri: str) -> None:
        """Reset the count of retries, because the editor got an answer."""
        self._retries.pop(uri, None)

    def _wake(self) -> None:
        for news in self._awaiting:
            if not news.done():
                news.set_result(None)

    # ------------------------------------------------------------------------------- refreshing

    def changed(self, uri: str | None) -> None:
        """Refresh a document (None: all of them) soon; changes in quick succession are combined."""
        self._wake()
        every = {*self._server.session.documents, *(known for _, known in self._given)}
        self._stale |= every if uri is None else {uri}
        if self._timer is None:
            loop = asyncio.get_running_loop()
            wait = max(SOON_SECONDS, self._last + PAUSE_SECONDS - loop.time())
            self._timer = loop.call_later(wait, self._refresh)

    def _refresh(self) -> None:
        server = self._server
        self._timer = None
        self._last = asyncio.get_running_loop().time()
        stale, self._stale = self._stale, set()
        snapshots: list[tuple[str, Snapshot, Adapter]] = []
        for uri in stale:
            known = server.snapshot(uri)
            if known is None or known[0].document.pending:
                continue
            snapshots.append((uri, *known))
            if uri in server.session.documents:
                self._push(uri, *known)
        for picture in self.pictures:
            if picture.able(server.can) and any(
                self._outdated(picture, *snapshot) for snapshot in snapshots
            ):
                server.protocol.ask_again(picture.request)

    def _outdated(self, picture: Picture, uri: str, snapshot: Snapshot, adapter: Adapter) -> bool:
        given = self._given.get((picture.request, uri))
        return given is not None and picture.outdated(snapshot, adapter, given)

    def push(self, uri: str) -> None:
        """Push the status, and diagnostics if the editor cannot pull them."""
        self._wake()
        document = self._server.session.documents.get(uri)
        if document is None or document.pending:
            return
        known = self._server.snapshot(uri)
        if known is not None:
            self._push(uri, *known)

    def _push(self, uri: str, snapshot: Snapshot, adapter: Adapter) -> None:
        for push in self.pushes:
            key = push.name, uri
            sent = push.send(self._server, uri, snapshot, adapter, self._given.get(key))
            if sent is not None:
                self._given[key] = sent

    def forget(self, uri: str) -> None:
        """Withdraw what was pushed for a document that is closed."""
        self._stale.discard(uri)
        self._retries.pop(uri, None)
        for push in self.pushes:
            if push.withdraw is not None and (push.name, uri) in self._given:
                push.withdraw(self._server, uri)
        for key in [key for key in self._given if key[1] == uri]:
            del self._given[key]
