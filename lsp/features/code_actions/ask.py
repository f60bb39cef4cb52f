"""What an action is made from: the place that was asked about, the trace shown there, its calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from toolspec.dsl.comments import is_description
from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.read import Entry, Reading, read
from toolspec.engine.score_text import score_text
from toolspec.lsp.features.hover.rule import trace_name
from toolspec.lsp.judge.messages import CallInfo, TraceInfo
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Edit, Span
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.line_tokens import case_around

NAME_MAX = 40
"""Characters of a name in a title."""

IGNORE = "toolspec: ignore"


class Ask(NamedTuple):
    """A question for actions: a span of a spec, and the calls of the trace shown there if known.

    `told` are the offsets at which the findings begin that the editor asks about beside the span:
    some send all of the cursor's line.
    """

    snapshot: Snapshot
    span: Span
    calls: tuple[CallInfo, ...] = ()
    diagnostic_starts: frozenset[int] = frozenset()

    @property
    def entries(self) -> list[Entry]:
        """The logical lines that the span touches."""
        document, entries = self.snapshot.document, self.snapshot.reading.entries
        first = document.entry_at(self.span[0])
        last = document.entry_at(self.span[1])
        if first is None or last is None:
            return []
        return entries[first.at : last.at + 1]

    @property
    def rule(self) -> Entry | None:
        """The one rule that the span touches; None where it touches none or several."""
        rules = [entry for entry in self.entries if entry.rule is not None]
        return rules[0] if len(rules) == 1 else None

    @property
    def case(self) -> str | None:
        """The case that the span begins in."""
        opened = case_around(self.snapshot.reading, self.span[0])
        return str(opened.parts[0].value) if opened is not None and opened.parts else None

    @property
    def trace(self) -> TraceInfo | None:
        """The trace that the rules here are shown against."""
        return self.snapshot.trace_of(self.case)

    @property
    def newline(self) -> str:
        """How the text ends its lines."""
        return "\r\n" if "\r\n" in self.snapshot.document.text else "\n"

    def touches(self, span: Span) -> bool:
        """Tell whether a span of the text meets the one asked about."""
        return span[0] <= self.span[1] and span[1] >= self.span[0]

    def concerns(self, problem: Diagnostic) -> bool:
        """Tell whether a problem is one asked about."""
        return problem.start in self.diagnostic_starts or self.touches((problem.start, problem.end))

    def plain_lines(self, edits: Sequence[Edit]) -> Span | None:
        """Return the span of the whole lines that edits touch.

        None if one of these lines is not plain, or the line above them goes on into them.
        """
        document = self.snapshot.document
        first = document.entry_at(min(edit.span[0] for edit in edits))
        last = document.entry_at(max(edit.span[1] for edit in edits))
        if first is None or last is None:
            return None
        entries, source = self.snapshot.reading.entries, document.source
        above = entries[first.at - 1] if first.at else None
        if above is not None and above.line.open:
            return None
        if not all(map(is_plain, entries[first.at : last.at + 1])):
            return None
        end = source.line_span(last.line.last_row)[1]
        return source.starts[first.line.row - 1], max(end, *(edit.span[1] for edit in edits))

    def in_case(self, offset: int) -> bool:
        """Tell whether a line that begins at an offset is inside a case."""
        return case_around(self.snapshot.reading, offset) is not None

    def read_with_names(self, text: str) -> Reading:
        """Return the reading of lines that may use the names of this spec's `tool` lines."""
        entries = self.snapshot.reading.entries
        names = [entry.line.text for entry in entries if entry.what == "tool_line"]
        return read("\n".join([*names, text]))

    def row_start(self, row: int) -> int:
        """Return where a line begins, behind a byte order mark."""
        start = self.snapshot.document.source.starts[row - 1]
        return start + (self.snapshot.document.text[start : start + 1] == "\ufeff")

    def indent(self, entry: Entry) -> str:
        """Return the white space before a line."""
        return self.snapshot.document.text[self.row_start(entry.line.row) : entry.line.start]

    def top(self, entry: Entry) -> int:
        """Return the first line of what belongs to an entry: its descriptions and its ignores."""
        entries = self.snapshot.reading.entries
        at = entry.at
        row = entry.line.row
        while at > 0 and entries[at - 1].line.kind == "comment":
            at -= 1
            line = entries[at].line
            if is_description(line) or IGNORE in line.comment:
                row = line.row
        return row

    def below(self, *rules: str) -> Edit | None:
        """Return the edit that writes rules below the line asked about; None if one is no rule."""
        if read("\n".join(rules)).errors:
            return None
        document = self.snapshot.document
        source = document.source
        entry = self._whole(self.entries[-1])
        if entry.line.kind == "blank":
            opened = case_around(self.snapshot.reading, source.starts[entry.line.row - 1])
            margin = self.indent(opened) + "  " if opened is not None else ""
            start, end = self.row_start(entry.line.row), source.line_span(entry.line.row)[1]
            lines = f"{self.newline}{margin}".join(rules)
            return Edit((start, max(start, end)), margin + lines)
        margin = self.indent(entry)
        if entry.what == "case_open" and not entry.line.text.endswith("}"):
            margin += "  "
        end = source.line_span(entry.line.last_row)[1]
        return Edit((end, end), "".join(f"{self.newline}{margin}{rule}" for rule in rules))

    def _whole(self, entry: Entry) -> Entry:
        """Return the line that comments stand above: a rule must not come between."""
        entries = self.snapshot.reading.entries
        at = entry.at
        while entries[at].line.kind == "comment" and at + 1 < len(entries):
            if entries[at + 1].line.kind == "blank":
                break
            at += 1
        return entries[at]


def is_plain(entry: Entry) -> bool:
    """Tell whether a line is a rule, a comment or blank: what may come before or after any rule."""
    return entry.what == "rule" or entry.line.kind in ("comment", "blank")


def named(trace: TraceInfo) -> str:
    """Return a trace's name for a title."""
    return plain(trace_name(trace), NAME_MAX)


def gain(before: float, after: float) -> str:
    """Say what a change does to a rule's score."""
    return f"(score {score_text(before)} → {score_text(after)})"
