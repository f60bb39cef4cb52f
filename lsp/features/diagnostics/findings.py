"""The findings in a spec: its problems, and the rules that fail on the shown trace.

A rule that passes has no finding. A failing rule is a warning, with the deciding calls as related
places. A rule whose status is unknown, because the trace records too little, is an information; so
is one that fails while its line is being typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import filled
from toolspec.dsl.problems import by_slug
from toolspec.dsl.workspace.project import Fault
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.verdict import Explanation
from toolspec.lsp.features.diagnostics.underlined import underlined
from toolspec.lsp.state.project import known_faults, worded
from toolspec.lsp.state.snapshot import RuleScore, Snapshot
from toolspec.lsp.state.unmatched import unmatched
from toolspec.lsp.text.answers import Finding, RelatedPlace
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.evidence_text import evidence_sentence, placed

FINDINGS_MAX = 500
"""Maximum number of findings in one file; more would only slow down the editor."""

RELATED_MAX = 10
"""Calls named with a failing rule."""

SETTINGS = "settings"
"""The code of the finding on a faulty settings file of the project."""

UNREAD = "unread"
"""The code of the finding on trace files that are left out."""

NO_FILE = "no-file"
"""The code of the finding on a glob of a `traces` line that matches no file."""

NO_TRACE = "no-trace"
"""The code of the hint on a case that no trace is for."""

UNREAD_MAX = 5
"""Maximum number of reasons in that finding."""

UNUSED = ("TS301", "TS307")
"""The problems about unused code, which editors show faded."""

UNKNOWN_TOOL = "TS310"
"""The problem that depends on traces; it is only a hint, because the tool may be new."""

REASON_MAX = 500
"""Maximum characters of a reason."""


def findings(snapshot: Snapshot) -> list[Finding]:
    """Return the findings of a spec in the order of its text."""
    if snapshot.too_long:
        limit = snapshot.settings.lines_max
        text = (
            f"this spec has {snapshot.document.lines} lines, more than {limit} (setting maxLines): "
            "it is not read here, `toolspec check` reads it"
        )
        return [Finding((0, 0), "information", "", text)]
    verdicts = dict(_verdicts(snapshot))
    listed = [*_problems(snapshot, verdicts), *verdicts.values()]
    listed += [_fault(fault) for fault in faults(snapshot)]
    listed += _unread(snapshot)
    listed += _without_file(snapshot)
    listed += _unmatched(snapshot)
    listed.sort(key=lambda item: (item.span, item.code))
    if len(listed) > FINDINGS_MAX:
        left = len(listed) - FINDINGS_MAX
        listed = listed[:FINDINGS_MAX]
        listed.append(Finding((0, 0), "information", "", f"and {left} findings more"))
    return listed


# ---------------------------------------------------------------------------------------- problems


def _problems(snapshot: Snapshot, verdicts: dict[int, Finding]) -> Iterator[Finding]:
    """Yield the problems. `verdicts` are the findings on rules that did not pass, by their entry.

    If a failing rule names an unknown tool, that is added to its verdict as a related place,
    because some editors show only one of two findings that start on the same line.
    """
    for problem in snapshot.reading.problems:
        if problem.code == UNKNOWN_TOOL and verdicts:
            entry = snapshot.document.entry_at(problem.start)
            verdict = verdicts.get(entry.at) if entry is not None else None
            if entry is not None and verdict is not None:
                related = RelatedPlace(_message(problem), (problem.start, problem.end))
                verdicts[entry.at] = verdict._replace(related=(*verdict.related, related))
                continue
        yield _problem(problem)


def _problem(problem: Diagnostic) -> Finding:
    severity = "hint" if problem.code == UNKNOWN_TOOL else problem.severity
    related = tuple(
        RelatedPlace(plain(item.label), (item.start, item.end)) for item in problem.related
    )
    # Editors underline single lines well, so end the finding on its first line.
    source = problem.source
    end = min(problem.end, source.line_span(source.place(problem.start)[0])[1])
    span = (problem.start, max(end, problem.start))
    faded = problem.code in UNUSED
    return Finding(span, severity, problem.code, _message(problem), related, faded)


def _message(problem: Diagnostic) -> str:
    return _worded(problem.slug, tuple(problem.fields.items()))


@lru_cache(maxsize=2000)
def _worded(slug: str, fields: tuple[tuple[str, str], ...]) -> str:
    """Return the message of a problem; cached, because most stay the same between keystrokes."""
    problem, known = by_slug(slug), dict(fields)
    lines = (filled(text, known) for text in (problem.title, problem.message, problem.help))
    return "\n".join(dict.fromkeys(plain(line) for line in lines if line))


# ------------------------------------------------------------------------------ settings and traces


def faults(snapshot: Snapshot) -> tuple[Fault, ...]:
    """Return the faults in the settings of a spec's project."""
    path = snapshot.document.path
    return known_faults(str(Path(path).parent)) if path else ()


