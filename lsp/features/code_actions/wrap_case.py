"""Put the selected rules into a `case` for the shown trace."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.text.lines import inside_after, opens
from toolspec.dsl.text.spec_text import quoted_safely
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.humanize import times
from toolspec.lsp.text.line_tokens import case_around

KIND = "refactor.rewrite"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the change, if the selection has only rules outside cases."""
    code = [entry for entry in ask.entries if entry.line.kind == "code"]
    if not code or any(entry.rule is None for entry in code):
        return
    if any(case_around(ask.snapshot.reading, entry.line.start) is not None for entry in code):
        return
    trace = ask.trace
    if trace is not None and trace.name is None:
        return  # no case is for a trace without a name
    name = trace.name if trace is not None and trace.name else _free(ask, "name")
    own = trace.case_in(ask.snapshot.reading.spec.cases) if trace is not None else None
    first, last = ask.top(code[0]), code[-1].line.last_row
    if own is None:
        edits = [*_edits(ask, code, first, last, name)]
    else:
        edits = [*_into(ask, first, last, own)]
    if edits:
        title = f'Put {times(len(code), "rule")} into case "{plain(own or name, NAME_MAX)}"'
        yield Action(title, tuple(edits), KIND)


def _closing(ask: Ask, case: str) -> SpecLine | None:
    """Return the line that closes a case; None if there is no such line."""
    inside = 0
    for entry in ask.snapshot.reading.entries:
        if inside:
            inside = inside_after(entry.line, inside)
            if not inside:
                return entry
        elif entry.what == "case_open" and entry.parts and str(entry.parts[0].value) == case:
            inside = int(opens(entry.line))
    return None


def _into(ask: Ask, first: int, last: int, case: str) -> Iterator[Edit]:
    """Yield the edits that move lines to the end of a case; none if its `}` has no line."""
    closing = _closing(ask, case)
    if closing is None:
        return
    source = ask.snapshot.document.source
    unit = _unit(ask, first, last)
    moved = ""
    for row in range(first, last + 1):
        line = source.line(row).strip("\ufeff\r\n")
        moved += (unit + line if line.strip() else "") + ask.newline
    end = source.starts[last] if last < len(source.starts) else len(source.text)
    yield Edit((ask.row_start(first), end), "")
    at = ask.row_start(closing.line.row)
    yield Edit((at, at), moved)


def _unit(ask: Ask, first: int, last: int) -> str:
    """Return the indentation of lines in a case."""
    # Before a tab, two spaces might add no indentation, so use a tab if any line starts with one.
    source = ask.snapshot.document.source
    rows = range(first, last + 1)
    return "\t" if any(source.line(row).startswith("\t") for row in rows) else "  "


def _edits(ask: Ask, code: list[SpecLine], first: int, last: int, name: str) -> Iterator[Edit]:
    source = ask.snapshot.document.source
    rows = [row for row in range(first, last + 1) if source.line(row).strip("\ufeff \t")]
    unit = _unit(ask, first, last)
    margin = ask.indent(code[0])
    gap = ask.newline if _stands(ask, first - 1) else ""
    head = f"{gap}{margin}case {quoted_safely(name)} {{{ask.newline}"
    for row in rows:
        at = ask.row_start(row)
        yield Edit((at, at), head + unit if row == first else unit)
    end = source.line_span(last)[1]
    gap = ask.newline if _stands(ask, last + 1) else ""
    yield Edit((end, end), f"{ask.newline}{margin}}}{gap}")


def _stands(ask: Ask, row: int) -> bool:
    """Tell whether a row has text; then a blank line separates it from the case."""
    source = ask.snapshot.document.source
    return 0 < row <= len(source.starts) and bool(source.line(row).strip("\ufeff \t\r\n"))


def _free(ask: Ask, name: str) -> str:
    cases = ask.snapshot.reading.spec.cases
    free, number = name, 2
    while free in cases:
        free, number = f"{name} {number}", number + 1
    return free
