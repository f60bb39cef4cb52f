"""Require a call: at least one completed call matches; or N of them, in a given step, or the last.

Why. What an agent must have done is the first thing to ask: it ran the tests, it loaded its skill
early, it ended by reporting. `count` only counts; `require` looks at arguments and results, and at
the step in which a call was made.

How it is judged. Only completed calls are considered. `at step N` keeps those of step N, `before
step N` those of steps 0 to N-1 (a step is one response of the model, the first is step 0). At least
`min N` of them must match; without `min`, at least one. With `final` the last call of the trace
must be a completed, matching call. These words may come in any order, each at most once.

If arguments or a result that the rule names are not recorded, the rule is `unknown`, unless it
passes or fails whatever they are. It is `unknown` too where the trace does not record the steps, or
which calls completed, and that decides.
"""

from __future__ import annotations

from typing import Self

from toolspec.engine.kinds.claims import Claims, Need
from toolspec.engine.kinds.drawing import Drawing
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.qualifier import FAULT
from toolspec.engine.match.sorted_calls import SortedCalls, call_phrase, sort_calls
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.rules.shared.shortfall import shortfall
from toolspec.engine.syntax import About, Example, Misuse, Part, Syntax
from toolspec.engine.trace import Call, Trace, called
from toolspec.engine.verdict import (
    PASS,
    Evidence,
    Explanation,
    MoreCalls,
    Shown,
    Status,
    Verdict,
    evidence,
    more_than_listed,
    passed,
)


