"""Calls of which only a later request tells: the response that made them, or its span, was lost.

A request repeats what was called before. What the first request of a conversation holds was called
before the run; what a later one holds beyond that was called in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from string import ascii_letters

from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.reading.spans.requests import Sent, sent_in, size_of
from toolspec.engine.reading.spans.span_tree import Owner, Tree
from toolspec.engine.reading.unread.known_calls import comparable_arguments, known_call
from toolspec.engine.reading.unread.sightings import (
    Sighting,
)
from toolspec.engine.trace import UNRECORDED, Call, Gap


class Requests:
    """What the requests of a trace say was called, worked out when somebody asks."""

    def __init__(self, tree: Tree, calls: Sequence[Call], asked: Sequence[Call]) -> None:
        self._tree, self._calls, self._asked = tree, calls, asked

    @cached_property
    def _new(self) -> _New:
        known = (*self._calls, *self._asked)
        new = _New({id for call in known if (id := call.id) is not None})
        if self._tree.requests_tell:
            for requests, whole in _conversations(self._tree):
                new.take(requests, whole=whole)
        return new

    def lost(self) -> Iterator[Gap]:
        """Yield a gap for each call that they tell of and that is none of those that were read."""
        if len(self._tree.responses) < 2:
            return
        for sighting in self._new.left(self._calls, self._asked):
            text = "a request tells of a call whose response and span are not there"
            yield Gap(text, sighting.place, call=known_call(sighting))

    def before(self) -> Sequence[Call]:
        """Return the calls that were made before the run."""
        return list(map(known_call, self._new.history))


def _conversations(tree: Tree) -> Iterator[tuple[list[ClassifiedSpan], bool]]:
    """Yield the requests of each agent that tell all that its requests tell, the first one first.

    As each repeats the one before, these are the first one and the longest ones. And whether the
    first one of all is among them: else what was called before it may have been called in the run.
    """
    by_owner: dict[Owner, list[ClassifiedSpan]] = {}
    for classified in tree.responses:
        by_owner.setdefault(tree.owners[tree.numbers[classified.at]], []).append(classified)
    for requests in by_owner.values():
        sized = [(*size, classified) for classified in requests if (size := size_of(classified))[0]]
        last = len(sized) - 1
        telling = [
            classified
            for at, (size, head, classified) in enumerate(sized)
            if at in (0, last)
            or not sized[at - 1][0] <= size <= sized[at + 1][0]
            or not _alike(sized[at - 1][1], head)
            or not _alike(head, sized[at + 1][1])
        ]
        number = tree.numbers[requests[0].at]
        yield telling, any(tree.numbers[classified.at] == number for classified in telling[:1])


def _alike(before: str, head: str) -> bool:
    """Tell whether a request begins as the one before it, but for the bracket at its end."""
    return head.startswith(before[:-1])


class _New:
    """The calls that requests tell of and that were not in the first one of their conversation.

    `calls` and `results` are those of ids that no call has that was read, `met` the ids that one
    has. `unnamed` are calls without an id, with how many of the kind one request holds.
    """

    def __init__(self, known: set[str]) -> None:
        self.known = known
        self.before: set[str] = set()
        self.history: list[Sighting] = []
        self.met: set[str] = set()
        self.answered: set[str] = set()
        self.messages: set[str] = set()
        self.calls: dict[str, Sighting] = {}
        self.results: dict[str, Sighting] = {}
        self.unnamed: dict[tuple[str, Hashable], tuple[int, Sighting]] = {}

    def take(self, requests: Sequence[ClassifiedSpan], *, whole: bool = True) -> None:
        """Take the requests of one agent, in order; `whole` tells if its first one is there."""
        counted: Counter[tuple[str, Hashable]] = Counter()
        for classified in requests:
            sent = sent_in(classified)
            goes_on = not whole or not self.messages.isdisjoint(sent.messages)
            self.messages |= sent.messages
            if goes_on:
                self._take(sent, counted)
            else:
                self.history += sent.sightings
                self.before |= {
                    sighting.id for sighting in sent.sightings if sighting.id is not None
                } - self.known
                counted = _counted(sent)

    def _take(self, sent: Sent, before: Counter[tuple[str, Hashable]]) -> None:
        more = _counted(sent) - before
        for sighting in sent.sightings:
            if sighting.id is None:
                kind = (sighting.name or "", comparable_arguments(sighting.arguments))
                if more[kind] > self.unnamed.get(kind, (0, sighting))[0]:
                    self.unnamed[kind] = (more[kind], sighting)
            elif sighting.id in self.known:
                (self.answered if sighting.is_result else self.met).add(sighting.id)
            elif sighting.id not in self.before:
                (self.results if sighting.is_result else self.calls).setdefault(
                    sighting.id, sighting
                )

    def left(self, calls: Sequence[Call], asked: Sequence[Call]) -> Iterator[Sighting]:
        """Yield those that are none of the calls that were read, which may have other ids there."""
        if not self.calls and not self.results and not self.unnamed:
            return
        counts = Counter(call.name for call in calls)
        counts |= Counter(call.name for call in asked)
        names = {call.id: call.name for call in (*calls, *asked)}
        free = counts - Counter(names[id] for id in self.met)
        arguments: dict[str, set[Hashable]] = {}
        for call in (*calls, *asked):
            arguments.setdefault(call.name, set()).add(comparable_arguments(call.arguments))
        for value in self.calls.values():
            name = value.name or ""
            if free[name] > 0 and _may_be(value, arguments[name]):
                free[name] -= 1
            else:
                yield value
        numbered = Counter(
            call.name
            for call in asked
            if call.id is not None
            and call.id not in self.answered
            and _name_in(call.id) == call.name
        )
        yield from self._lost_results(len(calls or asked), numbered)
        for (name, _), (count, sighting) in self.unnamed.items():
            if count > counts[name] or not _may_be(sighting, arguments[name]):
                yield sighting

    def _lost_results(self, calls: int, numbered: Counter[str]) -> Iterator[Sighting]:
        """Yield the results of calls of which nothing else tells.

        Some instrumentations write another id of the same call, which begins otherwise.
        """
        begins = {_begin(id) for id in self.known}
        left = calls
        for id, sighting in self.results.items():
            if id in self.calls:
                continue
            left -= 1
            name = _name_in(id)
            if left >= 0 and numbered[name] > 0:
                numbered[name] -= 1
                continue
            if left < 0 or _begin(id) in begins:
                yield sighting


def _name_in(id: str) -> str:
    """Return the tool's name in an id that is made of it and of a number, else "".

    The number is that of a message's part, so that a result may have another than its call.

    >>> _name_in("get_weather_0"), _name_in("call_a1")
    ('get_weather', '')
    """
    name, _, number = id.rpartition("_")
    return name if number.isdecimal() else ""


def _begin(id: str) -> str:
    return id[: len(id) - len(id.lstrip(ascii_letters))]


def _counted(sent: Sent) -> Counter[tuple[str, Hashable]]:
    return Counter(
        (sighting.name, comparable_arguments(sighting.arguments))
        for sighting in sent.sightings
        if sighting.id is None and sighting.name and not sighting.is_result
    )


def _may_be(sighting: Sighting, known: set[Hashable]) -> bool:
    given = comparable_arguments(sighting.arguments)
    unknown = comparable_arguments(UNRECORDED)
    return given in known or given == unknown or unknown in known
