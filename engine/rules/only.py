"""Allow only some calls: every call matches one of the phrases.

Why. An agent that may only read, or may write only in one folder, is described by what it is
allowed to do. `forbid` would need a list of all that it is not, and that list is never complete.

How it is judged. The score is the share of the calls that match one of the phrases; it is 1 where
no call was made. The rule passes when every call matches, or from the score of its `pass` clause
on. Every call counts, completed or not.

Where a phrase asks for what the trace does not record, a call may be allowed or not: the rule is
`unknown` if that decides whether it passes.
"""

from __future__ import annotations

from typing import Any, Self

from toolspec.engine.effort import Effort, TooMuchError, too_much
from toolspec.engine.json_value import Json
from toolspec.engine.kinds.claims import NO_CLAIMS, Claims
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.qualifier import MATCH, MISS
from toolspec.engine.match.sorted_calls import call_phrase, too_little_recorded
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.syntax import Example, Part, Syntax
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Call, Trace, called
from toolspec.engine.verdict import (
    EVIDENCE_MAX,
    PASS,
    UNKNOWN,
    Evidence,
    Explanation,
    MoreCalls,
    Shown,
    Status,
    Verdict,
    brief,
    decided,
    more_than_listed,
)


class Only(Kind):
    """Every call matches one of `allowed`."""

    allowed: tuple[CallPattern, ...]

    offender_part = "forbidden"
    scores_in_part = True
    syntax = Syntax(
        keyword="only",
        grammar='":" only_entry ("," only_entry)*\nonly_entry: _call',
        forms=("only: C, C, ...",),
        snippets=("only: ${1:tool}, ${2:tool}",),
        entry="only_entry",
    )
    examples = (
        Example(
            "only: view, list_files, search",
            (called("list_files"), called("view")),
            "pass",
            1.0,
            "Every call is one of the tools.",
        ),
        Example(
            "only: view, write_file <path: /^src\\//>",
            (
                called("view", {"path": "a.py"}),
                called("write_file", {"path": "src/a.py"}),
                called("write_file", {"path": "/etc/hosts"}),
                called("bash", {"command": "ls"}),
            ),
            "fail",
            0.5,
            "A call that no phrase matches is not allowed.",
            summary=(
                'call 3, write_file <path: "/etc/hosts"> is not allowed: '
                '`path` is "/etc/hosts", not /^src\\//; and 1 more call is not allowed'
            ),
            evidence=(
                Evidence(2, "offender", '`path` is "/etc/hosts", not /^src\\//'),
                Evidence(3, "offender", "no phrase is about this tool"),
            ),
        ),
        Example(
            'only: write_file <path: "a.py">',
            (called("write_file"),),
            "unknown",
            0.0,
            "Arguments that were not recorded could be these.",
            summary="the arguments of call 1, write_file are not recorded",
            evidence=(Evidence(0, "open", "arguments not recorded"),),
        ),
        Example("only: view", (), "pass", 1.0, "An agent that called nothing did nothing else."),
    )

    def in_words(self) -> str:
        """Return what the rule asks, as one plain sentence."""
        allowed = " or ".join([phrase.with_article() for phrase in self.allowed])
        return f"Every call is {allowed}."

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts. Raises Misuse where a phrase is not allowed."""
        return cls(tuple(CallPattern.of(part, must=False) for part in rule.all("only_entry")))

    def patterns(self) -> tuple[ToolPattern, ...]:
        """Return the phrases' patterns."""
        return tuple(call.tool for call in self.allowed)

    def deciding_entry(self, reason: Explanation) -> int | None:
        """Return the first phrase about the tool of the first call that is not allowed."""
        listed: Any = reason.justification.get("calls_not_allowed") or ()
        name = next((str(entry).partition(", ")[2].partition(" <")[0] for entry in listed), "")
        return next((at for at, phrase in enumerate(self.allowed) if phrase.tool.means(name)), None)

    @property
    def more_calls(self) -> MoreCalls:
        """A call that is not allowed breaks the rule; with a `pass` clause others can help."""
        return MoreCalls.BOTH

    def claims(self, pass_score: float) -> Claims:
        """Say which calls there may be."""
        return Claims(only=self.allowed) if pass_score == 1 else NO_CLAIMS

    def concerns(self, call: Call) -> bool:
        """Tell whether the call could matter: every call is to be an allowed one."""
        return True

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Score how many calls are allowed; be unknown where what is not recorded decides."""
        try:
            outside, unsure = self._sort(trace)
        except TooMuchError as error:
            return too_much(error)
        total = len(trace) or 1
        score = (total - len(outside) - len(unsure)) / total
        status = decided(score, (total - len(outside)) / total, pass_score)
        score = 0.0 if status is UNKNOWN else score
        return Verdict(status, score, self._explain, trace, outside, unsure, status)

    def _sort(self, trace: Trace) -> tuple[list[int], list[int]]:
        """Return the calls that are not allowed, and those of which that is open."""
        by_tool = {
            name: [call for call in self.allowed if call.tool.means(name)] for name in trace.by_name
        }
        free = {name for name, calls in by_tool.items() if any(call.is_bare for call in calls)}
        places = {call: call.position_in(trace) for call in self.allowed}
        outside: list[int] = []
        unsure: list[int] = []
        effort = Effort()
        for at, name in enumerate(trace.names):
            if name in free:
                continue
            best = MISS
            for call in by_tool[name]:
                effort.spend(1 + call.effort)
                place = places[call]
                if place is not None and place != at:
                    continue
                can_be = call.outcomes(trace.calls[at])
                if can_be == MATCH:
                    best = MATCH
                    break
                best |= can_be
            if best == MISS:
                outside.append(at)
            elif best != MATCH:
                unsure.append(at)
        return outside, unsure

    def _explain(
        self, trace: Trace, outside: list[int], unsure: list[int], status: Status, shown: Shown
    ) -> Explanation:
        phrases: list[Json] = [call_phrase(trace, at, shown) for at in outside[:EVIDENCE_MAX]]
        fields: dict[str, Json] = {"calls_not_allowed": phrases, **more_than_listed(outside)}
        if status is UNKNOWN or (not outside and unsure and status is not PASS):
            missing = [self._not_recorded(trace, at) for at in unsure[:EVIDENCE_MAX]]
            return too_little_recorded(trace, unsure, missing, shown, fields)
        if not outside:
            count = len(trace)
            return Explanation(
                f"{'all ' if count > 1 else ''}{plural(count, 'call is', 'calls are')} allowed"
                if count
                else "no call was made",
                fields,
            )
        listed = tuple(
            Evidence(at, "offender", self._lacks(trace, at, shown)) for at in outside[:EVIDENCE_MAX]
        )
        summary = f"{phrases[0]} is not allowed: {listed[0].lacks}"
        if len(outside) > 1:
            others = plural(len(outside) - 1, "more call is", "more calls are")
            summary += f"; and {others} not allowed"
        short = f"call {trace.number(outside[0])} is not allowed"
        short = brief(short + (f", +{len(outside) - 1}" if len(outside) > 1 else ""), short)
        return Explanation(summary, fields, listed, "" if status is PASS else short)

    def _not_recorded(self, trace: Trace, at: int) -> str:
        call = trace.calls[at]
        names = (
            name
            for phrase in self.allowed
            if phrase.tool.means(call.name)
            for name in phrase.not_recorded(call)
        )
        return " and ".join(dict.fromkeys(names))

    def _lacks(self, trace: Trace, at: int, shown: Shown) -> str:
        """Say why no phrase matches a call: what the nearest of those about its tool asks for."""
        call = trace.calls[at]
        asked = [phrase for phrase in self.allowed if phrase.tool.means(call.name)]
        if not asked:
            return "no phrase is about this tool"
        near = max(asked, key=lambda phrase: phrase.closeness(call))
        missed = near.not_placed if near.position_in(trace) not in (None, at) else ""
        return near.lacks(call, shown, missed)


RULE = Only
