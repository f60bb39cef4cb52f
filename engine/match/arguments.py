"""The `<...>` of a call: which arguments it must have, and whether others are free."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cached_property
from typing import Any

from toolspec.engine.json_value import Json, has_list, pythonic, same_as, told_apart
from toolspec.engine.match.values import (
    Bindings,
    Exactly,
    Has,
    ListOf,
    ObjectOf,
    Present,
    Text,
    ValuePattern,
    merged,
    written_key,
)
from toolspec.engine.trace import UNRECORDED, Result, Unrecorded
from toolspec.engine.values import Value


class Fit(Enum):
    """How a call fits: `OPEN` where what is not recorded decides, `FAULT` without a `must` key."""

    YES = "yes"
    NO = "no"
    OPEN = "open"
    FAULT = "fault"


class Argument(Value):
    """One `key: value` of a `<...>`; with `must`, a call without the key is an error, no miss."""

    key: str
    value: ValuePattern
    must: bool = False

    def fits(self, arguments: Mapping[str, Json]) -> Fit:
        """Compare one argument of a call with this."""
        if self.key not in arguments:
            if self.must:
                return Fit.FAULT
            return Fit.YES if self.value.may_be_absent else Fit.NO
        actual = arguments[self.key]
        if self.must and isinstance(self.value.flat, Text) and not isinstance(actual, str):
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
        value = self.value.flat
        if isinstance(value, Text):
            return not value.regex.in_every_text
        return value.certain is not True

    def __str__(self) -> str:
        return f"{'must ' if self.must else ''}{written_key(self.key)}: {self.value}"


class Arguments(Value):
    """A whole `<...>`: with `exact`, exactly these keys; without, others are free.

    `has` are the `has V` in it: some value anywhere in the arguments matches.
    """

    entries: tuple[Argument, ...]
    exact: bool = False
    has: tuple[Has, ...] = ()

    def fits(self, arguments: Mapping[str, Json] | Unrecorded) -> Fit:
        """Compare a call's arguments with this.

        OPEN where they are not recorded and their content would decide; a `must` that finds its key
        missing is a FAULT, whatever the other keys say.
        """
        if arguments is UNRECORDED:
            return Fit.OPEN if self.asks else Fit.YES
        if self.has_must:
            each_fits = [entry.fits(arguments) for entry in self.entries]
            if Fit.FAULT in each_fits:
                return Fit.FAULT
        return Fit.YES if self.test(arguments) else Fit.NO

    @property
    def asks(self) -> bool:
        """Whether it asks for anything, so that calls without recorded arguments are open."""
        return bool(self.entries or self.has or self.exact)

    @property
    def patterns(self) -> tuple[ValuePattern, ...]:
        """The patterns of its values, and its `has V`."""
        return (*[entry.value for entry in self.entries], *self.has)

    @cached_property
    def effort(self) -> int:
        """How many comparisons of plain values it takes at most to tell whether they fit."""
        return 1 + sum([pattern.effort for pattern in self.patterns])

    @cached_property
    def searches(self) -> int:
        """How many times the texts of the arguments are searched at most."""
        return sum([pattern.searches for pattern in self.patterns])

    @cached_property
    def walks(self) -> int:
        """How many comparisons each value at any depth in the arguments can take."""
        return sum([pattern.walks for pattern in self.patterns])

    @cached_property
    def has_must(self) -> bool:
        """Whether a key must be there."""
        return any(entry.must for entry in self.entries)

    @cached_property
    def names(self) -> frozenset[str]:
        """The `$names` in it."""
        return frozenset[str]().union(*[pattern.names for pattern in self.patterns])

    def bindings(self, arguments: Mapping[str, Json]) -> Bindings | None:
        """Return what the `$names` stand for in a call's arguments; None where they do not fit."""
        if not self.test(arguments):
            return None
        if not self.names:
            return {}
        return merged(
            [
                entry.value.bindings(arguments[entry.key])
                for entry in self.entries
                if entry.key in arguments
            ]
        )

    def bound(self, bindings: Bindings, negated: bool = False) -> Arguments:
        """Return the same with every `$name` replaced by what it stands for."""
        if not self.names:
            return self
        entries = [
            entry.replace(value=entry.value.bound(bindings, negated)) for entry in self.entries
        ]
        has: list[Any] = [pattern.bound(bindings, negated) for pattern in self.has]
        return Arguments(tuple(entries), self.exact, tuple(has))

    @cached_property
    def wanted(self) -> list[tuple[str, Callable[[Json], bool], ValuePattern]]:
        """Each key, a function that tells whether a value is right for it, and its pattern."""
        return [(entry.key, entry.value.test, entry.value) for entry in self.entries]

    @cached_property
    def test(self) -> Callable[[Mapping[str, Json] | Unrecorded], bool]:
        """A function that tells whether arguments fit for certain, made when first asked for."""
        return self._with_has(self._test_for()) if self.has else self._test_for()

    def _with_has(self, entries: Callable[[Any], bool]) -> Callable[[Any], bool]:
        wanted = [pattern.matches for pattern in self.has]

        def test(given: Mapping[str, Json] | Unrecorded) -> bool:
            if given is UNRECORDED or not entries(given):
                return False
            return all(any(matches(value) for value in given.values()) for matches in wanted)

        return test

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
        if any(entry.value.may_be_absent for entry in self.entries):
            return self._with_optional
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

    def _with_optional(self, given: Mapping[str, Json] | Unrecorded) -> bool:
        if given is UNRECORDED:
            return False
        known = 0
        for entry in self.entries:
            if entry.key in given:
                known += 1
                if not entry.value.test(given[entry.key]):
                    return False
            elif not entry.value.may_be_absent:
                return False
        return not self.exact or known == len(given)

    @cached_property
    def plain(self) -> dict[str, Json] | None:
        """The arguments as a JSON object where every value is one, else None."""
        values: dict[str, Json] = {}
        for entry in self.entries:
            value = entry.value.flat
            if type(value) is not Exactly:
                return None
            values[entry.key] = value.value
        return values

    def __str__(self) -> str:
        return f"<{', '.join([*map(str, self.entries), *map(str, self.has)])}>"


