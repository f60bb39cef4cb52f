"""For people at a terminal: a table of the rules, and why some did not pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from toolspec.cli.judging import Judged, Tally
from toolspec.cli.render import totals
from toolspec.engine.spec import RuleResult
from toolspec.engine.telling import words
from toolspec.engine.telling.places import Places
from toolspec.engine.text.escape import short
from toolspec.engine.text.score_text import score_text

_STYLES: Final = {
    "pass": ("✓ pass", "green"),
    "fail": ("✗ fail", "bold red"),
    "unknown": ("? unknown", "bold yellow"),
    "error": ("! error", "bold magenta"),
    "skip": ("- skip", "dim"),
}


class TableForm:
    """Writes each trace through rich. Text is always given as text: nothing in it is markup."""

    def __init__(
        self,
        stream: TextIO,
        *,
        color: bool = True,
        quiet: bool = False,
        before: Callable[[], None] = lambda: None,
    ) -> None:
        """Take the stream; `before` clears what is in the way of writing to it."""
        self._console = console(stream, color=color)
        self._quiet, self._before = quiet, before
        self._places = Places()
        encoding = getattr(stream, "encoding", None) or "utf-8"
        self._marks = can_encode("✓✗", encoding)

    def judged(self, judged: Judged) -> None:
        """Write one trace."""
        report = judged.report
        if self._quiet and report.passed:
            return
        self._before()
        mark, style = self._mark("pass" if report.passed else "fail")
        headline = Text.assemble((mark, style), " ", (words.trace_title(judged), "bold"))
        headline.append(f"  {words.about(judged)}", "dim")
        self._console.print(headline)
        self._console.print(self._table(judged))
        self._console.print()
        gaps_shown: set[str] = set()
        for result in report.results:
            if words.kept_from_passing(result):
                self._why(judged, result, gaps_shown)

    def end(self, tally: Tally) -> None:
        """Write the totals."""
        if self._quiet or not tally.traces:
            if totals.why_below(tally):
                self._console.print(Text(totals.why_below(tally), "bold red"))
            return
        self._before()
        style = {0: "bold green", 1: "bold red"}.get(tally.status, "bold yellow")
        self._console.print(Text(totals.totals(tally), style))
        for line in totals.afterwords(tally):
            self._console.print(Text(line, "yellow"))

    def _table(self, judged: Judged) -> Table:
        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
        table.add_column("", no_wrap=True)
        table.add_column("rule", overflow="fold")
        table.add_column("score", justify="right", no_wrap=True)
        table.add_column("line", justify="right", style="dim", no_wrap=True)
        for result in judged.report.results:
            if self._quiet and not words.kept_from_passing(result):
                continue
            mark, style = self._mark(result.status)
            rule = Text(words.source(result))
            if result.status == "skip":
                rule.append(f"  {short(result.summary, words.SUMMARY_MAX)}", "dim")
            elif words.marks(result):
                rule.append(f"  ({words.marks(result)})", "dim")
            score = "" if result.score is None else score_text(result.score)
            line = Text(str(result.rule.origin.line or ""))
            table.add_row(Text(mark, style), rule, Text(score), line)
        return table

    def _why(self, judged: Judged, result: RuleResult, gaps_shown: set[str]) -> None:
        mark, style = self._mark(result.status)
        head = Text.assemble((mark, style), " ", words.source(result))
        head.append(f"  {words.spec_place(judged, result)}", "dim")
        self._console.print(head)
        *described, summary = words.reasons(result, gaps_shown)
        for line in described:
            self._console.print(Padding(Text(line, "italic"), (0, 0, 0, 4)))
        self._console.print(Padding(Text(summary), (0, 0, 0, 4)))
        for part in words.part_lines(result):
            line = f"{'·' if self._marks else '-'} {part}"
            self._console.print(Padding(Text(line), (0, 0, 0, 4)))
        for says, where in words.deciding_calls(judged, result, self._places):
            line = Text.assemble("· " if self._marks else "- ", says)
            line.append(f"  {where}" if where else "", "cyan")
            self._console.print(Padding(line, (0, 0, 0, 4)))
        self._console.print()

    def _mark(self, status: str) -> tuple[str, str]:
        mark, style = _STYLES[status]
        return (mark if self._marks else mark.split()[1]), style


def console(stream: TextIO, *, color: bool) -> Console:
    """Return a rich console that takes text for text: no markup, no emoji codes."""
    return Console(
        file=stream,
        force_terminal=True,
        no_color=not color,
        color_system="auto" if color else None,
        markup=False,
        emoji=False,
        highlight=False,
    )


def can_encode(text: str, encoding: str) -> bool:
    """Tell whether a stream of this encoding can show the text."""
    try:
        text.encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True
