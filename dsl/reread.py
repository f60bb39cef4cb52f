"""Read a text that differs little from one read before: a keystroke costs the line it is on.

What is read is the same as `read` would return; tests compare the two over random edits.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from toolspec.dsl.document.kept import last_that_holds
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.read import Reader, Reading, read
from toolspec.dsl.reader.uses import Uses
from toolspec.dsl.text.lexer import TooLargeError
from toolspec.dsl.text.limits import CHARACTERS_MAX, RULES_MAX, WORDS_MAX
from toolspec.dsl.text.lines import LogicalLine, Splitter, inside_after
from toolspec.dsl.text.source import Source
from toolspec.engine.reading.gc_paused import Resting


def reread(before: Reading, text: str, tools: Iterable[str] | None = None) -> Reading:
    """Return the reading of a text; `before`, that of an earlier text, is used up.

    Entries of lines that did not change are taken over, with their rules, at their new places.
    """
    tools = None if tools is None else tuple(tools)
    path = before.source.path
    uses = Uses(within=before.within, opened=before.opened)
    if not before.whole:
        return read(text, path, tools, uses)
    try:
        after = _reread(before, Source(text, path), tools)
    except TooLargeError:
        return read(text, path, tools, uses)
    return after if after.whole else read(text, path, tools, uses)


def _reread(before: Reading, source: Source, tools: Iterable[str] | None) -> Reading:
    """Return the reading of a source. Raises TooLargeError where it may be too large to be read."""
    text = source.text
    with Resting():
        head, tail = _same(before.source, source)
        low, row, inside = _start(before, head)
        splitter = Splitter(source, inside, words_max=WORDS_MAX)
        if splitter.count > RULES_MAX or len(text) > CHARACTERS_MAX:
            raise TooLargeError("rules")
        fresh, high = _split(splitter, before, row, tail)
        entries = before.entries
        rows = len(source.rows) - len(before.source.rows)
        stays = entries[high].line.row if high < len(entries) else len(before.source.rows) + 1
        far = [*splitter.far, *(at + rows for at in before.far if at >= stays)]
        todo = {at for at in before.dependent if not low <= at < high}
        if rows:  # a rule says which row it is on
            todo.update(entry.at for entry in entries[high:] if entry.rule is not None)
        todo |= _first_code(entries, high)
        for at in todo:
            entries[at] = entries[at].again()
        new_entries = [SpecLine(line, at) for at, line in enumerate(fresh, low)]
        _move(
            entries,
            high,
            characters=len(text) - len(before.source.text),
            rows=rows,
            by=low + len(new_entries) - high,
        )
        entries[low:high] = new_entries
        if len(text) > WORDS_MAX and sum([entry.line.size for entry in entries]) > WORDS_MAX:
            raise TooLargeError("words")
        moved = low + len(new_entries) - high
        todo_now = sorted(
            [
                *range(low, low + len(new_entries)),
                *(at if at < low else at + moved for at in todo),
            ]
        )
        uses = Uses(within=before.within, opened=before.opened)
        return Reader(source, entries, tools, far, todo_now, before.kept, uses).run()


def _same(old: Source, new: Source) -> tuple[int, int]:
    """Return how many lines at the start, and at the end, are the same and end alike."""
    before, after = old.rows, new.rows
    most = min(len(before), len(after))
    head = last_that_holds(most, lambda count: before[:count] == after[:count])
    left = most - head
    tail = last_that_holds(
        left, lambda count: before[len(before) - count :] == after[len(after) - count :]
    )
    if "\r" not in old.text and "\r" not in new.text:
        return head, tail
    # LogicalLine ends may differ where lines do not.
    first, second = old.starts, new.starts
    head = last_that_holds(head, lambda count: first[:count] == second[:count])
    moved = len(new.text) - len(old.text)
    ended = [start + moved for start in first[len(first) - tail :]]
    tail = last_that_holds(
        tail, lambda count: ended[tail - count :] == second[len(second) - count :]
    )
    return head, tail


def _start(before: Reading, head: int) -> tuple[int, int, int]:
    """Return where to begin: the index of an entry, its row, and how many blocks are open there."""
    entries = before.entries
    low = bisect_left(entries, head + 1, key=lambda entry: entry.line.last_row)
    above = low - 1
    while above >= 0 and entries[above].line.kind != "code":
        above -= 1
    if above >= 0 and entries[above].line.open:
        low = above  # it looked for more on the lines below it
    if before.far and before.far[0] <= head:
        low = min(low, bisect_left(entries, before.far[0], key=lambda entry: entry.line.row))
    row = entries[low].line.row if low < len(entries) else head + 1
    return low, row, _inside(before, low)


def _inside(reading: Reading, at: int) -> int:
    """Return how many cases and blocks are open at the entry at an index."""
    depends = reading.dependent  # the heads and ends of cases and blocks are among them
    inside = 0
    for index in depends[: bisect_left(depends, at)]:
        inside = inside_after(reading.entries[index].line, inside)
    return inside


def _split(
    splitter: Splitter, before: Reading, row: int, tail: int
) -> tuple[list[LogicalLine], int]:
    """Return the lines from a row until they are as they were, and the first entry that stays."""
    fresh: list[LogicalLine] = []
    entries = before.entries
    shift = splitter.count - len(before.source.rows)
    while row <= splitter.count:
        if row > splitter.count - tail:
            high = bisect_left(entries, row - shift, key=lambda entry: entry.line.row)
            same = high < len(entries) and entries[high].line.row == row - shift
            if same and _inside(before, high) == splitter.inside:
                return fresh, high
        line = splitter.next(row)
        fresh.append(line)
        row = line.last_row + 1
    return fresh, len(entries)


def _first_code(entries: list[SpecLine], at: int) -> set[int]:
    """Return the first line of code from an index on: the comments above it may have changed."""
    while at < len(entries) and entries[at].line.kind == "comment":
        at += 1
    return {at} if at < len(entries) and entries[at].line.kind == "code" else set()


def _move(entries: list[SpecLine], first: int, *, characters: int, rows: int, by: int) -> None:
    """Move the entries from an index on."""
    if not (characters or rows or by):
        return
    for entry in entries[first:]:
        line = entry.line
        line.start += characters
        line.comment_start += characters
        entry.at += by
        if rows:
            line.row += rows
            line.last_row += rows


class Preview:
    """Reads texts as edits would leave them, one after the other, and leaves a reading as it is."""

    def __init__(self, reading: Reading, tools: Iterable[str] | None = None) -> None:
        self._tools = None if tools is None else tuple(tools)
        entries = [entry.copy() for entry in reading.entries]
        rules = [entries[entry.at] for entry in reading.rules]
        self._last = Reading(
            reading.source,
            entries,
            rules,
            reading.spec,
            reading.problems,
            reading.names,
            reading.ignores,
            [*reading.dependent],
            [*reading.far],
            reading.kept,
            whole=reading.whole,
        )
        self._last.within, self._last.opened = reading.within, reading.opened

    def read(self, text: str) -> Reading:
        """Return the reading of a text; the one before it is used up."""
        self._last = reread(self._last, text, self._tools)
        return self._last
