"""Code actions: changes offered at a place in a spec. Each is a file here and a line below."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from toolspec.dsl.reader.reading import Reading
from toolspec.dsl.reread import Preview
from toolspec.lsp.feature import APPLY, Feature
from toolspec.lsp.features.code_actions import (
    accept_score,
    add_rule,
    convert_zero,
    extract_name,
    fix_all,
    fixes,
    misspelt_argument,
    others,
    record,
    rename_case,
    soften,
    suppress,
    use_traces,
    ways,
    wrap_case,
)
from toolspec.lsp.features.code_actions.ask import Ask, is_whole_line
from toolspec.lsp.features.code_actions.fitting import FITS
from toolspec.lsp.judge.messages import TraceInfo
from toolspec.lsp.state.trace_folders import trace_folder
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.transport.adapt import Adapter, workspace_edit

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

ACTIONS = (
    fixes,
    use_traces,
    misspelt_argument,
    rename_case,
    *FITS,
    ways,
    accept_score,
    soften,
    suppress,
    add_rule,
    record,
    convert_zero,
    extract_name,
    wrap_case,
    fix_all,
)
"""The actions, in the order they are offered: each a file here with its `KIND` and `actions`."""

CALLS_SECONDS = 0.2
"""How long an answer waits for the calls of a trace, and for the effect on other traces.

Without the calls no rules can be recorded from the trace.
"""


def code_actions(ask: Ask, only: Sequence[str] | None = None) -> list[Action]:
    """Return the changes that can be made at a place; `only` names the requested kinds.

    A change that would add an error is not offered.
    """
    if ask.snapshot.too_long:
        return []
    return sound(
        ask,
        (
            action
            for module in ACTIONS
            if wanted(module.KIND, only)
            for action in module.actions(ask)
        ),
    )


def sound(ask: Ask, actions: Iterable[Action]) -> list[Action]:
    """Return the actions that add no error to the text.

    Errors are compared by kind. If an action changes only rules, blank lines and comments, just
    those lines are read again, because they cannot cause errors in other lines.
    """
    text, reading = ask.snapshot.document.text, ask.snapshot.reading
    preview: Preview | None = None
    kept: list[Action] = []
    for action in actions:
        new = _errors_in_lines(ask, action)
        if new is None:
            preview = preview or Preview(reading)
            new = _errors(preview.read(applied(text, action.edits))) - _errors(reading)
        if not new:
            kept.append(action)
    return kept


def _errors_in_lines(ask: Ask, action: Action) -> Counter[str] | None:
    """Return the errors by kind in the lines that an action changes.

    None if the whole text must be read to tell.
    """
    span = ask.plain_lines(action.edits)
    if span is None:
        return None
    edits = [Edit((e.span[0] - span[0], e.span[1] - span[0]), e.text) for e in action.edits]
    after = ask.read_with_names(applied(ask.snapshot.document.text[slice(*span)], edits))
    if not all(is_whole_line(entry) or entry.what == "tool_line" for entry in after.entries):
        known = not set(after.spec.cases).isdisjoint(ask.snapshot.reading.spec.cases)
        if known or ask.in_case(span[0]):
            return None
    errors = _errors(after)
    return errors - _errors(ask.read_with_names("")) if errors else errors


def _errors(reading: Reading) -> Counter[str]:
    return Counter(problem.slug for problem in reading.errors)


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Return a text after edits that do not overlap."""
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        text = text[: edit.span[0]] + edit.text + text[edit.span[1] :]
    return text


def wanted(kind: str, only: Sequence[str] | None) -> bool:
    """Tell whether a kind, or a parent of it, was requested.

    Actions on the whole file are offered only if they are requested by name.

    >>> wanted("refactor.extract", ["refactor"]), wanted("quickfix", ["quick"])
    (True, False)
    >>> wanted("source.fixAll.toolspec", None)
    False
    """
    if only is None:
        return not kind.startswith("source.")
    return any(not wanted or kind == wanted or kind.startswith(f"{wanted}.") for wanted in only)


