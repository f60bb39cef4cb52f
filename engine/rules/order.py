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

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Self

from toolspec.engine import effort
from toolspec.engine.effort import TooMuchError, too_much
from toolspec.engine.json_value import Json
from toolspec.engine.kinds.claims import NO_CLAIMS, Cap, Claims, needs_of
from toolspec.engine.kinds.drawing import Drawing
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.match import lcs
from toolspec.engine.match.call_pattern import CallPattern, Group
from toolspec.engine.match.near_misses import nearly_any
from toolspec.engine.match.sorted_calls import call_phrase, too_little_recorded
from toolspec.engine.match.tool_pattern import Name, ToolPattern
from toolspec.engine.rules.shared.call_masks import CallMasks
from toolspec.engine.rules.shared.entries import call_or_group, has_position, is_strict, patterns_of
from toolspec.engine.rules.shared.sequence_match import EntryQueries
from toolspec.engine.rules.shared.strict_order import StrictEntry, StrictReader, StrictReading
from toolspec.engine.syntax import Example, Misuse, Part, Syntax
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Call, Trace, called
from toolspec.engine.verdict import (
    FAIL,
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
    evidence,
)


class Order(Kind):
    """Calls of `items` in their order; with `strict`, of nothing else."""

    items: tuple[StrictEntry, ...]
    strict: bool = False

    scores_in_part = True
    needs_calls = True
    offends = "is where the order breaks"
    offender_part = "extra"
    evidence_is_sentence = True
    syntax = Syntax(
        keyword="order",
        grammar=(
            'mode? ":" order_entry ("->" order_entry)*\n'
            "order_entry: (_call | call_group) repeat?\n"
            'repeat: "?" | "+"'
        ),
        forms=(
            "order: C -> C -> ...",
            "order strict: C -> C -> ...",
            "order strict: C? -> C+ -> (C, C, ...)",
        ),
        snippets=("order: ${1:tool} -> ${2:tool}", "order strict: ${1:tool} -> ${2:tool}"),
        entry="order_entry",
        modes=("strict",),
        sample="order: auth -> verify",
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

    def in_words(self) -> str:
        """Return what the rule asks, as one plain sentence."""
        notes = {"": "", "?": " (may be missing)", "+": " (once or more often)"}
        entries = ", then ".join(
            [f"{item.entry.with_article()}{notes[item.repeat]}" for item in self.items]
        )
        if self.strict:
            return f"These calls are made and no others, in this order: {entries}."
        return f"Calls come in this order, the score is the share that does: {entries}."

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts. Raises Misuse on what only `strict` can ask for."""
        strict = is_strict(rule)
        return cls(tuple(_item(part, strict) for part in rule.all("order_entry")), strict)

    def patterns(self) -> tuple[ToolPattern, ...]:
        """Return the expected calls' patterns."""
        return patterns_of([item.entry for item in self.items])

    @property
    def more_calls(self) -> MoreCalls:
        """More calls only lengthen the order that is kept; with `strict` they can break it."""
        both = self.strict or has_position([item.entry for item in self.items])
        return MoreCalls.BOTH if both else MoreCalls.HELP

    def claims(self, pass_score: float) -> Claims:
        """Say that there are calls for all entries that may not be missing, in their order."""
        if pass_score < 1 and not self.strict:
            return NO_CLAIMS
        groups = tuple([tuple(item.members) for item in self.items if item.repeat != "?"])
        return Claims(
            needs_of(chain.from_iterable(groups)), apart=True, caps=self._caps(), in_order=groups
        )

    def _caps(self) -> tuple[Cap, ...]:
        """Return how often each tool is called at most, where a strict order says that."""
        tools = [call.tool for item in self.items for call in item.members]
        if not self.strict or any(item.repeat for item in self.items):
            return ()
        if not all(isinstance(tool, Name) for tool in tools):
            return ()
        return tuple([Cap(CallPattern(tool), number) for tool, number in Counter(tools).items()])

    def concerns(self, call: Call) -> bool:
        """Tell whether the call could matter: with `strict` every call does."""
        return self.strict or super().concerns(call)

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Score how much of the order the calls keep; be unknown where what is missing decides."""
        names = trace.names
        cells = len(self._calls) * len(names)
        if cells > effort.CELLS_MAX:
            return too_much(TooMuchError(cells, effort.CELLS_MAX))
        if self._is_bare:
            if self.strict:
                score = 1.0 if self._parting(names) is None else 0.0
            else:
                score = lcs.length(self._masks, names) / len(self.items)
            status = PASS if score >= pass_score else FAIL
            return Verdict(status, score, self._explain, trace, score, status)
        try:
            return self._judge_calls(trace, pass_score)
        except TooMuchError as error:
            return too_much(error)

    def _judge_calls(self, trace: Trace, pass_score: float) -> Verdict:
        """Judge entries that ask more of a call than its tool, or that are not single calls."""
        if self.strict:
            certain = StrictReader(self.items, trace, possible=False).read()
            best = StrictReader(self.items, trace, possible=True).read()
            status = decided(float(certain.fits), float(best.fits), pass_score)
            score = 1.0 if status is PASS else 0.0
            reading = certain if status is not FAIL else best
            return Verdict(status, score, self._explain_reading, trace, reading, status)
        asked, size = self._asked(trace), len(self.items)
        score = lcs.length(CallMasks(asked), range(len(trace))) / size
        most = score
        if score < pass_score:
            most = lcs.length(CallMasks(asked, possible=True), range(len(trace))) / size
        status = decided(score, most, pass_score)
        score = 0.0 if status is UNKNOWN else score
        return Verdict(status, score, self._explain, trace, score, status)

    @cached_property
    def _calls(self) -> list[CallPattern]:
        return [member for item in self.items for member in item.members]

    @cached_property
    def _is_bare(self) -> bool:
        plain = all(isinstance(item.entry, CallPattern) and not item.repeat for item in self.items)
        return plain and all(call.is_bare for call in self._calls)

    @cached_property
    def _masks(self) -> lcs.Masks:
        return lcs.Masks([call.tool for call in self._calls])

    @cached_property
    def _expected(self) -> list[str]:
        return [_name(item) for item in self.items]

    def _asked(self, trace: Trace) -> EntryQueries:
        return EntryQueries(self._calls, trace, self._masks)

    def _pairs(self, trace: Trace) -> list[tuple[int, int]]:
        if self._is_bare:
            return lcs.common_pairs(self._masks, trace.names)
        return lcs.common_pairs(CallMasks(self._asked(trace)), range(len(trace)))

    def drawing(self, trace: Trace, reason: Explanation) -> Drawing:
        """Return the calls that each entry took. Raises TooMuchError."""
        del reason
        expected = tuple([str(item) for item in self.items])
        cells = len(self._calls) * len(trace)
        if cells > effort.CELLS_MAX:
            raise TooMuchError(cells, effort.CELLS_MAX)
        if not self.strict:
            links = self._pairs(trace)
        elif self._is_bare:
            parting = self._parting(trace.names)
            links = [(at, at) for at in range(len(trace) if parting is None else parting)]
        else:
            links = StrictReader(self.items, trace, possible=True).links()
        met = {entry for _, entry in links}
        needed = [at for at, item in enumerate(self.items) if item.repeat != "?"]
        lacking = [at for at in needed if at not in met]
        return Drawing(expected, links, lacking, in_order=True)

    def deciding_entry(self, reason: Explanation) -> int | None:
        """Return the first entry that no call was taken for."""
        actual, common = (
            [str(name) for name in listed] if isinstance(listed, list | tuple) else []
            for listed in map(reason.justification.get, ("actual_tool_calls_order", "lcs"))
        )
        met = {entry for _, entry in lcs.replayed(self.patterns(), actual, common)}
        return next((at for at in range(len(self.items)) if at not in met), None)

    def _parting(self, names: Sequence[str]) -> int | None:
        """Return the first place where the calls are not the expected ones, None where they are."""
        for at, (name, call) in enumerate(zip(names, self._calls, strict=False)):
            if not call.tool.means(name):
                return at
        return None if len(names) == len(self.items) else min(len(names), len(self.items))

    def _fields(self, trace: Trace, taken: list[int]) -> dict[str, Json]:
        return {
            "actual_tool_calls_order": trace.names.copy(),
            "expected_tool_calls_order": self._expected.copy(),
            "lcs": [trace.names[at] for at in taken],
            "lcs_indexes": [trace.indexes[at] for at in taken],
        }

    def _explain(self, trace: Trace, score: float, status: Status, shown: Shown) -> Explanation:
        pairs, expected = self._pairs(trace), self._expected
        taken = [at for at, _ in pairs]
        fields = self._fields(trace, taken)
        if self.strict:
            return self._explain_strict(trace, fields, taken)
        if status is UNKNOWN:
            return self._explain_open(trace, fields, shown)
        if score == 1.0:
            all_of = f"all {len(expected)} expected calls came in order"
            summary = all_of if len(expected) > 1 else "the expected call came"
            return Explanation(summary, fields, evidence(taken, "match"))
        missing = dict(enumerate(expected))
        for pair in pairs:
            del missing[pair[1]]
        short = ", ".join([*missing.values()][:5]) + (", ..." if len(missing) > 5 else "")
        share = f"{len(taken)} of {len(expected)}"
        summary = f"{share} expected calls came in order; {short} did not"
        if len(expected) == 1:
            summary = f"the expected call did not come: {short}"
        summary += nearly_any(trace, [self._calls[at] for at in missing], shown)
        in_brief = "" if status is PASS else f"{share} in order"
        return Explanation(summary, fields, evidence(taken, "match"), in_brief)

    def _explain_strict(
        self, trace: Trace, fields: dict[str, Json], taken: list[int]
    ) -> Explanation:
        parting = self._parting(trace.names)
        if parting is None:
            summary = f"the calls are exactly the {len(taken)} expected"
            if len(taken) == 1:
                summary = "the only call is the one expected"
            return Explanation(summary, fields, evidence(taken, "match"))
        expected = self._expected[parting] if parting < len(self.items) else None
        actual = trace.names[parting] if parting < len(trace) else None
        fields["first_difference"] = [actual or "", expected or ""]
        if actual is None:
            summary = f"after {plural(len(trace), 'call')} {expected} was expected"
            return Explanation(
                summary, fields, (), f"{len(trace)} of {plural(len(self.items), 'call')}"
            )
        wanted = "nothing more" if expected is None else expected
        summary = f"call {trace.number(parting)} is {actual}, where {wanted} was expected"
        parts = f"differs at call {trace.number(parting)}"
        in_brief = brief(f"{parts}: {actual}", parts)
        return Explanation(summary, fields, (Evidence(parting, "offender", summary),), in_brief)

    def _explain_open(self, trace: Trace, fields: dict[str, Json], shown: Shown) -> Explanation:
        """Say of which call the trace records too little."""
        open_calls = (
            (at, call)
            for at, other in enumerate(trace.calls)
            for call in self._calls
            if call.tool.means(other.name) and call.not_recorded(other)
        )
        at, call = next(open_calls)
        missing = " and ".join(call.not_recorded(trace.calls[at]))
        return too_little_recorded(trace, [at], [missing], shown, fields)

    def _explain_reading(
        self, trace: Trace, reading: StrictReading, status: Status, shown: Shown
    ) -> Explanation:
        """Say how far the calls can be read as what is listed, and what was expected there."""
        fields = self._fields(trace, [at for at, _ in self._pairs(trace)])
        if status is UNKNOWN:
            return self._explain_open(trace, fields, shown)
        at = reading.reached
        if status is PASS:
            summary = f"the {plural(at, 'call')} came as listed"
            return Explanation(summary, fields, evidence(range(at), "match"))
        wanted = [self._expected[number] for number in reading.waiting]
        wanted += ["nothing more"] if reading.ended else []
        expected = " or ".join(wanted[:5]) + (" or ..." if len(wanted) > 5 else "")
        if at == len(trace):
            summary = f"after {plural(at, 'call')} {expected} was expected"
            fields["first_difference"] = ["", expected]
            return Explanation(summary, fields, (), f"the list goes on after {plural(at, 'call')}")
        call = trace.calls[at]
        fields["first_difference"] = [call.name, expected]
        summary = f"{call_phrase(trace, at, shown)}, came where {expected} was expected"
        waiting = [member for number in reading.waiting for member in self.items[number].members]
        near = next((entry for entry in waiting if entry.tool.means(call.name)), None)
        if near is not None:
            missed = near.not_placed if near.position_in(trace) not in (None, at) else ""
            lacks = near.lacks(call, shown, missed)
            summary += f": {lacks}" if lacks else ""
        parts = f"differs at call {trace.number(at)}"
        listed = (Evidence(at, "offender", summary),)
        return Explanation(summary, fields, listed, brief(f"{parts}: {call.name}", parts))


def _item(part: Part, strict: bool) -> StrictEntry:
    """Make an entry from its part. Raises Misuse on what only `strict` can ask for."""
    repeat = part.get("repeat")
    group = part.get("call_group")
    if not strict and (repeat is not None or group is not None):
        at = repeat or group
        assert at is not None
        what = "a group" if repeat is None else f"`{repeat.source}`"
        also = ", or `sequence: ...`" if repeat is None else ""
        raise Misuse("strict-only", at, what=what, also=also)
    if group is None:
        call = CallPattern.of(part, must=False)
        return StrictEntry(call, "" if repeat is None else repeat.source)
    return StrictEntry(call_or_group(part), "" if repeat is None else repeat.source)


def _name(item: StrictEntry) -> str:
    entry = item.entry
    name = str(entry) if isinstance(entry, Group) else entry.name
    return name + item.repeat


RULE = Order
