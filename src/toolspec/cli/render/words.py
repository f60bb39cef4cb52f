"""What is said of judged traces in words: the same on a terminal and in a pipe.

Everything returned here is safe to print: what comes from traces and specs is made so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolspec.cli.escape import safe, short
from toolspec.cli.judging import Judged, Tally
from toolspec.cli.paths import STANDARD_INPUT
from toolspec.cli.places import Places
from toolspec.engine.plural import plural
from toolspec.engine.score_text import score_text, told_apart
from toolspec.engine.spec import RuleResult

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


def title(judged: Judged) -> str:
    """Name a trace: its file, and its own name or id where the file's name does not tell."""
    shown = file_name(judged.path)
    trace = judged.report.trace
    own = trace.name or (None if judged.name is not None else trace.id)
    return f"{shown} ({short(own, 80)})" if own else shown


def file_name(path: str) -> str:
    """Return a file's path as people read it."""
    return "standard input" if path == STANDARD_INPUT else short(path, 200)


def about(judged: Judged) -> str:
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
    return f"{score}, {calls}{by}{case}"


def source(result: RuleResult) -> str:
    """Return the rule as written, on one line."""
    rule = result.rule
    written = short(" ".join(rule.origin.source.split()), SOURCE_MAX)
    return written or rule.kind.syntax.keyword


def score(result: RuleResult) -> str:
    """Return the score where it says more than the status does."""
    score = result.score
    return score_text(score) if score is not None and 0 < score < 1 else ""


def kept_from_passing(result: RuleResult) -> bool:
    """Tell whether a rule is one of those that a reader must look at."""
    return result.status not in ("pass", "skip")


def marks(result: RuleResult) -> str:
    """Return what is said of a rule beside its status: that it is soft."""
    return "soft" if result.soft else ""


def parts(result: RuleResult) -> Iterator[str]:
    """Yield a line for each part of the trace that did not pass, as many as are shown."""
    missed = [part for part in result.parts if part["status"] not in ("pass", "skip")]
    if len(missed) < 2:
        return  # the summary names it
    for part in missed[:PARTS_MAX]:
        status, label = part["status"], short(part["label"], SUMMARY_MAX)
        yield f"{status} {label}: {short(part['summary'], SUMMARY_MAX)}"
    if len(missed) > PARTS_MAX:
        yield f"and {plural(len(missed) - PARTS_MAX, 'more part')}"


def spec_place(judged: Judged, result: RuleResult) -> str:
    """Return where the rule stands: `refunds.toolspec:5`."""
    path, line = result.rule.file or judged.report.spec.path, result.rule.origin.line
    if not line:
        return ""
    return f"{safe(path)}:{line}" if path else f"line {line}"


def reasons(result: RuleResult) -> list[str]:
    """Say why a rule did not pass: what its author says of it, then what was seen."""
    said = [short(line, SUMMARY_MAX) for line in result.rule.description.splitlines() if line]
    return [*said, short(result.summary, SUMMARY_MAX)]


def evidence(judged: Judged, result: RuleResult, places: Places) -> Iterator[tuple[str, str]]:
    """Yield the calls that decided: what to say of each, and where it stands in the file."""
    trace = judged.report.trace
    found = result.explanation.evidence
    for item in found[:EVIDENCE_MAX]:
        call = trace.calls[item.call]
        # What the summary has said already need not be said again.
        lacks = "" if item.lacks in result.summary else short(item.lacks, SUMMARY_MAX)
        if lacks and item.role == "fault":
            lacks = f"it lacks {lacks}"
        says = lacks or ("" if item.lacks else _ROLES.get(item.role, ""))
        phrase = f"call {item.call + 1} of {len(trace.calls)}, {short(call.name, TOOL_MAX)}"
        yield f"{phrase}: {says}" if says else phrase, safe(places.of_call(judged.path, call))
    if len(found) > EVIDENCE_MAX:
        yield f"and {plural(len(found) - EVIDENCE_MAX, 'more call')}", ""


def totals(tally: Tally) -> str:
    """Say in one line what the run comes to."""
    if not tally.traces:
        return "nothing was judged"
    failed = tally.traces - tally.passed
    rules = ", ".join(f"{count} {status}" for status, count in tally.rules.items() if count)
    said = f"{plural(tally.traces, 'trace')}: {tally.passed} passed, {failed} did not"
    said += f"; {plural(sum(tally.rules.values()), 'rule')}: {rules}; score "
    if tally.fail_under is None:
        return said + score_text(tally.score)
    below = tally.status == 1
    shown, mark = score_text(tally.score), score_text(tally.fail_under)
    if below:
        shown, mark = told_apart(tally.score, tally.fail_under)
    under = "below" if below else "at least"
    if tally.rules["unknown"] + tally.rules["error"]:
        under = "with undecided rules, so not judged by --fail-under"
    return f"{said}{shown}, {under} {mark}"


def afterwords(tally: Tally) -> Iterator[str]:
    """Yield what else the reader of the totals must not miss."""
    missing = tally.cases_without_trace
    if missing:
        named = ", ".join(short(name, 60) for name in missing[:10])
        more = f" and {len(missing) - 10} more" if len(missing) > 10 else ""
        yield f"{plural(len(missing), 'case')} without a trace: {named}{more}"
    if tally.unread:
        yield f"{plural(len(tally.unread), 'problem')} above: not everything was judged"
