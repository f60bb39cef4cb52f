"""Progress reports while trace files are read, for editors that show them."""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from typing import Any, Protocol

from lsprotocol import types

from toolspec.lsp.judge.messages import Files
from toolspec.lsp.state.editor import Editor

log = logging.getLogger(__name__)


class ProgressHost(Protocol):
    """The part of the server that this module needs."""

    can: Editor

    @property
    def work_done_progress(self) -> Any:
        """Sends progress notifications."""
        ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> Any:
        """Run a coroutine in the background."""
        ...


class LookProgress:
    """Reports how many files are read, from the second report of the judge on.

    A short scan is finished before that, and shows nothing.
    """

    def __init__(self, server: ProgressHost) -> None:
        self._server = server
        self._words = self._looks = 0
        self._token: str | None = None
        self._begun = False

    def tell(self, files: Files) -> None:
        """Handle a report of the judge."""
        if files.settled:
            if self._begun and self._token is not None:
                end = types.WorkDoneProgressEnd(message=f"{files.total} trace files")
                self._server.work_done_progress.end(self._token, end)
            self._words, self._token, self._begun = 0, None, False
            return
        self._words += 1
        if self._words < 2 or not self._server.can.progress:
            return
        if self._token is None:
            self._looks += 1
            self._token = f"toolspec/look/{self._looks}"
            self._server.spawn(self._begin(self._token, files))
        elif self._begun:
            report = types.WorkDoneProgressReport(
                message=f"{files.done} of {files.total} files", percentage=_percent(files)
            )
            self._server.work_done_progress.report(self._token, report)

    async def _begin(self, token: str, files: Files) -> None:
        try:
            progress: Any = self._server.work_done_progress
            await progress.create_async(token)
        except Exception as error:  # the editor declines
            log.info("no progress: %s", error)
            return
        if self._token != token:
            return
        self._begun = True
        begin = types.WorkDoneProgressBegin("Reading traces", percentage=_percent(files))
        self._server.work_done_progress.begin(token, begin)


def _percent(files: Files) -> int:
    return 100 * files.done // max(files.total, 1)
