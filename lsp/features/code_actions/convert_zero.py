"""Convert `count X = 0` to `forbid X` or back; they mean the same."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.escape import plain

KIND = "refactor.rewrite"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the conversion of the rule here, if there is one."""
    entry = ask.rule
    if entry is None or entry.rule is None:
        return
    if any(clause.label == "pass" for clause in entry.clauses):
        return  # the other kind may have no such clause
    other = entry.rule.kind.written_otherwise(entry.parts[0])
    if other is None:
        return
    written, last = other
    edit = Edit((entry.line.start, entry.span(last)[1]), written)
    yield Action(f"Write as {plain(written, NAME_MAX)}", (edit,), KIND)
