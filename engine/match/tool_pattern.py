"""Tool patterns: which tools a rule speaks of."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from typing import Final

from toolspec.engine.match.regex import Regex
from toolspec.engine.trace import Trace
from toolspec.engine.values import Value

ANSWERS_MAX: Final = 1 << 15
"""Answers of patterns about tool names that are remembered, for all patterns together."""

REMEMBERED_CHARACTERS_MAX: Final = 200
"""Longer names, and patterns written with more characters, are asked again each time."""

MANY_NAMES: Final = 100
"""Of a trace with more tools no answer is remembered: they would drive each other out."""


class ToolPattern(Value):
    """A pattern over tool names: a `Name`, a `Glob`, a `NameRegex`, or several in `AnyOf`.

    `str(pattern)` is the pattern as the language writes it.
    """

    def matches(self, tool: str) -> bool:
        """Tell whether a tool of this name is meant."""
        raise NotImplementedError

    @property
    def leaves(self) -> tuple[ToolPattern, ...]:
        """The names, globs and regexes that the pattern is made of, each once."""
        return (self,)

    @property
    def flat(self) -> ToolPattern:
        """The same pattern with no name of a `tool` line in it."""
        return self

    @property
    def searches(self) -> int:
        """How many searches through a tool's name it may take to tell whether it is meant."""
        return 0

    def means(self, tool: str) -> bool:
        """Tell as `matches` does, and perhaps from memory: traces repeat their tools."""
        return self.matches(tool)

    def calls_in(self, trace: Trace) -> list[int]:
        """Return the indexes of the matching calls, in order. Not to be changed."""
        by_name = trace.by_name
        hits = [by_name[tool] for tool in self.names_in(trace)]
        if len(hits) < 2:
            return hits[0] if hits else []
        return sorted([at for calls in hits for at in calls])

    def count_in(self, trace: Trace) -> int:
        """Return how many calls match."""
        by_name = trace.by_name
        return sum([len(by_name[tool]) for tool in self.names_in(trace)])

    def names_in(self, trace: Trace) -> list[str]:
        """Return the names of the matching tools, in the order of their first call."""
        by_name = trace.by_name
        asks = self.means if len(by_name) <= MANY_NAMES else self.matches
        return [tool for tool in by_name if asks(tool)]


@lru_cache(maxsize=ANSWERS_MAX)
def _answer(matches: Callable[[str], bool], tool: str) -> bool:
    return matches(tool)


class _Searching(ToolPattern):
    """A pattern that has to look through a name, and so remembers its answers."""

    @property
    def searches(self) -> int:
        """One search through a tool's name."""
        return 1

    @property
    def asks(self) -> Callable[[str], bool]:
        """A function that does as `matches`, without a method around it."""
        raise NotImplementedError

    def matches(self, tool: str) -> bool:
        """Tell whether a tool of this name is meant."""
        return self.asks(tool)

    def names_in(self, trace: Trace) -> list[str]:
        """Return the names of the matching tools, in the order of their first call."""
        by_name = trace.by_name
        if len(by_name) > MANY_NAMES:
            return list(filter(self.asks, by_name))
        return [tool for tool in by_name if self.means(tool)]

    def means(self, tool: str) -> bool:
        """Tell as `matches` does, from memory where nothing is too long to be remembered."""
        if self._is_long or len(tool) > REMEMBERED_CHARACTERS_MAX:
            return self.matches(tool)
        # A pattern is found in the memory by which object it is, not by all it is made of.
        return _answer(self.matches, tool)

    @cached_property
    def _is_long(self) -> bool:
        return len(str(self)) > REMEMBERED_CHARACTERS_MAX


class Name(ToolPattern):
    """One tool by its exact name; case counts."""

    name: str

    def matches(self, tool: str) -> bool:
        """Tell whether the names are equal."""
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


class Glob(_Searching):
    """A name in which each `*` stands for any characters, none too; `*` alone is any tool."""

    glob: str

    @property
    def asks(self) -> Callable[[str], bool]:
        """A function that tells whether the pieces between the stars are in a name, in order.

        >>> Glob("get_*_now").matches("get_weather_now"), Glob("*").matches("")
        (True, True)
        """
        return self._asks

    @cached_property
    def _asks(self) -> Callable[[str], bool]:
        first, *rest = self.glob.split("*")
        if not rest:
            return lambda tool: tool == first
        *middle, last = rest
        middle = [piece for piece in middle if piece]
        least = len(first) + len(last)

        def fits(tool: str) -> bool:
            if len(tool) < least or not tool.startswith(first) or not tool.endswith(last):
                return False
            at, end = len(first), len(tool) - len(last)
            # Each piece at its first place leaves the most room for the next: no search back.
            for piece in middle:
                start = tool.find(piece, at, end)
                if start < 0:
                    return False
                at = start + len(piece)
            return True

        return fits

    def __str__(self) -> str:
        return self.glob


