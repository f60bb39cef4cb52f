"""Plain text: for pipes, files and logs. No colour, no width, nothing to import."""

from __future__ import annotations

from collections.abc import Callable

from toolspec.cli.judging import Judged, Tally
from toolspec.cli.render import totals
from toolspec.engine.telling.places import Places
from toolspec.engine.telling.report_text import report_lines


class TextForm:
    """Writes a headline for each trace, the rules that did not pass and why, then the others.

    With `quiet`, only what did not pass is written, and no totals.
    """

    def __init__(self, write: Callable[[str], object], *, quiet: bool = False) -> None:
        self._write, self._quiet = write, quiet
        self._places = Places()

    def judged(self, judged: Judged) -> None:
        """Write one trace."""
        if self._quiet and judged.report.passed:
            return
        lines = report_lines(judged, self._places, quiet=self._quiet)
        self._write("\n".join(lines) + "\n\n")

    def end(self, tally: Tally) -> None:
        """Write the totals."""
        if self._quiet or not tally.traces:
            self._write(totals.why_below(tally) + "\n" if totals.why_below(tally) else "")
            return
        self._write("\n".join([totals.totals(tally), *totals.afterwords(tally)]) + "\n")
