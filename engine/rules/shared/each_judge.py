"""Judge `each`: which calls are asked, which of them meet the demands, and which may."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from toolspec.engine.effort import Effort
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.pairing import pair
from toolspec.engine.match.qualifier import FAULT, MATCH
from toolspec.engine.match.values import Bindings
from toolspec.engine.relations.demand import DemandJudge, OneOf
from toolspec.engine.relations.own import Choice, served_in_order
from toolspec.engine.relations.related import A_TEST, CallRelation, Outcome, both
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import FAIL, PASS, SKIP, UNKNOWN, Status

_NO_NAMES: Final[Bindings] = {}


class AskedCall(NamedTuple):
    """A call that is asked, or may be: `certain` says that it is.

    `meets` says whether it meets all demands, None where that is open. `bindings` are what the
    names stand for, as far as they are recorded.
    """

    at: int
    certain: bool
    bindings: Bindings
    meets: bool | None


class JudgedCall(NamedTuple):
    """What `each` says of a trace: the bounds of its score, and the calls that were asked.

    `faults` are calls without a `must` key, `unsure_faults` those that may be. `served` is the call
    that `own` gives to each row that has one.
    """

    judge: EachJudge
    rows: Sequence[AskedCall]
    faults: Sequence[int]
    unsure_faults: Sequence[int]
    missed: Sequence[int]
    served: dict[int, int]

    @property
    def certain(self) -> list[AskedCall]:
        """The calls that are asked for certain."""
        return [row for row in self.rows if row.certain]

    @property
    def least(self) -> float:
        """The least that the score can be, whatever is not recorded."""
        asked = sum([row.certain or row.meets is not True for row in self.rows])
        met = sum([row.certain and row.meets is True for row in self.rows])
        return met / asked if asked else 1.0

    @property
    def most(self) -> float:
        """The most that the score can be."""
        asked = sum([row.certain or row.meets is not False for row in self.rows])
        met = sum([row.meets is not False for row in self.rows])
        return met / asked if asked else 0.0

    def status(self, pass_score: float) -> Status:
        """Return what holds whatever is not recorded."""
        if self.faults:
            return Status.ERROR
        certain = any(row.certain for row in self.rows)
        ends: set[Status] = set()
        if self.unsure_faults:
            ends.add(Status.ERROR)
        if not certain:
            ends.add(SKIP)
        if self.rows:
            if self.most >= pass_score:
                ends.add(PASS)
            if self.least < pass_score:
                ends.add(FAIL)
        if len(ends) == 1:
            return next(iter(ends))
        return FAIL if ends == {FAIL, Status.ERROR} else UNKNOWN


class SubjectCall(NamedTuple):
    """A call of the subject's tool: what it can be, its position apart, and what the names are.

    `bindings` is None where it does not match, or where what the names stand for contradicts.
    """

    at: int
    can_be: int
    bindings: Bindings | None


def subject_calls(subject: CallPattern, trace: Trace) -> list[SubjectCall]:
    """Return the calls of a subject's tool, looked at once for all rules that judge together."""
    shared = trace.shared
    if shared is None:
        return _calls_of(subject, trace)
    known = shared.get((subject_calls, subject))
    if known is None:
        known = shared[subject_calls, subject] = _calls_of(subject, trace)
    return known


def _calls_of(subject: CallPattern, trace: Trace) -> list[SubjectCall]:
    calls, has_names = trace.calls, bool(subject.names)
    subjects: list[SubjectCall] = []
    for at in subject.tool.calls_in(trace):
        can_be = subject.outcomes(calls[at])
        bindings: Bindings | None = None
        if can_be & MATCH:
            bindings = subject.bindings(calls[at]) if has_names else _NO_NAMES
        subjects.append(SubjectCall(at, can_be, bindings))
    return subjects


def own_demand(demands: Sequence[OneOf]) -> int | None:
    """Return which of the demands says `own`, None where none does."""
    for at, any_of in enumerate(demands):
        relation = any_of.demands[0].relation
        if relation is not None and relation.own:
            return at
    return None


