"""The input of code actions: the place, the trace shown there, and its calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.document.comments import is_description
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.read import read
from toolspec.dsl.reader.reading import Reading
from toolspec.dsl.reader.uses import Uses
from toolspec.dsl.text.lines import inside_after, opens
from toolspec.engine.rule import Rule
from toolspec.engine.text.score_text import score_text
from toolspec.lsp.features.hover.rule import trace_name
from toolspec.lsp.judge.messages import CallInfo, Proposed, RuleScore, TraceInfo
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.state.trace_folders import TraceFolder
from toolspec.lsp.text.answers import Edit, Span
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.line_tokens import case_around, heads_around

NAME_MAX = 40
"""Characters of a name in a title."""

RECENT_MAX = 20
"""Recent traces that a proposed rule must hold on."""

IGNORE = "toolspec: ignore"


class ScoredRule(NamedTuple):
    """The line of a rule, the rule, and the score shown for it."""

    entry: SpecLine
    rule: Rule
    score: RuleScore


class Ask(NamedTuple):
    """A request for actions: a span of a spec, and the calls of the shown trace if known.

    `proposed` are the rules that the shown trace supports, `proposed_by_all` those that all of
    `recent` support.
    `beside` is the folder of traces to offer to a spec that has none. `ways` are the rules of which
    one has to pass, where the rule here is made of such; `way` is the one of them to be changed.
    `diagnostic_starts` are the offsets of the findings that the editor sent with the request; some
    editors send all findings on the cursor's line.
    """

    snapshot: Snapshot
    span: Span
    calls: tuple[CallInfo, ...] = ()
    diagnostic_starts: frozenset[int] = frozenset()
    proposed: Proposed = Proposed()
    proposed_by_all: Proposed = Proposed()
    beside: TraceFolder | None = None
    ways: tuple[ScoredRule, ...] = ()
    way: ScoredRule | None = None

    @property
    def entries(self) -> list[SpecLine]:
        """The logical lines that the span touches."""
        document, entries = self.snapshot.document, self.snapshot.reading.entries
        first = document.entry_at(self.span[0])
        last = document.entry_at(self.span[1])
        if first is None or last is None:
            return []
        return entries[first.at : last.at + 1]

    @property
    def rule(self) -> SpecLine | None:
        """The rule that the span touches; None if it touches none or several.

        For a rule of which one has to pass it is the whole.
        """
        rules = [entry for entry in self.entries if entry.rule is not None]
        if not rules and len(self.entries) == 1 and self.entries[0].what == "rule":
            head = next(heads_around(self.snapshot.reading, self.entries[0].line.start), None)
            rules = [head] if head is not None and head.rule is not None else []
        return rules[0] if len(rules) == 1 else None

    @property
    def not_passed(self) -> ScoredRule | None:
        """The rule that the span touches, with its score; None if it passes or has no score."""
        if self.way is not None:
            return self.way
        entry = self.rule
        score = self.snapshot.score_of(entry) if entry is not None else None
        if entry is None or entry.rule is None or score is None or score.status == "pass":
            return None
        return ScoredRule(entry, entry.rule, score)

    @property
    def not_passed_whole(self) -> ScoredRule | None:
        """The same, but None for a rule with clauses: its score is that of parts of the trace."""
        scored = self.not_passed
        return None if scored is None or scored.rule.clauses else scored

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
    def recent(self) -> tuple[TraceInfo, ...]:
        """The newest traces that the rules here are judged on; none if there is only one."""
        traces, case = self.snapshot.traces, self.case
        if case is not None:
            traces = tuple(info for info in traces if info.case_in((case,)) is not None)
        return traces[:RECENT_MAX] if len(traces) > 1 else ()

    @property
    def newline(self) -> str:
        """The line ending of the text."""
        return "\r\n" if "\r\n" in self.snapshot.document.text else "\n"

    def touches(self, span: Span) -> bool:
        """Tell whether a span overlaps or touches the requested one."""
        return span[0] <= self.span[1] and span[1] >= self.span[0]

    def concerns(self, problem: Diagnostic) -> bool:
        """Tell whether a problem is at the requested place."""
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
        touched = entries[first.at : last.at + 1]
        if not all(map(is_whole_line, touched)) or any(opens(entry.line) for entry in touched):
            return None
        end = source.line_span(last.line.last_row)[1]
        return source.starts[first.line.row - 1], max(end, *(edit.span[1] for edit in edits))

    def end(self, entry: SpecLine) -> int:
        """Return the end of a rule: of its line, or of the line that closes its block."""
        inside, closing = 0, entry.line
        for other in self.snapshot.reading.entries[entry.at :]:
            closing, inside = other.line, inside_after(other.line, inside)
            if not inside:
                break
        return closing.end

    def in_case(self, offset: int) -> bool:
        """Tell whether a line that begins at an offset is inside a case."""
        return case_around(self.snapshot.reading, offset) is not None

    def read_with_names(self, text: str) -> Reading:
        """Return the reading of lines that may use the names that this spec defines or takes in."""
        reading = self.snapshot.reading
        defining = ("tool_line", "value_line", "use_line")
        names = [entry.line.text for entry in reading.entries if entry.what in defining]
        uses = Uses(within=reading.within, opened=reading.opened)
        return read("\n".join([*names, text]), reading.source.path, None, uses)

    def row_start(self, row: int) -> int:
        """Return the start of a line, after a byte order mark."""
        start = self.snapshot.document.source.starts[row - 1]
        return start + (self.snapshot.document.text[start : start + 1] == "\ufeff")

    def indent(self, entry: SpecLine) -> str:
        """Return the indentation of a line."""
        return self.snapshot.document.text[self.row_start(entry.line.row) : entry.line.start]

    def top(self, entry: SpecLine) -> int:
        """Return the first row of an entry with its descriptions and ignore comments."""
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
        """Return the edit that adds rules below the requested line; None if one is not valid."""
        if read("\n".join(rules)).errors:
            return None
        document = self.snapshot.document
        source = document.source
        entry = self._whole(self.entries[-1])
        if entry.line.kind == "blank":
            heads = heads_around(self.snapshot.reading, source.starts[entry.line.row - 1])
            opened = next(heads, None)
            margin = self.indent(opened) + "  " if opened is not None else ""
            start, end = self.row_start(entry.line.row), source.line_span(entry.line.row)[1]
            lines = f"{self.newline}{margin}".join(rules)
            return Edit((start, max(start, end)), margin + lines)
        margin = self.indent(entry)
        if opens(entry.line):
            margin += "  "
        end = source.line_span(entry.line.last_row)[1]
        return Edit((end, end), "".join(f"{self.newline}{margin}{rule}" for rule in rules))

    def _whole(self, entry: SpecLine) -> SpecLine:
        """Return the line that the comments at an entry belong to, to insert below it."""
        entries = self.snapshot.reading.entries
        at = entry.at
        while entries[at].line.kind == "comment" and at + 1 < len(entries):
            if entries[at + 1].line.kind == "blank":
                break
            at += 1
        return entries[at]


def is_whole_line(entry: SpecLine) -> bool:
    """Tell whether a line is a rule, a comment or blank: what may come before or after any rule."""
    return entry.what == "rule" or entry.line.kind in ("comment", "blank")


def name_in_title(trace: TraceInfo) -> str:
    """Return a trace's name for a title."""
    return plain(trace_name(trace), NAME_MAX)


def gain(before: float, after: float) -> str:
    """Return the effect of a change on a rule's score, for a title."""
    return f"(score {score_text(before)} → {score_text(after)})"
