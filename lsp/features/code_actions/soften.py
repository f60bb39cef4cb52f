"""Let a rule that failed count without keeping a trace from passing: the clause `soft`.

It is for rules that nothing else can make fit the trace, such as those that forbid a call.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.features.code_actions.fitting import FITS
from toolspec.lsp.text.answers import Action, Edit

KIND = "quickfix"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the clause for the rule here, if it failed and is not soft yet."""
    scored = ask.not_passed
    if scored is None or scored.score.status != "fail" or scored.rule.soft:
        return
    if any(True for fit in FITS for _ in fit.actions(ask)):
        return
    end = scored.entry.line.end
    edit = Edit((end, end), " soft")
    yield Action("Let it count in the score only: soft", (edit,), KIND, weaker=True)
