"""Make the arguments of an entry fit the call that came nearest to it."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.engine.syntax import Part
from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.features.code_actions.nearest import allowing_any_value, misses, taken_from
from toolspec.lsp.text.answers import Action

KIND = "quickfix"

CALLS_MAX = 3
"""Calls whose arguments are offered for one entry."""


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the changes for each entry here without a matching call."""
    scored = ask.not_passed_whole
    if scored is None:
        return
    entry, rule, score = scored
    kind = rule.kind
    if not kind.needs_calls:
        return
    free = kind.frees_keys or "subset" in entry.parts[0].value_of("mode", ())
    for part in _entries(entry.parts[0], kind.syntax.entry):
        written, pattern = part.get("arguments"), part.get("pattern")
        if written is None or pattern is None or not written.value.entries:
            continue
        near = misses(ask, score, pattern.value)[:CALLS_MAX]
        span = entry.span(written)
        for call in near:
            change = taken_from(span, written, call, free=free or part.get("subset") is not None)
            if change is not None:
                yield Action(change[0], (change[1],), KIND, (score.status,))
        change = allowing_any_value(span, written) if near else None
        if change is not None:
            yield Action(change[0], (change[1],), KIND, (score.status,), weaker=True)


def _entries(rule: Part, label: str) -> Iterator[Part]:
    if label:
        yield from rule.all(label)
    else:
        yield rule
