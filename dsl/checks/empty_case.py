"""Find cases without a rule."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks import Context
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import LineDiagnostic


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each; a line that does not parse counts as a rule."""
    opened: SpecLine | None = None
    for entry in context.entries if "case" in context.text else ():
        if entry.line.kind != "code":
            continue
        if entry.what == "case_open":
            if entry.line.text.endswith("}"):
                yield _empty(entry)
            else:
                opened = entry
        elif entry.what == "case_close":
            if opened is not None:
                yield _empty(opened)
            opened = None
        else:
            opened = None


def _empty(entry: SpecLine) -> LineDiagnostic:
    return LineDiagnostic("empty_case", *entry.span(entry.parts[0]))