class NameRegex(_Searching):
    """Tools in whose name the regex is found, anywhere."""

    regex: Regex

    @property
    def asks(self) -> Callable[[str], bool]:
        """A function that tells whether the regex is found in a name."""
        return self.regex.found_in

    def __str__(self) -> str:
        return str(self.regex)


class AnyOf(ToolPattern):
    """Tools that one of several patterns means."""

    patterns: tuple[ToolPattern, ...]

    @property
    def leaves(self) -> tuple[ToolPattern, ...]:
        """The names, globs and regexes that the patterns are made of, each once."""
        return self._leaves

    @property
    def flat(self) -> ToolPattern:
        """The pattern with what names stand for in their place, each once."""
        return self._flat

    @cached_property
    def _leaves(self) -> tuple[ToolPattern, ...]:
        return distinct(leaf for pattern in distinct(self.patterns) for leaf in pattern.leaves)

    @cached_property
    def _flat(self) -> ToolPattern:
        leaves = self.leaves
        if leaves == self.patterns:
            return self
        return AnyOf(leaves) if len(leaves) != 1 else leaves[0]

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset([pattern.name for pattern in self.patterns if isinstance(pattern, Name)])

    @cached_property
    def _others(self) -> tuple[ToolPattern, ...]:
        return distinct(pattern for pattern in self.patterns if not isinstance(pattern, Name))

    @cached_property
    def _searches(self) -> int:
        return sum([pattern.searches for pattern in self._others])

    @property
    def searches(self) -> int:
        """The searches of all the patterns."""
        return self._searches

    def matches(self, tool: str) -> bool:
        """Tell whether any of the patterns matches."""
        return tool in self._names or any(pattern.matches(tool) for pattern in self._others)

    def means(self, tool: str) -> bool:
        """Tell whether any of the patterns matches; regexes and globs remember."""
        return tool in self._names or any(pattern.means(tool) for pattern in self._others)

    def __str__(self) -> str:
        return " | ".join(str(pattern) for pattern in self.patterns)


class Named(ToolPattern):
    """A pattern used by the name a `tool` line gave it: `@reader`.

    Names made of names share what they are made of: written out, fifty lines of them can be more
    than any machine holds. So nothing here follows them; `leaves` has each piece once.
    """

    name: str
    pattern: ToolPattern

    @property
    def leaves(self) -> tuple[ToolPattern, ...]:
        """What the pattern that the name stands for is made of."""
        return self.pattern.leaves

    @property
    def flat(self) -> ToolPattern:
        """The pattern that the name stands for, with no name in it."""
        return self.pattern.flat

    @property
    def searches(self) -> int:
        """The searches of what the name stands for."""
        return self.pattern.flat.searches

    def means(self, tool: str) -> bool:
        """Tell whether the pattern that the name stands for matches."""
        return self.pattern.flat.means(tool)

    def matches(self, tool: str) -> bool:
        """Tell whether the pattern that the name stands for matches."""
        return self.pattern.flat.matches(tool)

    def calls_in(self, trace: Trace) -> list[int]:
        """Return the indexes of the matching calls, in order. Not to be changed."""
        return self.pattern.flat.calls_in(trace)

    def count_in(self, trace: Trace) -> int:
        """Return how many calls match."""
        return self.pattern.flat.count_in(trace)

    def names_in(self, trace: Trace) -> list[str]:
        """Return the names of the matching tools, in the order of their first call."""
        return self.pattern.flat.names_in(trace)

    def _key(self) -> tuple[str, tuple[ToolPattern, ...]]:
        return self.name, self.leaves

    def __reduce__(self) -> tuple[object, ...]:
        return Named, (self.name, self.pattern)

    def __repr__(self) -> str:
        return f"Named({self.name!r}, {self.flat!r})"

    def __str__(self) -> str:
        return "@" + self.name


def distinct(patterns: Iterable[ToolPattern]) -> tuple[ToolPattern, ...]:
    """Return the patterns, each once, in the order of their first place."""
    return tuple(dict.fromkeys(patterns))


_FIRST = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_LATER = _FIRST | frozenset("0123456789.:/-")


def is_bare(name: str) -> bool:
    """Tell whether a tool's name can be written without quotes.

    >>> is_bare("fs/read:file"), is_bare("Web Search"), is_bare("a->b"), is_bare("a:")
    (True, False, False, False)
    """
    return bool(name) and name[0] in _FIRST and _LATER.issuperset(name) and name[-1] not in ":-"


def quoted(text: str) -> str:
    """Return the text as the language writes strings: JSON's, with what is not ASCII as it is."""
    return json.dumps(text, ensure_ascii=False)
