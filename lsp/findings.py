"""What an editor underlines in a spec: its problems, and the rules that the shown trace fails.

A rule that passes has no finding. One that fails is a warning, with the calls that decided it as
related places; one that is unknown, as the trace records too little, is an information.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.problem import filled
from toolspec.dsl.problems import by_slug
from toolspec.dsl.read import Entry
from toolspec.engine.project import Fault
from toolspec.engine.verdict import Explanation
from toolspec.lsp.answers import Finding, Related
from toolspec.lsp.deciding import placed, sentence
from toolspec.lsp.project import known_faults, worded
from toolspec.lsp.shown import plain
from toolspec.lsp.underlined import underlined
from toolspec.lsp.unmatched import unmatched
from toolspec.lsp.view import RuleScore, View

FINDINGS_MAX = 500
"""Findings of one file; more would help nobody and slow every editor."""

RELATED_MAX = 10
"""Calls named with a failing rule."""

SETTINGS = "settings"
"""The code of the finding on a settings file of the project that cannot be taken as it is."""

UNREAD = "unread"
"""The code of the finding on trace files that are left out."""

NO_FILE = "no-file"
"""The code of the finding on a glob of a `traces` line that matches no file."""

NO_TRACE = "no-trace"
"""The code of the hint on a case that no trace is for."""

UNREAD_MAX = 5
"""Reasons named in it."""

UNUSED = ("TS301", "TS307")
"""The problems of what nothing uses: editors show it faded."""

UNKNOWN_TOOL = "TS310"
"""The one problem that only traces show: it is a hint here, as a new tool is none."""

REASON_MAX = 500
"""Characters of a reason: one lists every dialect that is read."""


def findings(view: View) -> list[Finding]:
    """Return the findings of a spec in the order of its text."""
    if view.too_long:
        limit = view.settings.lines_max
        text = (
            f"this spec has {view.document.lines} lines, more than {limit} (setting maxLines): "
            "it is not read here, `toolspec check` reads it"
        )
        return [Finding((0, 0), "information", "", text)]
    verdicts = dict(_verdicts(view))
    found = [*_problems(view, verdicts), *verdicts.values()]
    found += [_fault(fault) for fault in faults(view)]
    found += _unread(view)
    found += _without_file(view)
    found += _unmatched(view)
    found.sort(key=lambda item: (item.span, item.code))
    if len(found) > FINDINGS_MAX:
        left = len(found) - FINDINGS_MAX
        found = found[:FINDINGS_MAX]
        found.append(Finding((0, 0), "information", "", f"and {left} findings more"))
    return found


# ---------------------------------------------------------------------------------------- problems


def _problems(view: View, verdicts: dict[int, Finding]) -> Iterator[Finding]:
    """Yield the problems. `verdicts` are the findings on rules that did not pass, by their entry.

    That a rule that failed names a tool nobody called is a related place of that finding: where two
    findings begin on a line, some editors show only one.
    """
    for problem in view.reading.problems:
        if problem.code == UNKNOWN_TOOL and verdicts:
            entry = view.document.entry_at(problem.start)
            verdict = verdicts.get(entry.at) if entry is not None else None
            if entry is not None and verdict is not None:
                related = Related(_said(problem), (problem.start, problem.end))
                verdicts[entry.at] = verdict._replace(related=(*verdict.related, related))
                continue
        yield _problem(problem)


def _problem(problem: Diagnostic) -> Finding:
    severity = "hint" if problem.code == UNKNOWN_TOOL else problem.severity
    related = tuple(Related(plain(item.label), (item.start, item.end)) for item in problem.related)
    # An editor underlines lines: a finding that spans several ends with its first.
    source = problem.source
    end = min(problem.end, source.line_span(source.place(problem.start)[0])[1])
    span = (problem.start, max(end, problem.start))
    faded = problem.code in UNUSED
    return Finding(span, severity, problem.code, _said(problem), related, faded)


def _said(problem: Diagnostic) -> str:
    return _worded(problem.slug, tuple(problem.fields.items()))


@lru_cache(maxsize=2000)
def _worded(slug: str, fields: tuple[tuple[str, str], ...]) -> str:
    """Return what a problem says; made once, for most stay the same from key to key."""
    problem, known = by_slug(slug), dict(fields)
    said = (filled(text, known) for text in (problem.title, problem.message, problem.help))
    return "\n".join(dict.fromkeys(plain(line) for line in said if line))


# ------------------------------------------------------------------------------ settings and traces


def faults(view: View) -> tuple[Fault, ...]:
    """Return what is wrong with the settings of the project that a spec is in."""
    path = view.document.path
    return known_faults(str(Path(path).parent)) if path else ()


def _fault(fault: Fault) -> Finding:
    """Return a finding at the top of the spec: its traces are not where the project has them."""
    path = str(Path(fault.path).resolve())
    place = f"{Path(path).name}:{fault.line}" if fault.line else Path(path).name
    text = plain(f"{place}: {worded(fault)}")
    related = Related("here", path=path, line=fault.line or 1, column=1)
    return Finding((0, 0), "warning", SETTINGS, text, (related,))


def _unread(view: View) -> list[Finding]:
    """Return one finding on the trace files that are not read, at the line that names them."""
    if not view.skipped:
        return []
    reasons: dict[str, list[str]] = {}
    for path, (reason, *place) in view.skipped.items():
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
    named = (entry.line for entry in view.reading.entries if entry.what == "traces_line")
    span = next(((line.start, line.end) for line in named), (0, 0))
    return [Finding(span, "information", UNREAD, "\n".join(lines))]


def _without_file(view: View) -> Iterator[Finding]:
    """Yield a finding on each path of a `traces` line that matches no file."""
    if not view.matching_nothing:
        return
    for entry in view.reading.entries:
        for part in entry.parts if entry.what == "traces_line" else ():
            if str(part.value) in view.matching_nothing:
                text = f"no file matches `{plain(str(part.value), 200)}`"
                yield Finding(entry.span(part), "information", NO_FILE, text)


def _unmatched(view: View) -> Iterator[Finding]:
    """Yield a hint on the name of each case that no trace is for."""
    for entry in view.reading.entries if view.reading.spec.cases else ():
        if entry.what != "case_open" or not entry.parts:
            continue
        alone = unmatched(view, str(entry.parts[0].value))
        if alone is not None:
            text = f"no recent trace is named `{plain(alone.name, 80)}`"
            guess = f"; did you mean `{plain(alone.near, 80)}`?" if alone.near else ""
            yield Finding(entry.span(entry.parts[0]), "hint", NO_TRACE, text + guess)


# ---------------------------------------------------------------------------------------- verdicts


def _verdicts(view: View) -> Iterator[tuple[int, Finding]]:
    """Yield the findings on the rules that did not pass, by the index of their entry."""
    for entry, score in view.scores():
        if score.status not in ("pass", "skip") and score.reason is not None:
            yield entry.at, _verdict(view, entry, score, score.reason)


def _verdict(view: View, entry: Entry, score: RuleScore, reason: Explanation) -> Finding:
    info = view.trace_of(entry.case)
    severity = "information" if score.status == "unknown" else "warning"
    path = info.path if info is not None else ""
    known = entry.shown
    if known is None or known[0] is not score or known[1] != path:
        kind = entry.rule.kind.syntax.keyword if entry.rule is not None else ""
        related = _calls(kind, reason, score.places, path) if path else ()
        first, last = underlined(entry, reason)
        start = entry.line.start
        about = (first - start, last - start), plain(reason.summary), related
        known = entry.shown = score, path, about
    (first, last), said, related = known[2]
    span = (entry.line.start + first, entry.line.start + last)
    return Finding(span, severity, score.status, said, related)


def _calls(
    kind: str, reason: Explanation, places: tuple[tuple[int, int], ...], path: str
) -> tuple[Related, ...]:
    return tuple(
        Related(plain(sentence(item, kind)), path=path, line=line, column=column)
        for item, (line, column) in placed(reason.evidence, places)[:RELATED_MAX]
    )
