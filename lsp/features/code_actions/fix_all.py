"""Apply every fix that leaves no choice, in the whole file: for editors that fix on saving."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.answers import Action, Edit
from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.since import times

KIND = "source.fixAll.toolspec"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield one action for all errors with just one fix; guesses at tools are not among them."""
    edits: list[Edit] = []
    codes: dict[str, None] = {}
    end = -1
    for problem in ask.view.reading.errors:
        if len(problem.fixes) != 1 or problem.fixes[0].start <= end:
            continue
        fix = problem.fixes[0]
        edits.append(Edit((fix.start, fix.end), fix.text))
        codes[problem.code] = None
        end = fix.end
    if edits:
        yield Action(f"Fix {times(len(edits), 'problem')}", tuple(edits), KIND, tuple(codes))
