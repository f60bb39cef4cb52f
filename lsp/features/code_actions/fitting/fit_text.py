"""Let a text that is searched for be found whatever its case is."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.text.spec_text import regex
from toolspec.engine.match.values import Exactly
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.escape import plain

KIND = "quickfix"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the change of a rule that searches a text; whether it helps is tried out later."""
    scored = ask.not_passed
    if scored is None or not scored.rule.kind.searches_text or not scored.entry.parts[0].parts:
        return
    part = scored.entry.parts[0].parts[0]
    if not isinstance(part.value, Exactly) or not isinstance(part.value.value, str):
        return
    pattern = regex(part.value.value)
    if pattern:
        title = f"Find {plain(part.source, NAME_MAX)} in upper and lower case"
        edit = Edit(scored.entry.span(part), f"/{pattern}/i")
        yield Action(title, (edit,), KIND, (scored.score.status,), weaker=True)
