"""Calls that a phrase nearly means: a value has another type than a comparison needs.

`forbid refund <amount: > 100>` says nothing of a call whose amount is the text `"250"`. The
author of the rule did not expect that, so reports name such calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from toolspec.engine.json_value import Json
from toolspec.engine.match.arguments import Argument
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.qualifier import Qualifier
from toolspec.engine.match.qualifiers.arguments import CallArguments
from toolspec.engine.match.qualifiers.result import CallResult
from toolspec.engine.match.values import (
    Between,
    Bindings,
    Both,
    Compared,
    EachItem,
    Either,
    ListOf,
    Negated,
    ObjectOf,
    OfType,
    ValuePattern,
    written_key,
)
from toolspec.engine.match.values.items import is_json_list
from toolspec.engine.match.values.numbers import is_number
from toolspec.engine.match.values.value import Several
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import UNRECORDED, Call, Trace
from toolspec.engine.verdict import Shown

NAMED_MAX = 3
"""Different values that a sentence names."""


class OffType(NamedTuple):
    """A value of another type than a comparison needs, and where it stands."""

    place: str
    value: Json

    def said(self, shown: Shown) -> str:
        """Say which it is: `amount is the text "250"`."""
        text = "the text " if isinstance(self.value, str) and shown.values else ""
        return f"{self.place} is {text}{shown.short(self.value)}"


def near_misses(
    trace: Trace, pattern: CallPattern, missed: Iterable[int], shown: Shown, left: str
) -> str:
    """Name those of the calls that miss a phrase by the type of a value alone, "" for none.

    `left` says what became of them: `asked` gives `; 1 call not asked: amount is the text "250"`.
    """
    return grouped_calls(off_types(trace, pattern, missed).values(), shown, left)


def nearly_any(trace: Trace, patterns: Iterable[CallPattern], shown: Shown) -> str:
    """Name the calls that miss one of the phrases by the type of a value alone, "" for none."""
    near: dict[int, OffType] = {}
    for pattern in patterns:
        near.update(off_types(trace, pattern, pattern.tool.calls_in(trace)))
    return grouped_calls([near[at] for at in sorted(near)], shown, "matched")


def off_types(trace: Trace, pattern: CallPattern, missed: Iterable[int]) -> dict[int, OffType]:
    """Return the calls that miss a phrase by the type of a value alone, each with that value."""
    loose = _loose(pattern)
    if loose is None:
        return {}
    place = pattern.position_in(trace)
    near: dict[int, OffType] = {}
    for at in missed if place is None else [at for at in missed if at == place]:
        call = trace.calls[at]
        if loose.may_mean(call):
            off = _off_in(pattern, call)
            if off is not None:
                near[at] = off
    return near


def compares(pattern: CallPattern) -> bool:
    """Tell whether a call can miss a phrase by the type of a value alone."""
    return _loose(pattern) is not None


def no_numbers(pattern: CallPattern, bindings: Bindings) -> Iterator[OffType]:
    """Yield what names stand for that a phrase compares with numbers, where it is not a number."""
    for name in dict.fromkeys(_compared_names(pattern)):
        if name in bindings and not is_number(bindings[name]):
            yield OffType(f"`${name}`", bindings[name])


def _compared_names(pattern: CallPattern) -> Iterator[str]:
    left = [value for qualifier in pattern.qualifiers for value in _values_of(qualifier)]
    while left:
        flat = left.pop().flat
        if isinstance(flat, Compared) and flat.name:
            yield flat.name
        if isinstance(flat, Several):
            left += flat.inside


def _values_of(qualifier: Qualifier) -> Sequence[ValuePattern]:
    if isinstance(qualifier, CallArguments):
        return [entry.value for entry in qualifier.arguments.entries]
    return [qualifier.value] if isinstance(qualifier, CallResult) else ()


def grouped_calls(values: Iterable[OffType], shown: Shown, left: str) -> str:
    """Return calls by the values that made them miss a phrase, in the words of a summary."""
    counts: dict[str, int] = {}
    for value in values:
        words = value.said(shown)
        counts[words] = counts.get(words, 0) + 1
    return calls_by_words(counts, left)


def calls_by_words(counts: Mapping[str, int], left: str) -> str:
    """Return the calls by what is said of them, in the words of a summary."""
    return "".join(
        [
            f"; {plural(count, 'call')} not {left}: {words}"
            for words, count in list(counts.items())[:NAMED_MAX]
        ]
    )


def _loose(pattern: CallPattern) -> CallPattern | None:
    """Return the phrase, its comparisons also taking what is not a number; None without any."""
    qualifiers = list(pattern.qualifiers)
    for at, qualifier in enumerate(qualifiers):
        if isinstance(qualifier, CallArguments):
            entries = [
                Argument(entry.key, _without_types(entry.value), entry.must)
                for entry in qualifier.arguments.entries
            ]
            arguments = qualifier.arguments.replace(entries=tuple(entries))
            if arguments != qualifier.arguments:
                qualifiers[at] = CallArguments(arguments)
        elif isinstance(qualifier, CallResult):
            qualifiers[at] = CallResult(_without_types(qualifier.value))
    loosened = tuple(qualifiers)
    return (
        None
        if loosened == pattern.qualifiers
        else pattern.replace(qualifiers=loosened, position="")
    )


def _without_types(pattern: ValuePattern) -> ValuePattern:
    """Return a pattern of which each comparison also takes what is not a number."""
    flat = pattern.flat
    if isinstance(flat, Compared | Between):
        return Either((flat, Negated(OfType("number"))))
    if isinstance(flat, Both | Either | ObjectOf | EachItem | ListOf):
        inside = [_without_types(part) for part in flat.inside]
        if inside != list(flat.inside):
            return flat.with_inside(inside)
    return pattern


def _off_in(pattern: CallPattern, call: Call) -> OffType | None:
    """Return the first value of the call that has another type than its comparison needs."""
    for qualifier in pattern.qualifiers:
        if isinstance(qualifier, CallArguments) and call.arguments is not UNRECORDED:
            for entry in qualifier.arguments.entries:
                if entry.key in call.arguments:
                    value = call.arguments[entry.key]
                    off = _off(entry.value, value, written_key(entry.key))
                    if off is not None:
                        return off
        elif isinstance(qualifier, CallResult) and call.result is not UNRECORDED:
            for value in call.result.values:
                off = _off(qualifier.value, value, "")
                if off is not None:
                    return off._replace(place=f"{off.place} of its result".removeprefix(" of "))
    return None


def _off(pattern: ValuePattern, value: Json, place: str) -> OffType | None:
    flat = pattern.flat
    if flat.matches(value):
        return None
    if isinstance(flat, Compared | Between):
        return None if is_number(value) else OffType(place, value)
    if isinstance(flat, Both | Either):
        return _first([_off(side, value, place) for side in flat.inside])
    if isinstance(flat, ObjectOf) and isinstance(value, Mapping):
        return _first(
            [
                _off(part, value[key], f"{place}.{written_key(key)}".removeprefix("."))
                for key, part in flat.entries
                if key in value
            ]
        )
    if isinstance(flat, EachItem | ListOf) and is_json_list(value):
        items = cast("Sequence[Json]", value)
        parts = flat.items if isinstance(flat, ListOf) else [flat.pattern] * len(items)
        places = [f"{place}[{at}]" for at in range(len(items))]
        return _first(list(map(_off, parts, items, places)))
    return None


def _first(reasons: Sequence[OffType | None]) -> OffType | None:
    return next((reason for reason in reasons if reason is not None), None)
