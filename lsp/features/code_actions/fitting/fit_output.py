"""Make an entry of `output` fit what the call that came nearest to it returned."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.text.spec_text import value
from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.features.code_actions.nearest import misses, parsed
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.escape import plain

KIND = "quickfix"

CALLS_MAX = 3
"""Calls whose result is offered for one entry."""

SHOWN_MAX = 60
"""Characters of a result in a title."""


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the changes for each entry here without a matching call."""
    scored = ask.not_passed_whole
    if scored is None:
        return
    entry, rule, score = scored
    kind = rule.kind
    if not kind.needs_calls or not kind.syntax.entry:
        return
    for part in entry.parts[0].all(kind.syntax.entry):
        expected = part.get("value")
        if expected is None:
            continue
        done: set[str] = set()
        for call in misses(ask, score, part.one("pattern").value)[:CALLS_MAX]:
            result = parsed(call.result)
            if isinstance(result, str) and (inner := parsed(result)) is not ...:
                result = inner  # text that is JSON counts as that JSON
            text = "" if result is ... else value(result)
            if not text or text in done or text == expected.source or "\n" in text:
                continue
            done.add(text)
            title = f"Change to {plain(text, SHOWN_MAX)}, what call {call.number + 1} returned"
            yield Action(title, (Edit(entry.span(expected), text),), KIND, (score.status,))
