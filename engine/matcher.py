"""What a call's arguments and result are held against: values, and the `<...>` of arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import Any

from toolspec.engine.json_value import (
    Json,
    has_list,
    identity,
    pythonic,
    same,
    same_as,
    spaced,
    told_apart,
)
from toolspec.engine.match.regex import Regex
from toolspec.engine.match.tool_pattern import quoted
from toolspec.engine.trace import UNRECORDED, Result, Unrecorded
from toolspec.engine.values import Value


class Fit(Enum):
    """How a call fits: `OPEN` where what is not recorded decides, `FAULT` without a `must` key."""

    YES = "yes"
    NO = "no"
    OPEN = "open"
    FAULT = "fault"


class ValuePattern(Value):
    """A value as a spec writes it: `Exactly`, `Text`, `Present`, or a list or object of some."""

    def matches(self, value: Json) -> bool:
        """Tell whether the value is meant."""
        raise NotImplementedError

    @cached_property
    def test(self) -> Callable[[Json], bool]:
        """A function that does as `matches`, and may be faster."""
        return self.matches

    @property
    def effort(self) -> int:
        """How many comparisons of plain values it takes at most to tell."""
        return 1

    @property
    def searches(self) -> bool:
        """Whether a regex is looked for in texts, so that long ones take longer."""
        return False


class Exactly(ValuePattern):
    """One JSON value, compared as JSON compares: `1` is `1.0`, `true` is not `1`."""

    value: Json

    def matches(self, value: Json) -> bool:
        """Tell whether the values are the same."""
        return self.test(value)

    @cached_property
    def test(self) -> Callable[[Json], bool]:
        """A function that tells whether a value is the same."""
        return same_as(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Exactly) and same(self.value, other.value)

    def __hash__(self) -> int:
        try:
            return hash(identity(self.value))
        except RecursionError:
            return 0

    def __str__(self) -> str:
        return spaced(self.value)


class Text(ValuePattern):
    """A text in which the regex is found, anywhere; nothing but text matches."""

    regex: Regex

    def matches(self, value: Json) -> bool:
        """Tell whether the value is text that the regex is found in."""
        return self.test(value)

    @cached_property
    def test(self) -> Callable[[Json], bool]:
        """A function that tells whether a value is text that the regex is found in."""
        found_in = self.regex.found_in
        return lambda value: isinstance(value, str) and found_in(value)

    @property
    def effort(self) -> int:
        """What the regex takes."""
        return self.regex.effort

    @property
    def searches(self) -> bool:
        """Whether a regex is looked for in texts: it is."""
        return True

    def __str__(self) -> str:
        return str(self.regex)


class Present(ValuePattern):
    """Any value: `...` says only that the key is there."""

    def matches(self, value: Json) -> bool:
        """Take every value."""
        return True

    def __str__(self) -> str:
        return "..."


class _Several(ValuePattern):
    """A value made of patterns, its `inside`."""

    @property
    def inside(self) -> Sequence[ValuePattern]:
        """The patterns in it."""
        raise NotImplementedError

    @cached_property
    def _effort(self) -> int:
        return 1 + sum([pattern.effort for pattern in self.inside])

    @property
    def effort(self) -> int:
        """What all in it takes."""
        return self._effort

    @cached_property
    def _searches(self) -> bool:
        return any(pattern.searches for pattern in self.inside)

    @property
    def searches(self) -> bool:
        """Whether a regex in it is looked for in texts."""
        return self._searches


class ListOf(_Several):
    """A list with patterns in it: as many items, each matching the pattern in its place."""

    items: tuple[ValuePattern, ...]

    @property
    def inside(self) -> Sequence[ValuePattern]:
        """The patterns of the items."""
        return self.items

    def matches(self, value: Json) -> bool:
        """Tell whether the value is a list whose items match one by one."""
        if (
            isinstance(value, str)
            or not isinstance(value, Sequence)
            or len(value) != len(self.items)
        ):
            return False
        return all(item.matches(part) for item, part in zip(self.items, value, strict=True))

    def __str__(self) -> str:
        return f"[{', '.join(str(item) for item in self.items)}]"


class ObjectOf(_Several):
    """An object with patterns in it: exactly these keys, each value matching its pattern."""

    entries: tuple[tuple[str, ValuePattern], ...]

    @property
    def inside(self) -> Sequence[ValuePattern]:
        """The patterns of the values."""
        return [pattern for _, pattern in self.entries]

    def matches(self, value: Json) -> bool:
        """Tell whether the value is an object with just these keys and matching values."""
        if not isinstance(value, Mapping) or len(value) != len(self.entries):
            return False
        return all(key in value and pattern.matches(value[key]) for key, pattern in self.entries)

    def __str__(self) -> str:
        return (
            "{" + ", ".join(f"{written_key(key)}: {pattern}" for key, pattern in self.entries) + "}"
        )


class Argument(Value):
    """One `key: value` of a `<...>`; with `must`, a call without the key is an error, no miss."""

    key: str
    value: ValuePattern
    must: bool = False

    def fits(self, arguments: Mapping[str, Json]) -> Fit:
        """Hold one argument of a call against this."""
        if self.key not in arguments:
            return Fit.FAULT if self.must else Fit.NO
        actual = arguments[self.key]
        if self.must and isinstance(self.value, Text) and not isinstance(actual, str):
            return Fit.FAULT
        return Fit.YES if self.value.matches(actual) else Fit.NO

    @property
    def can_miss(self) -> bool:
        """Whether some arguments miss this without being at fault.

        Where the key must be there, and `...` or a regex found in every text takes whatever it
        holds, none do.
        """
        if not self.must:
            return True
        if isinstance(self.value, Text):
            return not self.value.regex.in_every_text
        return not isinstance(self.value, Present)

    def __str__(self) -> str:
        return f"{'must ' if self.must else ''}{written_key(self.key)}: {self.value}"


class Arguments(Value):
    """A whole `<...>`: with `exact`, exactly these keys; without, others are free."""

    entries: tuple[Argument, ...]
    exact: bool = False

    def fits(self, arguments: Mapping[str, Json] | Unrecorded) -> Fit:
        """Hold a call's arguments against this.

        OPEN where they are not recorded and their content would decide; a `must` that finds its key
        missing is a FAULT, whatever the other keys say.
        """
        if arguments is UNRECORDED:
            return Fit.OPEN if self.exact or self.entries else Fit.YES
        if self.has_must:
            found = [entry.fits(arguments) for entry in self.entries]
            if Fit.FAULT in found:
                return Fit.FAULT
        return Fit.YES if self.test(arguments) else Fit.NO

    @cached_property
    def effort(self) -> int:
        """How many comparisons of plain values it takes at most to tell whether they fit."""
        return 1 + sum([entry.value.effort for entry in self.entries])

    @cached_property
    def searches(self) -> bool:
        """Whether a regex is looked for in texts, so that long ones take longer."""
        return any(entry.value.searches for entry in self.entries)

    @cached_property
    def has_must(self) -> bool:
        """Whether a key must be there."""
        return any(entry.must for entry in self.entries)

    @cached_property
    def wanted(self) -> list[tuple[str, Callable[[Json], bool], str]]:
        """Each key, a function that tells whether a value is right for it, and that as written."""
        return [(entry.key, entry.value.test, str(entry.value)) for entry in self.entries]

    @cached_property
    def test(self) -> Callable[[Mapping[str, Json] | Unrecorded], bool]:
        """A function that tells whether arguments fit for certain, made when first asked for."""
        return self._test_for()

    def _test_for(self) -> Callable[[Any], bool]:
        plain, exact, count = self.plain, self.exact, len(self.entries)
        if exact and plain is not None:
            return same_as(plain)
        if plain and not has_list(plain):
            wanted, agrees = plain.items(), told_apart(plain)

            def has(given: Mapping[str, Json] | Unrecorded) -> bool:
                if given is UNRECORDED or not wanted <= given.items():
                    return False
                return agrees is None or agrees(given)

            return has
        tests = [(entry.key, entry.value.test) for entry in self.entries]
        if not tests:
            return lambda _: True
        if count == 1 and not exact:
            only, fits = tests[0]
            return lambda given: given is not UNRECORDED and only in given and fits(given[only])

        def test(given: Mapping[str, Json] | Unrecorded) -> bool:
            if given is UNRECORDED or (exact and len(given) != count):
                return False
            for key, holds in tests:  # noqa: SIM110 - `all` costs twice as much here
                if key not in given or not holds(given[key]):
                    return False
            return True

        return test

    @property
    def plain(self) -> dict[str, Json] | None:
        """The arguments as a JSON object where every value is one, else None."""
        if all(isinstance(entry.value, Exactly) for entry in self.entries):
            return {
                entry.key: entry.value.value
                for entry in self.entries
                if isinstance(entry.value, Exactly)
            }
        return None

    def __str__(self) -> str:
        return f"<{', '.join(str(entry) for entry in self.entries)}>"


class ResultText(Value):
    """The `result /regex/` of `require` and `forbid`: found in any of a result's texts."""

    regex: Regex

    def fits(self, result: Result | Unrecorded) -> Fit:
        """Hold a call's result against this; OPEN where it is not recorded and would decide."""
        if isinstance(result, Unrecorded):
            return Fit.YES if self.regex.in_every_text else Fit.OPEN
        found_in = self.regex.found_in
        return Fit.YES if any(found_in(text) for text in result.texts) else Fit.NO

    def __str__(self) -> str:
        return str(self.regex)