class ResultPattern(Value):
    """The value that a result must match: of a `result V`, or of an `output` entry.

    `whole` says that it is an entry's, where a regex is for a result that is text, and not looked
    for in the text of any other.
    """

    value: ValuePattern
    whole: bool = False

    def fits(self, result: Result | Unrecorded) -> Fit:
        """Compare a call's result with this; OPEN where it is not recorded and would decide."""
        if isinstance(result, Unrecorded):
            return {None: Fit.OPEN, True: Fit.YES, False: Fit.NO}[self.certain]
        return Fit.YES if self.test(result) else Fit.NO

    @cached_property
    def certain(self) -> bool | None:
        """True where every result fits, False where none does; None where it depends."""
        return self.value.certain if self.whole else self.value.certain_of_results

    @cached_property
    def test(self) -> Callable[[Any], bool]:
        """A function that tells whether a result fits for certain."""
        fits = self.value.fits_output if self.whole else self.value.fits_result
        return lambda result: result is not UNRECORDED and fits(result)

    def __str__(self) -> str:
        return str(self.value)


def as_python(pattern: ValuePattern) -> str:
    """Return a pattern as Python would write the value, with regexes as they are: `{'a': /x/}`."""
    if type(pattern) is Exactly:
        return pythonic(pattern.value)
    if isinstance(pattern, ListOf):
        return f"[{', '.join([as_python(item) for item in pattern.items])}]"
    if isinstance(pattern, ObjectOf):
        return dict_as_python(pattern.entries, free=pattern.free)
    return str(pattern)


def dict_as_python(entries: Iterable[tuple[str, ValuePattern]], *, free: bool = False) -> str:
    """Return keys and patterns as a Python dictionary: `{'a': 1, 'b': /x/}`."""
    members = [f"{key!r}: {as_python(value)}" for key, value in entries]
    return "{" + ", ".join([*members, "..."] if free else members) + "}"


__all__ = [
    "Argument", "Arguments", "Fit", "Present", "ResultPattern", "as_python", "dict_as_python",
]  # fmt: skip
