"""What the kinds with several entries share: their mode, how an entry is written, what it asks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar, Self, TypeAlias

from toolspec.engine.match.arguments import Fit
from toolspec.engine.match.call_pattern import CallPattern, Group, group_of
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.syntax import Part
from toolspec.engine.trace import Call, Trace
from toolspec.engine.values import Value
from toolspec.engine.verdict import Shown


def is_strict(rule: Part) -> bool:
    """Tell whether the rule's mode says `strict`."""
    return "strict" in rule.value_of("mode", ())


def written(pattern: Part) -> str:
    """Return a pattern's text as written, on one line."""
    source = pattern.source
    return str(pattern.value) if "\n" in source or "\r" in source else source.strip()


def call_or_group(part: Part) -> CallPattern | Group:
    """Return what an entry asks for. Raises Misuse where that is not allowed."""
    group = part.get("call_group")
    return CallPattern.of(part) if group is None else group_of(group, "group_entry")


def patterns_of(entries: Sequence[CallPattern | Group]) -> tuple[ToolPattern, ...]:
    """Return the tool patterns of entries, those in groups too, in the order they are written."""
    return tuple(
        member.tool
        for entry in entries
        for member in (entry.calls if isinstance(entry, Group) else (entry,))
    )


def has_position(entries: Sequence[CallPattern | Group]) -> bool:
    """Tell whether an entry asks for the first or the last call of a tool."""
    return any(
        member.position
        for entry in entries
        for member in (entry.calls if isinstance(entry, Group) else (entry,))
    )


def not_called(trace: Trace, tool: ToolPattern) -> str:
    """Say of a tool without a call that it is never called, or not in this part of the trace."""
    if trace.whole is trace or not tool.calls_in(trace.whole):
        return "never called"
    return f"not called in this part of the trace, {calls_by_number(trace)}"


def calls_by_number(part: Trace) -> str:
    """Name the calls of a part of a trace by their numbers in the whole."""
    numbers = [at + 1 for at in part.indexes]
    if not numbers:
        return "which has no calls"
    first, last = numbers[0], numbers[-1]
    if first == last:
        return f"call {first}"
    between = f"calls {first}-{last}"
    return between if len(numbers) == last - first + 1 else f"{len(numbers)} of {between}"


def source_of(source: str, tool: ToolPattern) -> str:
    """Return an entry's text as written; a rule made without text is written out."""
    return source or str(tool)


def numbered(sources: Sequence[str]) -> list[int]:
    """Return for each text how many equal ones come before it.

    >>> numbered(["a", "b", "a"])
    [0, 0, 1]
    """
    known: dict[str, int] = {}
    out: list[int] = []
    for source in sources:
        at = known.get(source, 0)
        known[source] = at + 1
        out.append(at)
    return out


class Entry(Value):
    """What one call has to be: of `tool`, and with what the kind asks for.

    `source` is the pattern as written, "" for an entry made without text.
    """

    tool: ToolPattern
    source: str

    any_key: ClassVar[bool] = True
    """Whether a call that fits has one of the entry's `keys`, else it has all of them."""

    @staticmethod
    def parts_of(trace: Trace, /) -> Sequence[Any]:
        """Return the part of each call that `fits` and `test` take."""
        raise NotImplementedError

    @property
    def test(self) -> Callable[[Any], bool]:
        """A function that tells whether that part of a call of the tool fits for certain."""
        raise NotImplementedError

    def as_calls(self) -> tuple[CallPattern, ...]:
        """Return the call phrases that say the same."""
        raise NotImplementedError

    def fits(self, part: Any) -> Fit:
        """Hold that part of a call of the tool against this."""
        raise NotImplementedError

    @property
    def effort(self) -> int:
        """How many comparisons of plain values it takes at most to tell whether a call fits."""
        raise NotImplementedError

    @property
    def searches(self) -> int:
        """How many times the texts of a call are searched at most: long ones take longer."""
        raise NotImplementedError

    @property
    def walks(self) -> int:
        """How many comparisons each value in a call's part can take: large ones take longer."""
        raise NotImplementedError

    @property
    def keys(self) -> tuple[Hashable, ...] | None:
        """Keys to find calls by; None where every call has to be looked at."""
        raise NotImplementedError

    @staticmethod
    def content(call: Call) -> Hashable:
        """Return what no entry can tell two calls apart by. May raise RecursionError."""
        raise NotImplementedError

    @staticmethod
    def keys_of(call: Call, content: Hashable) -> Sequence[Hashable]:
        """Return the keys the call of that `content` is found by. May raise RecursionError."""
        raise NotImplementedError

    def closeness(self, call: Call) -> tuple[int, int]:
        """Rank a call of the tool that does not fit: higher is nearer."""
        raise NotImplementedError

    def lacks(self, call: Call, shown: Shown) -> str:
        """Say what keeps a call from fitting."""
        raise NotImplementedError

    def actual(self, trace: Trace, at: int, shown: Shown) -> str:
        """Write what a call has, as Python would."""
        raise NotImplementedError

    @property
    def expected(self) -> str:
        """What is asked for, as Python would write it."""
        raise NotImplementedError

    @property
    def only(self) -> str | None:
        """What `actual` writes of every call that fits, None where that depends on the call."""
        return None

    @property
    def bare(self) -> Self:
        """The entry without how it was written: equal ones mean the same."""
        return self.replace(source="")


Found: TypeAlias = tuple[list[int], list[int]]
"""The call each entry got, -1 for none: for certain, and with the best content of the rest.

Both are one and the same list where all that matters is recorded.
"""
