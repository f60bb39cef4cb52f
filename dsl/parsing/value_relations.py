"""Whether one value pattern excludes another, and what may not be inside `has`."""

from __future__ import annotations

from toolspec.engine.match.values import (
    Between,
    Both,
    Compared,
    Either,
    Exactly,
    Has,
    Negated,
    OfType,
    ValuePattern,
)


def excludes_by_type(one: ValuePattern, other: ValuePattern) -> bool:
    """Tell whether no value can match both: types, or a literal and a type or comparison."""
    if isinstance(one, OfType) and isinstance(other, OfType):
        return {one.name, other.name} != {"number", "integer"} and one.name != other.name
    if type(other) is Exactly:
        one, other = other, one
    if type(one) is Exactly and isinstance(other, OfType | Compared | Between):
        return not other.names and not other.matches(one.value)
    return False


def has_operators(pattern: ValuePattern) -> bool:
    """Tell whether a pattern is made with what may not be in `has`, through `|` and names."""
    pending = [pattern.flat]
    while pending:
        side = pending.pop()
        if isinstance(side, Either):
            pending.extend([inner.flat for inner in side.sides])
        elif isinstance(side, Negated | Both | Has):
            return True
    return False
