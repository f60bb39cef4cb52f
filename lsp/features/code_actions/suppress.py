"""Suppress a warning on its line with a comment: `# toolspec: ignore CODE`."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.document.comments import Ignore
from toolspec.lsp.features.code_actions.ask import IGNORE, Ask
from toolspec.lsp.text.answers import Action, Edit

KIND = "quickfix"

UNUSED = "TS307"
"""The warning about a code that suppresses nothing."""

ABOUT_IGNORES = ("TS306", UNUSED)
"""The warnings about ignore comments themselves."""


def actions(ask: Ask) -> Iterator[Action]:
    """Yield a comment for each warning here."""
    done: set[tuple[int, str]] = set()
    for warning in ask.snapshot.reading.warnings:
        if not ask.concerns(warning) or warning.code in ABOUT_IGNORES:
            continue
        edit = _edit(ask, warning.start, warning.code)
        if edit is not None and (edit.span[0], warning.code) not in done:
            done.add((edit.span[0], warning.code))
            yield Action(f"Ignore {warning.code} here", (edit,), KIND, (warning.code,))


def _into(ask: Ask, noted: Ignore, code: str) -> Edit:
    """Return the edit that adds a code to a comment, or replaces a code without effect."""
    dead = {warning.start for warning in ask.snapshot.reading.warnings if warning.code == UNUSED}
    for old, at in noted.codes:
        if at in dead:
            return Edit((at, at + len(old)), code)
    if noted.codes:
        last, at = noted.codes[-1]
        return Edit((at + len(last), at + len(last)), f", {code}")
    word = IGNORE.split()[-1]
    at = ask.snapshot.document.text.index(word, noted.start) + len(word)
    return Edit((at, at), f" {code}")


def _edit(ask: Ask, offset: int, code: str) -> Edit | None:
    entry = ask.snapshot.document.entry_at(offset)
    if entry is None or entry.line.kind != "code":
        return None
    row = entry.line.row
    for noted in ask.snapshot.reading.ignores:
        if noted.first_row == row:
            return _into(ask, noted, code)
    if not entry.line.comment and row == entry.line.last_row:
        return Edit((entry.line.end, entry.line.end), f"  # {IGNORE} {code}")
    start = ask.row_start(row)
    return Edit((start, start), f"{ask.indent(entry)}# {IGNORE} {code}{ask.newline}")
