"""Whether two value patterns exclude each other, and whether one implies the other.

Both answers are yes only where that is certain; everything else is no. A pattern with a `$name` in
it is compared with nothing, because the name means another value in each call.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Final, NamedTuple

from toolspec.engine.match.values import (
    Absent,
    Between,
    Both,
    Compared,
    EachItem,
    Either,
    Exactly,
    Has,
    Inside,
    Length,
    ListOf,
    Negated,
    ObjectOf,
    OfType,
    OpenList,
    Present,
    Text,
    ValuePattern,
    Variable,
)
from toolspec.engine.match.values.items import is_json_list
from toolspec.engine.match.values.numbers import is_number
from toolspec.engine.match.values.value import Several

WORK_MAX: Final = 2_000
"""Pairs of patterns that are compared at most; above, nothing is said."""

DEPTH_MAX: Final = 20
"""Patterns inside each other; where there are more, nothing is said."""

ALL_TYPES: Final = frozenset({"text", "number", "boolean", "null", "list", "object"})

_SIZED: Final = frozenset({"text", "list", "object"})


class Interval(NamedTuple):
    """The numbers from `low` to `high`, without an end that is `open`."""

    low: float = -inf
    high: float = inf
    low_open: bool = False
    high_open: bool = False

    def apart(self, other: Interval) -> bool:
        """Tell whether no number is in both."""
        return _before(self, other) or _before(other, self)

    def within(self, other: Interval) -> bool:
        """Tell whether every number in this one is in the other."""
        low = self.low > other.low or (
            self.low == other.low and (self.low_open or not other.low_open)
        )
        high = self.high < other.high or (
            self.high == other.high and (self.high_open or not other.high_open)
        )
        return low and high

    @property
    def whole(self) -> Interval:
        """The same for whole numbers, with both ends closed."""
        low = self.low if self.low == -inf else int(self.low // 1)
        if low != -inf and (low < self.low or self.low_open):
            low += 1
        high = self.high if self.high == inf else int(self.high // 1)
        if high != inf and self.high_open and high == self.high:
            high -= 1
        return Interval(low, high)


def _before(interval: Interval, other: Interval) -> bool:
    ends = interval.high_open or other.low_open
    return interval.high < other.low or (interval.high == other.low and ends)


def numbers_compared(operator: str, number: float) -> Interval | None:
    """Return the numbers that compare so with another; None for `!=`."""
    return {
        "<": Interval(high=number, high_open=True),
        "<=": Interval(high=number),
        ">": Interval(low=number, low_open=True),
        ">=": Interval(low=number),
        "=": Interval(number, number),
        "==": Interval(number, number),
    }.get(operator)


def interval_of(pattern: ValuePattern) -> Interval | None:
    """Return the numbers that a pattern matches; None where it is not a comparison or range."""
    if isinstance(pattern, Compared) and pattern.than is not None:
        return numbers_compared(pattern.operator, pattern.than)
    if isinstance(pattern, Between):
        return Interval(pattern.least, pattern.most)
    if isinstance(pattern, Exactly) and is_number(pattern.value):
        return Interval(pattern.value, pattern.value)  # type: ignore[arg-type]
    return None


def types_of(pattern: ValuePattern) -> frozenset[str]:
    """Return the types that a matching value can have."""
    pattern = pattern.flat
    if isinstance(pattern, Either):
        return frozenset[str]().union(*map(types_of, pattern.sides))
    if isinstance(pattern, Both):
        return ALL_TYPES.intersection(*map(types_of, pattern.sides))
    if isinstance(pattern, Exactly):
        return frozenset({type_of(pattern.value)})
    if isinstance(pattern, Text | Inside):
        return frozenset({"text"})
    if isinstance(pattern, Compared | Between):
        return frozenset({"number"})
    if isinstance(pattern, EachItem | ListOf | OpenList):
        return frozenset({"list"})
    if isinstance(pattern, ObjectOf):
        return frozenset({"object"})
    if isinstance(pattern, Length):
        return _SIZED
    if isinstance(pattern, OfType):
        return frozenset({"number" if pattern.name == "integer" else pattern.name})
    return frozenset() if isinstance(pattern, Absent) else ALL_TYPES


def type_of(value: object) -> str:
    """Return the type of a JSON value, in the words of the language."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "text"
    if is_number(value):
        return "number"
    return "list" if is_json_list(value) else "object"  # type: ignore[arg-type]


