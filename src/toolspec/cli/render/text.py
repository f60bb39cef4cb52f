"""Plain text: for pipes, files and logs. No colour, no width, nothing to import."""

from __future__ import annotations

from collections.abc import Callable

from toolspec.cli.escape import short
from toolspec.cli.judging import Judged, Tally
from toolspec.cli.places import Places
from toolspec.cli.render import words
from toolspec.engine.spec import RuleResult

_INDENT = " " * 11


class TextForm:
    """Writes a headline for each trace, the rules that did not pass and why, then the others.

    With `quiet`, only what did not pass is written, and no totals.
    """

    def __init__(self, write: Callable[[str], object], *, quiet: bool = False) -> None:
        self._write, self._quiet = write, quiet
        self._places = Places()

    def judged(self, judged: Judged) -> None:
        """Write one trace."""
        report = judged.report
        if self._quiet and report.passed:
            return
        how = "pass" if report.passed else "FAIL"
        lines = [f"{how} {words.title(judged)}: {words.about(judged)}"]
        for result in report.results:
            if words.kept_from_passing(result):
                lines.extend(self._failing(judged, result))
        if not self._quiet:
            # The headline names their spec; a place is for who must go there.
            lines.extend(_headline(result) for result in report.results if result.status == "pass")
            lines.extend(_skipped(result) for result in report.results if result.status == "skip")
        self._write("\n".join(lines) + "\n\n")

    def end(self, tally: Tally) -> None:
        """Write the totals."""
        if self._quiet or not tally.traces:
            return
        self._write("\n".join([words.totals(tally), *words.afterwords(tally)]) + "\n")

    def _failing(self, judged: Judged, result: RuleResult) -> list[str]:
        place = words.spec_place(judged, result)
        lines = [_headline(result) + (f"  {place}" if place else "")]
        lines += [_INDENT + line for line in words.reasons(result)]
        lines += [f"{_INDENT}- {line}" for line in words.parts(result)]
        for says, where in words.evidence(judged, result, self._places):
            lines.append(f"{_INDENT}- {says}" + (f"  {where}" if where else ""))
        return lines


def _headline(result: RuleResult) -> str:
    status = result.status.upper() if words.kept_from_passing(result) else result.status
    score = words.score(result)
    said = f"  {status:8} {words.source(result)}" + (f"  score {score}" if score else "")
    marks = words.marks(result)
    return said + (f"  ({marks})" if marks else "")


def _skipped(result: RuleResult) -> str:
    why = short(result.summary, words.SUMMARY_MAX)
    return f"  {result.status:8} {words.source(result)}  {why}"
