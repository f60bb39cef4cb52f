"""Relations of a call to another one: `after C`, `right before C`, `after seeing own C within 2s`.

`after C` and `before C` ask for a matching call that comes earlier, or later; with `right` it is
the very next one in that direction. `after seeing C` asks that the result was there when this call
was decided: of the same agent the other one was in an earlier step; else it ended before this one
started. A relation is met by a completed call only, and under `not` broken by any; a call is never
related to itself.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

from toolspec.engine.effort import Effort
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.qualifiers.result import CallResult
from toolspec.engine.match.values import Bindings
from toolspec.engine.relations.extremes import Comparison, Extremes, comparison
from toolspec.engine.relations.messages import MessagePattern
from toolspec.engine.relations.near import Near, same_agent
from toolspec.engine.relations.own import Choice
from toolspec.engine.relations.partners import Partners, prepared
from toolspec.engine.relations.reach import Reach, ReachQuery
from toolspec.engine.relations.word_index import WordIndex, searched_name
from toolspec.engine.trace import UNRECORDED, Trace
from toolspec.engine.values import Value, interned


class Relation(Value):
    """Another call, or a message, that comes `after` or `before` (`way`) as these words say.

    `source` is the relation as written, "" where it was made without text.
    """

    way: str
    other: CallPattern | MessagePattern
    right: bool = False
    seeing: bool = False
    own: bool = False
    near: Near | None = None
    source: str = ""

    @property
    def names(self) -> frozenset[str]:
        """The `$names` in it."""
        return self.other.names

    @cached_property
    def compared(self) -> Comparison | None:
        """The one comparison with a `$name` that it asks beside what can be looked up, if any."""
        if not isinstance(self.other, CallPattern):
            return None
        return comparison(prepared(self.other).split.rest)

    @cached_property
    def other_calls(self) -> CallPattern:
        """The phrase of the other call; the same object in all relations to such calls."""
        assert isinstance(self.other, CallPattern)
        return interned(self.other)

    @cached_property
    def asked(self) -> ReachQuery:
        """What it asks of the other call beside its phrase."""
        return ReachQuery(self.way == "after", self.seeing, self.near, self.compared)

    @property
    def effort(self) -> int:
        """How many comparisons it takes at most to test one other call."""
        return 1 + (self.other.effort if isinstance(self.other, CallPattern) else 1)

    def __str__(self) -> str:
        if self.source:
            return self.source
        words = ["right"] if self.right else []
        words.append(self.way)
        words += ["seeing"] if self.seeing else []
        words += ["own"] if self.own else []
        near = [str(self.near)] if self.near is not None else []
        return " ".join([*words, str(self.other), *near])


ONE_BY_ONE: Final = 16
"""So many of the nearest calls are looked at before the rest is searched."""

A_TEST: Final = 4
"""Comparisons in the time of testing one pair of calls."""

REACHED_MAX: Final = 5_000_000
"""Calls that are kept ready to be searched."""


class Outcome(NamedTuple):
    """Whether a relation holds of a call (None: open), and the call or message that says so."""

    holds: bool | None
    witness: int = -1


class CallRelation:
    """A relation to other calls, on one trace. `negated` says that it is under `not`."""

    def __init__(self, relation: Relation, trace: Trace, negated: bool, effort: Effort) -> None:
        assert isinstance(relation.other, CallPattern)
        self.relation, self.trace, self.negated, self.effort = relation, trace, negated, effort
        self.partners = Partners.of(relation.other_calls, trace, negated)
        compared = relation.compared
        self.recorded_comparison: Comparison | None = None
        if compared is not None:
            calls = trace.calls
            if all(compared.is_recorded(calls[at]) for at in relation.other.tool.calls_in(trace)):
                self.recorded_comparison = compared
        elsewhere = relation.right or relation.seeing or relation.near
        self.comparison = None if elsewhere else self.recorded_comparison
        self.asked = relation.asked
        self.searches = relation.seeing or relation.near is not None or compared is not None
        self._reaches: dict[int, Reach] = {}
        self._reached = 0
        self.in_order = relation.near is not None and grows(trace, relation.near.unit)
        self.searched = searched_name(self.partners.split.rest)
        self._words: WordIndex | None = None
        self.unrecorded = self.searched is not None and any(
            trace.calls[at].result is UNRECORDED or trace.calls[at].arguments is UNRECORDED
            for at in relation.other.tool.calls_in(trace)
        )
        self._extremes: dict[int, Extremes] = {}
        self._steps: dict[int, tuple[Sequence[int] | None, set[str | None]]] = {}
        self._reversed: dict[int, Sequence[int]] = {}
        self._kept: list[Sequence[int]] = []
        self.plain = not (
            relation.right or relation.seeing or relation.near or self.partners.split.rest
        )

    def judge(self, at: int, bindings: Bindings) -> Outcome:
        """Say whether the relation holds of a call, for what its names stand for."""
        sure, could = self.partners.candidates(bindings)
        if self.comparison is not None and not could and sure:
            if not self.relation.names <= bindings.keys():
                return Outcome(None, sure[0])
            return self.by_extreme(at, sure, bindings)
        sure = self.having(sure, bindings)
        first_open = -1
        for other in self.nearest_first(sure, at, bindings):
            self.effort.spend(A_TEST)
            holds = True if self.plain else self.holds(at, other, bindings)
            if holds:
                return Outcome(True, other)
            if holds is None and first_open < 0:
                first_open = other
            if self.too_far(at, other):
                break
        if first_open >= 0:
            return Outcome(None, first_open)
        for other in self.nearest_first(could, at, bindings):
            self.effort.spend(A_TEST)
            if self.plain or self.holds(at, other, bindings) is not False:
                return Outcome(None, other)
            if self.too_far(at, other):
                break
        return Outcome(False)

    def having(self, calls: Sequence[int], bindings: Bindings) -> Sequence[int]:
        """Return the calls without those whose texts cannot have what `has $name` looks for."""
        name = self.searched
        if name is None or name not in bindings or self.negated or not calls:
            return calls
        if self._words is None or self._words.calls is not calls:
            if self._words is not None or self.partners.names or self.unrecorded:
                return calls
            self.effort.spend(10 * len(calls))
            results = isinstance(self.partners.split.rest[0], CallResult)
            self._words = WordIndex(self.trace, calls, results)
        return self._words.may_have(bindings[name])

    def by_extreme(self, at: int, sure: Sequence[int], bindings: Bindings) -> Outcome:
        """Say whether a comparison is met, by the greatest or the least number there is."""
        assert self.comparison is not None
        after = self.relation.way == "after"
        known = self._extremes.get(id(sure))
        if known is None:
            self.effort.spend(2 * len(sure))
            known = Extremes(self.trace, sure, self.comparison, after)
            self._extremes[id(sure)] = known  # the list is kept by `partners`
        count = bisect_left(sure, at) if after else len(sure) - bisect_right(sure, at)
        partner = known.met_by(count, bindings)
        return Outcome(partner >= 0, partner)

    def own_choice(self, at: int, bindings: Bindings) -> Choice | None:
        """Return the calls that a call may have as its own, None where they are not so simple."""
        relation = self.relation
        if relation.right or (self.partners.split.rest and self.recorded_comparison is None):
            return None
        if any(isinstance(qualifier, CallResult) for qualifier in self.partners.split.joined):
            return None
        if relation.compared is not None and relation.compared.compared.name not in bindings:
            return None
        sure, could = self.partners.candidates(bindings)
        if could:
            return None
        if relation.way == "before":
            calls = self._backwards(sure)
            return self._near_enough(at, calls, len(sure) - bisect_right(sure, at), bindings)
        end = bisect_left(sure, at)
        if relation.seeing:
            steps = self._steps_of(sure, self.trace.calls[at].agent)
            step = self.trace.calls[at].step
            if steps is None or step is None:
                return None
            end = min(bisect_left(steps, step), end)
        return self._near_enough(at, sure, end, bindings)

    def _near_enough(
        self, at: int, calls: Sequence[int], end: int, bindings: Bindings
    ) -> Choice | None:
        """Leave out the calls that are too far away, which come first."""
        near, first = self.relation.near, 0
        if near is not None:
            if near.unit != "calls" and not self.in_order:
                return None
            first = bisect_left(
                range(end), True, key=lambda place: self._is_near(near, at, calls[place])
            )
        return Choice(at, calls, first, end, bindings)

    def _is_near(self, near: Near, at: int, other: int) -> bool:
        early, late = (other, at) if self.relation.way == "after" else (at, other)
        return near.holds(self.trace, early, late) is True

    def _backwards(self, calls: Sequence[int]) -> Sequence[int]:
        """Return the calls with the last one first, the same list each time."""
        known = self._reversed.get(id(calls))
        if known is None:
            known = self._reversed[id(calls)] = calls[::-1]
            self._kept.append(calls)  # so that no other list gets its id
        return known

    def _steps_of(self, sure: Sequence[int], agent: str | None) -> Sequence[int] | None:
        """Return the steps of calls, where all are this agent's and they come in order."""
        known = self._steps.get(id(sure))
        if known is None:
            calls = [self.trace.calls[at] for at in sure]
            steps = [call.step for call in calls if call.step is not None]
            agents = {call.agent for call in calls}
            ordered = len(steps) == len(calls) and steps == sorted(steps) and len(agents) < 2
            known = self._steps[id(sure)] = (steps if ordered else None, agents)
            self._kept.append(sure)  # so that no other list gets its id
        steps, agents = known
        return steps if agents <= {agent} else None

    def all_for(self, at: int, bindings: Bindings) -> tuple[list[int], list[int]]:
        """Return the calls that meet the relation for certain, and those of which that is open."""
        sure, could = self.partners.candidates(bindings)
        sure = self.having(sure, bindings)
        meets: list[int] = []
        may: list[int] = []
        for others, certain in ((sure, True), (could, False)):
            for other in self.nearest_first(others, at, bindings):
                self.effort.spend(A_TEST)
                holds = True if self.plain else self.holds(at, other, bindings)
                if holds is not False:
                    (meets if holds and certain else may).append(other)
                if self.too_far(at, other):
                    break
        return meets, may

    def nearest_first(self, calls: Sequence[int], at: int, bindings: Bindings) -> Iterator[int]:
        """Yield those of the calls that are in the relation's direction, the nearest first.

        Beyond the nearest ones, those of which it cannot hold are left out.
        """
        after = self.relation.way == "after"
        places = (
            range(bisect_left(calls, at)) if after else range(bisect_right(calls, at), len(calls))
        )
        places = places[::-1] if after else places
        for place in places[:ONE_BY_ONE]:
            yield calls[place]
        places = places[ONE_BY_ONE:]
        if not places or not self.searches:
            yield from (calls[place] for place in places)
            return
        begin, end = sorted((calls[places[0]], calls[places[-1]]))
        yield from self._reach_of(calls).nearest_first(at, begin, end + 1, bindings)

    def _reach_of(self, calls: Sequence[int]) -> Reach:
        known = self._reaches.get(id(calls))
        if known is None or known.calls is not calls:
            self._reached += len(calls)
            if self._reached > REACHED_MAX:
                self._reaches.clear()
                self._reached = len(calls)
            known = self._reaches[id(calls)] = Reach(self.trace, calls, self.asked, self.effort)
        return known

    def too_far(self, at: int, other: int) -> bool:
        """Tell whether all calls beyond another one are too far away."""
        if self.relation.right:
            return True
        near = self.relation.near
        if near is None:
            return False
        if near.unit == "calls":
            return abs(at - other) >= near.number
        if not self.in_order:
            return False
        early, late = (other, at) if self.relation.way == "after" else (at, other)
        return near.holds(self.trace, early, late) is False

    def holds(self, at: int, other: int, bindings: Bindings) -> bool | None:
        """Tell whether a candidate meets what the relation asks beside the phrase."""
        relation = self.relation
        outcome: bool | None = True
        early, late = (other, at) if relation.way == "after" else (at, other)
        if relation.right and late - early != 1:
            return False
        if relation.near is not None:
            outcome = relation.near.holds(self.trace, early, late)
        if outcome is not False and relation.seeing:
            outcome = both(outcome, seen(self.trace, early, late))
        if outcome is not False and self.partners.split.rest:
            self.effort.spend(relation.effort)
            outcome = both(outcome, self.partners.rest_holds(other, bindings))
        return outcome


