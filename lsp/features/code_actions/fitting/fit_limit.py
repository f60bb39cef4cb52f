"""Raise or lower a limit to what the shown trace needs."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.escape import plain

KIND = "quickfix"

FITTING = {"<": "<=", ">": ">=", "!=": "!="}
"""The comparison that holds for the measured amount itself, where it is another."""


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the change of each entry that decided; whether it helps is tried out later."""
    scored = ask.not_passed_whole
    if scored is None:
        return
    entry, rule, score = scored
    measured = score.justification.get("limits")
    if not isinstance(measured, dict):
        return
    parts = list(entry.parts[0].all(rule.kind.syntax.entry))
    if len(parts) != len(measured):
        return
    for part, was in zip(parts, measured.values(), strict=True):
        comparison, number = part.one("comparison"), part.one("limit_number")
        sign = FITTING.get(comparison.source, comparison.source)
        if sign == "!=" or "not recorded" in str(was):
            continue
        span = (entry.span(comparison)[0], entry.span(number)[1])
        if f"{sign} {was}" == f"{comparison.source} {number.source}":
            continue
        title = f"Change {plain(part.source, NAME_MAX)} to {sign} {plain(str(was), NAME_MAX)}"
        edit = Edit(span, f"{sign} {was}")
        yield Action(title, (edit,), KIND, (score.status,), weaker=sign != "=")