def excludes(pattern: ValuePattern, other: ValuePattern) -> bool:
    """Tell whether it is certain that no value matches both, and no missing key fits both."""
    return not _too_much(pattern, other) and _excludes(pattern.flat, other.flat)


def implies(pattern: ValuePattern, other: ValuePattern) -> bool:
    """Tell whether it is certain that whatever matches the one matches the other."""
    return not _too_much(pattern, other) and _implies(pattern.flat, other.flat)


def impossible(pattern: ValuePattern) -> tuple[ValuePattern, ValuePattern] | None:
    """Return two sides of a `&` that exclude each other; None where there are none."""
    pattern = pattern.flat
    if not isinstance(pattern, Both):
        return None
    for at, side in enumerate(pattern.sides):
        for other in pattern.sides[:at]:
            if excludes(other, side):
                return other, side
    return None


def _too_much(pattern: ValuePattern, other: ValuePattern) -> bool:
    return _measured(pattern) * _measured(other) > WORK_MAX


def _measured(pattern: ValuePattern) -> int:
    """Return how many patterns a pattern is made of; too many where it is nested too deeply."""
    if not isinstance(pattern.flat, Several):
        return 1
    count, pending = 0, [(pattern.flat, 0)]
    while pending:
        side, depth = pending.pop()
        count += 1
        if depth > DEPTH_MAX or count > WORK_MAX:
            return WORK_MAX + 1
        if isinstance(side, Several):
            pending += [(inner.flat, depth + 1) for inner in side.inside]
    return count


def _excludes(pattern: ValuePattern, other: ValuePattern) -> bool:
    for a, b in ((pattern, other), (other, pattern)):
        if isinstance(a, Either):
            return all(_excludes(side.flat, b) for side in a.sides)
    for a, b in ((pattern, other), (other, pattern)):
        if isinstance(a, Absent):
            return not b.may_be_absent and not b.names
        if isinstance(a, Both) and any(_excludes(side.flat, b) for side in a.sides):
            return True
        named = a.names or b.names
        if isinstance(a, Negated) and not named and _implies(b, a.pattern.flat):
            return True
    if pattern.names or other.names:
        return False
    for a, b in ((pattern, other), (other, pattern)):
        if isinstance(a, Exactly):
            return not b.matches(a.value)
    if not types_of(pattern) & types_of(other):
        return True
    return _excluding_forms(pattern, other)


def _intervals(one: ValuePattern, other: ValuePattern) -> tuple[Interval, Interval] | None:
    """Return the numbers, or the lengths, that two patterns ask for; None for other patterns."""
    are_lengths = isinstance(one, Length) and isinstance(other, Length)
    if isinstance(one, Length) and isinstance(other, Length):
        one, other = one.count.flat, other.count.flat
    first, second = interval_of(one), interval_of(other)
    if first is None or second is None:
        return None
    return (first.whole, second.whole) if are_lengths else (first, second)


def _excluding_forms(pattern: ValuePattern, other: ValuePattern) -> bool:
    """Compare two patterns of the same type."""
    numbers = _intervals(pattern, other)
    if numbers is not None:
        return numbers[0].apart(numbers[1])
    if isinstance(pattern, ListOf) and isinstance(other, ListOf):
        if len(pattern.items) != len(other.items):
            return True
        return any(
            _excludes(a.flat, b.flat) for a, b in zip(pattern.items, other.items, strict=True)
        )
    if isinstance(pattern, ObjectOf) and isinstance(other, ObjectOf):
        return _objects_exclude(pattern, other)
    return False


def _objects_exclude(pattern: ObjectOf, other: ObjectOf) -> bool:
    first, second = dict(pattern.entries), dict(other.entries)
    if any(_excludes(first[key].flat, second[key].flat) for key in first.keys() & second.keys()):
        return True
    return _lacks(pattern, first, second) or _lacks(other, second, first)


def _lacks(
    left: ObjectOf, first: Mapping[str, ValuePattern], second: Mapping[str, ValuePattern]
) -> bool:
    """Tell whether the one leaves no room for a key that the other asks for."""
    return not left.free and any(
        key not in first and not pattern.may_be_absent for key, pattern in second.items()
    )


