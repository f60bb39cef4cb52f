"""Call patterns: which calls a rule means, and why a call is one of them or not.

`[first | last] P [exactly] [<...>] [qualifier ...]`: a tool pattern, a position among the calls of
it, and qualifiers. A call can match, miss, be at fault (it lacks a `must` key), or several of these
where what the trace does not record decides: then it is open.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Final, NamedTuple, Self

from toolspec.engine.match.arguments import Arguments, Fit
from toolspec.engine.match.qualifier import FAULT, MATCH, MISS, Qualifier
from toolspec.engine.match.qualifiers import LABELS, labelled
from toolspec.engine.match.qualifiers.arguments import (
    CallArguments,
    brief_of_fault,
    closeness,
    missing_must,
)
from toolspec.engine.match.tool_pattern import Name, ToolPattern
from toolspec.engine.match.values import Bindings, merged
from toolspec.engine.syntax import Misuse, Part
from toolspec.engine.trace import Call, Trace
from toolspec.engine.values import Value
from toolspec.engine.verdict import Shown

PIECES: Final = ("position", "pattern", "exactly", *LABELS)
"""The labels of the parts that a call phrase is made of."""

ANY_ARGUMENTS: Final = Arguments(())


class Placed(NamedTuple):
    """Which calls have a pattern's position: one for certain (-1: none), or one of `possible`."""

    certain: int
    possible: Collection[int] = ()


class CallPattern(Value):
    """Calls of `tool` that every qualifier fits, and that have the position.

    `position` is `first` or `last` among the calls of the tool, "" for any; `source` is the phrase
    as written, "" where it was made without text.
    """

    tool: ToolPattern
    qualifiers: tuple[Qualifier, ...] = ()
    position: str = ""
    source: str = ""

    pieces: ClassVar = PIECES

    @classmethod
    def of(cls, part: Part, must: bool = True) -> Self:
        """Make the pattern from a part that holds the pieces of a call phrase.

        Raises Misuse where a piece is not allowed; without `must`, on an argument that says so.
        """
        given = part.get("arguments")
        qualifiers: list[Qualifier] = []
        exactly = part.get("exactly") is not None
        if given is not None:
            if not must:
                refuse_must(given, part.label)
            if exactly and given.value.has:
                raise Misuse("has-with-exactly", given)
            free = None if exactly else CallArguments.build(given)
            qualifiers.append(free or CallArguments(given.value.replace(exact=True)))
        for label in LABELS[1:]:
            piece = part.get(label)
            if piece is not None:
                qualifiers.append(labelled(label).build(piece))
        position = part.value_of("position", "")
        return cls(part.value_of("pattern"), tuple(qualifiers), position, _source(part))

    @cached_property
    def arguments(self) -> Arguments:
        """The `<...>`; without one, any arguments."""
        for qualifier in self.qualifiers:
            if isinstance(qualifier, CallArguments):
                return qualifier.arguments
        return ANY_ARGUMENTS

    @cached_property
    def others(self) -> tuple[Qualifier, ...]:
        """The qualifiers beside the arguments."""
        return tuple(
            qualifier for qualifier in self.qualifiers if not isinstance(qualifier, CallArguments)
        )

    @property
    def is_bare(self) -> bool:
        """Whether every call of the tool matches."""
        return not self.qualifiers and not self.position

    @property
    def demand(self) -> tuple[Qualifier, ...]:
        """What a call of the tool is asked, its position apart: equal ones get equal answers."""
        return self.qualifiers

    @cached_property
    def effort(self) -> int:
        """How many comparisons of plain values it takes at most to test a call of the tool."""
        return sum([qualifier.effort for qualifier in self.qualifiers])

    @property
    def name(self) -> str:
        """The tool's name where that alone is asked for, else the phrase as written."""
        return self.tool.name if self.is_bare and isinstance(self.tool, Name) else str(self)

    # ------------------------------------------------------------------------------------- tests

    def outcomes(self, call: Call) -> int:
        """Return the bits of what a call of the tool can be, its position apart.

        Over all contents of what is not recorded; a `must` key that is missing is a fault, whatever
        the other qualifiers say.
        """
        can_be = MATCH
        for qualifier in self.qualifiers:
            here = qualifier.outcomes(call)
            if here != MATCH:
                can_be = (can_be & ~MATCH) | here
                if not here & MATCH:
                    break
        return can_be

    def fits(self, call: Call) -> Fit:
        """Say whether the pattern means the call, its position apart."""
        if not self.tool.means(call.name):
            return Fit.NO
        can_be = self.outcomes(call)
        return {MATCH: Fit.YES, MISS: Fit.NO, FAULT: Fit.FAULT}.get(can_be, Fit.OPEN)

    def may_mean(self, call: Call) -> bool:
        """Tell whether a call of which only some is known could change what the pattern means.

        Where the first or last call of the tool is meant, every call of it can.
        """
        if not call.name:
            return True
        if not self.tool.means(call.name):
            return False
        return bool(self.position) or self.outcomes(call) != MISS

    def placed(self, calls: Sequence[int], unsure: Collection[int] = ()) -> Placed | None:
        """Return which of these calls of the tool has the position, None where any has.

        Whether the `unsure` calls are to be considered at all is not recorded.
        """
        if not self.position:
            return None
        possible: list[int] = []
        for at in calls if self.position == "first" else reversed(calls):
            possible.append(at)
            if at not in unsure:
                break
        if len(possible) == 1 and possible[0] not in unsure:
            return Placed(possible[0])
        return Placed(-1, frozenset(possible))

    def position_in(self, trace: Trace) -> int | None:
        """Return the call that has the position, -1 for none; None where any has."""
        if not self.position:
            return None
        calls = self.tool.calls_in(trace)
        if not calls:
            return -1
        return calls[0 if self.position == "first" else -1]

    # ------------------------------------------------------------------------------------- names

    @cached_property
    def names(self) -> frozenset[str]:
        """The `$names` in it, without their `$`."""
        return frozenset[str]().union(*[qualifier.names for qualifier in self.qualifiers])

    @cached_property
    def binds(self) -> frozenset[str]:
        """Those of its `$names` that a matching call gives a value."""
        return frozenset[str]().union(*[qualifier.binds for qualifier in self.qualifiers])

    def bindings(self, call: Call) -> Bindings | None:
        """Return what the `$names` stand for in a call that matches; None where they contradict.

        A name is left out where the trace does not record what it stands for.
        """
        return merged(
            [qualifier.bindings(call) for qualifier in self.qualifiers if qualifier.names]
        )

    def bound(self, bindings: Bindings, negated: bool = False) -> CallPattern:
        """Return the same with every `$name` replaced by what it stands for."""
        if not self.names:
            return self
        qualifiers = tuple([qualifier.bound(bindings, negated) for qualifier in self.qualifiers])
        return CallPattern(self.tool, qualifiers, self.position)

    # ------------------------------------------------------------------------------------- words

    def lacks(self, call: Call, shown: Shown, missed: str = "") -> str:
        """Say what keeps a call of the tool from matching; `missed` is said before it."""
        ended = call.completed is not False
        listed = [missed] if missed else []
        for qualifier in self.qualifiers:
            if ended or isinstance(qualifier, CallArguments) or qualifier.test(call) is Fit.NO:
                listed.append(qualifier.lacks(call, shown))
        return "; ".join([words for words in listed if words])

    def not_recorded(self, call: Call) -> list[str]:
        """Name what the trace does not record of a call and the pattern asks for."""
        return [
            qualifier.asks_for for qualifier in self.qualifiers if qualifier.test(call) is Fit.OPEN
        ]

    @property
    def not_placed(self) -> str:
        """What is said of a call that does not have the position."""
        return f"it is not the {self.position} call of {self.tool}"

    def closeness(self, call: Call) -> tuple[int, int]:
        """Rank a call of the tool by how much of what is asked fits, then by what is too much."""
        fitting, others = closeness(self.arguments, call)
        return fitting + sum(
            [qualifier.test(call) is not Fit.NO for qualifier in self.others]
        ), others

    def missing_must(self, call: Call) -> str:
        """Name the `must` keys that a call at fault lacks."""
        return missing_must(self.arguments, call)

    def brief_of_fault(self, call: Call) -> str:
        """Say in a few words which `must` key a call at fault lacks."""
        return brief_of_fault(self.arguments, call)

    def in_words(self, keys: Mapping[str, str] | None = None) -> str:
        """Return what calls these are, for a sentence: `call of `pay` that failed`.

        `keys` are the arguments that `$names` stand for; without them, the names are only given.
        """
        parts = [words for qualifier in self.qualifiers if (words := qualifier.in_words(keys))]
        tool = "" if str(self.tool) == "*" else f" of `{self.tool}`"
        place = f"{self.position} " if self.position else ""
        return f"{place}call{tool} {' and '.join(parts)}".rstrip()

    def with_article(self) -> str:
        """Return the same with an article: `a call of `pay``, `the first call of `pay``."""
        return f"{'the' if self.position else 'a'} {self.in_words()}"

    def __str__(self) -> str:
        if self.source:
            return self.source
        pieces = [self.position, str(self.tool), *[str(qualifier) for qualifier in self.qualifiers]]
        return " ".join([piece for piece in pieces if piece])


