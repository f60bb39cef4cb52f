"""Rules for some calls of a trace, each with the traces it holds on: `toolspec/fromCalls`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from pygls.exceptions import JsonRpcInvalidParams

from toolspec.dsl.proposals import Made
from toolspec.dsl.proposals.chosen_calls import ForCalls, for_calls
from toolspec.dsl.read import read
from toolspec.engine.rule import Rule
from toolspec.lsp.feature import Feature
from toolspec.lsp.features.code_actions.ask import RECENT_MAX, Ask
from toolspec.lsp.features.code_actions.nearest import given
from toolspec.lsp.features.trace_list import field
from toolspec.lsp.judge.messages import CallInfo, Trial, Tried
from toolspec.lsp.state.snapshot import Snapshot

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

SECONDS = 5.0
"""How long an answer waits for the judge."""


def rules_for(snapshot: Snapshot, chosen: Sequence[CallInfo]) -> list[tuple[ForCalls, Rule]]:
    """Return the rules for some calls, without those that a spec cannot say."""

    def steady(tool: str, key: str) -> bool:
        return len(snapshot.tools.total((tool,)).values.get(key, ())) == 1

    calls_to_use = [Made(call.tool, given(call)) for call in chosen]
    proposed: list[tuple[ForCalls, Rule]] = []
    for proposal in for_calls(calls_to_use, steady):
        reading = read(proposal.rule)
        if not reading.errors:
            proposed.append((proposal, reading.spec.rules[0]))
    return proposed


def answer_of(
    proposed: Sequence[tuple[ForCalls, Rule]], tried: Tried, trace: str
) -> list[dict[str, Any]]:
    """Return the rules with how many traces each passes, and its status on the calls' own trace."""
    listed: list[dict[str, Any]] = []
    for at, (proposal, _) in enumerate(proposed):
        statuses = tried.statuses[at] if tried.statuses else {}
        listed.append(
            {
                "what": proposal.what,
                "rule": proposal.rule,
                "passes": sum(status == "pass" for status in statuses.values()),
                "judged": sum(status != "skip" for status in statuses.values()),
                "here": statuses.get(trace),
            }
        )
    return listed


async def answer(server: Server, params: Any) -> list[dict[str, Any]] | None:
    """Answer `toolspec/fromCalls`: rules for the `calls` of a `trace`, by their numbers from 0.

    Each has its text as `rule`, `what` it says, how many of the `judged` recent traces of the spec
    (`uri`) it `passes`, and its status `here`, on the calls' own trace. With a `line` (from 0) each
    has an `edit` that adds it below that line. It is null if there is no such spec or trace.
    """
    uri, trace, calls = field(params, "uri"), field(params, "trace"), field(params, "calls")
    line = field(params, "line")
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("`uri` takes a spec's address")
    if not isinstance(trace, str):
        raise JsonRpcInvalidParams("`trace` takes the id of a trace, as `toolspec/traces` has it")
    if not isinstance(calls, list) or not all(
        isinstance(number, int) and not isinstance(number, bool)
        for number in cast("list[Any]", calls)
    ):
        raise JsonRpcInvalidParams("`calls` takes numbers of calls from 0")
    if line is not None and (not isinstance(line, int) or isinstance(line, bool)):
        raise JsonRpcInvalidParams("`line` takes a number from 0")
    await server.ready(uri)
    pair = server.snapshot(uri)
    if pair is None or pair[0].too_long or trace not in pair[0].infos:
        return None
    snapshot, adapter = pair
    wanted = set(cast("list[int]", calls))
    try:
        listed = await asyncio.wait_for(server.calls(trace), SECONDS)
        proposed = rules_for(snapshot, [call for call in listed.calls if call.number in wanted])
        ids = tuple(info.id for info in snapshot.traces[:RECENT_MAX])
        rules = tuple(rule for _, rule in proposed)
        cases = snapshot.reading.spec.cases
        trial = Trial(0, rules, None, cases, tuple(dict.fromkeys((trace, *ids))), SECONDS)
        tried = await asyncio.wait_for(server.trial(trial), SECONDS) if rules else Tried(0, ())
    except TimeoutError:
        return None
    rules_shown = answer_of(proposed, tried, trace)
    if line is not None:
        starts = snapshot.document.source.starts
        offset = starts[max(0, min(line, len(starts) - 1))]
        ask = Ask(snapshot, (offset, offset))
        for rule_shown in rules_shown:
            edit = ask.below(rule_shown["rule"])
            rule_shown["edit"] = None if edit is None else adapter.edit(edit)
    return rules_shown


FEATURES = (Feature("toolspec/fromCalls", answer),)
