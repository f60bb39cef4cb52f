"""Find names that no rule uses, not even by way of other names."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks import Context
from toolspec.dsl.problem import LineDiagnostic
from toolspec.dsl.text.lexer import DEFINING
from toolspec.dsl.text.lines import LogicalLine


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each; a use in a line that does not parse is a use."""
    known = context.names.lines
    if not known:
        return
    pending: list[str] = []
    for entry in context.entries:
        if "@" in entry.line.text and entry.line.first not in DEFINING:
            pending.extend(_names(entry.line, 0))
    used: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in used:
            used.add(name)
            if name in known:
                pending.extend(_names(known[name][0].line, 2))
    for name, (entry, _) in known.items():
        if name not in used:
            word = entry.line.words[1]
            start = entry.line.start
            yield LineDiagnostic(
                "unused_name", start + word.start, start + word.end, {"name": name}
            )


def _names(line: LogicalLine, skip: int) -> list[str]:
    return [word.text for word in line.words[skip:] if word.text.startswith("@")]
