"""Where a name holds: a `$name` in its rule, an `@name` in all specs that have it from one file."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import realpath

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.lsp.state.document import SpecDocument
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.symbols_in_line import Mention, mention_at, mentions

Written = tuple[SpecDocument, SpecLine, Mention]
"""A mention, its line and its spec."""


def mention_of(snapshot: Snapshot, offset: int) -> Mention | None:
    """Return the tool or the name at an offset."""
    return None if snapshot.too_long else mention_at(snapshot.reading.entries, offset)


def is_local(mention: Mention) -> bool:
    """Tell whether a name holds in its rule alone."""
    return mention.name.startswith("$")


def mentions_at(snapshot: Snapshot, offset: int, mention: Mention) -> Iterator[Written]:
    """Yield all mentions of what is mentioned at an offset; of a tool, those in all specs."""
    for document, entry in _lines(snapshot, offset, mention):
        for other in mentions(entry):
            if other.name == mention.name:
                yield document, entry, other


def _lines(
    snapshot: Snapshot, offset: int, mention: Mention
) -> Iterator[tuple[SpecDocument, SpecLine]]:
    here = snapshot.document
    if is_local(mention):
        entry = here.entry_at(offset)
        if entry is not None:
            yield here, entry
        return
    documents = sharing(snapshot, mention.name)
    for document in documents:
        for entry in document.reading.entries:
            yield document, entry


def sharing(snapshot: Snapshot, name: str) -> list[SpecDocument]:
    """Return the specs in which a name means what it means here; for a tool, all specs."""
    here = snapshot.document
    if not name.startswith("@"):
        return [here, *snapshot.others()]
    owner = _owner(here, name)
    if not owner:
        return [here]
    return [here, *(other for other in snapshot.others() if _owner(other, name) == owner)]


def _owner(document: SpecDocument, name: str) -> str:
    """Return the real path of the file that defines an `@name` for a spec; "" if unknown."""
    names = document.reading.names
    if name in names.lines:
        return realpath(document.path) if document.path else ""
    return names.given[name][1] if name in names.given else ""


def definer(snapshot: Snapshot, name: str) -> SpecDocument | None:
    """Return the spec that defines an `@name`; None if no known one does."""
    here = snapshot.document
    owner = _owner(here, name)
    if name in here.reading.names.lines or not owner:
        return here
    paths = (other for other in snapshot.others() if other.path and realpath(other.path) == owner)
    return next(paths, None)
