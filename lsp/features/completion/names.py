"""The `@names` of `tool` and `value` lines; on such a line, names that are used but not defined."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from toolspec.dsl.text.lexer import DEFINING
from toolspec.engine.match.values import ValuePattern
from toolspec.lsp.features.completion.place import CompletionPlace
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.escape import code, plain


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield the names of tools where a tool is allowed, those of values where a value is."""
    if place.kind != "name" and not (place.kind == "key" and not place.typed):
        return
    names = place.snapshot.reading.names
    if place.first in DEFINING and len(place.words) == 1:
        for rank, name in enumerate(sorted(set(names.uses) - set(names.lines) - set(names.given))):
            yield Item(name, name, place.span, "name", "used, not defined", sort=f"0{rank:05d}")
        return
    of_values = "VARIABLE" in place.accepts
    if not of_values and not place.tool_can_stand:
        return
    defined = place.words[1].text if place.first in DEFINING and len(place.words) > 1 else ""
    listed = [
        (name, entry.line.text.partition("=")[2].strip(), "")
        for name, (entry, _) in names.lines.items()
        if (entry.line.first == DEFINING[1]) == of_values
    ]
    listed += [
        (name, str(meant), f", from {Path(file).name}")
        for name, (meant, file) in names.given.items()
        if isinstance(meant, ValuePattern) == of_values
    ]
    for rank, (name, pattern, source) in enumerate(listed):
        if name != defined:
            yield Item(
                name, place.lead + name, place.span, "name", plain(pattern, 80) + source,
                code(pattern), f"2{rank:05d}", filter=name,
            )  # fmt: skip
