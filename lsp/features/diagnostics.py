"""Findings: the problems `toolspec check` reports, and the rules the shown trace does not keep.

Pulled by editors that can, pushed to the others, never both. A passing rule is no finding; a
failing one is a warning with the calls that decided it as related places, one the trace records too
little for an information.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.read import Entry
from toolspec.engine.verdict import Explanation
from toolspec.lsp.adapt import Adapter
from toolspec.lsp.answers import Finding, Related
from toolspec.lsp.feature import Feature
from toolspec.lsp.shown import plain
from toolspec.lsp.view import View

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

FINDINGS_MAX = 500
"""Findings of one file; more would help nobody and slow every editor."""

RELATED_MAX = 10
"""Calls named with a failing rule."""

UNKNOWN_TOOL = "TS310"
"""The one problem that only traces show: it is a hint here, as a new tool is none."""


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
    found += [finding for entry in reading.entries if (finding := _verdict(view, entry))]
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
    return Finding(
        (problem.start, max(end, problem.start)), severity, problem.code, "\n".join(shown), related
    )


def _verdict(view: View, entry: Entry) -> Finding | None:
    score = view.score_of(entry)
    if score is None or score.status == "pass" or score.reason is None or entry.rule is None:
        return None
    info = view.trace_of(entry.rule.case)
    severity = "information" if score.status == "unknown" else "warning"
    start = entry.line.start
    end = start + len(entry.line.text.split("\n", 1)[0].rstrip("\r"))
    related = _calls(score.reason, score.places, info.path) if info else ()
    return Finding((start, end), severity, score.status, plain(score.reason.summary), related)


def _calls(
    reason: Explanation, places: tuple[tuple[int, int], ...], path: str
) -> tuple[Related, ...]:
    words = {
        "match": "matches",
        "offender": "is forbidden",
        "open": "is not recorded in full",
        "nearest": "comes nearest:",
    }
    return tuple(
        Related(
            plain(f"call {item.call + 1} {words.get(item.role, item.role)} {item.lacks}".rstrip()),
            path=path,
            line=line,
            column=column,
        )
        for item, (line, column) in zip(reason.evidence[:RELATED_MAX], places, strict=False)
    )


def shown(view: View, adapter: Adapter) -> tuple[list[types.Diagnostic], str]:
    """Return the findings as the protocol has them, and a digest of all they say."""
    items = findings(view)
    digest = hashlib.blake2b(
        repr((items, adapter.encoding)).encode("utf-8", "replace"), digest_size=12
    )
    return [adapter.diagnostic(item) for item in items], digest.hexdigest()


def pull(server: Server, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    """Answer `textDocument/diagnostic`."""
    found = server.view(params.text_document.uri)
    if found is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    items, result = shown(*found)
    if params.previous_result_id == result:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id=result)
    return types.RelatedFullDocumentDiagnosticReport(items=items, result_id=result)


def pull_workspace(
    server: Server, params: types.WorkspaceDiagnosticParams
) -> types.WorkspaceDiagnosticReport:
    """Answer `workspace/diagnostic`: every spec of the workspace, unchanged ones in a word."""
    before = {item.uri: item.value for item in params.previous_result_ids}
    reports: list[Any] = []
    for document in list(server.session.specs()):
        found = server.view(document.uri)
        if found is None:
            continue
        items, result = shown(*found)
        if before.get(document.uri) == result:
            reports.append(
                types.WorkspaceUnchangedDocumentDiagnosticReport(
                    uri=document.uri, result_id=result, version=document.version
                )
            )
        else:
            reports.append(
                types.WorkspaceFullDocumentDiagnosticReport(
                    uri=document.uri, items=items, result_id=result, version=document.version
                )
            )
    return types.WorkspaceDiagnosticReport(reports)


def push(server: Server, uri: str, version: int | None, items: list[types.Diagnostic]) -> None:
    """Publish findings to an editor that cannot ask for them."""
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, items, version))


_OPTIONS = types.DiagnosticOptions(
    inter_file_dependencies=True, workspace_diagnostics=True, identifier="toolspec"
)
FEATURES = (
    Feature(types.TEXT_DOCUMENT_DIAGNOSTIC, pull, _OPTIONS),
    Feature(types.WORKSPACE_DIAGNOSTIC, pull_workspace),
)
