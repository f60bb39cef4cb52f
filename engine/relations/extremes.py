"""Comparisons with a `$name`, answered by the greatest or least number so far.

`after get <total: >= $a>` asks for one earlier call whose total is at least `$a`: whether there is
one is told by the greatest of them, so that no pairs are tried out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, NamedTuple, cast

from toolspec.engine.match.qualifier import MATCH, Qualifier
from toolspec.engine.match.qualifiers.arguments import CallArguments
from toolspec.engine.match.qualifiers.result import CallResult
from toolspec.engine.match.values import Bindings, Compared, ObjectOf, ValuePattern
from toolspec.engine.match.values.numbers import is_number
from toolspec.engine.trace import UNRECORDED, Call, Trace, Unrecorded


class Comparison(NamedTuple):
    """The one comparison with a name in a qualifier, and the keys that lead to its number."""

    qualifier: Qualifier
    compared: Compared
    path: tuple[str, ...]

    @property
    def greatest(self) -> bool:
        """Whether the greatest number is the one to look at."""
        return self.compared.operator in (">", ">=")

    def number(self, call: Call) -> int | float | None:
        """Return the number of a call that may be compared, None where it has none."""
        never = {self.compared.name: -inf if self.greatest else inf}
        if self.qualifier.bound(never).outcomes(call) != MATCH:
            return None
        if isinstance(self.qualifier, CallArguments):
            return _at(call.arguments, self.path)
        if isinstance(call.result, Unrecorded):
            return None
        values = [_at(value, self.path) for value in call.result.values]
        numbers = [other for other in values if other is not None]
        if not numbers:
            return None
        return max(numbers) if self.greatest else min(numbers)

    def is_recorded(self, call: Call) -> bool:
        """Tell whether the trace records what is compared."""
        part = call.arguments if isinstance(self.qualifier, CallArguments) else call.result
        return part is not UNRECORDED


def comparison(rest: Sequence[Qualifier]) -> Comparison | None:
    """Return the one comparison that these qualifiers are, None where they are something else."""
    if len(rest) != 1:
        return None
    (qualifier,) = rest
    if isinstance(qualifier, CallArguments):
        arguments = qualifier.arguments
        if len(arguments.entries) != 1 or arguments.has:
            return None
        compared = _compared(arguments.entries[0].value)
        return compared and Comparison(
            qualifier, compared[0], (arguments.entries[0].key, *compared[1])
        )
    if isinstance(qualifier, CallResult):
        compared = _compared(qualifier.value)
        return compared and Comparison(qualifier, *compared)
    return None


def _compared(pattern: ValuePattern) -> tuple[Compared, tuple[str, ...]] | None:
    if isinstance(pattern, Compared):
        return (pattern, ()) if pattern.name else None
    if isinstance(pattern, ObjectOf):
        named = [(key, value) for key, value in pattern.entries if value.names]
        if len(named) == 1:
            inside = _compared(named[0][1])
            return inside and (inside[0], (named[0][0], *inside[1]))
    return None


def _at(whole: Any, path: Sequence[str]) -> int | float | None:
    value = whole
    for key in path:
        if not isinstance(value, Mapping) or key not in value:
            return None
        value = cast("Mapping[str, Any]", value)[key]
    return cast("int | float", value) if is_number(value) else None


class Extremes:
    """For the calls of one list, which has the greatest (or least) number up to each."""

    def __init__(self, trace: Trace, calls: Sequence[int], asked: Comparison, after: bool) -> None:
        self.calls, self.asked, self.after = calls, asked, after
        self.numbers: dict[int, int | float] = {}
        self.best: list[int] = []
        best = -1
        for at in calls if after else reversed(calls):
            number = asked.number(trace.calls[at])
            if number is not None:
                self.numbers[at] = number
                known = self.numbers.get(best)
                if known is None or (number > known if asked.greatest else number < known):
                    best = at
            self.best.append(best)

    def met_by(self, count: int, bindings: Bindings) -> int:
        """Return which of the first so many calls meets the comparison, -1 for none.

        They are counted from the end where the relation looks at later calls.
        """
        best = self.best[count - 1] if count else -1
        if best < 0:
            return -1
        compared: Any = self.asked.compared.bound(bindings)
        return best if compared.matches(self.numbers[best]) else -1
