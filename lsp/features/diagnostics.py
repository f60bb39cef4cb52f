"""Diagnostics: the problems that `toolspec check` reports, and rules that the shown trace fails.

Pulled by editors that can, pushed to the others, never both. A passing rule is no finding; a
failing one is a warning with the calls that decided it as related places, one the trace records too
little for an information.
"""

from __future__ import annotations

import asyncio
import hashlib
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from lsprotocol import types
from pygls import uris

from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.read import Entry
from toolspec.engine.project import Fault
from toolspec.engine.verdict import Explanation
from toolspec.lsp.answers import Finding, Related
from toolspec.lsp.deciding import placed, sentence
from toolspec.lsp.document import Document
from toolspec.lsp.feature import Feature
from toolspec.lsp.positions import Encoding
from toolspec.lsp.project import known_faults, worded
from toolspec.lsp.ready import Places, Ready
from toolspec.lsp.shown import plain
from toolspec.lsp.underlined import underlined
from toolspec.lsp.unmatched import unmatched
from toolspec.lsp.view import RuleScore, View, rule_key

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

FINDINGS_MAX = 500
"""Findings of one file; more would help nobody and slow every editor."""

RELATED_MAX = 10
"""Calls named with a failing rule."""

SETTINGS = "settings"
"""The code of the finding on a settings file of the project that cannot be taken as it is."""

UNREAD = "unread"
"""The code of the finding on trace files that are left out."""

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
    reading = view.reading
    found = [_problem(item) for item in reading.problems]
    found += [_fault(fault) for fault in _faults(view)]
    found += _unread(view)
    found += _unmatched(view)
    found += _verdicts(view)
    found.sort(key=lambda item: (item.span, item.code))
    if len(found) > FINDINGS_MAX:
        left = len(found) - FINDINGS_MAX
        found = found[:FINDINGS_MAX]
        found.append(Finding((0, 0), "information", "", f"and {left} findings more"))
    return found


def _problem(problem: Diagnostic) -> Finding:
    lines = [problem.title, problem.message.removeprefix(f"{problem.title}: "), problem.help]
    shown = [plain(line) for at, line in enumerate(lines) if line and line not in lines[:at]]
    severity = "hint" if problem.code == UNKNOWN_TOOL else problem.severity
    related = tuple(Related(plain(item.label), (item.start, item.end)) for item in problem.related)
    # An editor underlines lines: a finding that spans several ends with its first.
    source = problem.source
    end = min(problem.end, source.line_span(source.place(problem.start)[0])[1])
    span = (problem.start, max(end, problem.start))
    faded = problem.code in UNUSED
    return Finding(span, severity, problem.code, "\n".join(shown), related, faded)


def _faults(view: View) -> tuple[Fault, ...]:
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


def _unmatched(view: View) -> list[Finding]:
    """Return a hint on the name of each case that no trace is for."""
    found: list[Finding] = []
    for entry in view.reading.entries:
        if entry.what != "case_open" or not entry.parts:
            continue
        alone = unmatched(view, str(entry.parts[0].value))
        if alone is not None:
            text = f"no recent trace is named `{plain(alone.name, 80)}`"
            guess = f"; did you mean `{plain(alone.near, 80)}`?" if alone.near else ""
            found.append(Finding(entry.span(entry.parts[0]), "hint", NO_TRACE, text + guess))
    return found


def _verdicts(view: View) -> list[Finding]:
    """Return a finding on each rule that did not pass."""
    told = {
        key: (score, score.reason)
        for key, score in view.scored.shown.items()
        if score.status != "pass" and score.reason is not None
    }
    if not told:
        return []
    found: list[Finding] = []
    for entry in view.reading.entries:
        rule = entry.rule
        if rule is not None and (score := told.get(rule_key(rule))) is not None:
            found.append(_verdict(view, entry, *score))
    return found


def _verdict(view: View, entry: Entry, score: RuleScore, reason: Explanation) -> Finding:
    info = view.trace_of(entry.case)
    severity = "information" if score.status == "unknown" else "warning"
    kind = entry.rule.kind.syntax.keyword if entry.rule is not None else ""
    related = _calls(kind, reason, score.places, info.path) if info else ()
    return Finding(
        underlined(entry, reason), severity, score.status, plain(reason.summary), related
    )


def _calls(
    kind: str, reason: Explanation, places: tuple[tuple[int, int], ...], path: str
) -> tuple[Related, ...]:
    return tuple(
        Related(plain(sentence(item, kind)), path=path, line=line, column=column)
        for item, (line, column) in placed(reason.evidence, places)[:RELATED_MAX]
    )


