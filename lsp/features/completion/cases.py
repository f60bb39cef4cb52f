"""After `case`: the names of recent traces that have no case yet."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.text.spec_text import quoted_safely
from toolspec.lsp.features.completion.keywords import escaped_in_snippet
from toolspec.lsp.features.completion.place import CompletionPlace
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.humanize import times

LONG_NAME = 200


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield the names, newest trace first."""
    if place.first != "case" or len(place.words) != 1:
        return
    if place.kind not in ("name", "string", "open_string"):
        return
    snapshot = place.snapshot
    taken = {case for case in snapshot.reading.spec.cases if place.typed[1:] != case}
    names: dict[str, int] = {}
    for info in snapshot.traces:
        if info.name is not None and info.name not in taken and len(info.name) <= LONG_NAME:
            names[info.name] = names.get(info.name, 0) + 1
    for rank, (name, count) in enumerate(names.items()):
        text = quoted_safely(name)
        body = f"{escaped_in_snippet(text)} {{\n\t$0\n}}"
        yield Item(
            plain(name, LONG_NAME),
            text if place.follows else body,
            place.span,
            "case",
            f"the name of {times(count, 'trace')}",
            sort=f"1{rank:05d}",
            filter=text if place.kind != "name" else name,
            snippet=not place.follows,
        )
