"""Code lenses on the file and each case: how it scores on all its traces, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from toolspec.dsl.read import Entry
from toolspec.engine.spec import weighted_mean
from toolspec.lsp.answers import Lens
from toolspec.lsp.feature import Feature
from toolspec.lsp.features.hover.rule import trace_name
from toolspec.lsp.judge.messages import TraceScore
from toolspec.lsp.shown import plain, two_places
from toolspec.lsp.since import times
from toolspec.lsp.view import View

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

CHOOSE = "toolspec.chooseTrace"
JUSTIFY = "toolspec.showJustification"
RUN_ALL = "toolspec.runAllTraces"

NAME_MAX = 40
"""Characters of a trace's name."""


def lenses(view: View) -> list[Lens]:
    """Return the lenses, those of the file first."""
    if view.too_long:
        return []
    found: list[Lens] = []
    entries = view.reading.entries
    if any(entry.rule is not None for entry in entries):
        found += _group(view, 0, None, 0)
    for entry in entries:
        if entry.what == "case_open" and entry.parts:
            found += _group(view, entry.line.start, str(entry.parts[0].value), entry.line.row - 1)
    return found


def _group(view: View, offset: int, case: str | None, line: int) -> list[Lens]:
    uri = view.document.uri
    scores = view.scored.on(case)
    info = view.trace_of(case)
    shown = f" ({plain(trace_name(info), NAME_MAX)})" if info is not None else ""
    return [
        Lens(offset, summary(view, scores, case), RUN_ALL, (uri, case)),
        Lens(offset, f"choose trace{shown}", CHOOSE, (uri, case)),
        Lens(offset, "show justification", JUSTIFY, (uri, line)),
        Lens(offset, "run on all traces", RUN_ALL, (uri, case)),
    ]


def summary(view: View, scores: Sequence[TraceScore], case: str | None) -> str:
    """Say how a spec, or a case of it, does: `3 traces · mean 0.92 · worst run-17`."""
    if not scores:
        waits = view.scored.waiting or (view.traces and not view.scored.all)
        nothing = "no trace" if case is None else "no trace of this name"
        return "scoring ..." if waits else nothing
    by_trace = [(score_in(view, one, case), one) for one in scores]
    mean = sum(score for score, _ in by_trace) / len(by_trace)
    said = f"{times(len(scores), 'trace')} · mean {two_places(mean)}"
    worst, trace = min(by_trace, key=lambda item: item[0])
    info = view.infos.get(trace.trace)
    if worst < 1 and len(scores) > 1 and info is not None:
        said += f" · worst {plain(trace_name(info), NAME_MAX)}"
    return said


def score_in(view: View, one: TraceScore, case: str | None) -> float:
    """Return a trace's score over the rules of a case, or over all that are for it."""
    if case is None:
        return one.score
    rules = view.reading.spec.rules
    own = [at for at in one.rules if at < len(rules) and rules[at].case == case]
    return weighted_mean([rules[at].weight for at in own], [one.rules[at].score for at in own])


def entry_on(view: View, line: int) -> Entry | None:
    """Return the logical line that a line of the text (from 0) belongs to."""
    starts = view.document.source.starts
    return view.document.entry_at(starts[line]) if 0 <= line < len(starts) else None


def answer(server: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
    """Answer `textDocument/codeLens`."""
    found = server.view(params.text_document.uri)
    if found is None:
        return []
    view, adapter = found
    return [
        types.CodeLens(
            adapter.range((lens.offset, lens.offset)),
            types.Command(lens.title, command=lens.command, arguments=list(lens.arguments)),
        )
        for lens in lenses(view)
    ]


_OPTIONS = types.CodeLensOptions(resolve_provider=False)
FEATURES = (Feature(types.TEXT_DOCUMENT_CODE_LENS, answer, _OPTIONS),)
