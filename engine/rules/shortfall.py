"""Why `require` found too few calls: which came nearest, and what each of them lacked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from toolspec.engine.json_value import Json
from toolspec.engine.matcher import Fit
from toolspec.engine.rules.lookup import Looked, call_phrase
from toolspec.engine.rules.nearest import LOOKED_AT_MAX, closeness, lacking
from toolspec.engine.trace import Trace, Unrecorded
from toolspec.engine.verdict import Evidence, Explanation, Shown, evidence

if TYPE_CHECKING:
    from toolspec.engine.rules.require import Require

NEAREST_MAX: Final = 5
"""Near misses that are listed."""


def shortfall(
    rule: Require, trace: Trace, looked: Looked, shown: Shown, fields: Mapping[str, Json]
) -> Explanation:
    """Say how many calls match, how many should, and what the nearest of the others lacked."""
    calls = rule.tool.calls_in(trace)
    matching = set(looked.matches)
    near = [
        Evidence(at, "nearest", _lacks(rule, trace, at, shown))
        for at in _nearest(rule, trace, (at for at in calls if at not in matching))
    ]
    told: dict[str, Json] = {
        **fields,
        "nearest_calls": [f"{call_phrase(trace, item.call, shown)}: {item.lacks}" for item in near],
    }
    found = len(looked.matches)
    if not calls:
        summary = f"{rule.tool} was never called"
    elif found >= rule.least:
        last = call_phrase(trace, len(trace) - 1, shown)
        summary = f"the last call is {last}, which does not match"
        near.insert(0, Evidence(len(trace) - 1, "offender", "it is the last call"))
    else:
        wanted = "no call matches" if rule.least == 1 else f"{found} of {rule.least} calls match"
        summary = f"{wanted}; nearest: {told['nearest_calls'][0]}" if near else wanted  # type: ignore[index]
    return Explanation(summary, told, (*near, *evidence(looked.matches, "match")))


def _nearest(rule: Require, trace: Trace, calls: Iterable[int]) -> list[int]:
    """Return the calls that fit most of what is asked for, the best first, then the earliest."""
    compared = [at for at, _ in zip(calls, range(LOOKED_AT_MAX), strict=False)]

    def distance(at: int) -> tuple[int, int]:
        call = trace.calls[at]
        fitting = closeness(rule.arguments, call)[0]
        fitting += rule.result is None or rule.result.fits(call.result) is not Fit.NO
        fitting += call.completed
        fitting += rule.window.holds(call.step)
        return -fitting, at

    return sorted(compared, key=distance)[:NEAREST_MAX]


def _lacks(rule: Require, trace: Trace, at: int, shown: Shown) -> str:
    call = trace.calls[at]
    said: list[str] = []
    if not call.completed:
        said.append("it never completed")
    if not rule.window.holds(call.step):
        said.append(f"it is in step {call.step}, not {rule.window}")
    said.append(lacking(rule.arguments, call, shown))
    if rule.result is not None and call.completed:
        if isinstance(call.result, Unrecorded):
            said.append("its result is not recorded")
        elif rule.result.fits(call.result) is Fit.NO:
            said.append(f"its result {shown.short(call.result.text)} does not have {rule.result}")
    return "; ".join([part for part in said if part]) or "it is not the last call"
