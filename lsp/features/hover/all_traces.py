"""How a rule does on all traces, in one line: `▇▇▂▇` 3 of 4 pass, fails on no_lookup."""

from __future__ import annotations

from bisect import bisect_left

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.engine.telling.matrix.matrix import JudgedTrace, MatrixRule, RuleFacts, matrix
from toolspec.lsp.features.hover.rule import trace_name
from toolspec.lsp.judge.messages import TraceScore
from toolspec.lsp.state.snapshot import Snapshot, rule_keys
from toolspec.lsp.text.escape import code, escaped


def on_all_traces(snapshot: Snapshot, entry: SpecLine) -> str:
    """Return the line for a rule as Markdown; "" where there is only one trace, or none."""
    row = None if snapshot.scored.stale else row_of(snapshot, entry)
    return "" if row is None else f"{code(row['spark'], 80)} {escaped(row['summary'])}"


def row_of(snapshot: Snapshot, entry: SpecLine) -> MatrixRule | None:
    """Return how a rule does on all traces; None where not two of them have judged it.

    Where other rules have changed since, a rule that has not keeps its row.
    """
    rules = snapshot.reading.rules
    place = bisect_left(rules, entry.at, key=lambda other: other.at)
    if place >= len(rules) or rules[place] is not entry:
        return None
    key, keys = rule_keys(snapshot.reading).own[place], snapshot.scored.keys
    at = keys.index(key) if key in keys else -1
    traces = [_judged(snapshot, score, at) for score in snapshot.scored.judged if at in score.rules]
    if len(traces) < 2:
        return None
    (row,) = matrix([RuleFacts("", None, 0, None, None, False)], traces)["rules"]
    return row


def _judged(snapshot: Snapshot, trace: TraceScore, at: int) -> JudgedTrace:
    info, score = snapshot.infos.get(trace.trace), trace.rules[at]
    others = {0: (score.status, score.score)} if score.status != "pass" else {}
    name = trace_name(info) if info is not None else trace.trace
    return JudgedTrace(trace.trace, name, score.status == "pass", score.score, (0,), others)
