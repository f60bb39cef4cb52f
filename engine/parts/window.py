"""Judge only the calls after a call, before one, or between two.

Why. What is allowed often depends on what came before: no deletion before a backup, no update
after the refund, no write between freeze and thaw. `forbid delete until backup` is the way to say
that every `delete` needs an earlier `backup`.

How it is judged. `after C` keeps the calls after the first that matches C; where none matches, the
rule is `skip`. `until D` keeps those before the first that matches D, or all of them. `after C
until D` judges each part from a C to the next D, or to the end, by itself: a further C inside
opens no other part, and a call that closes a part may open the next. The calls that open and close
a window are outside it. Phrases look at all calls of the part around the window.

Where C or D is open for a call, the rule is `unknown`, unless its verdict is the same either way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any, Self

from toolspec.engine.match.near_misses import OffType
from toolspec.engine.parts.clause import Clause, ClauseSyntax, Open, Ways
from toolspec.engine.parts.part import Cut, PhraseMatch, TracePart
from toolspec.engine.parts.phrase import Events, events, nearly, nearly_before, nothing, phrase_of
from toolspec.engine.syntax import About, Part
from toolspec.engine.values import interned


class Window(Clause):
    """The calls after the first that matches `after`, up to the next that matches `until`."""

    after: Any = None
    until: Any = None

    syntax = ClauseSyntax(
        labels=("after", "until"),
        grammar='after: "after" _event\nuntil: "until" _event',
        words=("after", "until"),
        forms=("after C", "until C", "after C until D"),
        blocks=("after ${1:tool} {\n\t$0\n}", "until ${1:tool} {\n\t$0\n}"),
    )

    @classmethod
    def meanings(cls) -> dict[str, About]:
        """Return what each of its words means."""
        return {
            "after": About(
                "Judge only the calls after the first that matches.",
                "Where none matches, the rule is `skip`.",
                "forbid update_order after issue_refund ok",
            ),
            "until": About(
                "Judge only the calls before the first that matches.",
                "Where none matches, all calls are judged. `after C until D` judges each part from "
                "a C to the next D by itself.",
                "forbid delete until backup",
            ),
        }

    @classmethod
    def build(cls, written: Sequence[Part]) -> Self:
        """Make the clause from its one or two parts."""
        phrases = {part.label: phrase_of(part) for part in written}
        return cls(phrases.get("after"), phrases.get("until"))

    @property
    def several(self) -> bool:  # type: ignore[override]
        """Whether it makes several parts of one."""
        return self.after is not None and self.until is not None

    def phrases(self) -> tuple[Any, ...]:
        """Return the phrases that open and close the window."""
        return tuple(phrase for phrase in (self.after, self.until) if phrase is not None)

    def in_words(self) -> str:
        """Return which calls are judged, for a sentence."""
        edges: list[str] = []
        for word, phrase in (("after", self.after), ("until", self.until)):
            if phrase is not None:
                words, which = phrase.in_words(), "next" if edges else "first"
                place = "" if words.startswith(("first ", "last ")) else f"{which} "
                edges.append(f"{word} the {place}{words}")
        return " ".join(edges)

    def divide(self, part: TracePart, most: int) -> Ways:
        """Return the windows."""
        after, until = self._alike
        if after is None:
            return self._until(part, events(until, part), most)
        opening = events(after, part)
        if until is None:
            return self._after(part, opening, most)
        return self._between(part, opening, events(until, part), most)

    def near_misses(self, part: TracePart) -> Mapping[int, OffType]:
        """Return the calls that would open or close a window."""
        if self.several:
            return {
                at: off for phrase in self.phrases() for at, off in nearly(part, phrase).items()
            }
        (phrase,) = self.phrases()
        return nearly_before(part, phrase, events(phrase, part).certain)

    @cached_property
    def _alike(self) -> tuple[Any, Any]:
        """The phrases, as the same objects in all windows that have them."""
        return self.after and interned(self.after), self.until and interned(self.until)

    def _after(self, part: TracePart, opening: Events, most: int) -> Ways:
        if opening.anywhere:
            return Ways((), [Open(-1, str(self.after), opening.anywhere)])
        first = opening.certain[0] if opening.certain else None
        earlier = _earlier(opening.open, first)
        ways: list[list[TracePart]] = [[part.between(event.after, None)] for event in earlier]
        ways.append([self._never(part) if first is None else part.between(first.after, None)])
        return _some(ways, _opens(self.after, earlier, opening), most)

    def _until(self, part: TracePart, closing: Events, most: int) -> Ways:
        if closing.anywhere:
            start = part.calls[0] if part.calls else 0
            empty = part.between(None, Cut(start, 0))
            opens = [Open(-1, str(self.until), closing.anywhere)]
            return Ways([[part], [empty]], opens, nested=True)
        first = closing.certain[0] if closing.certain else None
        earlier = _earlier(closing.open, first)
        ways = [[part.between(None, event.before)] for event in earlier]
        ways.append([part if first is None else part.between(None, first.before)])
        return _some(ways[::-1], _opens(self.until, earlier, closing), most)

    def _between(self, part: TracePart, opening: Events, closing: Events, most: int) -> Ways:
        for phrase, edge in ((self.after, opening), (self.until, closing)):
            if edge.anywhere:
                return Ways((), [Open(-1, str(phrase), edge.anywhere)])
        opens = [
            *_opens(self.after, opening.open, opening),
            *_opens(self.until, closing.open, closing),
        ]
        if not opens:
            return Ways([self._windows(part, opening.certain, closing.certain)])
        if 1 << len(opens) > most:
            return Ways((), opens)
        ways: list[list[TracePart]] = []
        for taken in product((True, False), repeat=len(opens)):
            count = len(opening.open)
            begins = sorted([*opening.certain, *_taken(opening.open, taken[:count])])
            ends = sorted([*closing.certain, *_taken(closing.open, taken[count:])])
            ways.append(self._windows(part, begins, ends))
        return Ways(ways, opens)

    def _windows(
        self, part: TracePart, begins: Sequence[PhraseMatch], ends: Sequence[PhraseMatch]
    ) -> list[TracePart]:
        """Return the parts from each of the first events to the next of the others."""
        opens, closes = {event.before for event in begins}, {event.before for event in ends}
        windows: list[TracePart] = []
        begin: Cut | None = None
        for event in sorted({*begins, *ends}):
            before = event.before
            if begin is not None and before in closes:
                windows.append(_labelled(part, begin, before))
                begin = None
            if begin is None and before in opens:
                begin = event.after
        if begin is not None:
            windows.append(_labelled(part, begin, None))
        return windows or [self._never(part)]

    def _never(self, part: TracePart) -> TracePart:
        return nothing(part, self.after)


def _labelled(part: TracePart, begin: Cut, end: Cut | None) -> TracePart:
    window = part.between(begin, end)
    calls = window.wide
    if not calls:
        label = f"after call {begin.calls}" if begin.calls else "before any call"
    elif len(calls) == 1:
        label = f"call {calls[0] + 1}"
    else:
        label = f"calls {calls[0] + 1}-{calls[-1] + 1}"
    window.label = part.label.then(label)
    return window


def _earlier(could: Sequence[PhraseMatch], first: PhraseMatch | None) -> list[PhraseMatch]:
    """Return the open events before the first certain one."""
    return [event for event in could if first is None or event < first]


def _taken(could: Sequence[PhraseMatch], taken: Sequence[bool]) -> list[PhraseMatch]:
    return [event for event, is_one in zip(could, taken, strict=True) if is_one]


def _opens(phrase: Any, could: Sequence[PhraseMatch], edge: Events) -> list[Open]:
    return [Open(event.call, str(phrase), edge.missing.get(event.call, "")) for event in could]


def _some(ways: list[list[TracePart]], opens: Sequence[Open], most: int) -> Ways:
    """Return the ways, the largest part first; where they are too many, the first and the last."""
    if len(ways) > most:
        return Ways([ways[0], ways[-1]], opens, nested=True)
    return Ways(ways, opens)


CLAUSE = Window
