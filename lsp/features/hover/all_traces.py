"""How a rule does on all traces, in one line: `▇▇▂▇` 3 of 4 pass, fails on no_lookup."""

from __future__ import annotations

from bisect import bisect_left

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.engine.telling.matrix.matrix import JudgedTrace, RuleFacts, matrix
from toolspec.lsp.features.hover.rule import trace_name
from toolspec.lsp.judge.messages import TraceScore
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.escape import code, escaped


def on_all_traces(snapshot: Snapshot, entry: SpecLine) -> str:
    """Return the line for a rule as Markdown; "" where there is only one trace, or none."""
    judged = [] if snapshot.scored.stale else snapshot.scored.judged
    rules = snapshot.reading.rules
    place = bisect_left(rules, entry.at, key=lambda other: other.at)
    own = [at for at, rule in enumerate(snapshot.reading.spec.rules) if rule.file is None]
    if len(judged) < 2 or place >= len(own) or rules[place] is not entry:
        return ""
    at = own[place]
    newest = sorted(judged, key=lambda judged_trace: -_changed(snapshot, judged_trace.trace))
    traces = [_judged(snapshot, score, at) for score in newest if at in score.rules]
    if len(traces) < 2:
        return ""
    (row,) = matrix([RuleFacts("", None, 0, None, None, False)], traces)["rules"]
    return f"{code(row['spark'], 80)} {escaped(row['summary'])}"


def _changed(snapshot: Snapshot, trace: str) -> int:
    info = snapshot.infos.get(trace)
    return info.changed_ns if info is not None else 0


def _judged(snapshot: Snapshot, trace: TraceScore, at: int) -> JudgedTrace:
    info, score = snapshot.infos.get(trace.trace), trace.rules[at]
    others = {0: (score.status, score.score)} if score.status != "pass" else {}
    name = trace_name(info) if info is not None else trace.trace
    return JudgedTrace(trace.trace, name, score.status == "pass", score.score, (0,), others)
