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
from itertools import pairwise
from typing import NamedTuple

from toolspec.engine.effort import Effort
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.qualifiers.result import CallResult
from toolspec.engine.match.values import Bindings
from toolspec.engine.relations.extremes import Comparison, Extremes, comparison
from toolspec.engine.relations.messages import MessagePattern
from toolspec.engine.relations.near import Near, same_agent
from toolspec.engine.relations.partners import Partners
from toolspec.engine.relations.word_index import WordIndex, searched_name
from toolspec.engine.trace import UNRECORDED, Trace
from toolspec.engine.values import Value


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


class Outcome(NamedTuple):
    """Whether a relation holds of a call (None: open), and the call or message that says so."""

    holds: bool | None
    witness: int = -1


class CallRelation:
    """A relation to other calls, on one trace. `negated` says that it is under `not`."""

    def __init__(self, relation: Relation, trace: Trace, negated: bool, effort: Effort) -> None:
        assert isinstance(relation.other, CallPattern)
        self.relation, self.trace, self.negated, self.effort = relation, trace, negated, effort
        self.partners = Partners(relation.other, trace, not negated, negated)
        self.comparison: Comparison | None = None
        if not (relation.right or relation.seeing or relation.near):
            found = comparison(self.partners.split.rest)
            calls = trace.calls
            if found is not None and all(
                found.is_recorded(calls[at]) for at in relation.other.tool.calls_in(trace)
            ):
                self.comparison = found
        self.in_order = relation.near is not None and grows(trace, relation.near.unit)
        self.searched = searched_name(self.partners.split.rest)
        self._words: WordIndex | None = None
        self.unrecorded = self.searched is not None and any(
            trace.calls[at].result is UNRECORDED or trace.calls[at].arguments is UNRECORDED
            for at in relation.other.tool.calls_in(trace)
        )
        self._extremes: dict[int, Extremes] = {}
        self._steps: dict[int, tuple[Sequence[int] | None, set[str | None]]] = {}
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
        for other in self.nearest_first(sure, at):
            self.effort.spend(1)
            holds = True if self.plain else self.holds(at, other, bindings)
            if holds:
                return Outcome(True, other)
            if holds is None and first_open < 0:
                first_open = other
            if self.too_far(at, other):
                break
        if first_open >= 0:
            return Outcome(None, first_open)
        for other in self.nearest_first(could, at):
            self.effort.spend(1)
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
        found = known.met_by(count, bindings)
        return Outcome(found >= 0, found)

    def nested(self, at: int, bindings: Bindings) -> tuple[Sequence[int], int] | None:
        """Return the calls of which the first so many meet the relation, and how many these are.

        Of later calls they are counted from the end. None where it is not so simple.
        """
        relation = self.relation
        if relation.right or relation.near or self.partners.split.rest:
            return None
        if any(isinstance(one, CallResult) for one in self.partners.split.joined):
            return None
        sure, could = self.partners.candidates(bindings)
        if could:
            return None
        if relation.way == "before":
            return sure, len(sure) - bisect_right(sure, at)
        if not relation.seeing:
            return sure, bisect_left(sure, at)
        steps = self._steps_of(sure, self.trace.calls[at].agent)
        step = self.trace.calls[at].step
        if steps is None or step is None:
            return None
        return sure, min(bisect_left(steps, step), bisect_left(sure, at))

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
        meets: list[int] = []
        may: list[int] = []
        for others, certain in ((sure, True), (could, False)):
            for other in self.nearest_first(others, at):
                self.effort.spend(2)
                holds = True if self.plain else self.holds(at, other, bindings)
                if holds is not False:
                    (meets if holds and certain else may).append(other)
                if self.too_far(at, other):
                    break
        return meets, may

    def nearest_first(self, calls: Sequence[int], at: int) -> Iterator[int]:
        """Yield those of the calls that lie in the relation's direction, the nearest first."""
        if self.relation.way == "after":
            end = bisect_left(calls, at)
            yield from (calls[place] for place in range(end - 1, -1, -1))
        else:
            begin = bisect_right(calls, at)
            yield from (calls[place] for place in range(begin, len(calls)))

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
        found: bool | None = True
        early, late = (other, at) if relation.way == "after" else (at, other)
        if relation.right and late - early != 1:
            return False
        if relation.near is not None:
            found = relation.near.holds(self.trace, early, late)
        if found is not False and relation.seeing:
            found = both(found, seen(self.trace, early, late))
        if found is not False and self.partners.split.rest:
            self.effort.spend(relation.effort)
            found = both(found, self.partners.rest_holds(other, bindings))
        return found


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