class EachJudge:
    """Judges the calls of one trace. `own` is which demand says `own`, None where none does."""

    def __init__(
        self,
        subject: CallPattern,
        demands: Sequence[OneOf],
        trace: Trace,
        effort: Effort,
        own: int | None = None,
    ) -> None:
        self.subject, self.trace, self.effort = subject, trace, effort
        self.demands = demands
        self.own = own
        self._judges: list[list[DemandJudge]] | None = None

    @property
    def judges(self) -> list[list[DemandJudge]]:
        """What judges each demand, made when the first call is asked."""
        if self._judges is None:
            trace, effort = self.trace, self.effort
            self._judges = [
                [demand.on(trace, effort) for demand in any_of.demands] for any_of in self.demands
            ]
        return self._judges

    def run(self) -> JudgedCall:
        """Ask every call."""
        subject, trace = self.subject, self.trace
        place = subject.position_in(trace)
        rows: list[AskedCall] = []
        faults: list[int] = []
        unsure_faults: list[int] = []
        missed: list[int] = []
        own = self.own
        effort = 1 + subject.effort
        for at, can_be, bindings in subject_calls(subject, trace):
            self.effort.spend(effort)
            if can_be == FAULT:
                faults.append(at)
                continue
            if can_be & FAULT:
                unsure_faults.append(at)
            if (place is not None and place != at) or not can_be & MATCH:
                missed.append(at)
                continue
            if bindings is None:
                missed.append(at)
                continue
            certain = can_be == MATCH
            if certain and subject.names and not subject.binds <= bindings.keys():
                # Names in both places that must be equal may not be, where one is not recorded.
                certain = not self._twice()
            meets = self.meets(at, bindings, without=own)
            rows.append(AskedCall(at, certain, bindings, meets))
        served: dict[int, int] = {}
        if own is not None and rows:
            rows, served = self.serve(rows, own)
        return JudgedCall(self, rows, faults, unsure_faults, missed, served)

    def _twice(self) -> bool:
        """Tell whether a name is in several qualifiers of the subject."""
        binding = [qualifier.binds for qualifier in self.subject.qualifiers]
        return sum(map(len, binding)) > len(self.subject.binds)

    def meets(self, at: int, bindings: Bindings, without: int | None = None) -> bool | None:
        """Tell whether a call meets all demands, None where that is open."""
        holds: bool | None = True
        for number in range(len(self.demands)):
            if number != without:
                holds = both(holds, self.outcome(number, at, bindings).holds)
                if holds is False:
                    break
        return holds

    def outcome(self, number: int, at: int, bindings: Bindings) -> Outcome:
        """Say whether a call meets one of the demands, by which other call."""
        best: Outcome | None = None
        for judge in self.judges[number]:
            outcome = judge.judge(at, bindings)
            if outcome.holds:
                return outcome
            if best is None or (best.holds is False and outcome.holds is None):
                best = outcome
        assert best is not None
        return best

    def serve_in_order(
        self, rows: Sequence[AskedCall], relation: CallRelation
    ) -> tuple[list[AskedCall], dict[int, int]] | None:
        """Give calls one of their own without trying out pairs; None where it is not so simple."""
        choices: list[Choice] = []
        later = relation.relation.way == "before"
        for row in reversed(rows) if later else rows:  # of equals, the nearest is served first
            if not row.certain or row.meets is None:
                return None
            if row.meets:
                self.effort.spend(A_TEST)
                choice = relation.own_choice(row.at, row.bindings)
                if choice is None:
                    return None
                choices.append(choice)
        served = served_in_order(choices, self.trace, relation.recorded_comparison)
        if served is None:
            return None
        return [row._replace(meets=row.at in served) for row in rows], served

    def serve(self, rows: Sequence[AskedCall], own: int) -> tuple[list[AskedCall], dict[int, int]]:
        """Give as many calls as can be one of their own, first as is known, then as may be."""
        relation = self.judges[own][0].related
        assert isinstance(relation, CallRelation)
        simple = self.serve_in_order(rows, relation)
        if simple is not None:
            return simple
        sure: list[list[int]] = []
        wide: list[list[int]] = []
        for row in rows:
            meets: list[int] = []
            may: list[int] = []
            if row.meets is not False:
                meets, may = relation.all_for(row.at, row.bindings)
            sure.append(meets if row.meets and row.certain else [])
            wide.append(sorted({*meets, *may}))
        given = pair(sure, effort=self.effort)
        possible = given
        if any(len(one) != len(other) for one, other in zip(sure, wide, strict=True)):
            # First those that are asked for certain: one that need not exist takes nothing away.
            asked = [calls if row.certain else [] for calls, row in zip(wide, rows, strict=True)]
            possible = pair(asked, start=given, effort=self.effort)
            possible = pair(wide, start=possible, effort=self.effort)
        answered: list[AskedCall] = []
        served: dict[int, int] = {}
        for row, certain, maybe in zip(rows, given, possible, strict=True):
            meets_own = True if certain >= 0 else None if maybe >= 0 else False
            if certain >= 0:
                served[row.at] = certain
            answered.append(row._replace(meets=both(row.meets, meets_own)))
        return answered, served