def _implies(pattern: ValuePattern, other: ValuePattern) -> bool:
    if isinstance(pattern, Either):
        return all(_implies(side.flat, other) for side in pattern.sides)
    if isinstance(other, Present | Variable):
        return not pattern.may_be_absent
    if isinstance(other, Either):
        return any(_implies(pattern, side.flat) for side in other.sides)
    if isinstance(other, Both):
        return all(_implies(pattern, side.flat) for side in other.sides)
    if isinstance(pattern, Both):
        return any(_implies(side.flat, other) for side in pattern.sides)
    if pattern.names or other.names:
        return False
    if isinstance(pattern, Absent):
        return other.may_be_absent
    if isinstance(pattern, Exactly):
        return other.matches(pattern.value)
    if str(pattern) == str(other):
        return True
    if isinstance(other, Negated):
        return _excludes(pattern, other.pattern.flat)
    return _implying_forms(pattern, other)


def _implying_forms(pattern: ValuePattern, other: ValuePattern) -> bool:
    if isinstance(other, OfType):
        wanted = other.name
        return wanted != "integer" and types_of(pattern) == frozenset((wanted,))
    numbers = _intervals(pattern, other)
    if numbers is not None:
        return numbers[0].within(numbers[1])
    if isinstance(pattern, EachItem) and isinstance(other, EachItem):
        return _implies(pattern.pattern.flat, other.pattern.flat)
    if isinstance(pattern, ListOf) and isinstance(other, EachItem):
        return all(_implies(item.flat, other.pattern.flat) for item in pattern.items)
    if isinstance(pattern, ListOf) and isinstance(other, ListOf):
        return len(pattern.items) == len(other.items) and all(
            _implies(a.flat, b.flat) for a, b in zip(pattern.items, other.items, strict=True)
        )
    if isinstance(pattern, ObjectOf) and isinstance(other, ObjectOf):
        return _objects_imply(pattern, other)
    return False


def _objects_imply(left: ObjectOf, other: ObjectOf) -> bool:
    first, second = dict(left.entries), dict(other.entries)
    for key, pattern in second.items():
        if key in first:
            if not _implies(first[key].flat, pattern.flat):
                return False
        elif left.free or not pattern.may_be_absent:
            return False
    return other.free or (not left.free and first.keys() <= second.keys())


# --------------------------------------------------------------------------------- text in messages


def text_excludes(one: ValuePattern, other: ValuePattern) -> bool:
    """Tell whether it is certain that no text has both, as in `says V` and `answer V`."""
    if _too_much(one, other) or one.names or other.names:
        return False
    one, other = one.flat, other.flat
    for a, b in ((one, other), (other, one)):
        if isinstance(a, Either):
            return all(text_excludes(side, b) for side in a.sides)
    for a, b in ((one, other), (other, one)):
        if isinstance(a, Both) and any(text_excludes(side, b) for side in a.sides):
            return True
        if isinstance(a, Negated) and text_implies(b, a.pattern):
            return True
        whole = _whole_text(a)
        if whole is not None and not any(b.in_text(text) for text in whole):
            return True
    return False


def text_implies(one: ValuePattern, other: ValuePattern) -> bool:
    """Tell whether it is certain that every text that has the one has the other."""
    if _too_much(one, other) or one.names or other.names:
        return False
    one, other = one.flat, other.flat
    if isinstance(one, Either):
        return all(text_implies(side, other) for side in one.sides)
    if isinstance(other, Either):
        return any(text_implies(one, side) for side in other.sides)
    if isinstance(other, Both):
        return all(text_implies(one, side) for side in other.sides)
    if isinstance(one, Both):
        return any(text_implies(side, other) for side in one.sides)
    if isinstance(other, Negated):
        return text_excludes(one, other.pattern)
    if str(one) == str(other):
        return True
    whole = _whole_text(one)
    if whole is not None:
        return all(other.in_text(text) for text in whole)
    one, other = _inside_has(one), _inside_has(other)
    if not (isinstance(one, Exactly) and isinstance(other, Exactly)):
        return False
    long, short = one.value, other.value
    return isinstance(long, str) and isinstance(short, str) and short in long


def _inside_has(pattern: ValuePattern) -> ValuePattern:
    return pattern.pattern.flat if isinstance(pattern, Has) else pattern


def _whole_text(pattern: ValuePattern) -> tuple[str, ...] | None:
    """Return the texts that `/^words$/` matches; None for any other pattern."""
    if not isinstance(pattern, Text) or pattern.regex.flags:
        return None
    source = pattern.regex.source
    words = source[1:-1]
    if source[:1] != "^" or source[-1:] != "$" or not words.replace(" ", "").isalnum():
        return None
    return words, words + "\n"
