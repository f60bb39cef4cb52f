"""Say why `each` ended as it did: which calls were asked, what they lack, and what came nearest."""

from __future__ import annotations

from typing import Any

from toolspec.engine.json_value import Json
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.near_misses import near_misses
from toolspec.engine.match.qualifier import Qualifier
from toolspec.engine.match.sorted_calls import call_phrase, nearest
from toolspec.engine.match.values.value import Unshown
from toolspec.engine.relations.demand import Demand, DemandJudge
from toolspec.engine.relations.messages import MessagePattern
from toolspec.engine.relations.related import CallRelation, Outcome
from toolspec.engine.relations.valid import Valid
from toolspec.engine.rules.shared.each_judge import AskedCall, JudgedCall
from toolspec.engine.rules.shared.each_near_misses import under_not
from toolspec.engine.text.plural import plural
from toolspec.engine.verdict import (
    EVIDENCE_MAX,
    PASS,
    SKIP,
    UNKNOWN,
    Evidence,
    Explanation,
    Shown,
    Status,
    brief,
    more_than_listed,
)


def explain(judged: JudgedCall, status: Status, shown: Shown) -> Explanation:
    """Return why the rule ended in that status."""
    words = _Words(judged, shown)
    if status is Status.ERROR and judged.faults:
        return words.of_faults()
    if status is SKIP:
        return words.of_nothing()
    if status is PASS:
        return words.of_pass()
    if status is UNKNOWN:
        return words.of_unknown()
    return words.of_fail()


