"""What is said of judged traces in words.

Everything returned here is safe to print: what comes from traces and specs is made so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolspec.engine.telling.places import STANDARD_INPUT, Places
from toolspec.engine.telling.shown import ShownResult, ShownTrace
from toolspec.engine.text.escape import safe, short
from toolspec.engine.text.plural import plural
from toolspec.engine.text.score_text import score_text

EVIDENCE_MAX: Final = 5
"""Calls shown for one rule; the JSON report holds all of them."""

PARTS_MAX: Final = 5
"""Parts shown for one rule; the JSON report holds more of them."""

SOURCE_MAX: Final = 160
SUMMARY_MAX: Final = 600
TOOL_MAX: Final = 60

_ROLES: Final = {
    "match": "",
    "offender": "",
    "nearest": "came nearest",
    "open": "not recorded",
    "fault": "at fault",
}


def trace_title(judged: ShownTrace) -> str:
    """Name a trace: its file, and its own name or id where the file's name does not tell."""
    trace = judged.report.trace
    if not judged.path:
        return short(trace.name or trace.id or "a trace in memory", 80)
    shown = file_name(judged.path)
    own = trace.name or (None if judged.name is not None else trace.id)
    if own and f"/{shown}".rpartition("/")[2].startswith(f"{own}."):
        return shown
    return f"{shown} ({short(own, 80)})" if own else shown


def file_name(path: str) -> str:
    """Return a file's path as people read it."""
    return "standard input" if path == STANDARD_INPUT else short(path, 200)


def about(judged: ShownTrace) -> str:
    """Say how the trace did and by what it was judged."""
    report = judged.report
    trace = report.trace
    calls = plural(len(trace.calls), "call")
    if not trace.calls and trace.steps:
        calls += f" in {plural(trace.steps, 'model response')}"
    if trace.passed_over:
        calls += f", {plural(trace.passed_over, 'record')} not understood"
    by = f", {short(report.spec.path, 200)}" if report.spec.path else ""
    case = f", case {short(report.case, 80)}" if report.case is not None else ""
    score = "nothing to judge" if report.skipped else f"score {score_text(report.score)}"
    running = "still running, " if trace.running else ""
    return f"{running}{score}, {calls}{by}{case}"


def source(result: ShownResult) -> str:
    """Return the rule as written, on one line."""
    rule = result.rule
    written = short(" ".join(rule.origin.source.split()), SOURCE_MAX)
    return written or rule.kind.syntax.keyword


def score(result: ShownResult) -> str:
    """Return the score where it says more than the status does."""
    score = result.score
    return score_text(score) if score is not None and 0 < score < 1 else ""


def kept_from_passing(result: ShownResult) -> bool:
    """Tell whether a rule is one of those that a reader must look at."""
    return result.status not in ("pass", "skip")


def marks(result: ShownResult) -> str:
    """Return what is said of a rule beside its status: that it is soft."""
    return "soft" if result.soft else ""


def part_lines(result: ShownResult) -> Iterator[str]:
    """Yield a line for each part of the trace that did not pass, as many as are shown."""
    missed = [part for part in result.parts if part["status"] not in ("pass", "skip")]
    if len(missed) < 2:
        return  # the summary names it
    for part in missed[:PARTS_MAX]:
        status, label = part["status"], short(part["label"], SUMMARY_MAX)
        yield f"{status} {label}: {short(part['summary'], SUMMARY_MAX)}"
    if len(missed) > PARTS_MAX:
        yield f"and {plural(len(missed) - PARTS_MAX, 'more part')}"


def spec_place(judged: ShownTrace, result: ShownResult) -> str:
    """Return where the rule is: `refunds.toolspec:5`."""
    path, line = result.rule.file or judged.report.spec.path, result.rule.origin.line
    if not line:
        return ""
    return f"{safe(path)}:{line}" if path else f"line {line}"


def reasons(result: ShownResult, gaps_shown: set[str]) -> list[str]:
    """Say why a rule did not pass: what its author says of it, then what was seen.

    `said` holds what was said of the trace already: which calls may be missing is said once.
    """
    lines = [short(line, SUMMARY_MAX) for line in result.rule.description.splitlines() if line]
    gap = result.explanation.justification.get("gap")
    if gap is not None and gap in gaps_shown:
        return [*lines, "calls may be missing, for the reason above"]
    if gap is not None:
        gaps_shown.add(str(gap))
    return [*lines, short(result.summary, SUMMARY_MAX)]


def deciding_calls(
    judged: ShownTrace, result: ShownResult, places: Places
) -> Iterator[tuple[str, str]]:
    """Yield the calls that decided: what to say of each, and where it is in the file."""
    trace = judged.report.trace
    listed = result.explanation.evidence
    for item in listed[:EVIDENCE_MAX]:
        call = trace.calls[item.call]
        # What the summary has said already need not be said again.
        lacks = "" if item.lacks in result.summary else short(item.lacks, SUMMARY_MAX)
        if lacks and item.role == "fault":
            lacks = f"it lacks {lacks}"
        says = lacks or ("" if item.lacks else _ROLES.get(item.role, ""))
        phrase = f"call {item.call + 1} of {len(trace.calls)}, {short(call.name, TOOL_MAX)}"
        yield f"{phrase}: {says}" if says else phrase, safe(places.of_call(judged.path, call))
    if len(listed) > EVIDENCE_MAX:
        yield f"and {plural(len(listed) - EVIDENCE_MAX, 'more call')}", ""
