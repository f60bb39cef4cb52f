"""Rules that traces support, as the judge proposed them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from cachetools import LRUCache

from toolspec.lsp.judge.messages import Propose, Proposed, TraceInfo

if TYPE_CHECKING:
    from toolspec.lsp.judge.client import JudgeClient

KEPT_MAX: Final = 16
"""Answers that are kept: an editor asks for actions at each move of the cursor."""

Traces = tuple[TraceInfo, ...]


class Proposals:
    """Asks the judge once for the same traces. A changed trace has another `stamp`."""

    def __init__(self, judge: JudgeClient) -> None:
        self._judge = judge
        self._known: LRUCache[Traces, Proposed] = LRUCache(KEPT_MAX)
        self._asking: dict[Traces, asyncio.Task[Proposed]] = {}

    async def of(self, traces: Traces) -> Proposed:
        """Return the rules that hold on all of these traces; none without a judge.

        The answer is kept even if nobody waits for it any more.
        """
        if not traces:
            return Proposed()
        known = self._known.get(traces)
        if known is not None:
            return known
        asking = self._asking.get(traces)
        if asking is None:
            asking = self._asking[traces] = asyncio.create_task(self._ask(traces))
        return await asyncio.shield(asking)

    async def _ask(self, traces: Traces) -> Proposed:
        try:
            ids = tuple(info.id for info in traces)
            answer = await self._judge.ask(Propose(0, ids), Proposed)
        finally:
            self._asking.pop(traces, None)
        if answer is None:
            return Proposed()
        self._known[traces] = answer
        return answer
