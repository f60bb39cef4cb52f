"""Whether two call phrases exclude each other, and whether one implies the other.

As with values, both answers are yes only where that is certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from toolspec.engine.match.arguments import Arguments
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.qualifier import Qualifier
from toolspec.engine.match.qualifiers.arguments import CallArguments
from toolspec.engine.match.qualifiers.by import CallAgent
from toolspec.engine.match.qualifiers.status import CallStatus
from toolspec.engine.match.qualifiers.took import CallDuration
from toolspec.engine.match.tool_pattern import AnyOf, Glob, Name, ToolPattern, distinct
from toolspec.engine.match.value_logic import Interval, excludes, implies, numbers_compared
from toolspec.engine.relations.demand import Demand

NAMES_MAX: Final = 50
"""A pattern made of more pieces is compared with nothing."""


def pattern_size(pattern: ToolPattern) -> int:
    """Return how many patterns a pattern is made of, those of two of its parts twice."""
    parts = distinct(pattern.patterns) if isinstance(pattern, AnyOf) else (pattern,)
    return sum(len(part.leaves) for part in parts)


def names_of(pattern: ToolPattern) -> list[str]:
    """Return the names a pattern is made of; none where it has other pieces, or too many."""
    if isinstance(pattern, Name):
        return [pattern.name]
    if pattern_size(pattern) > NAMES_MAX:
        return []
    names = [leaf.name for leaf in pattern.leaves if isinstance(leaf, Name)]
    return names if len(names) == len(pattern.leaves) else []


def tools_within(pattern: ToolPattern, other: ToolPattern) -> bool:
    """Tell whether it is certain that every tool of the one is a tool of the other."""
    if isinstance(pattern, Name):
        return other.means(pattern.name)
    if pattern_size(pattern) > NAMES_MAX or pattern_size(other) > NAMES_MAX:
        return False
    wide = other.leaves
    if any(isinstance(leaf, Glob) and set(leaf.glob) == {"*"} for leaf in wide):
        return True
    return all(
        other.means(leaf.name) if isinstance(leaf, Name) else leaf in wide
        for leaf in pattern.leaves
    )


def tools_apart(pattern: ToolPattern, other: ToolPattern) -> bool:
    """Tell whether it is certain that no tool is one of both."""
    names = names_of(pattern)
    if names:
        return not any(other.means(name) for name in names)
    names = names_of(other)
    return bool(names) and not any(pattern.means(name) for name in names)


def call_implies(pattern: CallPattern, other: CallPattern) -> bool:
    """Tell whether it is certain that every call that the one means is meant by the other."""
    return not other.names and _implies(pattern, other)


def is_of_subject(pattern: CallPattern, subject: CallPattern) -> bool:
    """Tell whether it is certain that `each` asks of every call that the one means.

    A `$name` that is in the subject once stands for any value.
    """
    written = str(subject) if subject.names else ""
    if any(written.count(f"${name}") != 1 for name in subject.names):
        return False
    return _implies(pattern, subject)


def _implies(pattern: CallPattern, other: CallPattern) -> bool:
    if other.position or not tools_within(pattern.tool, other.tool):
        return False
    return all(
        any(qualifier_implies(mine, asked) for mine in pattern.qualifiers)
        for asked in other.qualifiers
    )


def calls_apart(pattern: CallPattern, other: CallPattern) -> bool:
    """Tell whether it is certain that no call is meant by both."""
    if tools_apart(pattern.tool, other.tool):
        return True
    return any(qualifiers_apart(a, b) for a in pattern.qualifiers for b in other.qualifiers)


def qualifier_implies(qualifier: Qualifier, other: Qualifier) -> bool:
    """Tell whether a call that fits the one fits the other."""
    if type(qualifier) is not type(other):
        return False
    if isinstance(qualifier, CallArguments) and isinstance(other, CallArguments):
        return _arguments_imply(qualifier.arguments, other.arguments)
    if isinstance(qualifier, CallStatus) and isinstance(other, CallStatus):
        return qualifier.status == other.status
    if isinstance(qualifier, CallDuration) and isinstance(other, CallDuration):
        first, second = _took(qualifier), _took(other)
        return first is not None and second is not None and first.within(second)
    if isinstance(qualifier, CallAgent) and isinstance(other, CallAgent):
        return tools_within(qualifier.agent, other.agent)
    return not qualifier.names and not other.names and str(qualifier) == str(other)


def qualifiers_apart(qualifier: Qualifier, other: Qualifier) -> bool:
    """Tell whether no call fits both."""
    if isinstance(qualifier, CallArguments) and isinstance(other, CallArguments):
        return _arguments_apart(qualifier.arguments, other.arguments)
    if isinstance(qualifier, CallStatus) and isinstance(other, CallStatus):
        return qualifier.status != other.status
    if isinstance(qualifier, CallDuration) and isinstance(other, CallDuration):
        first, second = _took(qualifier), _took(other)
        return first is not None and second is not None and first.apart(second)
    if isinstance(qualifier, CallAgent) and isinstance(other, CallAgent):
        return tools_apart(qualifier.agent, other.agent)
    return False


def _took(duration: CallDuration) -> Interval | None:
    return numbers_compared(duration.comparison, duration.duration.ns)


def _arguments_imply(arguments: Arguments, other: Arguments) -> bool:
    known = {entry.key: entry.value for entry in arguments.entries}
    asked = {entry.key: entry.value for entry in other.entries}
    if other.has:
        return False
    for key, value in asked.items():
        if key in known:
            if not implies(known[key], value):
                return False
        elif not (arguments.exact and value.may_be_absent):
            return False
    return not other.exact or (arguments.exact and known.keys() <= asked.keys())


def _arguments_apart(arguments: Arguments, other: Arguments) -> bool:
    first = {entry.key: entry.value for entry in arguments.entries}
    second = {entry.key: entry.value for entry in other.entries}
    if any(excludes(first[key], second[key]) for key in first.keys() & second.keys()):
        return True
    for here, there, exact in ((first, second, arguments.exact), (second, first, other.exact)):
        if exact and any(
            key not in here and not value.may_be_absent for key, value in there.items()
        ):
            return True
    return False


def rule_out(known: Sequence[Qualifier], demand: Demand) -> bool:
    """Tell whether no call that has the known qualifiers meets a demand on itself."""
    asked = demand.asked
    if not isinstance(asked, Qualifier) or asked.names:
        return False
    if demand.negated:
        return any(qualifier_implies(entry, asked) for entry in known)
    return any(qualifiers_apart(entry, asked) for entry in known)
