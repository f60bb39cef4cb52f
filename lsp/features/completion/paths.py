"""After `traces`: files and folders beside the spec, and a glob over those of one ending."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from toolspec.lsp.answers import Item, Span
from toolspec.lsp.features.completion.place import Place
from toolspec.lsp.shown import plain
from toolspec.lsp.since import times
from toolspec.lsp.view import View
from toolspec.lsp.written import quoted_safely

GLOB_MIN = 2
"""Files of one ending from which a glob is offered before them."""

GLOB_SIGNS = "*?["


class Listed(NamedTuple):
    """A file or folder."""

    name: str
    folder: bool


class Typed(NamedTuple):
    """A path being typed: the part up to its last `/`, and what it replaces."""

    folder: str
    span: Span
    quoted: bool
    lead: str


def typed(place: Place | None) -> Typed | None:
    """Return the path being typed; None where none is."""
    if place is None or place.first != "traces" or place.before not in ("traces", ","):
        return None
    if place.kind not in ("name", "open_string", "string", "open_regex"):
        return None
    quoted = place.typed.startswith('"')
    inside = place.typed[1:] if quoted else place.typed
    return Typed(inside.rpartition("/")[0], place.span, quoted, place.lead)


def folder_wanted(view: View, place: Place | None) -> Path | None:
    """Return the folder whose files complete the path at the cursor; None where there is none."""
    path = typed(place)
    if (
        path is None
        or view.document.path is None
        or any(sign in path.folder for sign in GLOB_SIGNS)
    ):
        return None
    return Path(view.document.path).parent / path.folder


def items(place: Place, listed: Sequence[Listed]) -> Iterator[Item]:
    """Yield the globs, the folders, the files."""
    path = typed(place)
    if path is None:
        return
    prefix = f"{path.folder}/" if path.folder else ""
    endings = Counter(
        one.name[one.name.index(".", 1) :]
        for one in listed
        if not one.folder and "." in one.name[1:] and not one.name.endswith(".toolspec")
    )
    for rank, (ending, count) in enumerate(endings.most_common()):
        if count >= GLOB_MIN:
            yield _item(path, f"{prefix}*{ending}", times(count, "file"), "path", f"1{rank:05d}")
    for rank, one in enumerate(sorted(listed, key=lambda one: (not one.folder, one.name))):
        if one.name.startswith(".") or one.name.endswith(".toolspec"):
            continue
        kind, sign = ("folder", "/") if one.folder else ("path", "")
        yield _item(path, f"{prefix}{one.name}{sign}", "", kind, f"2{rank:05d}")


def _item(path: Typed, name: str, detail: str, kind: str, sort: str) -> Item:
    text = quoted_safely(name)
    return Item(plain(name, 200), path.lead + text, path.span, kind, detail, sort=sort,
                filter=text if path.quoted else name)  # fmt: skip
