"""What every value pattern can do: match a value, a result or a text, and say why it does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple, TypeAlias

from toolspec.engine.json_value import Json, compact, same
from toolspec.engine.match.tool_pattern import quoted
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Result
from toolspec.engine.values import Value
from toolspec.engine.verdict import Shown, shorten

Bindings: TypeAlias = "Mapping[str, Json]"
"""The values that `$names` stand for, by the names without their `$`."""


class Unshown(dict[str, Json]):
    """The values of `$names` in a report without values, which writes the names instead."""


WRITTEN_MAX = 120
"""Characters of a pattern in a sentence before it is cut."""


class ValueForm(NamedTuple):
    """How a form of value is written. The docstring of its file is its documentation.

    `written` is the form as a person reads it, `words` its keywords; `matching` and `missing` are
    pairs of a pattern and a value as JSON text: tests, and documentation.
    """

    written: str
    words: tuple[str, ...] = ()
    matching: tuple[tuple[str, str], ...] = ()
    missing: tuple[tuple[str, str], ...] = ()


class Lack(NamedTuple):
    """Why a value does not match: the smallest part of it that does not, and what that lacks.

    `path` leads to the part (`.items[0].id`, "" for the whole); `verb` and `rest` say the reason:
    "is", "7200, not in 0.01..5000".
    """

    path: str
    verb: str
    rest: str

    def inside(self, key: str | int) -> Lack:
        """Return the same of a value that holds this one under a key or at an index."""
        step = f"[{key}]" if isinstance(key, int) else f".{written_key(key)}"
        return self._replace(path=step + self.path)

    def of_argument(self, key: str) -> str:
        """Say it of an argument: "`amount` is 7200, not in 0.01..5000"."""
        return f"`{key}{self.path}` {self.verb} {self.rest}"

    def of_result(self) -> str:
        """Say it of a result: "it returned 7200, not in 0.01..5000"."""
        if self.path:
            return f"`{self.path.removeprefix('.')}` of its result {self.verb} {self.rest}"
        if self.verb == "is":
            return f"it returned {self.rest}"
        return f"its result {self.verb} {self.rest}"


PART_MAX = 80
"""Characters of a list, an object or a text that a reason quotes; of longer ones it says the size.
"""


def in_short(value: Json, shown: Shown) -> str:
    """Return a value for a reason: as it is where that is short, else what it is."""
    text = shown.short(value)
    if len(text) <= PART_MAX or not shown.values:
        return text
    if isinstance(value, Mapping):
        return f"an object of {plural(len(value), 'key')}"
    if isinstance(value, str):
        return shorten(compact(value), PART_MAX)
    return f"a list of {plural(len(value), 'item')}" if isinstance(value, Sequence) else text


class ValuePattern(Value):
    """A value as a spec writes it. Each form is one file of this folder."""

    form: ClassVar[ValueForm] = ValueForm("")

    def in_words(self) -> str:
        """Return what is true of a value that matches, for a sentence: `is 5`, `matches /a/`."""
        return f"is {self}"

    def matches(self, value: Json) -> bool:
        """Tell whether the value of an argument, or any other JSON value, is meant."""
        raise NotImplementedError

    def fits_result(self, result: Result) -> bool:
        """Tell whether a call's result is meant, in a `result V`.

        Strings and regexes are compared with each of the result's texts, all else with the result
        as JSON and, where it is wrapped in a lone `content`, with that.
        """
        return self.fits_output(result)

    def fits_output(self, result: Result) -> bool:
        """Tell whether a result is meant in an `output` entry, where a regex is for text only."""
        return any(self.test(value) for value in result.values)

    def in_text(self, text: str) -> bool:
        """Tell whether the pattern occurs in a text, as in `user says V`; see `searchable`."""
        del text
        return False

    @property
    def searchable(self) -> bool:
        """Whether it can be looked for in a text."""
        return False

    @cached_property
    def test(self) -> Callable[[Json], bool]:
        """A function that does as `matches`, and may be faster."""
        return self.matches

    def bindings(self, value: Json) -> Bindings | None:
        """Return what the `$names` in the pattern stand for in a value; None if it does not match.

        Only names that are the whole value, a side of `&`, or inside a list or object bind.
        """
        return {} if self.test(value) else None

    def result_bindings(self, result: Result) -> Bindings | None:
        """Return what the `$names` stand for in a result; None where it does not fit."""
        if not self.names:
            return {} if self.fits_result(result) else None
        for value in result.values:
            bound = self.bindings(value)
            if bound is not None:
                return bound
        return None

    def bound(self, bindings: Bindings, negated: bool = False) -> ValuePattern:
        """Return the pattern with every `$name` replaced by what it stands for.

        `negated` says that it is under a `not`, where `has $name` takes any occurrence.
        """
        del bindings, negated
        return self

    @property
    def names(self) -> frozenset[str]:
        """The `$names` in it, without their `$`."""
        return frozenset()

    @property
    def binds(self) -> frozenset[str]:
        """Those of its `$names` that get a value where the pattern matches."""
        return frozenset()

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Say why a value does not match, of the smallest part of it that does not."""
        return Lack("", "is", f"{in_short(value, shown)}, not {self.phrase}")

    def why_result(self, result: Result, shown: Shown) -> Lack:
        """Say why a result does not fit, of the form that a person would look at."""
        return self.why_not(result.values[-1], shown)

    @cached_property
    def phrase(self) -> str:
        """The pattern as a sentence quotes it: as written, cut where it is long."""
        return shorten(str(self), WRITTEN_MAX)

    @property
    def flat(self) -> ValuePattern:
        """The pattern itself; for a name, the pattern it stands for."""
        return self

    @property
    def may_be_absent(self) -> bool:
        """Whether a key with this pattern may be missing."""
        return False

    @property
    def certain(self) -> bool | None:
        """True where every value matches, False where none does; None where it depends."""
        return None

    @property
    def certain_of_results(self) -> bool | None:
        """True where every result fits `result V`, False where none does; None: it depends."""
        return self.certain

    # What matching costs.

    @property
    def size(self) -> int:
        """How many patterns it is made of, with those that names stand for."""
        return 1

    @property
    def effort(self) -> int:
        """How many comparisons of plain values it takes at most to tell."""
        return 1

    @property
    def searches(self) -> int:
        """How many times the texts of a value are searched at most."""
        return 0

    @property
    def walks(self) -> int:
        """How many comparisons each item of a value can take, at any depth in it."""
        return 0


