"""Name the traces beside a spec for which none are known."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.state.trace_folders import traces_line
from toolspec.lsp.text.answers import Action

KIND = "quickfix"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the action that adds a `traces` line, if a folder of traces was found."""
    if ask.beside is not None:
        title = ask.beside.title
        edit = traces_line(ask.snapshot, ask.beside)
        yield Action(title[0].upper() + title[1:], (edit,), KIND)