class _Words:
    def __init__(self, judged: JudgedCall, shown: Shown) -> None:
        self.judged, self.shown = judged, shown
        self.judge = judged.judge
        self.trace, self.subject = self.judge.trace, self.judge.subject
        self.rows = judged.rows

    # ------------------------------------------------------------------------------- by the status

    def of_faults(self) -> Explanation:
        """Name the calls without a `must` key."""
        faults, subject = self.judged.faults, self.subject
        lacks = subject.missing_must(self.trace.calls[faults[0]])
        summary = f"{self.phrase(faults[0])} must have {lacks}, and does not"
        listed = tuple(
            Evidence(at, "fault", subject.missing_must(self.trace.calls[at]))
            for at in faults[:EVIDENCE_MAX]
        )
        short = subject.brief_of_fault(self.trace.calls[faults[0]])
        return Explanation(summary, {"each": [], **more_than_listed(faults)}, listed, short)

    def of_nothing(self) -> Explanation:
        """Say that no call was asked."""
        bare = self.subject.is_bare
        none = f"no call of {self.subject.tool}" if bare else f"no call matches {self.subject}"
        return Explanation(none + self.near_misses(), {"each": []})

    def of_pass(self) -> Explanation:
        """Say how many calls meet the demands."""
        asked = len(self.judged.certain)
        met = sum([row.meets is True for row in self.judged.certain])
        which = f"{self.subject.tool}" if self.subject.is_bare else f"{self.subject}"
        calls = plural(asked, "call")
        summary = (
            f"{'all ' if asked > 1 else ''}{calls} of {which} "
            f"{'meets' if asked == 1 else 'meet'} the demands"
            if met == asked
            else f"{met} of {calls} of {which} meet the demands"
        )
        off = [row for row in self.judged.certain if row.meets is not True]
        if off:
            summary += f"; {self.lack(off[0])[0]}"
        witnesses: dict[int, None] = {}
        fields = self.fields(witnesses)
        listed = [Evidence(row.at, "match") for row in self.rows[:3]]
        mine = {row.at for row in self.rows[:3]}
        listed += [Evidence(at, "match") for at in list(witnesses)[:3] if at not in mine]
        return Explanation(summary + self.near_misses(), fields, tuple(listed))

    def of_fail(self) -> Explanation:
        """Name the first call that does not meet the demands, what it lacks, what is nearest."""
        off = [row for row in self.rows if row.meets is False] or [
            row for row in self.rows if row.meets is not True
        ]
        first = off[0]
        lacking, near = self.lack(first)
        summary = lacking
        if len(off) > 1:
            summary += f"; and {len(off) - 1} more of the {len(self.rows)} calls"
        listed = [Evidence(row.at, "offender", self.short_lack(row)) for row in off[:EVIDENCE_MAX]]
        if near is not None and near.call != first.at:
            listed.insert(1, near)
        asked = len(self.rows)
        short = brief(f"{asked - len(off)} of {plural(asked, 'call')}")
        fields = {**self.fields({}), **more_than_listed([row.at for row in off])}
        return Explanation(summary + self.near_misses(), fields, tuple(listed), short)

    def of_unknown(self) -> Explanation:
        """Name the first call of which too little is recorded."""
        if self.judged.unsure_faults and not any(row.meets is None for row in self.rows):
            at = self.judged.unsure_faults[0]
            return self.open(at, " and ".join(self.subject.not_recorded(self.trace.calls[at])))
        for row in self.rows:
            if not row.certain:
                missing = " and ".join(self.subject.not_recorded(self.trace.calls[row.at]))
                return self.open(row.at, missing or "value of a name")
        row = next(row for row in self.rows if row.meets is None)
        for number in range(len(self.judge.demands)):
            outcome = self.judge.outcome(number, row.at, row.bindings)
            if outcome.holds is None:
                at, missing = self.missing(number, row, outcome)
                return self.open(at, missing)
        return self.open(row.at, "call of its own")

    def open(self, at: int, missing: str) -> Explanation:
        """Say what is not recorded, of which call."""
        others = [row.at for row in self.rows if row.meets is None or not row.certain]
        if missing.startswith(("what the", "the list of", "the schema of")):
            summary = f"{missing} is not recorded"
        else:
            verb = "are" if missing.endswith("s") and missing != "status" else "is"
            summary = f"the {missing} of {self.phrase(at)} {verb} not recorded"
        if len(others) > 1:
            more = len(others) - 1
            summary += f"; {plural(more, 'more call')} {'is' if more == 1 else 'are'} open too"
        listed = [Evidence(at, "open", f"{missing} not recorded")]
        listed += [
            Evidence(other, "open", "too little is recorded")
            for other in others[: EVIDENCE_MAX - 1]
            if other != at
        ]
        short = brief(f"{missing} not recorded", "too little recorded")
        return Explanation(summary, self.fields({}), tuple(listed), short)

    # ------------------------------------------------------------------------------------ one call

    def phrase(self, at: int) -> str:
        """Name a call for a sentence."""
        return call_phrase(self.trace, at, self.shown)

    def failing(self, row: AskedCall) -> int | None:
        """Return which demand a call does not meet, None where only its `own` call is missing."""
        for number in range(len(self.judge.demands)):
            if self.judge.outcome(number, row.at, row.bindings).holds is not True:
                return number
        return None

    def short_lack(self, row: AskedCall) -> str:
        """Say in a few words what a call lacks."""
        number = self.failing(row)
        if number is None:
            return "the call of its own serves another"
        return "; ".join([self.of_demand(judge, row)[0] for judge in self.judge.judges[number]])

    def lack(self, row: AskedCall) -> tuple[str, Evidence | None]:
        """Say what a call lacks, and return the call that came nearest."""
        number = self.failing(row)
        if number is None:
            own = self.judge.own
            assert own is not None
            demand = self.judge.demands[own].demands[0]
            return f"{self.phrase(row.at)}: {self.unmet(demand, row)}: each serves another", None
        parts: list[str] = []
        offender: Evidence | None = None
        for judge in self.judge.judges[number]:
            words, near = self.of_demand(judge, row)
            if near is not None:
                offender = offender or near
                if near.call != row.at and near.lacks:
                    words += f"; nearest: {self.phrase(near.call)}: {near.lacks}"
                elif near.call != row.at:
                    words += f": {self.phrase(near.call)}"
            parts.append(words)
        return f"{self.phrase(row.at)}: {'; '.join(parts)}", offender

    def of_demand(self, judge: DemandJudge, row: AskedCall) -> tuple[str, Evidence | None]:
        """Say why one demand is not met, and return the call that breaks it or came nearest."""
        demand, call = judge.demand, self.trace.calls[row.at]
        asked = demand.asked
        if isinstance(asked, Qualifier):
            bound = self.bound(asked, row) if asked.names <= row.bindings.keys() else asked
            if demand.negated:
                return f"it is {bound}" if str(bound) in (
                    "ok",
                    "failed",
                ) else f"it has {bound}", None
            return bound.lacks(call, self.shown) or f"not {bound}", None
        if isinstance(asked, Valid):
            if demand.negated:
                return "it is valid", None
            return asked.why(self.trace, row.at, self.shown), None
        words = self.unmet(demand, row)
        outcome = judge.related.judge(row.at, row.bindings) if judge.related else Outcome(False)
        if demand.negated:
            is_call = isinstance(judge.related, CallRelation)
            offender = (
                Evidence(outcome.witness, "offender") if is_call and outcome.witness >= 0 else None
            )
            return words, offender
        return words, self.nearest(judge, row)

    def bound(self, asked: Any, row: AskedCall) -> Any:
        """Return a pattern with what its names stand for: as a value to be shown, or not."""
        return asked.bound(row.bindings if self.shown.values else Unshown(row.bindings))

    def unmet(self, demand: Demand, row: AskedCall) -> str:
        """Say a demand with what its names stand for, and that it is not met."""
        relation = demand.relation
        assert relation is not None
        other: Any = relation.other
        if relation.names and relation.names <= row.bindings.keys():
            other = self.bound(relation.other, row)
            if isinstance(other, CallPattern):
                other = other.replace(source="")
        words = str(relation.replace(other=other, source=""))
        return words if demand.negated else f"not {words}"

    def nearest(self, judge: DemandJudge, row: AskedCall) -> Evidence | None:
        """Return the other call that came nearest to meeting a relation, and what it lacks."""
        relation, trace = judge.demand.relation, self.trace
        if relation is None or isinstance(relation.other, MessagePattern):
            return None
        known = relation.names <= row.bindings.keys()
        pattern = self.bound(relation.other, row) if known else relation.other
        calls = [at for at in pattern.tool.calls_in(trace) if at != row.at]
        ahead = [at for at in calls if (at < row.at) == (relation.way == "after")]
        at = nearest(trace, ahead[::-1] if relation.way == "after" else ahead, pattern)
        if at is None:
            if not calls:
                return None
            at = calls[0] if relation.way == "after" else calls[-1]
            where = "later" if relation.way == "after" else "earlier"
            return Evidence(at, "nearest", f"it comes {where}")
        call = trace.calls[at]
        position = pattern.position_in(trace)
        missed = pattern.not_placed if position is not None and position != at else ""
        lacks = pattern.lacks(call, self.shown, missed)
        if not lacks and call.completed is False:
            lacks = "it never completed"
        early, late = (at, row.at) if relation.way == "after" else (row.at, at)
        if not lacks and relation.right:
            lacks = "another call is between them"
        if not lacks and relation.near and relation.near.holds(trace, early, late) is False:
            lacks = relation.near.distance(trace, early, late)
        if not lacks and relation.seeing:
            lacks = "its result was not there yet when this call was decided"
        return Evidence(at, "nearest", lacks)

    def missing(self, number: int, row: AskedCall, unmet: Outcome) -> tuple[int, str]:
        """Return the call of which too little is recorded, and what."""
        for judge in self.judge.judges[number]:
            asked = judge.demand.asked
            outcome = judge.judge(row.at, row.bindings)
            if outcome.holds is not None:
                continue
            if isinstance(asked, Qualifier):
                return row.at, asked.asks_for
            if isinstance(asked, Valid):
                return row.at, asked.missing(self.trace, row.at)
            if isinstance(asked.other, MessagePattern):
                return row.at, asked.other.missing
            return self.missing_of_other(asked, row, outcome.witness)
        return row.at, "outcome"

    def missing_of_other(self, asked: Any, row: AskedCall, at: int) -> tuple[int, str]:
        if at < 0:
            return row.at, "value of a name"
        pattern, call = asked.other, self.trace.calls[at]
        known = asked.names <= row.bindings.keys()
        names = (pattern.bound(row.bindings) if known else pattern).not_recorded(call)
        if not known:
            return row.at, "value of " + " and ".join(
                f"`${name}`" for name in sorted(asked.names - row.bindings.keys())
            )
        if call.completed is None:
            names.append("completion")
        if not names and asked.near is not None:
            names.append(asked.near.missing)
        if not names and asked.seeing:
            names.append("step")
        return at, " and ".join(dict.fromkeys(names)) or "place"

    # ----------------------------------------------------------------------------------- in full

    def fields(self, witnesses: dict[int, None]) -> dict[str, Json]:
        """Return the justification: what each call meets, what not, and what said so."""
        entries: list[Json] = [self.entry(row, witnesses) for row in self.rows[:EVIDENCE_MAX]]
        return {"each": entries}

    def entry(self, row: AskedCall, witnesses: dict[int, None]) -> dict[str, Json]:
        """Return one call's entry."""
        holds: list[Json] = []
        fails: list[Json] = []
        unknown: list[Json] = []
        by: dict[str, Json] = {}
        for number, any_of in enumerate(self.judge.demands):
            outcome = self.judge.outcome(number, row.at, row.bindings)
            if number == self.judge.own:
                other = self.judged.served.get(row.at, -1)
                outcome = Outcome(True if other >= 0 else row.meets and None, other)
                if row.meets is False and other < 0:
                    outcome = Outcome(False)
            demand = str(any_of)
            (holds if outcome.holds else fails if outcome.holds is False else unknown).append(
                demand
            )
            if outcome.holds and outcome.witness >= 0:
                met = self.met(number, row)
                if met is not None:
                    by[demand] = self.phrase(outcome.witness)
                    witnesses[outcome.witness] = None
        entry: dict[str, Json] = {"call": self.phrase(row.at), "holds": holds, "fails": fails}
        if unknown:
            entry["unknown"] = unknown
        if by:
            entry["by"] = by
        return entry

    def met(self, number: int, row: AskedCall) -> DemandJudge | None:
        """Return the relation to a call by which a demand is met, None where it is none."""
        for judge in self.judge.judges[number]:
            if judge.judge(row.at, row.bindings).holds:
                is_call = isinstance(judge.related, CallRelation) and not judge.demand.negated
                return judge if is_call else None
        return None

    def near_misses(self) -> str:
        """Name the calls that made no difference because a value had another type."""
        asked = near_misses(self.trace, self.subject, self.judged.missed, self.shown, "asked")
        return asked + under_not(self.judge, self.rows, self.shown)
