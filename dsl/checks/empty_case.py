"""Find cases without a rule."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks import Context
from toolspec.dsl.entry import Entry
from toolspec.dsl.problem import Found


def check(context: Context) -> Iterator[Found]:
    """Yield a problem for each; a line that does not parse counts as a rule."""
    opened: Entry | None = None
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


def _empty(entry: Entry) -> Found:
    return Found("empty_case", *entry.span(entry.parts[0]))