def seen(trace: Trace, early: int, late: int) -> bool | None:
    """Tell whether the result of a call was there when a later one was decided.

    Of one agent, calls whose steps are not recorded may have been decided together, though the one
    ended before the other began.
    """
    one, other = trace.calls[early], trace.calls[late]
    if one.completed is False:
        return False
    by_time: bool | None = None
    if one.end_ns is not None and other.start_ns is not None:
        by_time = one.end_ns <= other.start_ns
    same = same_agent(trace, early, late)
    if same is False:
        return by_time
    if one.step is None or other.step is None:
        return False if by_time is False else None
    by_step = one.step < other.step
    return by_step if same or by_time is by_step else None


def grows(trace: Trace, unit: str) -> bool:
    """Tell whether what a distance is counted in only grows from call to call, of one agent."""
    shared = trace.shared
    if shared is None:
        return _grows(trace, unit)
    known = shared.get((grows, unit))
    if known is None:
        known = shared[grows, unit] = _grows(trace, unit)
    return known


def _grows(trace: Trace, unit: str) -> bool:
    calls = trace.calls
    if unit == "time":
        numbers: list[list[int | None]] = [
            [call.start_ns for call in calls],
            [call.end_ns for call in calls],
        ]
    elif unit == "calls" or len({call.agent for call in calls}) > 1:
        return False
    else:
        numbers = [[call.step for call in calls] if unit == "steps" else [*trace.call_turns]]
    for row in numbers:
        known = [number for number in row if number is not None]
        if len(known) < len(row) or any(one > other for one, other in pairwise(known)):
            return False
    return True


def both(one: bool | None, other: bool | None) -> bool | None:
    """Return whether both hold, None where that is open."""
    if one is False or other is False:
        return False
    return True if one and other else None
