"""Let a rule pass with the score it has: the clause `pass`."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.engine.text.score_text import score_text
from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.text.answers import Action, Edit

KIND = "quickfix"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the clause for the rule here, if its score is above 0."""
    scored = ask.not_passed
    if scored is None or scored.score.status != "fail":
        return
    entry, rule, score = scored
    if rule.clauses:
        return  # every part of the trace must reach the mark, and this is their mean
    # Round down, because the score must reach it.
    enough = int(score.score * 100 + 1e-9) / 100
    if not rule.kind.scores_in_part or not 0 < enough < 1:
        return
    clause = next((part for part in entry.clauses if part.label == "pass"), None)
    if clause is None:
        edit = Edit((entry.line.end, entry.line.end), f" pass {enough:g}")
    else:
        edit = Edit(entry.span(clause.parts[0]), f"{enough:g}")
    title = f"Let it pass from {enough:g} on (score stays {score_text(score.score)}, fail → pass)"
    yield Action(title, (edit,), KIND, (score.status,), weaker=True)