class Shown:
    """The findings of a document as the protocol has them, and a digest of all they say.

    The digest comes of places as the editor counts them, so that it stays while text moves only
    within its line; the findings themselves are made when they are wanted.
    """

    def __init__(self, view: View, encoding: Encoding) -> None:
        self._items = findings(view)
        self._document, self._places = view.document, Places(view.document, encoding)
        position = view.document.position
        told = [
            (
                position(item.span[0], encoding),
                position(item.span[1], encoding),
                item[1:4],
                [
                    (one.message, one.path, one.line, one.column)
                    if one.span is None
                    else (one.message, position(one.span[0], encoding))
                    for one in item.related
                ],
            )
            for item in self._items
        ]
        digest = hashlib.blake2b(repr(told).encode("utf-8", "replace"), digest_size=12)
        self.result = digest.hexdigest()

    @cached_property
    def items(self) -> list[dict[str, Any]]:
        """The findings as JSON."""
        return [self._item(item) for item in self._items]

    def _item(self, item: Finding) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "range": self._places.range(item.span),
            "severity": _SEVERITIES[item.severity],
            "source": "toolspec",
            "message": item.message,
        }
        if item.code:
            shown["code"] = item.code
        if item.faded:
            shown["tags"] = [types.DiagnosticTag.Unnecessary.value]
        if item.related:
            shown["relatedInformation"] = [self._related(one) for one in item.related]
        return shown

    def _related(self, one: Related) -> dict[str, Any]:
        if one.span is not None:
            uri, range_ = self._document.uri, self._places.range(one.span)
        else:
            uri = uris.from_fs_path(one.path) or ""
            place = {"line": max(one.line - 1, 0), "character": max(one.column - 1, 0)}
            range_ = {"start": place, "end": place}
        return {"location": {"uri": uri, "range": range_}, "message": one.message}


_SEVERITIES = {"error": 1, "warning": 2, "information": 3, "hint": 4}
_known: WeakKeyDictionary[Document, tuple[Any, tuple[Any, ...], Shown]] = WeakKeyDictionary()


def shown(view: View, encoding: Encoding) -> Shown:
    """Return the findings of a document; those of a text and scores that stand are kept."""
    key = (view.document.text, view.document.tools, view.settings, encoding, _faults(view))
    given = (view.scored.shown, view.scored.chosen, view.skipped, view.traces)
    known = _known.get(view.document)
    if (
        known is None
        or known[0] != key
        or any(one is not other for one, other in zip(known[1], given, strict=True))
    ):
        _known[view.document] = known = (key, given, Shown(view, encoding))
    return known[2]


def pull(server: Server, params: types.DocumentDiagnosticParams) -> Ready:
    """Answer `textDocument/diagnostic`."""
    found = server.view(params.text_document.uri)
    if found is None:
        return Ready({"kind": "full", "items": []})
    made = shown(found[0], server.encoding)
    return Ready(_report(made, params.previous_result_id))


def _report(made: Shown, before: str | None) -> dict[str, Any]:
    if before == made.result:
        return {"kind": "unchanged", "resultId": made.result}
    return {"kind": "full", "resultId": made.result, "items": made.items}


async def pull_workspace(server: Server, params: types.WorkspaceDiagnosticParams) -> Ready:
    """Answer `workspace/diagnostic`: every spec of the workspace, unchanged ones in a word."""
    before = {item.uri: item.value for item in params.previous_result_ids}
    reports: list[Any] = []
    for document in list(server.session.specs()):
        await asyncio.sleep(0)
        view = server.session.view(document.uri)
        if view is None:
            continue
        report = _report(shown(view, server.encoding), before.get(document.uri))
        reports.append({"uri": document.uri, "version": document.version, **report})
    return Ready({"items": reports})


def push(server: Server, uri: str, version: int | None, items: list[dict[str, Any]]) -> None:
    """Publish findings to an editor that cannot ask for them."""
    params: dict[str, Any] = {"uri": uri, "diagnostics": items}
    if version is not None:
        params["version"] = version
    server.protocol.notify_ready(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)


_OPTIONS = types.DiagnosticOptions(
    inter_file_dependencies=True, workspace_diagnostics=True, identifier="toolspec"
)
FEATURES = (
    Feature(types.TEXT_DOCUMENT_DIAGNOSTIC, pull, _OPTIONS),
    Feature(types.WORKSPACE_DIAGNOSTIC, pull_workspace),
)
