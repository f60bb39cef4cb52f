"""A report as plain text: what a terminal shows, what `str(report)` is, and failing tests say."""

from __future__ import annotations

from typing import Final

from toolspec.engine.telling import words
from toolspec.engine.telling.places import Places
from toolspec.engine.telling.shown import InMemory, ShownReport, ShownResult, ShownTrace
from toolspec.engine.text.escape import short

_INDENT: Final = " " * 11


def report_text(report: ShownReport) -> str:
    """Return a report as `toolspec check` prints it into a pipe."""
    trace = report.trace
    return "\n".join(report_lines(InMemory(trace.path or "", trace.name, report), Places()))


def result_text(result: ShownResult) -> str:
    """Return what one rule says of a trace: its line, and the reason in one sentence."""
    if result.status == "pass":
        return _headline(result).strip()
    return f"{_headline(result).strip()}: {short(result.summary, words.SUMMARY_MAX)}"


def report_lines(judged: ShownTrace, places: Places, *, quiet: bool = False) -> list[str]:
    """Return a headline, the rules that did not pass and why, and unless `quiet` the others."""
    report = judged.report
    how = "pass" if report.passed else "FAIL"
    lines = [f"{how} {words.trace_title(judged)}: {words.about(judged)}"]
    gaps_shown: set[str] = set()
    for result in report.results:
        if words.kept_from_passing(result):
            lines.extend(_failing(judged, result, gaps_shown, places))
    if not quiet:
        # The headline names their spec; a place is for who must go there.
        lines.extend(_headline(result) for result in report.results if result.status == "pass")
        lines.extend(_skipped(result) for result in report.results if result.status == "skip")
    return lines


def _failing(
    judged: ShownTrace, result: ShownResult, gaps_shown: set[str], places: Places
) -> list[str]:
    place = words.spec_place(judged, result)
    lines = [_headline(result) + (f"  {place}" if place else "")]
    lines += [_INDENT + line for line in words.reasons(result, gaps_shown)]
    lines += [f"{_INDENT}- {line}" for line in words.part_lines(result)]
    for says, where in words.deciding_calls(judged, result, places):
        lines.append(f"{_INDENT}- {says}" + (f"  {where}" if where else ""))
    return lines


def _headline(result: ShownResult) -> str:
    status = result.status.upper() if words.kept_from_passing(result) else result.status
    score = words.score(result)
    line = f"  {status:8} {words.source(result)}" + (f"  score {score}" if score else "")
    marks = words.marks(result)
    return line + (f"  ({marks})" if marks else "")


def _skipped(result: ShownResult) -> str:
    why = short(result.summary, words.SUMMARY_MAX)
    return f"  {result.status:8} {words.source(result)}  {why}"
