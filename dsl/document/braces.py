"""Write the braces that a case lacks, and judge fixes by what the lines around them say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from toolspec.dsl.fixes.missing_signs import LACKING
from toolspec.dsl.problem import Fix, LineDiagnostic
from toolspec.dsl.text.lexer import DEFINING
from toolspec.dsl.text.source import Source

if TYPE_CHECKING:
    from toolspec.dsl.document.names import Names
    from toolspec.dsl.document.spec_line import SpecLine


def closing(entries: Sequence[SpecLine], head: SpecLine, source: Source) -> tuple[Fix, ...]:
    """Return the fix that closes a case, with offsets from its head; none where nothing tells."""
    last = _last_inside(entries, head, True)
    if last is None:
        return ()
    end = _row_end(last, source) - head.line.start
    return (Fix("Close the case", end, end, _brace(head, source)),)


def opening(entries: Sequence[SpecLine], head: SpecLine, source: Source) -> tuple[Fix, ...]:
    """Return the fix that gives a case its `{`, and its `}` where that is missing too."""
    words = head.line.words
    texts = [word.text for word in words[2:]]
    if len(words) < 2 or words[1].kind != "string" or texts not in ([], [":"], ["="]):
        return ()
    begin, end = words[1].end, len(head.line.text)
    below = next((entry.line for entry in _below(entries, head) if entry.line.kind == "code"), None)
    if below is not None and below.text[:1] == "{":
        # As no name comes before it, it was read as a bracket around all up to its `}`.
        alone = source.line(below.row).split("#")[0].strip() == "{"
        near = not source.text[head.line.end : below.start].strip()
        if not (alone and near and (below.text[-1] == "}" or is_closed(entries, head))):
            return ()
        return (Fix("Open the case", begin, below.start + 1 - head.line.start, " {"),)
    if is_closed(entries, head):
        return (Fix("Open the case", begin, end, " {"),)
    last = _last_inside(entries, head, False)
    if last is None:
        return ()
    stop = _row_end(last, source)
    inside = source.text[head.line.end : stop]
    text = f" {{{inside}{_brace(head, source)}"
    return (Fix("Open and close the case", begin, stop - head.line.start, text),)


def is_closed(entries: Sequence[SpecLine], head: SpecLine) -> bool:
    """Tell whether a `}` is below the head of a case, before the next one."""
    for entry in _below(entries, head):
        if entry.line.text[:1] == "}":
            return True
        if entry.line.first == "case":
            return False
    return False


def _last_inside(entries: Sequence[SpecLine], head: SpecLine, flat: bool) -> SpecLine | None:
    """Return the last line of a case that nothing closes; None where it has no rule.

    Those indented deeper than its head are inside. Where the first is not, that tells nothing, and
    all are, if `flat` says so. None too where a line goes on: the brace would be taken for its own.
    """
    first = next((entry.line for entry in _below(entries, head) if entry.line.kind == "code"), None)
    if first is None or first.first == "case":
        return None
    deep = first.indent > head.line.indent
    if not (deep or flat):
        return None
    last: SpecLine | None = None
    for entry in _below(entries, head):
        if entry.line.kind == "blank":
            continue
        if entry.line.first == "case" or (deep and entry.line.indent <= head.line.indent):
            break
        last = entry
    return None if last is None or last.line.open else last


def _below(entries: Sequence[SpecLine], head: SpecLine) -> Iterator[SpecLine]:
    return (entries[at] for at in range(head.at + 1, len(entries)))


def _row_end(entry: SpecLine, source: Source) -> int:
    return source.line_span(entry.line.last_row)[1]


def _brace(head: SpecLine, source: Source) -> str:
    """Return a `}` on a line of its own, indented as the head is, ended as its line is."""
    start, end = source.line_span(head.line.row)
    margin = source.text[start : head.line.start].replace("\ufeff", "")
    sign = source.text[end : end + 2]
    return ("\r\n" if sign == "\r\n" else sign[:1] or "\n") + margin + "}"


def cures_all(entry: SpecLine, entries: Sequence[SpecLine], inside: bool, names: Names) -> bool:
    """Tell whether a line, once the sign it lacks is written, is allowed where it is."""
    line = entry.line
    if not any(item.slug in LACKING and item.fixes for item in entry.problems):
        return True
    if line.first == "case":
        return not inside and is_closed(entries, entry)
    if line.first in ("tool", "value", "traces") and inside:
        return False
    used = [word.text for word in line.words if word.text[:1] == "@"]
    if line.first in DEFINING and used and used[0] in names.lines:
        return False
    return all(names.knows(name) for name in used)


def without_fixes(problems: Sequence[LineDiagnostic]) -> list[LineDiagnostic]:
    """Return a line's problems without the fixes that write what it lacks."""
    return [item._replace(fixes=()) if item.slug in LACKING else item for item in problems]
