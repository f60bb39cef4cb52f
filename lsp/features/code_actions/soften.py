"""Let a rule that failed count without keeping a trace from passing: the clause `soft`."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.text.answers import Action, Edit

KIND = "quickfix"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the clause for the rule here, if it failed and is not soft yet."""
    entry = ask.rule
    score = ask.snapshot.score_of(entry) if entry is not None else None
    if entry is None or entry.rule is None or score is None or score.status != "fail":
        return
    if entry.rule.soft:
        return
    edit = Edit((entry.line.end, entry.line.end), " soft")
    title = "Let it count in the score only: soft"
    yield Action(title, (edit,), KIND, (), weaker=True)