class ResultValue(Value):
    """The value of an `output` entry: compared as JSON, or as text where it is a string."""

    value: ValuePattern

    def fits(self, result: Result | Unrecorded) -> Fit:
        """Hold a call's result against this; OPEN where it is not recorded."""
        if result is UNRECORDED:
            return Fit.OPEN
        return Fit.YES if self.test(result) else Fit.NO

    @cached_property
    def test(self) -> Callable[[Result | Unrecorded], bool]:
        """A function that tells whether a result fits for certain, made when first asked for."""
        return self._test_for()

    def _test_for(self) -> Callable[[Result | Unrecorded], bool]:
        if isinstance(self.value, Exactly) and isinstance(self.value.value, str):
            text = self.value.value

            def is_text(result: Result | Unrecorded) -> bool:
                return result is not UNRECORDED and text in result.strings

            return is_text
        holds = self.value.test

        def is_value(result: Result | Unrecorded) -> bool:
            if result is UNRECORDED:
                return False
            values = result.values
            return holds(values[0]) or (len(values) > 1 and holds(values[1]))

        return is_value

    def __str__(self) -> str:
        return str(self.value)


def as_python(pattern: ValuePattern) -> str:
    """Return a pattern as Python would write the value, with regexes as they are: `{'a': /x/}`."""
    if isinstance(pattern, Exactly):
        return pythonic(pattern.value)
    if isinstance(pattern, ListOf):
        return f"[{', '.join([as_python(item) for item in pattern.items])}]"
    if isinstance(pattern, ObjectOf):
        return dict_as_python(pattern.entries)
    return str(pattern)


def dict_as_python(entries: Iterable[tuple[str, ValuePattern]]) -> str:
    """Return keys and patterns as a Python dictionary: `{'a': 1, 'b': /x/}`."""
    return "{" + ", ".join([f"{key!r}: {as_python(value)}" for key, value in entries]) + "}"


def written_key(key: str) -> str:
    """Return an object's key as the language writes it: bare where it can be, else quoted.

    >>> written_key("user_id"), written_key("a b")
    ('user_id', '"a b"')
    """
    bare = key.isascii() and key.replace("-", "_").isidentifier() and not key.startswith("-")
    return key if bare else quoted(key)
