"""After `traces`, `tools` and `use`: files and folders next to the spec, and globs of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from toolspec.dsl.text.spec_text import quoted_safely
from toolspec.lsp.features.completion.keywords import escaped_in_snippet
from toolspec.lsp.features.completion.place import CompletionPlace
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Item, Span
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.humanize import times

GLOB_MIN = 2
"""Minimum number of files with the same ending for which a glob is offered."""

GLOB_SIGNS = "*?["


TRACES = (".json", ".jsonl", ".ndjson", ".json.gz", ".jsonl.gz", ".json.zst", ".jsonl.zst", ".pb")
"""Endings of trace files; a folder with such files is offered as a glob."""


SPECS = (".toolspec",)
ENDINGS = {"traces": TRACES, "tools": (".json", ".jsonl"), "use": SPECS}
"""The endings of the files that lines of a keyword name."""


class Listed(NamedTuple):
    """A file or folder; `inside` names the files in a folder that was searched."""

    name: str
    folder: bool
    inside: tuple[str, ...] = ()


class Typed(NamedTuple):
    """A path being typed: the part up to its last `/`, and what it replaces.

    In quotes only the text between them is replaced, so that the cursor stays there; `closed` says
    that there is a closing quote.
    """

    folder: str
    span: Span
    quoted: bool
    closed: bool
    lead: str


def typed(place: CompletionPlace | None) -> Typed | None:
    """Return the path being typed; None if there is none."""
    if place is None or place.first not in ENDINGS or place.before not in (place.first, ","):
        return None
    if place.kind not in ("name", "open_string", "string", "open_regex"):
        return None
    quoted = place.typed.startswith('"')
    inside = place.typed[1:] if quoted else place.typed
    start, end = place.span
    text = place.snapshot.document.text
    closed = quoted and end > start + 1 and text[end - 1] == '"'
    if quoted:
        start, end = start + 1, end - closed
    return Typed(inside.rpartition("/")[0], (start, end), quoted, closed, place.lead)


def folder_wanted(snapshot: Snapshot, place: CompletionPlace | None) -> Path | None:
    """Return the folder whose files complete the path at the cursor; None if there is none."""
    path = typed(place)
    if (
        path is None
        or snapshot.document.path is None
        or any(sign in path.folder for sign in GLOB_SIGNS)
    ):
        return None
    return Path(snapshot.document.path).parent / path.folder


def proposed(place: CompletionPlace, listed: Sequence[Listed]) -> Iterator[Item]:
    """Yield the globs, the folders, the files."""
    path = typed(place)
    if path is None:
        return
    prefix = f"{path.folder}/" if path.folder else ""
    wanted = ENDINGS[place.first]
    globs = wanted is not SPECS
    for rank, (ending, count) in enumerate(_endings(listed).most_common() if globs else ()):
        if count >= GLOB_MIN:
            yield _item(path, f"{prefix}*{ending}", times(count, "file"), "path", f"1{rank:05d}")
    own = Path(place.snapshot.document.path or "").name if not prefix else ""
    ranked = sorted(listed, key=lambda entry: (not entry.folder, entry.name))
    for rank, entry in enumerate(ranked if globs else ()):
        for ending, count in _endings(Listed(name, False) for name in entry.inside).most_common():
            if ending in wanted:
                name = f"{prefix}{entry.name}/*{ending}"
                yield _item(path, name, times(count, "file"), "path", f"2{rank:05d}")
    for rank, entry in enumerate(ranked):
        if entry.name.startswith(".") or (entry.name.endswith(SPECS) == globs and not entry.folder):
            continue
        if entry.name == own:
            continue
        kind, sign = ("folder", "/") if entry.folder else ("path", "")
        rank_of = "3" if entry.folder or entry.name.endswith(wanted) else "4"
        yield _item(path, f"{prefix}{entry.name}{sign}", "", kind, f"{rank_of}{rank:05d}")


def _endings(listed: Iterable[Listed]) -> Counter[str]:
    """Count the endings of files; hidden files have none."""
    return Counter(
        entry.name[entry.name.index(".", 1) :]
        for entry in listed
        if not entry.folder and "." in entry.name[1:] and not entry.name.endswith(".toolspec")
    )


def _item(path: Typed, name: str, detail: str, kind: str, sort: str) -> Item:
    inside = quoted_safely(name)[1:-1]
    folder = kind == "folder"
    snippet = False
    if path.quoted:
        # A path goes on after a folder, so do not close the quote.
        text = inside if path.closed or folder else f'{inside}"'
    else:
        snippet = folder
        text = (
            f'{path.lead}"{escaped_in_snippet(inside)}$0"' if folder else f'{path.lead}"{inside}"'
        )
    return Item(
        plain(name, 200), text, path.span, kind, detail, sort=sort,
        filter=inside if path.quoted else name, snippet=snippet, again=folder,
    )  # fmt: skip
