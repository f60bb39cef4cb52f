"""A part of a trace: the calls and messages that a rule judges by themselves."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolspec.engine.trace import Trace
from toolspec.engine.verdict import Shown

if TYPE_CHECKING:
    from toolspec.engine.dialogue import Message, Record

NONE_UNSURE: Final[Mapping[int, str]] = {}
UNHEARD: Final[Sequence[int]] = range(0)
"""The messages of a part where nobody asks for them, so that they need not be decoded."""


class Cut(NamedTuple):
    """A place between two events: so many calls, and so many messages, of the trace come before."""

    calls: int
    messages: int


class PhraseMatch(NamedTuple):
    """A call or a message that a phrase matches: the places before and after it.

    `call` is the index of the call in the trace, -1 for a message.
    """

    before: Cut
    after: Cut
    call: int = -1


class Label(NamedTuple):
    """What a part is called in a report, and the same without the values of the trace."""

    text: str = ""
    without_values: str = ""

    def said(self, shown: Shown) -> str:
        """Return the label as a report may show it."""
        return self.text if shown.values else self.without_values

    def then(self, text: str, without_values: str | None = None) -> Label:
        """Return the label of a part of this part.

        >>> Label().then("turn 1").then('order_id "A-1"', "order_id (text)").without_values
        'turn 1, order_id (text)'
        """
        hidden = text if without_values is None else without_values
        if not self.text and not self.without_values:
            return Label(text, hidden)
        both = ((self.text, text), (self.without_values, hidden))
        return Label(*[", ".join(filter(None, pair)) for pair in both])


NO_LABEL: Final = Label()


class TracePart:
    """Calls of a trace that are judged by themselves, and the messages among them.

    `calls` and `messages` are indexes of the whole trace, in order. `wide` are the calls without
    the step and turn words: they say which call is the last. Whether the `unsure` calls belong to
    the part is not recorded, each with the word for what is missing. `turns` gives the turns it
    is in, worked out only when asked for. `left_out` says why a call is in `wide` alone. `skip`
    says why there is nothing to judge, "" where there is; `maybe` is true of a part that need not
    exist, `filled` of one that exists only with some call in it. `judged` are its calls, or those
    of one length of time where several are judged with one view.
    """

    __slots__ = (
        "__dict__", "calls", "filled", "judged", "label", "left_out", "maybe", "messages", "nearly",
        "skip", "trace", "turns", "unsure", "wide",
    )  # fmt: skip

    def __init__(
        self,
        trace: Trace,
        calls: Sequence[int],
        wide: Sequence[int],
        messages: Sequence[int],
        *,
        unsure: Mapping[int, str] = NONE_UNSURE,
        turns: Callable[[], Sequence[int]] | None = None,
        label: Label = NO_LABEL,
        skip: str = "",
        maybe: bool = False,
        filled: bool = False,
        left_out: Callable[[int], str] | None = None,
    ) -> None:
        self.trace, self.calls, self.wide, self.messages = trace, calls, wide, messages
        self.judged = calls
        self.unsure, self.label = unsure, label
        self.turns = turns or partial(_turns_of_run, trace)
        self.skip, self.maybe, self.filled, self.left_out = skip, maybe, filled, left_out
        self.nearly: Callable[[Shown], str] | None = None

    def but(self, **changed: Any) -> TracePart:
        """Return the same part with some of its fields changed."""
        fields = {name: getattr(self, name) for name in _FIELDS} | changed
        trace, calls, wide, messages = (fields.pop(name) for name in _FIELDS[:4])
        return TracePart(trace, calls, wide, messages, **fields)

    def keeping(self, calls: Sequence[int], wide: Sequence[int], **changed: Any) -> TracePart:
        """Return the part with only these of its calls."""
        unsure = self.unsure
        if unsure:
            left = set(calls)
            unsure = {at: why for at, why in unsure.items() if at in left}
        return self.but(calls=calls, wide=wide, **{"unsure": unsure, **changed})

    def nothing(self, why: str, nearly: Callable[[Shown], str] | None = None) -> TracePart:
        """Return the part with nothing in it to judge; `nearly` says what nearly was something."""
        empty = TracePart(self.trace, (), (), (), label=self.label, skip=why)
        empty.nearly = nearly
        return empty

    def between(self, begin: Cut | None, end: Cut | None, label: str = "") -> TracePart:
        """Return what is between two places of the part; None is its beginning, or its end."""
        calls = _slice(self.calls, begin and begin.calls, end and end.calls)
        wide = calls
        if self.wide is not self.calls:
            wide = _slice(self.wide, begin and begin.calls, end and end.calls)
        messages = _slice(self.messages, begin and begin.messages, end and end.messages)
        turns = partial(turns_in, self.trace, calls, messages)
        named = self.label.then(label)
        return self.keeping(calls, wide, messages=messages, label=named, turns=turns)

    @cached_property
    def view(self) -> Trace:
        """The part as a trace: what rules and phrases look at."""
        trace, calls = self.trace, self.calls
        if isinstance(calls, range) and len(calls) == len(trace.calls):
            if self.wide is calls and not self.unsure and self._hears_all:
                return trace
            view = _copy(trace, trace.calls, calls, self.messages)
        else:
            everything = trace.calls
            view = _copy(trace, [everything[at] for at in calls], calls, self.messages)
        if self.unsure:
            places = {at: place for place, at in enumerate(calls)}
            view.unsure = {places[at]: why for at, why in self.unsure.items()}
        if self.wide is not calls:
            # A new one even where it is the whole trace: it says what it leaves out.
            everything = trace.calls
            wide = [everything[at] for at in self.wide]
            view.wide = _copy(trace, wide, self.wide, self.messages)
            if self.left_out is not None:
                view.wide.left_out = self.left_out
            same_last = bool(calls) and calls[-1] == self.wide[-1]
            view.last = len(calls) - 1 if same_last else -1
        return view

    @property
    def is_whole(self) -> bool:
        """Whether it is the whole trace: all of its calls, and all messages or none."""
        trace = self.trace
        if self.calls is not trace.indexes or self.wide is not self.calls or self.unsure:
            return False
        return self.messages is UNHEARD or self.messages is trace.heard

    @property
    def _hears_all(self) -> bool:
        """Whether the part has all messages, or nobody listens."""
        return self.messages is UNHEARD or len(self.messages) == len(self.trace.messages)

    def event(self, place: int) -> PhraseMatch:
        """Return the event of a call, by its place in the view."""
        at = self.calls[place]
        if not self.messages:
            return PhraseMatch(Cut(at, 0), Cut(at + 1, 0), at)
        before = bisect_left(self.trace.messages, at + 1, key=_call_after)
        return PhraseMatch(Cut(at, before), Cut(at + 1, before), at)


_FIELDS: Final = (
    "trace", "calls", "wide", "messages", "unsure", "turns", "label", "skip", "maybe",
    "filled", "left_out",
)  # fmt: skip


def whole(trace: Trace, messages: bool = True) -> TracePart:
    """Return the trace as a part; without its messages, which nobody then decodes.

    Of a trace that is itself a part, its calls and messages keep their places in the whole.
    """
    run, calls = trace.whole, trace.indexes
    heard = trace.heard if messages else UNHEARD
    if run is trace:
        return TracePart(run, calls, calls, heard)
    wide = trace.wide
    return TracePart(
        run,
        calls,
        calls if wide is trace else wide.indexes,
        heard,
        turns=partial(turns_in, run, calls, heard),
        left_out=wide.left_out if wide is not trace else None,
    )


def _turns_of_run(trace: Trace) -> Sequence[int]:
    return range(trace.turns or 0)


def turns_in(trace: Trace, calls: Sequence[int], messages: Sequence[int]) -> Sequence[int]:
    """Return the turns in which one of these calls or messages lies."""
    turns, spoken = trace.call_turns, trace.messages
    numbers = {turns[at] for at in calls}
    numbers.update(spoken[at].turn for at in messages)
    return sorted(turn for turn in numbers if turn is not None and turn >= 0)


def number_of(trace: Trace, unit: str) -> Callable[[int], int | None]:
    """Return what gives the step or the turn of a call; None where it is not recorded."""
    if unit == "step":
        calls = trace.calls
        return lambda at: calls[at].step
    return trace.call_turns.__getitem__


def _call_after(message: Message) -> int:
    """Return the index of the call that a message comes before."""
    return message.before


def _slice(indexes: Sequence[int], begin: int | None, end: int | None) -> Sequence[int]:
    """Return the indexes from a place of the trace up to another."""
    if not indexes:
        return indexes
    low = 0 if begin is None else bisect_left(indexes, begin)
    high = len(indexes) if end is None else bisect_left(indexes, end)
    return indexes[low:high]


def span_of(trace: Trace, begin: int, end: int) -> Trace:
    """Return the calls of a trace from one place to another as a trace."""
    return _copy(trace, trace.calls[begin:end], trace.indexes[begin:end], ())


_SAID: Final[frozenset[Record]] = frozenset({"responses", "user_messages"})


def silent(trace: Trace) -> Trace:
    """Return a trace in which, for certain, nobody said anything."""
    copy = _copy(trace, trace.calls, trace.indexes, ())
    copy.whole = copy
    copy.messages = ()
    copy.records = trace.records | _SAID
    return copy


def _copy(
    trace: Trace, calls: Sequence[Any], indexes: Sequence[int], messages: Sequence[int]
) -> Trace:
    """Return a trace of these calls and messages that is otherwise the same."""
    copy = Trace(
        calls,
        id=trace.id,
        name=trace.name,
        path=trace.path,
        format=trace.format,
        steps=trace.steps,
        start_ns=trace.start_ns,
        end_ns=trace.end_ns,
    )
    copy.indexes, copy.whole = indexes, trace
    copy.heard = messages
    return copy
