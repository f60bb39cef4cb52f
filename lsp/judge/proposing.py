"""Propose rules that hold on some traces, for the editor's record actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from toolspec.engine.trace import Trace
from toolspec.lsp.judge.messages import Propose, Proposed

CALLS_MAX: Final = 20_000
"""Calls of all traces together. For more, an answer would take too long for an editor."""


def proposed(asked: Propose, trace_of: Callable[[str], Trace | None]) -> Proposed:
    """Return the rules that hold on all traces that are asked about."""
    traces: list[Trace] = []
    calls = 0
    for trace_id in asked.traces:
        trace = trace_of(trace_id)
        if trace is None or (calls := calls + len(trace)) > CALLS_MAX:
            return Proposed(asked.request)
        traces.append(trace)
    # The parser is loaded here because the judge reads no spec until it is asked for proposals.
    from toolspec.dsl import supported

    return Proposed(
        asked.request,
        tuple(supported.supported_tools(traces)),
        tuple(supported.budgets(traces)),
        tuple(supported.earlier_calls(traces)),
    )
