"""Let a rule that failed count without keeping a trace from passing: the clause `soft`.

It is for rules that nothing else can make fit the trace, such as those that forbid a call.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.features.code_actions import (
    fit_args,
    fit_count,
    fit_limit,
    fit_only,
    fit_order,
    fit_output,
    fit_require,
    fit_sequence,
)
from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.text.answers import Action, Edit

KIND = "quickfix"

FITS = (
    fit_args,
    fit_count,
    fit_limit,
    fit_only,
    fit_order,
    fit_output,
    fit_require,
    fit_sequence,
)
"""The actions that make a rule fit a trace."""


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the clause for the rule here, if it failed and is not soft yet."""
    entry = ask.rule
    score = ask.snapshot.score_of(entry) if entry is not None else None
    if entry is None or entry.rule is None or score is None or score.status != "fail":
        return
    if entry.rule.soft or any(True for fit in FITS for _ in fit.actions(ask)):
        return
    edit = Edit((entry.line.end, entry.line.end), " soft")
    yield Action("Let it count in the score only: soft", (edit,), KIND, weaker=True)
