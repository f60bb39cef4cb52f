"""Markdown pages about scores: why a rule has its score, and a spec's scores on every trace."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.engine.rule import Rule
from toolspec.engine.text.score_text import score_text
from toolspec.lsp.features.code_lens import entry_on, score_in, summary
from toolspec.lsp.features.hover.rule import MARKS, Calls, sections, trace_link, trace_name
from toolspec.lsp.judge.messages import TraceScore
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.escape import cell, escaped, in_fence, plain

TRACES_MAX = 200
"""Rows of the table of all traces."""

FAILING_MAX = 6
"""Failing rules named in a row."""

PAGE_MAX = 200_000
"""Characters of a page."""


class Page(NamedTuple):
    """A page: its title and its Markdown."""

    title: str
    markdown: str


def page(
    snapshot: Snapshot,
    line: int,
    calls: Mapping[str, Calls] | None = None,
    sketches: Mapping[int, str] | None = None,
) -> Page | None:
    """Return why the rule on a line (from 0) has its score.

    For the first line of a case, the page has all its rules, and for any other line all rules of
    the file. None if there is no rule. `calls` are the known calls of each shown trace by index,
    and `sketches` drawings of what decides, by the line that a rule begins on.
    """
    asked = asked_about(snapshot, line)
    if asked is None:
        return None
    title, entries = asked
    pieces: list[str] = []
    length = 0
    for other in entries:
        sketch = (sketches or {}).get(other.line.row, "")
        pieces.append(_rule(snapshot, other, calls, sketch))
        length += len(pieces[-1])
        if length > PAGE_MAX:
            pieces.append(f"and {len(entries) - len(pieces)} more rules")
            break
    return Page(title, "\n\n---\n\n".join(pieces))


def asked_about(snapshot: Snapshot, line: int) -> tuple[str, list[SpecLine]] | None:
    """Return the title of the page about a line, and its rules; None if there is no rule."""
    if snapshot.too_long:
        return None
    entry = entry_on(snapshot, line)
    if entry is not None and entry.rule is not None:
        kind = entry.rule.kind.syntax.keyword
        name = entry.rule.name or f"{kind}, line {entry.line.row}"
        return plain(name, 80), [entry]
    case = str(entry.parts[0].value) if entry is not None and _is_case(entry) else None
    entries = [
        entry
        for entry in snapshot.reading.entries
        if entry.rule is not None and (case is None or entry.case == case)
    ]
    title = f"Case {plain(case, 80)}" if case is not None else "All rules"
    return (title, entries) if entries else None


def _is_case(entry: SpecLine) -> bool:
    return entry.what == "case_open" and bool(entry.parts)


def _rule(
    snapshot: Snapshot, entry: SpecLine, calls: Mapping[str, Calls] | None, sketch: str
) -> str:
    assert entry.rule is not None
    info = snapshot.trace_of(entry.rule.case)
    known: Calls = (calls or {}).get(info.id, {}) if info is not None else {}
    pieces = sections(snapshot, entry, known, sketch, whole=True)
    return "\n\n".join([in_fence(entry.line.text, "toolspec"), *pieces])


def table(snapshot: Snapshot, case: str | None) -> Page | None:
    """Return a table of all traces with their scores and failing rules, worst first."""
    if snapshot.too_long:
        return None
    scores = snapshot.scored.on(case)
    title = f"Case {plain(case, 80)} on all traces" if case is not None else "All traces"
    if not scores:
        return Page(title, escaped(summary(snapshot, scores, case)))
    ranked = sorted(scores, key=lambda trace: (score_in(snapshot, trace, case), trace.trace))
    lines = [
        escaped(summary(snapshot, scores, case)),
        "",
        "| trace | score | passed | rules that did not pass |",
        "| --- | ---: | :---: | --- |",
        *(_row(snapshot, score, case) for score in ranked[:TRACES_MAX]),
    ]
    if len(ranked) > TRACES_MAX:
        lines += ["", f"and {len(ranked) - TRACES_MAX} more traces, all at least as good"]
    return Page(title, "\n".join(lines))


def _row(snapshot: Snapshot, trace: TraceScore, case: str | None) -> str:
    info = snapshot.infos.get(trace.trace)
    name = trace_link(info, cell) if info is not None else cell(trace.trace, 80)
    rules = snapshot.reading.spec.rules
    own = {
        at: score
        for at, score in trace.rules.items()
        if at < len(rules) and (case is None or rules[at].case == case)
    }
    missed = [at for at, score in own.items() if score.status != "pass"]
    named = [
        f"{MARKS[own[at].status]} {_where(rules[at])} "
        + cell(rules[at].name or rules[at].origin.source, 60)
        for at in missed[:FAILING_MAX]
    ]
    if len(missed) > FAILING_MAX:
        named.append(f"and {len(missed) - FAILING_MAX} more")
    score = score_text(score_in(snapshot, trace, case))
    return f"| {name} | {score} | {'no' if missed else 'yes'} | {'; '.join(named)} |"


def _where(rule: Rule) -> str:
    """Return the line that a rule is on, and the file if it is another one."""
    line = f"line {rule.origin.line}"
    return line if rule.file is None else f"{cell(Path(rule.file).name, 60)} {line}"


def trace_titles(snapshot: Snapshot, most: int) -> dict[str, str]:
    """Return the newest traces to choose from: the title of a button, and the trace's id."""
    titles: dict[str, str] = {}
    scores = {trace.trace: trace.score for trace in snapshot.scored.all}
    for info in snapshot.traces[:most]:
        score = f" · {score_text(scores[info.id])}" if info.id in scores else ""
        title = plain(trace_name(info), 60) + score
        while title in titles:
            title += " "
        titles[title] = info.id
    return titles
