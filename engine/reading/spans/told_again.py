"""Traces of one file that tell of the same run: two instrumentations, each under ids of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from toolspec.engine.reading.spans.joined_requests import agree
from toolspec.engine.trace import Call, Note, Trace

_OWN_IDS: Final = frozenset({"monocle"})
"""Dialects that write a trace of their own beside that of the framework's instrumentation."""

COMPARED_MAX: Final = 100
"""Traces of one file that are compared: files of more are no record of one run."""


def told_once(traces: list[tuple[Trace, frozenset[str]]], notes: list[Note]) -> list[Trace]:
    """Return traces, each with its dialects, without those that another one tells completely."""
    kept: list[Trace] = []
    for trace, dialects in traces[:COMPARED_MAX]:
        others = (other_trace for other_trace, its in traces[:COMPARED_MAX] if not its & _OWN_IDS)
        twin = next(
            (other for other in others if dialects <= _OWN_IDS and _same(trace, other)), None
        )
        if twin is None:
            kept.append(trace)
            continue
        text = f"trace {trace.id} skipped: trace {twin.id} holds the same calls"
        notes.append(Note(text, trace.calls[0].place))
    return kept + [trace for trace, _ in traces[COMPARED_MAX:]]


def _same(trace: Trace, other: Trace) -> bool:
    if not trace.calls or len(trace.calls) != len(other.calls) or trace is other:
        return False
    pairs: Sequence[bool] = [
        agree(a, b) and _meet(a, b) for a, b in zip(trace.calls, other.calls, strict=True)
    ]
    return all(pairs)


def _meet(a: Call, b: Call) -> bool:
    """Tell whether two calls were at one time; many a call takes no time that is recorded."""
    if a.start_ns is None or a.end_ns is None or b.start_ns is None or b.end_ns is None:
        return False
    return max(a.start_ns, b.start_ns) <= min(a.end_ns, b.end_ns)