async def answer(
    server: Server, params: types.CodeActionParams
) -> list[types.CodeAction | types.Command]:
    """Answer `textDocument/codeAction`, with commands if the editor supports nothing else."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return []
    snapshot, adapter = pair
    only = [str(getattr(kind, "value", kind)) for kind in params.context.only or []] or None
    diagnostic_starts = frozenset(
        adapter.offset(diagnostic.range.start) for diagnostic in params.context.diagnostics
    )
    ask = Ask(snapshot, adapter.span(params.range), diagnostic_starts=diagnostic_starts)
    if not snapshot.too_long and wanted(use_traces.KIND, only):
        ask = ask._replace(beside=trace_folder(snapshot))
    needed = wanted(record.KIND, only) or wanted(fixes.KIND, only)
    if not snapshot.too_long and needed and ask.trace is not None:
        try:
            listed = await asyncio.wait_for(server.calls(ask.trace.id), CALLS_SECONDS)
            ask = ask._replace(calls=listed.calls)
        except TimeoutError:
            pass
    if not snapshot.too_long and wanted(record.KIND, only) and ask.trace is not None:
        ask = await _with_proposals(server, ask, ask.trace)
    if not snapshot.too_long and wanted(ways.KIND, only) and ask.trace is not None:
        ask = await _with_ways(server, ask, ask.trace)
    actions = code_actions(ask, only)
    trial = others.trial(ask, actions)
    if trial is not None:
        try:
            judged = await asyncio.wait_for(server.trial(trial), CALLS_SECONDS)
            actions = others.with_effects(ask, actions, judged)
        except TimeoutError:
            pass
    actions = others.why_first(ask, others.in_order(actions))
    versioned = server.can.versioned_edits
    if server.can.action_literals:
        about = params.context.diagnostics
        return [_adapted(action, adapter, about, versioned) for action in actions]
    return [_command(action, adapter, versioned) for action in actions if server.can.apply_edit]


async def _with_proposals(server: Server, ask: Ask, trace: TraceInfo) -> Ask:
    """Return the request with what its traces support, as far as the judge says so in time."""
    try:
        own = await asyncio.wait_for(server.proposed((trace,)), CALLS_SECONDS)
        ask = ask._replace(proposed=own)
        of_all = await asyncio.wait_for(server.proposed(ask.recent), CALLS_SECONDS)
        return ask._replace(proposed_by_all=of_all)
    except TimeoutError:
        return ask


async def _with_ways(server: Server, ask: Ask, trace: TraceInfo) -> Ask:
    """Return the request with the rules of which one has to pass, as far as they are judged."""
    rules = ways.ways_of(ask)
    if not rules:
        return ask
    try:
        scores = await asyncio.wait_for(server.explained(trace.id, rules), CALLS_SECONDS)
    except TimeoutError:
        return ask
    return ways.with_ways(ask, rules, scores)


def _command(action: Action, adapter: Adapter, versioned: bool) -> types.Command:
    if action.command is not None:
        return types.Command(action.title, action.command[0], arguments=[*action.command[1]])
    edit = workspace_edit([(adapter, action.edits)], versioned=versioned)
    return types.Command(action.title, APPLY, arguments=[edit])


def _adapted(
    action: Action, adapter: Adapter, diagnostics: Sequence[types.Diagnostic], versioned: bool
) -> types.CodeAction:
    if action.command is not None:
        name, given = action.command
        command = types.Command(action.title, name, arguments=[*given])
        return types.CodeAction(action.title, kind=action.kind, command=command)
    resolved = [diagnostic for diagnostic in diagnostics if str(diagnostic.code) in action.solves]
    return types.CodeAction(
        action.title,
        kind=action.kind,
        diagnostics=resolved or None,
        is_preferred=action.preferred or None,
        edit=workspace_edit([(adapter, action.edits)], versioned=versioned),
    )


_OPTIONS = types.CodeActionOptions(
    code_action_kinds=["quickfix", "refactor", "source.fixAll.toolspec"], resolve_provider=False
)
FEATURES = (Feature(types.TEXT_DOCUMENT_CODE_ACTION, answer, _OPTIONS),)