class Require(Kind):
    """At least `least` completed calls match."""

    call: CallPattern
    least: int = 1
    final: bool = False

    judges_unsure = True
    needs_calls = True
    syntax = Syntax(
        keyword="require",
        grammar=(
            "(_call | message) ((min | final | _step_words) _qualifiers)*"
            " (_late_clause _clause*)?\n"
            'min: "min" number\n'
            'final: "final"'
        ),
        words=("min", "final"),
        forms=(
            "require C [min N] [final] [at step N] [before step N]",
            "require user says V",
            "require agent says V",
        ),
        snippets=(
            "require ${1:tool}",
            "require ${1:tool} <${2:key}: /${3:regex}/> result /${4:regex}/",
            "require ${1:tool} final",
        ),
        sample="require search",
    )
    examples = (
        Example(
            "require upload min 2",
            (called("upload"), called("upload", completed=False)),
            "fail",
            0.0,
            "Only completed calls count.",
            summary="1 call matches, 2 are required; nearest: call 2, upload: it never completed",
            evidence=(Evidence(1, "nearest", "it never completed"), Evidence(0, "match")),
        ),
        Example(
            "require bash <command: /npm (test|run build)/> result /BUILD SUCCEEDED/",
            (
                called("bash", {"command": "ls"}, "README"),
                called("bash", {"command": "npm run build"}, "BUILD SUCCEEDED in 3s"),
            ),
            "pass",
            1.0,
            "Arguments and result must match on the same call.",
        ),
        Example(
            "require load_skill before step 3",
            (called("load_skill", step=3),),
            "fail",
            0.0,
            "Steps count from 0: step 3 is the fourth response.",
            summary=(
                "no call matches; nearest: call 1, load_skill: it is in step 3, not before step 3"
            ),
            evidence=(Evidence(0, "nearest", "it is in step 3, not before step 3"),),
        ),
        Example(
            "require report_result final",
            (called("report_result"), called("cleanup")),
            "fail",
            0.0,
            "With `final` the last call of the trace must match.",
            summary="the last call, call 2, cleanup, does not match: it is a call of another tool",
            evidence=(
                Evidence(1, "offender", "it is the last call: it is a call of another tool"),
                Evidence(0, "match"),
            ),
        ),
        Example(
            "require bash result /SUCCEEDED/",
            (called("bash", {"command": "make"}),),
            "unknown",
            0.0,
            "The result was not recorded: it could match.",
            summary='the result of call 1, bash <command: "make"> is not recorded',
            evidence=(Evidence(0, "open", "result not recorded"),),
        ),
        Example(
            "require view <must path: /^src/>",
            (called("view", {"path": "src/a.py"}), called("view", {"file": "b.py"})),
            "error",
            0.0,
            "`must` says that every call of the tool has the argument; one without it is an error.",
            summary='call 2, view <file: "b.py"> must have the argument `path`, and does not',
            evidence=(Evidence(1, "fault", "the argument `path`"),),
        ),
    )

    def in_words(self) -> str:
        """Return what the rule asks, as one plain sentence."""
        call = self.call.in_words()
        last = ", one of them the last call" if self.least > 1 else ", as the last call"
        last *= self.final
        if self.least > 1:
            calls = call.replace("call", "calls", 1)
            return f"There are at least {self.least} completed {calls}{last}."
        return f"There is a completed {call}{last}."

    @classmethod
    def meanings(cls) -> dict[str, About]:
        """Return what its own words mean."""
        return {
            "min": About(
                "How many completed calls must match at least.", "", "require upload min 2"
            ),
            "final": About(
                "A matching call is the last call of the trace.", "", "require report_result final"
            ),
        }

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts. Raises Misuse where no call could be meant."""
        message = rule.get("message")
        if message is not None:
            return _of_message(rule, message)  # type: ignore[return-value]
        least = rule.get("min")
        if least is not None and least.value < 1:
            raise Misuse("zero-minimum", least)
        return cls(
            CallPattern.of(rule),
            rule.value_of("min", 1),
            rule.value_of("final", False),
        )

    def patterns(self) -> tuple[ToolPattern, ...]:
        """Return the one pattern."""
        return (self.call.tool,)

    @property
    def more_calls(self) -> MoreCalls:
        """Only keep the rule, but that with `final` a later call can be the last one."""
        both = self.final or self.call.position
        return MoreCalls.BOTH if both else MoreCalls.HELP

    def claims(self, pass_score: float) -> Claims:
        """Say that the call is made, so often, and as the last one."""
        del pass_score
        return Claims((Need(self.call, self.least),), last=self.call if self.final else None)

    def concerns(self, call: Call) -> bool:
        """Tell whether the call could be the one required, or the last one."""
        return self.final or super().concerns(call)

    def drawing(self, trace: Trace, reason: Explanation) -> Drawing:
        """Return the call that is missing where there are too few."""
        del reason
        lacking = (0,) if self.judge(trace).status is Status.FAIL else ()
        return Drawing((str(self.call),), (), lacking)

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Pass where enough calls match; be unknown where enough could."""
        calls, maybe_inside = trace.calls, trace.unsure
        considered: list[int] = []
        unsure: set[int] = set()
        inside = self.call.tool.calls_in(trace)
        for at in inside:
            call = calls[at]
            if call.completed is False:
                continue
            considered.append(at)
            if call.completed is None or at in maybe_inside:
                unsure.add(at)
        placed = self.call.placed(inside, maybe_inside)
        sorted_calls = sort_calls(trace, self.call, considered, unsure, placed)
        status = self._status(sorted_calls, trace.last)
        score = 1.0 if status is PASS else 0.0
        return Verdict(status, score, self._explain, trace, sorted_calls, status)

    def _status(self, calls: SortedCalls, last: int) -> Status:
        if calls.faults:
            return Status.ERROR
        matches = calls.matches
        if not calls.open:
            enough = len(matches) >= self.least
            return passed(enough and (not self.final or matches[-1] == last))
        # Every call not known to be at fault or a miss could match with some content.
        if len(matches) + len(calls.could_match) < self.least:
            return Status.FAIL
        final = not self.final or (bool(matches) and matches[-1] == last)
        if not final and last not in calls.could_match:
            return Status.FAIL
        at_risk = any(can_be & FAULT for can_be in calls.open.values())
        certain = len(matches) >= self.least and final and not at_risk
        return Status.PASS if certain else Status.UNKNOWN

    def _explain(
        self, trace: Trace, calls: SortedCalls, status: Status, shown: Shown
    ) -> Explanation:
        matching = [call_phrase(trace, at, shown) for at in calls.listed_matches]
        fields = {"matching_calls": matching}
        if status is Status.ERROR:
            return calls.fault_explanation(trace, shown, fields)
        if status is Status.UNKNOWN:
            return calls.open_explanation(trace, shown, fields)
        if status is Status.FAIL:
            return shortfall(trace, calls, self.least, shown)
        matches = calls.matches
        more = f" and {len(matches) - 1} more" if len(matches) > 1 else ""
        verb = "match" if more else "matches"
        return Explanation(
            f"{matching[0]}{more} {verb}",
            {**fields, **more_than_listed(matches)},
            evidence(matches, "match"),
        )


def _of_message(rule: Part, message: Part) -> Kind:
    """Return the rule about a message. Raises Misuse on words about calls."""
    from toolspec.engine.rules.said import Said

    for label in ("min", "final"):
        word = rule.get(label)
        if word is not None:
            raise Misuse("message-words", word, word=word.source)
    return Said(message.value)


RULE = Require