class Several(ValuePattern):
    """A pattern made of others, its `inside`."""

    @property
    def inside(self) -> Sequence[ValuePattern]:
        """The patterns in it."""
        raise NotImplementedError

    def with_inside(self, inside: Sequence[ValuePattern]) -> ValuePattern:
        """Return the same pattern made of others, in the order of `inside`."""
        raise NotImplementedError

    def bound(self, bindings: Bindings, negated: bool = False) -> ValuePattern:
        """Return the pattern with the names in its parts replaced."""
        if not self.names:
            return self
        return self.with_inside([part.bound(bindings, negated) for part in self.inside])

    @cached_property
    def _names(self) -> frozenset[str]:
        names: set[str] = set()
        for part in self.inside:
            names |= part.names
        return frozenset(names)

    @property
    def names(self) -> frozenset[str]:
        """The names in its parts."""
        return self._names

    @cached_property
    def _size(self) -> int:
        return 1 + sum([part.size for part in self.inside])

    @property
    def size(self) -> int:
        """The number of its parts, and itself."""
        return self._size

    @cached_property
    def _effort(self) -> int:
        return 1 + sum([part.effort for part in self.inside])

    @property
    def effort(self) -> int:
        """The comparisons of all its parts."""
        return self._effort

    @cached_property
    def _searches(self) -> int:
        return sum([part.searches for part in self.inside])

    @property
    def searches(self) -> int:
        """The searches of all its parts."""
        return self._searches

    @cached_property
    def _walks(self) -> int:
        return sum([part.walks for part in self.inside])

    @property
    def walks(self) -> int:
        """The walks of all its parts."""
        return self._walks


def merged(bindings: Sequence[Bindings | None]) -> Bindings | None:
    """Return all bindings as one; None where one is missing, or two differ in what a name is."""
    if len(bindings) == 1:
        return bindings[0]
    together: dict[str, Json] = {}
    for binding in bindings:
        if binding is None:
            return None
        for name, value in binding.items():
            if name in together and not same(together[name], value):
                return None
            together[name] = value
    return together


def written_key(key: str) -> str:
    """Return an object's key as the language writes it: bare where it can be, else quoted.

    >>> written_key("user_id"), written_key("a b")
    ('user_id', '"a b"')
    """
    bare = key.isascii() and key.replace("-", "_").isidentifier() and not key.startswith("-")
    return key if bare else quoted(key)


def operand(pattern: ValuePattern) -> str:
    """Return a pattern as it is written beside `&`, or after `not` and `has`."""
    text = str(pattern)
    return f"({text})" if pattern.form.written in ("V | W", "V & W") else text
