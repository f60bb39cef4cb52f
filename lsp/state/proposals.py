"""Rules that traces support, as the judge proposed them."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Final

from cachetools import LRUCache

from toolspec.lsp.judge.messages import Propose, Proposed, TraceInfo

KEPT_MAX: Final = 16
"""Answers that are kept: an editor asks for actions at each move of the cursor."""

Traces = tuple[TraceInfo, ...]


class Proposals:
    """Asks the judge once for the same traces. A changed trace has another `stamp`."""

    def __init__(self, send: Callable[[Propose], None]) -> None:
        self._send = send
        self._numbers = itertools.count(1)
        self._known: LRUCache[Traces, Proposed] = LRUCache(KEPT_MAX)
        self._asked: dict[int, Traces] = {}
        self._waiting: dict[Traces, asyncio.Future[Proposed]] = {}

    async def of(self, traces: Traces) -> Proposed:
        """Return the rules that hold on all of these traces.

        The answer is kept even if nobody waits for it any more.
        """
        if not traces:
            return Proposed()
        known = self._known.get(traces)
        if known is not None:
            return known
        waiting = self._waiting.get(traces)
        if waiting is None:
            waiting = self._waiting[traces] = asyncio.get_running_loop().create_future()
            request = next(self._numbers)
            self._asked[request] = traces
            self._send(Propose(request, tuple(info.id for info in traces)))
        return await asyncio.shield(waiting)

    def take(self, answer: Proposed) -> None:
        """Keep an answer of the judge."""
        traces = self._asked.pop(answer.request, None)
        if traces is None:
            return
        self._known[traces] = answer
        waiting = self._waiting.pop(traces, None)
        if waiting is not None:
            waiting.set_result(answer)

    def lose(self) -> None:
        """Answer every request with nothing, because the judge that had them is gone."""
        self._asked.clear()
        waiting, self._waiting = self._waiting, {}
        for future in waiting.values():
            future.set_result(Proposed())
