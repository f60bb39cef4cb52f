"""Relations of a call to what was said: `after user says /yes/`, `not before agent says $n`.

A message is an event between the calls. Those that a `$name` may mean are found by the words of
their texts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from toolspec.engine.effort import Effort
from toolspec.engine.match.values import Bindings, Variable
from toolspec.engine.relations.messages import MessagePattern
from toolspec.engine.relations.related import Outcome, Relation
from toolspec.engine.relations.text_index import TextIndex
from toolspec.engine.trace import Trace

READ_ONE_BY_ONE: Final = 64
"""So many values are looked for in every message before the messages are put in an index."""


class MessageRelation:
    """A relation to messages, on one trace. `negated` says that it is under `not`."""

    def __init__(self, relation: Relation, trace: Trace, negated: bool, effort: Effort) -> None:
        assert isinstance(relation.other, MessagePattern)
        self.relation, self.trace, self.negated, self.effort = relation, trace, negated, effort
        self.other = relation.other
        self.indexes = trace.indexes
        role = self.other.role
        self.places = [at for at, message in enumerate(trace.messages) if message.role == role]
        # Before which of the calls judged each of them comes.
        self.before = {
            at: bisect_left(self.indexes, trace.messages[at].before) for at in self.places
        }
        self.in_order = relation.near is not None and self._grows(relation.near.unit)
        self._text_index: TextIndex | None = None
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
        fits_and_open = self._fitting.get(pattern)
        if fits_and_open is None:
            messages = self.trace.messages
            places = self.worth_reading(bindings)
            self.effort.spend(len(places))
            fits = [(place, pattern.fits(messages[place])) for place in places]
            fits_and_open = (
                [place for place, fit in fits if fit],
                [place for place, fit in fits if fit is None],
            )
            self._fitting[pattern] = fits_and_open
        return fits_and_open

    def worth_reading(self, bindings: Bindings) -> Sequence[int]:
        """Return the messages that may have what the name stands for, after many that were read."""
        named = self.other.value
        if not isinstance(named, Variable) or len(self._fitting) < READ_ONE_BY_ONE:
            return self.places
        if self._text_index is None:
            texts = {at: self.trace.messages[at].text for at in self.places}
            self.effort.spend(10 * len(texts))
            self._text_index = TextIndex(texts)
        return self._text_index.may_have(bindings[named.name])

    def nearest_first(self, places: Sequence[int], at: int) -> Iterator[int]:
        """Yield those of the messages that are in the relation's direction, the nearest first."""
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
        if near is not None and near.unit == "calls":
            return self.between(at, place) >= near.number
        if not self.in_order or self.near(at, place) is not False:
            return False
        turn, message_turn = self.trace.call_turns[at], self.trace.messages[place].turn
        if near is None or near.unit != "turns" or turn is None or message_turn is None:
            return True
        return message_turn < turn if self.relation.way == "after" else message_turn > turn

    def _grows(self, unit: str) -> bool:
        """Tell whether what a distance is counted in only grows, from message to message."""
        if unit == "calls":
            return False
        messages = [self.trace.messages[at] for at in self.places]
        row = [message.turn if unit == "turns" else message.start_ns for message in messages]
        known = [number for number in row if number is not None]
        return len(known) == len(row) and known == sorted(known)

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
