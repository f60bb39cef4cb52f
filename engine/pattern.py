"""Tool patterns: which tools a rule speaks of."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property

from toolspec.engine.regex import Regex
from toolspec.engine.trace import Trace
from toolspec.engine.values import Value

REMEMBERED_MAX = 4096
"""How many tool names a pattern remembers the answer for."""


class ToolPattern(Value):
    """A pattern over tool names: a `Name`, a `Glob`, a `NameRegex`, or several in `AnyOf`.

    `str(pattern)` is the pattern as the language writes it.
    """

    def matches(self, tool: str) -> bool:
        """Tell whether a tool of this name is meant."""
        raise NotImplementedError

    @cached_property
    def _known(self) -> _Known:
        return _Known(self.matches)

    def means(self, tool: str) -> bool:
        """Tell whether a tool of this name is meant, and remember it: traces repeat their tools."""
        return self._known[tool]

    def calls_in(self, trace: Trace) -> list[int]:
        """Return the indexes of the matching calls, in order. Not to be changed."""
        known = self._known
        hits = [calls for tool, calls in trace.by_name.items() if known[tool]]
        if len(hits) < 2:
            return hits[0] if hits else []
        return sorted([at for calls in hits for at in calls])

    def count_in(self, trace: Trace) -> int:
        """Return how many calls match."""
        known = self._known
        return sum([len(calls) for tool, calls in trace.by_name.items() if known[tool]])

    def names_in(self, trace: Trace) -> list[str]:
        """Return the names of the matching tools, in the order of their first call."""
        known = self._known
        return [tool for tool in trace.by_name if known[tool]]


class _Known(dict[str, bool]):
    """What a pattern says of a tool's name, asked once for each name."""

    def __init__(self, matches: Callable[[str], bool]) -> None:
        self._matches = matches

    def __missing__(self, tool: str) -> bool:
        if len(self) >= REMEMBERED_MAX:
            self.clear()
        answer = self[tool] = self._matches(tool)
        return answer


class Name(ToolPattern):
    """One tool by its exact name; case counts."""

    name: str

    def matches(self, tool: str) -> bool:
        """Tell whether the names are equal."""
        return tool == self.name

    def means(self, tool: str) -> bool:
        """Tell whether the names are equal: nothing to remember."""
        return tool == self.name

    def calls_in(self, trace: Trace) -> list[int]:
        """Return the indexes of the tool's calls. Not to be changed."""
        return trace.by_name.get(self.name, [])

    def count_in(self, trace: Trace) -> int:
        """Return how many calls the tool has."""
        return len(trace.by_name.get(self.name, ()))

    def names_in(self, trace: Trace) -> list[str]:
        """Return the name if it is called."""
        return [self.name] if self.name in trace.by_name else []

    def __str__(self) -> str:
        return self.name if is_bare(self.name) else quoted(self.name)


class Glob(ToolPattern):
    """A name in which each `*` stands for any characters, none too; `*` alone is any tool."""

    glob: str

    def matches(self, tool: str) -> bool:
        """Tell whether the pieces between the stars stand in the name, in order.

        >>> Glob("get_*_now").matches("get_weather_now"), Glob("*").matches("")
        (True, True)
        """
        first, *rest = self.glob.split("*")
        if not rest:
            return tool == first
        *middle, last = rest
        if (
            len(tool) < len(first) + len(last)
            or not tool.startswith(first)
            or not tool.endswith(last)
        ):
            return False
        at, end = len(first), len(tool) - len(last)
        # Each piece at its first place leaves the most room for the next: no search back is needed.
        for piece in middle:
            found = tool.find(piece, at, end)
            if found < 0:
                return False
            at = found + len(piece)
        return True

    def __str__(self) -> str:
        return self.glob


class NameRegex(ToolPattern):
    """Tools in whose name the regex is found, anywhere."""

    regex: Regex

    def matches(self, tool: str) -> bool:
        """Tell whether the regex is found in the name."""
        return self.regex.found_in(tool)

    def __str__(self) -> str:
        return str(self.regex)


class AnyOf(ToolPattern):
    """Tools that one of several patterns means."""

    patterns: tuple[ToolPattern, ...]

    def matches(self, tool: str) -> bool:
        """Tell whether any of the patterns matches."""
        return any(pattern.matches(tool) for pattern in self.patterns)

    def __str__(self) -> str:
        return " | ".join(str(pattern) for pattern in self.patterns)


class Named(ToolPattern):
    """A pattern used by the name a `tool` line gave it: `@reader`."""

    name: str
    pattern: ToolPattern

    def matches(self, tool: str) -> bool:
        """Tell whether the pattern behind the name matches."""
        return self.pattern.matches(tool)

    def calls_in(self, trace: Trace) -> list[int]:
        """Return the indexes of the matching calls, in order. Not to be changed."""
        return self.pattern.calls_in(trace)

    def count_in(self, trace: Trace) -> int:
        """Return how many calls match."""
        return self.pattern.count_in(trace)

    def names_in(self, trace: Trace) -> list[str]:
        """Return the names of the matching tools, in the order of their first call."""
        return self.pattern.names_in(trace)

    def __str__(self) -> str:
        return "@" + self.name


_FIRST = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_LATER = _FIRST | frozenset("0123456789.:/-")


def is_bare(name: str) -> bool:
    """Tell whether a tool's name can be written without quotes.

    >>> is_bare("fs/read:file"), is_bare("Web Search"), is_bare("a->b"), is_bare("a:")
    (True, False, False, False)
    """
    return (
        bool(name)
        and name[0] in _FIRST
        and _LATER.issuperset(name)
        and "->" not in name
        and name[-1] not in ":-"
    )


def quoted(text: str) -> str:
    """Return the text as the language writes strings: JSON's, with what is not ASCII as it is."""
    return json.dumps(text, ensure_ascii=False)
