"""The results of tools in the messages on spans, and which calls they are of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import Final

from toolspec.engine.reading.dialects.dialect import Unreadable
from toolspec.engine.reading.payloads.alike import alike
from toolspec.engine.reading.payloads.payload import ReadOutcome, doubted, read_result
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.reading.spans.span_tree import Owner, Tree
from toolspec.engine.trace import Note, Unrecorded

ANSWERS_MAX: Final = 2
"""Different answers of one id that are compared: two show that the id stands for several calls."""

SOUGHT_MAX: Final = 32
"""Ids that are looked for in a request as text: where there are more, the request is read."""


class Answers:
    """The different results that the messages of a trace hold, by the ids of their calls.

    `unread` says what hides others. `asked_before` has, for each id, the number of the turn before
    the request that holds its result first: the call was asked for there, or earlier. Where results
    of `only` some ids are asked for, the first of each is enough.
    """

    def __init__(self, tree: Tree, depth_max: int, only: Collection[str] | None = None) -> None:
        self._sought = None if only is None else set(only)
        self.outcomes: dict[str, list[ReadOutcome]] = {}
        self.unread: list[Note] = []
        self.asked_before: dict[str, int] = {}
        latest: dict[Owner, tuple[int, int | None]] = {}
        for classified in tree.responses:
            number = tree.number_of(classified)
            owner = tree.owners[number]
            previous, before = latest.get(owner, (None, None))
            if previous != number:  # else it is the same response, recorded once more
                before = previous
            self._take(classified, before, depth_max)
            latest[owner] = number, before
        for classified in tree.agents:
            self._take(classified, None, depth_max)

    def _take(self, classified: ClassifiedSpan, before: int | None, depth_max: int) -> None:
        if classified.dialect is None or not self._may_tell(classified):
            return
        opener = classified.dialect.opener(classified.span)
        for answer in classified.dialect.answered(classified.span):
            if isinstance(answer, Unreadable):
                self.unread.append(missing("results", answer, classified))
            elif answer.id is not None:
                outcome = read_result(answer.result, depth_max, opener)
                known = self.outcomes.setdefault(answer.id, [])
                if not known and before is not None:
                    self.asked_before[answer.id] = before
                if len(known) < ANSWERS_MAX and not any(_alike(outcome, other) for other in known):
                    known.append(outcome)
                if self._sought is not None:
                    self._sought.discard(answer.id)

    def _may_tell(self, classified: ClassifiedSpan) -> bool:
        """Tell whether a span may hold an answer that is still asked for.

        A request repeats those before it, so most hold few of which nothing is known yet.
        """
        sought = self._sought
        if sought is None or len(sought) > SOUGHT_MAX or classified.span.events:
            return True
        for value in classified.span.attributes.values():
            if not isinstance(value, str):
                if isinstance(value, Mapping | list | tuple):
                    return True
            elif any(id in value or not id.isascii() for id in sought):
                return True
        return False

    def __bool__(self) -> bool:
        return bool(self.outcomes)

    def of(self, id: str | None) -> Sequence[ReadOutcome]:
        """Return the different results under an id."""
        return () if id is None else self.outcomes.get(id, ())

    def ids_of_nobody(
        self, known: Iterable[str], waiting: Iterable[tuple[int | None, str | None]]
    ) -> dict[tuple[int, str | None], str]:
        """Return the ids of results that are under another id than their calls, or theirs has none.

        `known` are the ids of all calls, `waiting` the turns and ids of those without a result. A
        result is of a call where both are the only ones of their turn, or their ids differ only in
        how they begin.
        """
        ids = set(known)
        strange: dict[int, list[str]] = {}
        for id, turn in self.asked_before.items():
            if id not in ids:
                strange.setdefault(turn, []).append(id)
        calls: dict[int, list[str | None]] = {}
        for turn, own in waiting if strange else ():
            if turn is not None:
                calls.setdefault(turn, []).append(own)
        ids_by_turn: dict[tuple[int, str | None], str] = {}
        for turn, waits in calls.items():
            results = strange.get(turn, [])
            if len(results) != len(waits):
                continue
            ends = _by(results, _end)
            for own in waits:
                if len(waits) == 1:
                    ids_by_turn[turn, own] = results[0]
                elif own is not None and len(same := ends.get(_end(own), ())) == 1:
                    ids_by_turn[turn, own] = same[0]
        return ids_by_turn


def _alike(outcome: ReadOutcome, other: ReadOutcome) -> bool:
    if isinstance(outcome.value, Unrecorded) or isinstance(other.value, Unrecorded):
        return outcome.value is other.value
    return alike(outcome.value, other.value)


def _end(id: str) -> str:
    return id.partition("_")[2]


def _by(ids: Iterable[str], key: Callable[[str], Hashable]) -> dict[Hashable, list[str]]:
    grouped: dict[Hashable, list[str]] = {}
    for id in ids:
        grouped.setdefault(key(id), []).append(id)
    return grouped


def missing(what: str, where: Unreadable, classified: ClassifiedSpan) -> Note:
    """Return that `"calls"` or `"results"` may be missing, as a span cannot be read."""
    part = f"{what} may be missing from `{where.key}`"
    return doubted(part, where.doubt, where.bare, classified.place)