class Group(Value):
    """Several calls in any order among themselves, one for each pattern."""

    calls: tuple[CallPattern, ...]
    source: str = ""

    def in_words(self) -> str:
        """Return the calls, for a sentence."""
        return self.with_article()

    def with_article(self) -> str:
        """Return the calls, each with an article."""
        return " and ".join([call.with_article() for call in self.calls]) + " in any order"

    def __str__(self) -> str:
        return self.source or f"({', '.join([str(call) for call in self.calls])})"


Meaning = Callable[[str], bool]


def meaning(call: CallPattern, trace: Trace) -> Meaning:
    """Return what tells whether a pattern means a tool; of several regexes, once for each tool."""
    tool = call.tool
    return tool.means if tool.searches < 2 else frozenset(tool.names_in(trace)).__contains__


_GROUP_OR_CLAUSE = {"group": "a group", "call": "a clause"}


def refuse_must(arguments: Part, where: str) -> None:
    """Raise Misuse where an argument says `must` and no one looks at every call."""
    kind = where.partition("_")[0]
    for entry in arguments.value.entries:
        if entry.must:
            named = _GROUP_OR_CLAUSE.get(kind, f"`{kind}`")
            raise Misuse("must-in-args", arguments, key=entry.key, where=named)


def group_of(part: Part, label: str) -> Group:
    """Make a group from its part; its entries have that label. Raises Misuse on `must`."""
    calls = tuple(CallPattern.of(entry, must=False) for entry in part.all(label))
    return Group(calls, _on_one_line(part.source))


def is_tool_alone(part: Part) -> bool:
    """Tell whether a call phrase is written as a tool pattern alone."""
    return [piece.label for piece in part.parts if piece.label in PIECES] == ["pattern"]


def _source(part: Part) -> str:
    """Return the phrase as written; "" where it is written over several lines."""
    pieces = [piece for piece in part.parts if piece.label in PIECES]
    start, end = pieces[0].span[0] - part.span[0], pieces[-1].span[1] - part.span[0]
    return _on_one_line(part.source[start:end])


def _on_one_line(source: str) -> str:
    return "" if "\n" in source or "\r" in source else source.strip()
