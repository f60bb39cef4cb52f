"""Give a pattern that is written several times a name: a `tool` line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolspec.engine.match.tool_pattern import Name, Named
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.line_tokens import patterns_in

KIND = "refactor.extract"

WORDS_MAX = 2
"""Number of words of a pattern that are used in its name."""


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the change for the pattern at the cursor, if it is repeated and not just a name."""
    entry = ask.rule
    if entry is None:
        return
    part = next((same for same in patterns_in(entry) if ask.touches(entry.span(same))), None)
    if part is None or isinstance(part.value, Name | Named) or "\n" in part.source:
        return
    source = part.source.strip()
    uses = [
        other.span(same)
        for other in ask.snapshot.reading.entries
        if other.rule is not None
        for same in patterns_in(other)
        if same.source.strip() == source
    ]
    if len(uses) < 2 or "\r" in source:
        return
    name = _name(ask, source)
    line = f"tool {name} = {source}"
    at = _place(ask)
    edits = [Edit((at, at), line + ask.newline), *(Edit(span, name) for span in uses)]
    title = f"Name {plain(source, NAME_MAX)} {name} ({len(uses)} uses)"
    yield Action(title, tuple(edits), KIND)


def _name(ask: Ask, source: str) -> str:
    words = re.findall(r"[A-Za-z]+[0-9]*", re.sub(r"\\.", " ", source))[:WORDS_MAX]
    base = "@" + ("_".join(words).lower() or "tools")
    names = ask.snapshot.reading.names
    name, number = base, 2
    while name in names.lines or name in names.uses:
        name, number = f"{base}_{number}", number + 1
    return name


def _place(ask: Ask) -> int:
    """Return the place of a new `tool` line: above the first rule or case and its comments."""
    first = next(
        entry
        for entry in ask.snapshot.reading.entries
        if entry.rule is not None or entry.line.first == "case"
    )
    return ask.row_start(ask.top(first))