class MessageRelation:
    """A relation to messages, on one trace. `negated` says that it is under `not`."""

    def __init__(self, relation: Relation, trace: Trace, negated: bool, effort: Effort) -> None:
        assert isinstance(relation.other, MessagePattern)
        self.relation, self.trace, self.negated, self.effort = relation, trace, negated, effort
        self.other = relation.other
        self.indexes = trace.indexes
        role = self.other.role
        self.places = [at for at, one in enumerate(trace.messages) if one.role == role]
        # Before which of the calls judged each of them comes.
        self.before = {
            at: bisect_left(self.indexes, trace.messages[at].before) for at in self.places
        }
        self._fitting: dict[MessagePattern, tuple[list[int], list[int]]] = {}

    def judge(self, at: int, bindings: Bindings) -> Outcome:
        """Say whether the relation holds of a call, for what its names stand for."""
        if not self.other.is_recorded(self.trace):
            return Outcome(None)
        if not self.other.names <= bindings.keys():
            return Outcome(None if self.places else False)
        sure, could = self.fitting(bindings)
        maybe: bool | None = False
        for places, certain in ((sure, True), (could, False)):
            for place in self.nearest_first(places, at):
                self.effort.spend(1)
                holds = self.near(at, place)
                if holds and certain:
                    return Outcome(True, place)
                if holds is not False:
                    maybe = None
                if self.too_far(at, place):
                    break
        return Outcome(maybe)

    def fitting(self, bindings: Bindings) -> tuple[list[int], list[int]]:
        """Return the messages that are meant, and those of which that is open."""
        pattern = self.other.bound(bindings, self.negated)
        found = self._fitting.get(pattern)
        if found is None:
            messages = self.trace.messages
            self.effort.spend(len(self.places))
            fits = [(place, pattern.fits(messages[place])) for place in self.places]
            found = (
                [place for place, fit in fits if fit],
                [place for place, fit in fits if fit is None],
            )
            self._fitting[pattern] = found
        return found

    def nearest_first(self, places: Sequence[int], at: int) -> Iterator[int]:
        """Yield those of the messages that lie in the relation's direction, the nearest first."""
        cut = bisect_right(places, at, key=self.before.__getitem__)
        if self.relation.way == "after":
            yield from (places[place] for place in range(cut - 1, -1, -1))
        else:
            yield from (places[place] for place in range(cut, len(places)))

    def between(self, at: int, place: int) -> int:
        """Return how many other calls are between a call and a message."""
        before = self.before[place]
        return at - before if self.relation.way == "after" else before - at - 1

    def too_far(self, at: int, place: int) -> bool:
        """Tell whether all messages beyond this one are too far away."""
        if self.relation.right:
            return self.between(at, place) > 0
        near = self.relation.near
        return near is not None and near.unit == "calls" and self.between(at, place) >= near.number

    def near(self, at: int, place: int) -> bool | None:
        """Tell whether a message is as near as the relation asks."""
        relation, near = self.relation, self.relation.near
        if relation.right and self.between(at, place) > 0:
            return False
        if near is None:
            return True
        if near.unit == "calls":
            return self.between(at, place) < near.number
        message, call = self.trace.messages[place], self.trace.calls[at]
        if near.unit == "turns":
            turn = self.trace.call_turns[at]
            if turn is None or message.turn is None:
                return None
            return min(turn, message.turn) >= 0 and abs(turn - message.turn) < near.number
        assert near.duration is not None
        early, late = (
            (message.start_ns, call.start_ns)
            if relation.way == "after"
            else (call.end_ns, message.start_ns)
        )
        if early is None or late is None:
            return None
        return late - early <= near.duration.ns


def both(one: bool | None, other: bool | None) -> bool | None:
    """Return whether both hold, None where that is open."""
    if one is False or other is False:
        return False
    return True if one and other else None
