"""One rule on one trace, with what was expected and what came: `toolspec/result`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcInvalidParams

from toolspec.engine.telling.timeline.picture import CallRow, RulePicture, Timeline
from toolspec.lsp.feature import Feature
from toolspec.lsp.features.trace_list import field

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

SECONDS = 10.0
"""How long an answer waits for the judge."""

NO_CALL = "(no call)"

CALLS_MAX = 50
"""Calls that are listed as what came."""


def result_of_rule(picture: Timeline) -> dict[str, Any] | None:
    """Return what a timeline says of the rule that colours it; None where none does.

    `expected` and `actual` are lines of text to be compared: for rules with lanes their entries and
    the calls that took them, for others what the rule asks and the reason. `line` and `column`,
    from 1, are the place of the first call that broke the rule, in the file `path`.
    """
    rule = picture["rule"]
    if rule is None:
        return None
    calls: list[CallRow] = [row for row in picture["rows"] if row["row"] == "call"]
    breaking = next((row for row in calls if row["part"] in ("forbidden", "extra", "open")), None)
    if breaking is None and rule["status"] != "pass":
        breaking = _before_missing(picture)
    expected, actual = _entries(rule, calls) if rule["lanes"] else _words(rule)
    return {
        "status": rule["status"],
        "scoreText": rule["score_text"],
        "summary": rule["summary"],
        "expected": expected,
        "actual": actual,
        "path": picture["path"],
        "line": breaking["line"] if breaking is not None else None,
        "column": breaking["column"] if breaking is not None else None,
        "call": breaking["call"] if breaking is not None else None,
    }


def _before_missing(picture: Timeline) -> CallRow | None:
    """Return the last call before the first entry that has none, or else the first call."""
    last: CallRow | None = None
    for row in picture["rows"]:
        if row["row"] == "missing" and last is not None:
            return last
        if row["row"] == "call":
            last = row
    return last


def _entries(rule: RulePicture, calls: list[CallRow]) -> tuple[str, str]:
    """Return the entries one on a line, and beside them, by line, the calls that took them."""
    took = {entry: row["tool"] for row in reversed(calls) for entry in row["entries"]}
    entries = rule["expected"]
    actual = [entries[at] if at in took else NO_CALL for at in range(len(entries))]
    others = [
        f"{row['tool']}  (call {row['call'] + 1}: {row['why'] or 'not expected'})"
        for row in calls
        if row["part"] in ("forbidden", "extra")
    ]
    return "\n".join(entries), "\n".join([*actual, *others[:CALLS_MAX]])


def _words(rule: RulePicture) -> tuple[str, str]:
    return rule["words"] or rule["source"], rule["summary"]


async def answer(server: Server, params: Any) -> dict[str, Any] | None:
    """Answer `toolspec/result`: the `rule` of a spec (`uri`) on a trace, by its id.

    `rule` is its index, as `toolspec/matrix` has it. None if there is no such rule or trace.
    """
    uri, at, trace = field(params, "uri"), field(params, "rule"), field(params, "trace")
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("`uri` takes a spec's address")
    if not isinstance(at, int) or isinstance(at, bool):
        raise JsonRpcInvalidParams("`rule` takes the index of a rule")
    if not isinstance(trace, str):
        raise JsonRpcInvalidParams("`trace` takes the id of a trace, as `toolspec/traces` has it")
    await server.ready(uri)
    snapshot = server.session.snapshot(uri)
    if snapshot is None or snapshot.too_long or trace not in snapshot.infos:
        return None
    rules = snapshot.reading.spec.rules
    if not 0 <= at < len(rules):
        return None
    try:
        picture = await asyncio.wait_for(server.timeline(trace, rules[at]), SECONDS)
    except TimeoutError:
        return None
    return result_of_rule(picture) if picture is not None else None


FEATURES = (Feature("toolspec/result", answer),)
