"""Make a `require` fit the shown trace: fewer calls, or without a condition no call meets."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.escape import plain

KIND = "quickfix"

CONDITIONS = ("arguments", "result", "final", "at_step", "before_step")
"""The conditions on matching calls, which can be removed."""


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the changes for the `require` here."""
    scored = ask.not_passed
    if scored is None or scored.score.reason is None:
        return
    entry, kind, score = scored.entry, scored.rule.kind, scored.score
    if not kind.needs_calls or kind.syntax.entry:
        return
    rule = entry.parts[0]
    matching = score.justification.get("matching_calls")
    matches = len(matching) if isinstance(matching, list | tuple) else 0
    least = rule.get("min")
    if least is not None and 0 < matches < int(least.value):
        edit = Edit(entry.span(least.one("number")), str(matches))
        title = f"Change min {least.value} to {matches}"
        yield Action(title, (edit,), KIND, (score.status,), weaker=True)
    pattern = rule.get("pattern")  # a rule about a message has none
    if pattern is None or not any(pattern.value.matches(call.tool) for call in ask.calls):
        return
    text = ask.snapshot.document.text
    for label in CONDITIONS:
        part = rule.get(label)
        if part is None:
            continue
        start, end = entry.span(part)
        while start > entry.line.start and text[start - 1] in " \t":
            start -= 1
        title = f"Leave out {plain(' '.join(part.source.split()), NAME_MAX)}"
        yield Action(title, (Edit((start, end), ""),), KIND, (score.status,), weaker=True)
