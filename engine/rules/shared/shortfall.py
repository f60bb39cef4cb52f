"""Why `require` found too few calls: which came nearest, and what each of them lacked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.matcher import Fit, ResultPattern, Text
from toolspec.engine.plural import plural
from toolspec.engine.rules.shared.lookup import Looked, call_phrase
from toolspec.engine.rules.shared.nearest import LOOKED_AT_MAX, closeness, lacking
from toolspec.engine.trace import Call, Result, Trace, Unrecorded
from toolspec.engine.values import Value
from toolspec.engine.verdict import Evidence, Explanation, Shown, evidence

NEAREST_MAX: Final = 5
"""Near misses that are listed."""


class Window(Value):
    """The steps a call may stand in: `at` this one, `before` that one; None where it may be any."""

    at: int | None = None
    before: int | None = None

    def holds(self, step: int | None) -> bool | None:
        """Tell whether the step is one of them; None where a step that is not recorded decides."""
        if step is None:
            return None if self.at is not None or self.before is not None else True
        if self.at is not None and step != self.at:
            return False
        return self.before is None or step < self.before

    def __str__(self) -> str:
        return f"before step {self.before}" if self.at is None else f"at step {self.at}"


ANY_STEP: Final = Window()


def shortfall(
    trace: Trace, looked: Looked, tool: ToolPattern, least: int, window: Window, shown: Shown
) -> Explanation:
    """Say how many calls match, how many should, and what the nearest of the others lacked."""
    calls = tool.calls_in(trace)
    matching = set(looked.matches)
    near = [
        Evidence(at, "nearest", _lacks(looked, window, trace.calls[at], shown))
        for at in _nearest(looked, window, trace, (at for at in calls if at not in matching))
    ]
    phrases = [f"{call_phrase(trace, item.call, shown)}: {item.lacks}" for item in near]
    told: dict[str, Json] = {
        "matching_calls": [call_phrase(trace, at, shown) for at in looked.listed_matches],
        "nearest_calls": phrases,
    }
    found = len(looked.matches)
    if not calls:
        summary = f"{tool} was never called"
        few = "never called"
    elif found >= least:
        last = len(trace) - 1
        why = "it is a call of another tool"
        if tool.means(trace.calls[last].name):
            why = _lacks(looked, window, trace.calls[last], shown)
        summary = f"the last call, {call_phrase(trace, last, shown)}, does not match: {why}"
        few = "the last call does not match"
        near = [item for item in near if item.call != last]
        near.insert(0, Evidence(last, "offender", f"it is the last call: {why}"))
    else:
        match = "no call matches" if not found else plural(found, "call matches", "calls match")
        summary = match if least == 1 else f"{match}, {least} are required"
        summary += f"; nearest: {phrases[0]}" if phrases else ""
        few = f"{found} matched, {least} required" if found else "no call matches"
    return Explanation(summary, told, (*near, *evidence(looked.matches, "match")), few)


def _nearest(looked: Looked, window: Window, trace: Trace, calls: Iterable[int]) -> list[int]:
    """Return the calls that fit most of what is asked for, the best first, then the earliest."""
    compared = [at for at, _ in zip(calls, range(LOOKED_AT_MAX), strict=False)]

    def distance(at: int) -> tuple[int, int, int]:
        call = trace.calls[at]
        alike = closeness(looked.arguments, call)[0]
        fitting = alike + (call.completed is not False) + (window.holds(call.step) is not False)
        fitting += looked.result is None or looked.result.fits(call.result) is not Fit.NO
        return -fitting, -alike, at

    return sorted(compared, key=distance)[:NEAREST_MAX]


def _lacks(looked: Looked, window: Window, call: Call, shown: Shown) -> str:
    said: list[str] = []
    if call.completed is False:
        said.append("it never completed")
    if window.holds(call.step) is False:
        said.append(f"it is in step {call.step}, not {window}")
    said.append(lacking(looked.arguments, call, shown))
    result = looked.result
    if result is not None and call.completed is not False:
        if isinstance(call.result, Unrecorded):
            said.append("its result is not recorded")
        elif result.fits(call.result) is Fit.NO:
            said.append(_result_lacks(result, call.result, shown))
    return "; ".join([part for part in said if part]) or "it is not the last call"


def _result_lacks(wanted: ResultPattern, result: Result, shown: Shown) -> str:
    if isinstance(wanted.value.flat, Text):
        return f"its result {shown.short(result.text)} does not have {wanted}"
    return wanted.value.why_result(result, shown).of_result()
