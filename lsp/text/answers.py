"""What the features answer: offsets into the spec's text, never an editor's positions.

`lsp/transport/adapt.py` turns them into the protocol's types.
"""

from __future__ import annotations

from typing import NamedTuple

Span = tuple[int, int]
"""Start and end offset in characters; the end is not part of it."""


class Edit(NamedTuple):
    """Replace a span by a text."""

    span: Span
    text: str


class Hover(NamedTuple):
    """Markdown about a piece of the text."""

    span: Span
    markdown: str


class Hint(NamedTuple):
    """A label at the end of a line, and Markdown for those who point at it.

    `offset` is where that is, `row` the line, from 1.
    """

    offset: int
    row: int
    label: str
    tooltip: str = ""


class Item(NamedTuple):
    """Something that can be typed here. `sort` orders the items; `snippet` says `text` has holes.

    `filter` is what the typed text is held against, where that is not the label. `again` says that
    something else is offered behind it: an editor may open its list at once.
    """

    label: str
    text: str
    span: Span
    kind: str = "text"
    detail: str = ""
    documentation: str = ""
    sort: str = ""
    snippet: bool = False
    filter: str = ""
    again: bool = False


class Lens(NamedTuple):
    """A line of words above a line; `command` and `arguments` are what a click does."""

    offset: int
    title: str
    command: str = ""
    arguments: tuple[object, ...] = ()


class Action(NamedTuple):
    """A change that an editor offers. `cures` are the codes of the findings it mends."""

    title: str
    edits: tuple[Edit, ...]
    kind: str = "quickfix"
    cures: tuple[str, ...] = ()
    preferred: bool = False


class Symbol(NamedTuple):
    """A thing with a name in the outline: a rule, a case, a `tool` line."""

    name: str
    kind: str
    span: Span
    name_span: Span
    inside: tuple[Symbol, ...] = ()


class Finding(NamedTuple):
    """Something an editor underlines: a problem of the spec, or a rule that a trace does not keep.

    `severity` is error, warning, information or hint; `related` points elsewhere: a place in this
    text (`span`) or in a file (`path`, `line`, `column`, from 1), with what to say of it.
    """

    span: Span
    severity: str
    code: str
    message: str
    related: tuple[Related, ...] = ()
    faded: bool = False


class Related(NamedTuple):
    """Another place a finding speaks of."""

    message: str
    span: Span | None = None
    path: str = ""
    line: int = 0
    column: int = 0


class Location(NamedTuple):
    """A place in a spec (`uri` and `span`), or in a trace file (`line` and `column`, from 1)."""

    uri: str
    span: Span = (0, 0)
    line: int = 0
    column: int = 0


class Signature(NamedTuple):
    """How a `<...>` is written, with the argument the cursor is at."""

    label: str
    documentation: str
    arguments: tuple[tuple[str, str], ...]
    active: int
