"""Rename a case without a trace to the similar name of a trace."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.text.spec_text import quoted_safely
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask
from toolspec.lsp.features.diagnostics.findings import NO_TRACE
from toolspec.lsp.state.unmatched import unmatched
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.escape import plain

KIND = "quickfix"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the change for each such case here."""
    for entry in ask.entries:
        if entry.what != "case_open" or not entry.parts:
            continue
        span = entry.span(entry.parts[0])
        alone = unmatched(ask.snapshot, str(entry.parts[0].value))
        if (
            alone is None
            or not alone.near
            or not (ask.touches(span) or span[0] in ask.diagnostic_starts)
        ):
            continue
        title = f'Change the case to "{plain(alone.near, NAME_MAX)}"'
        yield Action(title, (Edit(span, quoted_safely(alone.near)),), KIND, (NO_TRACE,))
