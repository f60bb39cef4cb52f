"""Apply a fix of a problem, such as a misspelt keyword or tool or a missing character."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.escape import plain

KIND = "quickfix"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the fixes of the problems here."""
    for problem in ask.snapshot.reading.problems:
        if not ask.concerns(problem):
            continue
        for fix in problem.fixes:
            yield Action(
                plain(fix.title, 100),
                (Edit((fix.start, fix.end), fix.text),),
                KIND,
                (problem.code,),
                preferred=len(problem.fixes) == 1 and not fix.guess,
            )
