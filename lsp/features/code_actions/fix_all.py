"""Apply every unambiguous fix in the file, for editors that fix on save."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.problem import ERROR
from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.humanize import times

KIND = "source.fixAll.toolspec"

UNSURE = ("unfinished",)
"""Errors whose fix may not be what the user wants: after `->`, a tool may follow."""


def actions(ask: Ask) -> Iterator[Action]:
    """Yield one action for all errors with exactly one fix that is not a guess."""
    edits: list[Edit] = []
    codes: dict[str, None] = {}
    end = -1
    sure = [
        (each.fixes[0], each.code)
        for each in ask.snapshot.reading.problems
        if len(each.fixes) == 1 and each.slug not in UNSURE
        if each.severity == ERROR and not each.fixes[0].guess
    ]
    # Sort by the place of the change: an unclosed case is fixed far below its problem.
    for fix, code in sorted(sure, key=lambda pair: (pair[0].start, pair[0].end)):
        if fix.start <= end:
            continue
        edits.append(Edit((fix.start, fix.end), fix.text))
        codes[code] = None
        end = fix.end
    if edits:
        yield Action(f"Fix {times(len(edits), 'problem')}", tuple(edits), KIND, tuple(codes))
