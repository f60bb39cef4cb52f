"""Order of calls: how much of an expected order the calls keep.

Why. Many workflows make sense in one order only (authenticate, then access; begin, then commit),
and how far an agent got is worth more than a plain no: three of four calls in order score 0.75.

How it is judged. The score is the length of the longest common subsequence of the expected and the
actual calls, divided by the number of expected calls; extra calls cost nothing. With `strict` the
calls must be exactly these, no more and no fewer: 1 if so, otherwise 0. The rule passes when its
score is 1, or at least the score of its `pass` clause. Every call counts, completed or not.

`order` scores calls that are there; it does not say that one call never comes before another: a
second call of an expected tool, at any place, changes nothing. `order strict` does.

In the justification `lcs` names the calls of that subsequence. If several are equally long, the
choice follows UiPath's evaluator.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Self

from toolspec.engine import effort
from toolspec.engine.effort import TooMuchError, too_much
from toolspec.engine.json_value import Json
from toolspec.engine.kind import Example, Kind, Part, Syntax
from toolspec.engine.match import lcs
from toolspec.engine.match.tool_pattern import Name, ToolPattern
from toolspec.engine.plural import plural
from toolspec.engine.rules.shared.entries import is_strict, written
from toolspec.engine.trace import Call, Trace, called
from toolspec.engine.values import Value
from toolspec.engine.verdict import (
    FAIL,
    PASS,
    Evidence,
    Explanation,
    MoreCalls,
    Shown,
    Status,
    Verdict,
    brief,
    evidence,
)


class Step(Value):
    """One expected call: any tool that `tool` means; `source` is the pattern as written."""

    tool: ToolPattern
    source: str = ""

    @property
    def name(self) -> str:
        """The tool's name where the pattern is one, else the pattern as written."""
        return self.tool.name if isinstance(self.tool, Name) else self.source or str(self.tool)


