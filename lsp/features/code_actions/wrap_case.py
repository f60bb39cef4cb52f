"""Put the rules that are selected into a `case` for the shown trace."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.read import Entry
from toolspec.lsp.answers import Action, Edit
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask
from toolspec.lsp.pieces import case_around
from toolspec.lsp.shown import plain
from toolspec.lsp.since import times
from toolspec.lsp.written import quoted_safely

KIND = "refactor.rewrite"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the change, where the selection holds rules outside cases and nothing else."""
    code = [entry for entry in ask.entries if entry.line.kind == "code"]
    if not code or any(entry.rule is None for entry in code):
        return
    if any(case_around(ask.view.reading, entry.line.start) is not None for entry in code):
        return
    trace = ask.trace
    name = _free(ask, trace.name if trace is not None and trace.name else "name")
    first, last = ask.top(code[0]), code[-1].line.last_row
    title = f'Put {times(len(code), "rule")} into case "{plain(name, NAME_MAX)}"'
    yield Action(title, tuple(_edits(ask, code, first, last, name)), KIND)


def _edits(ask: Ask, code: list[Entry], first: int, last: int, name: str) -> Iterator[Edit]:
    source = ask.view.document.source
    rows = [row for row in range(first, last + 1) if source.line(row).strip("\ufeff \t")]
    # A tab before everything keeps what is deeper deeper: two spaces might not reach a tab stop.
    tabbed = any(source.line(row).startswith("\t") for row in rows)
    unit = "\t" if tabbed else "  "
    margin = ask.indent(code[0])
    head = f"{margin}case {quoted_safely(name)} {{{ask.newline}"
    for row in rows:
        at = ask.row_start(row)
        yield Edit((at, at), head + unit if row == first else unit)
    end = source.line_span(last)[1]
    yield Edit((end, end), f"{ask.newline}{margin}}}")


def _free(ask: Ask, name: str) -> str:
    cases = ask.view.reading.spec.cases
    free, number = name, 2
    while free in cases:
        free, number = f"{name} {number}", number + 1
    return free
