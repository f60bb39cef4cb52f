"""The `@names` of `tool` lines; on such a line, names that are used but not defined."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.features.completion.place import Place
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.escape import code, plain


def items(place: Place) -> Iterator[Item]:
    """Yield the names, if one is allowed here."""
    if place.kind != "name":
        return
    names = place.snapshot.reading.names
    if place.first == "tool" and len(place.words) == 1:
        for rank, name in enumerate(sorted(set(names.uses) - set(names.lines))):
            yield Item(name, name, place.span, "name", "used, not defined", sort=f"0{rank:05d}")
        return
    if not place.tool_can_stand:
        return
    defined = place.words[1].text if place.first == "tool" and len(place.words) > 1 else ""
    for rank, (name, (entry, _)) in enumerate(names.lines.items()):
        if name != defined:
            pattern = entry.line.text.partition("=")[2].strip()
            about = code(pattern)
            yield Item(
                name, place.lead + name, place.span, "name", plain(pattern, 80), about,
                f"2{rank:05d}", filter=name,
            )  # fmt: skip
