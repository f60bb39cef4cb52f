"""The types of features' answers, with offsets into the spec's text instead of positions.

`lsp/transport/adapt.py` turns them into the protocol's types.
"""

from __future__ import annotations

from typing import NamedTuple

Span = tuple[int, int]
"""Start and end offset in characters; the end is exclusive."""


class Edit(NamedTuple):
    """Replace a span by a text."""

    span: Span
    text: str


class Hover(NamedTuple):
    """Markdown about a piece of the text."""

    span: Span
    markdown: str


class Hint(NamedTuple):
    """A label at the end of a line, with a tooltip in Markdown.

    `offset` is its place in the text, `row` its line, from 1.
    """

    offset: int
    row: int
    label: str
    tooltip: str = ""


class Item(NamedTuple):
    """A completion. Items are ordered by `sort`; `snippet` says that `text` has placeholders.

    The typed text is matched against `filter`, or against the label if that is empty. `again` says
    that more completions follow after this one, so an editor may open the list again. `often` says
    how often traces have it, short enough for each row of the list.
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
    often: str = ""


class Lens(NamedTuple):
    """A title above a line; a click runs `command` with `arguments`."""

    offset: int
    title: str
    command: str = ""
    arguments: tuple[object, ...] = ()


class Action(NamedTuple):
    """A change that an editor offers. `solves` are the codes of the findings it fixes.

    `weaker` says that the rule would ask for less: whatever kept it before keeps it then. An action
    with a `command`, its name and arguments, runs it and changes nothing.
    """

    title: str
    edits: tuple[Edit, ...]
    kind: str = "quickfix"
    solves: tuple[str, ...] = ()
    preferred: bool = False
    weaker: bool = False
    command: tuple[str, tuple[object, ...]] | None = None


class Symbol(NamedTuple):
    """An item of the outline: a rule, a case or a `tool` line."""

    name: str
    kind: str
    span: Span
    name_span: Span
    inside: tuple[Symbol, ...] = ()


class Finding(NamedTuple):
    """Something an editor underlines: a problem of the spec, or a rule that a trace violates.

    `severity` is error, warning, information or hint; `related` points elsewhere: a place in this
    text (`span`) or in a file (`path`, `line`, `column`, from 1), with a message.
    """

    span: Span
    severity: str
    code: str
    message: str
    related: tuple[RelatedPlace, ...] = ()
    faded: bool = False


class RelatedPlace(NamedTuple):
    """Another place that belongs to a finding."""

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
