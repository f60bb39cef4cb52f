"""Code lenses on the file and each case: how it scores on all its traces, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from toolspec.dsl.read import Entry
from toolspec.engine.score_text import score_text
from toolspec.engine.spec import weighted_mean
from toolspec.lsp.answers import Lens
from toolspec.lsp.feature import CHOOSE, JUSTIFY, RESTART, RUN_ALL, Feature
from toolspec.lsp.features.hover.rule import trace_name
from toolspec.lsp.judge.messages import TraceScore
from toolspec.lsp.shown import plain
from toolspec.lsp.since import times
from toolspec.lsp.view import Loading, View

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

STOPPED = "scoring has stopped · start it again"
"""What stands in place of a score where the judge ended too often."""

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
    if view.stopped:
        return [Lens(offset, STOPPED, RESTART, ())] if case is None else []
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
    loading = view.loading
    if not scores:
        if view.scored.stale or view.scored.waiting:
            return "scoring ..."
        if loading is not None:
            return f"reading traces ...{_progress(loading)}"
        return _nothing(view, case)
    by_trace = [(score_in(view, one, case), one) for one in scores]
    mean = sum(score for score, _ in by_trace) / len(by_trace)
    if loading is not None:
        many = f"{len(scores)} of {times(max(loading.total, len(scores)), 'trace')}"
        return f"{many} so far · mean {score_text(mean)}"
    said = f"{times(len(scores), 'trace')} · mean {score_text(mean)}"
    worst, trace = min(by_trace, key=lambda item: item[0])
    info = view.infos.get(trace.trace)
    if worst < 1 and len(scores) > 1 and info is not None:
        said += f" · worst {plain(trace_name(info), NAME_MAX)}"
    return f"{said} · scoring ..." if view.scored.waiting else said


def _progress(loading: Loading) -> str:
    return f" {loading.read} of {loading.total}" if loading.total else ""


def _nothing(view: View, case: str | None) -> str:
    """Say why there is no score."""
    if case is not None and view.traces:
        return "no trace of this name"
    if view.matching_nothing:
        paths = ", ".join(plain(path, NAME_MAX) for path in sorted(view.matching_nothing)[:2])
        return f"no trace: nothing matches {paths}"
    if view.skipped:
        return f"no trace: {times(len(view.skipped), 'file')} not read"
    return "no trace" if not view.traces else "no rule is for these traces"


def score_in(view: View, one: TraceScore, case: str | None) -> float:
    """Return a trace's score over the rules of a case, or over all that are for it."""
    if case is None:
        return one.score
    rules = view.reading.spec.rules
    own = [at for at in one.rules if at < len(rules) and rules[at].case == case]
    return weighted_mean([rules[at].weight for at in own], [one.rules[at].counts for at in own])


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
    made = lenses(view)
    server.showing.sent_lenses(params.text_document.uri, made)
    return [
        types.CodeLens(
            adapter.range((lens.offset, lens.offset)),
            types.Command(lens.title, command=lens.command, arguments=list(lens.arguments)),
        )
        for lens in made
    ]


_OPTIONS = types.CodeLensOptions(resolve_provider=False)
FEATURES = (Feature(types.TEXT_DOCUMENT_CODE_LENS, answer, _OPTIONS),)