class Order(Kind):
    """Calls of `steps` in their order; with `strict`, of nothing else."""

    steps: tuple[Step, ...]
    strict: bool = False

    scores_in_part = True
    syntax = Syntax(
        keyword="order",
        grammar='mode? ":" pattern ("->" pattern)*',
        forms=("order: P -> P -> ...", "order strict: P -> P -> ..."),
        snippets=("order: ${1:tool} -> ${2:tool}", "order strict: ${1:tool} -> ${2:tool}"),
    )
    examples = (
        Example(
            "order: search -> filter -> sort -> display",
            (called("search"), called("filter"), called("display")),
            "fail",
            0.75,
            "Three of four came in order: the score says how far the agent got.",
            {"lcs": ["search", "filter", "display"]},
            summary="3 of 4 expected calls came in order; sort did not",
            evidence=(Evidence(0, "match"), Evidence(1, "match"), Evidence(2, "match")),
        ),
        Example(
            "order: begin -> /^update_/ -> commit",
            (called("begin"), called("log"), called("update_user"), called("commit")),
            "pass",
            1.0,
            "Other calls may come in between; `lcs` names the calls, not the patterns.",
            {"lcs": ["begin", "update_user", "commit"]},
        ),
        Example(
            "order strict: auth -> verify -> access",
            (called("auth"), called("verify"), called("log"), called("access")),
            "fail",
            0.0,
            "With `strict` one more call fails the rule.",
            summary="call 3 is log, where access was expected",
            evidence=(Evidence(2, "offender", "call 3 is log, where access was expected"),),
        ),
        Example(
            "order: a -> b -> c pass 0.6",
            (called("a"), called("c")),
            "pass",
            2 / 3,
            "A `pass` clause says which score is enough.",
        ),
        Example(
            "order: a -> b",
            (),
            "fail",
            0.0,
            "An agent that called nothing scores 0.",
            summary="0 of 2 expected calls came in order; a, b did not",
            evidence=(),
        ),
    )

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts."""
        steps = tuple(Step(part.value, written(part)) for part in rule.all("pattern"))
        return cls(steps, is_strict(rule))

    def patterns(self) -> tuple[ToolPattern, ...]:
        """Return the expected calls' patterns."""
        return tuple(step.tool for step in self.steps)

    @property
    def more_calls(self) -> MoreCalls:
        """Only lengthen the order that is kept; with `strict`, any call can break it as well."""
        return MoreCalls.BOTH if self.strict else MoreCalls.HELP

    def concerns(self, call: Call) -> bool:
        """Tell whether the call could matter: with `strict` every call does."""
        return self.strict or super().concerns(call)

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Score how much of the order the calls keep."""
        names = trace.names
        cells = len(self.steps) * len(names)
        if cells > effort.CELLS_MAX:
            return too_much(TooMuchError(cells, effort.CELLS_MAX))
        if self.strict:
            score = 1.0 if self._parting(names) is None else 0.0
        else:
            score = lcs.length(self._masks, names) / len(self.steps)
        status = PASS if score >= pass_score else FAIL
        return Verdict(status, score, self._explain, trace, score, status)

    @cached_property
    def _masks(self) -> lcs.Masks:
        return lcs.Masks([step.tool for step in self.steps])

    @cached_property
    def _expected(self) -> list[str]:
        return [step.name for step in self.steps]

    def _parting(self, names: Sequence[str]) -> int | None:
        """Return the first place where the calls are not the expected ones, None where they are."""
        for at, (name, step) in enumerate(zip(names, self.steps, strict=False)):
            if not step.tool.means(name):
                return at
        return None if len(names) == len(self.steps) else min(len(names), len(self.steps))

    def _explain(self, trace: Trace, score: float, status: Status, _: Shown) -> Explanation:
        pairs = lcs.pairs(self._masks, trace.names)
        names, expected = trace.names, self._expected
        taken = [at for at, _ in pairs]
        fields: dict[str, Json] = {
            "actual_tool_calls_order": names.copy(),
            "expected_tool_calls_order": expected.copy(),
            "lcs": [names[at] for at in taken],
            "lcs_indexes": [trace.indexes[at] for at in taken],
        }
        if self.strict:
            return self._explain_strict(trace, fields, taken)
        if score == 1.0:
            all_of = f"all {len(expected)} expected calls came in order"
            summary = all_of if len(expected) > 1 else "the expected call came"
            return Explanation(summary, fields, evidence(taken, "match"))
        missing = dict(enumerate(expected))
        for pair in pairs:
            del missing[pair[1]]
        few = ", ".join([*missing.values()][:5]) + (", ..." if len(missing) > 5 else "")
        share = f"{len(taken)} of {len(expected)}"
        summary = f"{share} expected calls came in order; {few} did not"
        if len(expected) == 1:
            summary = f"the expected call did not come: {few}"
        said = "" if status is PASS else f"{share} in order"
        return Explanation(summary, fields, evidence(taken, "match"), said)

    def _explain_strict(
        self, trace: Trace, fields: dict[str, Json], taken: list[int]
    ) -> Explanation:
        parting = self._parting(trace.names)
        if parting is None:
            summary = f"the calls are exactly the {len(taken)} expected"
            if len(taken) == 1:
                summary = "the only call is the one expected"
            return Explanation(summary, fields, evidence(taken, "match"))
        expected = self._expected[parting] if parting < len(self.steps) else None
        actual = trace.names[parting] if parting < len(trace) else None
        fields["first_difference"] = [actual or "", expected or ""]
        if actual is None:
            summary = f"after {plural(len(trace), 'call')} {expected} was expected"
            return Explanation(
                summary, fields, (), f"{len(trace)} of {plural(len(self.steps), 'call')}"
            )
        wanted = "nothing more" if expected is None else expected
        summary = f"call {trace.number(parting)} is {actual}, where {wanted} was expected"
        parts = f"differs at call {trace.number(parting)}"
        said = brief(f"{parts}: {actual}", parts)
        return Explanation(summary, fields, (Evidence(parting, "offender", summary),), said)


RULE = Order