def _fault(fault: Fault) -> Finding:
    """Return the finding on a fault in the settings, at the top of the spec."""
    path = str(Path(fault.path).resolve())
    place = f"{Path(path).name}:{fault.line}" if fault.line else Path(path).name
    text = plain(f"{place}: {worded(fault)}")
    related = RelatedPlace("here", path=path, line=fault.line or 1, column=1)
    return Finding((0, 0), "warning", SETTINGS, text, (related,))


def _unread(snapshot: Snapshot) -> list[Finding]:
    """Return one finding on the trace files that are not read, at the line that names them."""
    if not snapshot.skipped:
        return []
    reasons: dict[str, list[str]] = {}
    for path, (reason, *place) in snapshot.skipped.items():
        parts = (Path(path).name, *place)
        shown = ":".join(str(part) for part in parts if part is not None)
        reasons.setdefault(reason, []).append(shown)
    lines = [
        f"{plain(places[0], 100)} is not read: {plain(reason, REASON_MAX)}"
        if len(places) == 1
        else f"{len(places)} trace files are not read: {plain(reason, REASON_MAX)}"
        for reason, places in list(reasons.items())[:UNREAD_MAX]
    ]
    if len(reasons) > UNREAD_MAX:
        lines.append(f"and {len(reasons) - UNREAD_MAX} more reasons")
    named = (entry.line for entry in snapshot.reading.entries if entry.what == "traces_line")
    span = next(((line.start, line.end) for line in named), (0, 0))
    return [Finding(span, "information", UNREAD, "\n".join(lines))]


def _without_file(snapshot: Snapshot) -> Iterator[Finding]:
    """Yield a finding on each path of a `traces` line that matches no file."""
    if not snapshot.matching_nothing:
        return
    for entry in snapshot.reading.entries:
        for part in entry.parts if entry.what == "traces_line" else ():
            if str(part.value) in snapshot.matching_nothing:
                text = f"no file matches `{plain(str(part.value), 200)}`"
                yield Finding(entry.span(part), "information", NO_FILE, text)


def _unmatched(snapshot: Snapshot) -> Iterator[Finding]:
    """Yield a hint on the name of each case that no trace is for."""
    for entry in snapshot.reading.entries if snapshot.reading.spec.cases else ():
        if entry.what != "case_open" or not entry.parts:
            continue
        alone = unmatched(snapshot, str(entry.parts[0].value))
        if alone is not None:
            text = f"no recent trace is named `{plain(alone.name, 80)}`"
            guess = f"; did you mean `{plain(alone.near, 80)}`?" if alone.near else ""
            yield Finding(entry.span(entry.parts[0]), "hint", NO_TRACE, text + guess)


# ---------------------------------------------------------------------------------------- verdicts


def _verdicts(snapshot: Snapshot) -> Iterator[tuple[int, Finding]]:
    """Yield the findings on the rules that did not pass, by the index of their entry."""
    for entry, score in snapshot.scores():
        if score.status not in ("pass", "skip") and score.reason is not None:
            yield entry.at, _verdict(snapshot, entry, score, score.reason)


def _verdict(snapshot: Snapshot, entry: SpecLine, score: RuleScore, reason: Explanation) -> Finding:
    info = snapshot.trace_of(entry.case)
    mild = score.status == "unknown" or _is_typed(snapshot, entry)
    severity = "information" if mild else "warning"
    path = info.path if info is not None else ""
    known = entry.shown
    if known is None or known[0] is not score or known[1] != path:
        rule = entry.rule
        related = _calls(rule.kind, reason, score.places, path) if path and rule else ()
        first, last = underlined(entry, reason)
        start = entry.line.start
        about = (first - start, last - start), plain(reason.summary), related
        known = entry.shown = score, path, about
    (first, last), text, related = known[2]
    span = (entry.line.start + first, entry.line.start + last)
    return Finding(span, severity, score.status, text, related)


def _is_typed(snapshot: Snapshot, entry: SpecLine) -> bool:
    """Tell whether a rule is being typed: until it is whole, that it fails says little."""
    line = snapshot.document.typed_on
    first = entry.line.row - 1
    return line is not None and first <= line <= first + entry.line.text.count("\n")


def _calls(
    kind: Kind, reason: Explanation, places: tuple[tuple[int, int], ...], path: str
) -> tuple[RelatedPlace, ...]:
    return tuple(
        RelatedPlace(plain(evidence_sentence(item, kind)), path=path, line=line, column=column)
        for item, (line, column) in placed(reason.evidence, places)[:RELATED_MAX]
    )
