"""What a verdict is worth where the trace may hold calls that were not read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from toolspec.engine.json_value import TwoReadings
from toolspec.engine.trace import Call, Gap
from toolspec.engine.verdict import (
    FAIL,
    PASS,
    SKIP,
    UNKNOWN,
    Explanation,
    MoreCalls,
    Shown,
    Verdict,
    brief,
)


class Concerned(Protocol):
    """What calls that were not read could matter to: a kind, or a rule with its clauses."""

    @property
    def more_calls(self) -> MoreCalls:
        """What such calls could do to the verdict."""
        ...

    @property
    def more_of_run(self) -> MoreCalls:
        """What the rest of a run that has not ended could do to the verdict."""
        ...

    def concerns(self, call: Call) -> bool:
        """Tell whether such a call could matter."""
        ...


def with_gaps(rule: Concerned, verdict: Verdict, gaps: Sequence[Gap]) -> Verdict:
    """Return the verdict, or UNKNOWN where a call that was not read could turn it round."""
    gap = deciding_gap(rule, verdict, gaps)
    if gap is None:
        return verdict
    return Verdict(UNKNOWN, 0.0, _explain, verdict, gap)


def deciding_gap(rule: Concerned, verdict: Verdict, gaps: Sequence[Gap]) -> Gap | None:
    """Return the first sign of calls that could turn a verdict round; None where none can."""
    could = rule.more_calls
    if verdict.status is SKIP:
        known = list(gaps)
    elif verdict.status is PASS and could is not MoreCalls.HELP:
        known = [gap for gap in gaps if gap.adds or could is MoreCalls.HURT]
    elif verdict.status is FAIL and could is not MoreCalls.HURT:
        known = [gap for gap in gaps if gap.adds and gap.helps]
    else:
        known = []
    gap_known = next((gap for gap in known if not gap.running and matters(rule, gap)), None)
    # What else is missing stays so when the run has ended, and is said first.
    return gap_known or _of_running(rule, verdict, gaps)


def _of_running(rule: Concerned, verdict: Verdict, gaps: Sequence[Gap]) -> Gap | None:
    """Return the sign that the run goes on, where its rest could turn the verdict round."""
    running = next((gap for gap in gaps if gap.running), None)
    if running is None or verdict.status not in (PASS, FAIL, SKIP):
        return None
    final = {PASS: MoreCalls.HELP, FAIL: MoreCalls.HURT}.get(verdict.status)
    return None if rule.more_of_run is final else running


def matters(rule: Concerned, gap: Gap) -> bool:
    """Tell whether the calls that a gap is a sign of could matter to a rule."""
    if not rule.concerns(gap.call):
        return False
    if gap.instead is not None and rule.concerns(gap.instead):
        return False
    return not gap.unlike or not rule.concerns(gap.call._replace(name=gap.unlike))


def other_readings(calls: Iterable[Call]) -> Iterator[Gap]:
    """Yield a gap for each call whose arguments can be read in two ways."""
    for call in calls:
        if isinstance(call.arguments, TwoReadings):
            other = call._replace(arguments=call.arguments.first)
            text = f"an argument of `{call.name}` has two values"
            yield Gap(text, call.place, call=other, helps=False, adds=False)


def _explain(verdict: Verdict, gap: Gap, shown: Shown) -> Explanation:
    reason = verdict.explanation(shown)
    if gap.running:
        so_far = f"{gap.text}, so this may change; so far: {verdict.status.word}, {reason.summary}"
        return Explanation(so_far, reason.justification, reason.evidence, brief(gap.text))
    hint = f" ({gap.hint})" if gap.hint else ""
    summary = f"calls may be missing: {gap.text}{hint}"
    short = brief("calls may be missing")
    return Explanation(summary, {**reason.justification, "gap": summary}, reason.evidence, short)
