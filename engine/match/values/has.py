"""A value that holds another, at any depth: `has "A-1001"`, `has 42`, `has {id: 7, ...}`.

The value itself, or a value anywhere inside it, matches; or it is a text in which the pattern
occurs: a string as a part of it, a regex as a match, a number as a run of digits of that value
(`has 5` finds it in "5 items" and in "5.0", but not in "15"). `has ("a" | "b")` is one of them.
`has` binds closer than `|`: `has "a" | "b"` is a value that has "a", or is "b". The keys of objects
are not looked at: whether a result has the key `error`, `result {error: ..., ...}` says, and in the
text as recorded `result /error/` finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from toolspec.engine.json_value import Json
from toolspec.engine.match.values.either import Either
from toolspec.engine.match.values.value import (
    Bindings,
    Lack,
    Several,
    Unshown,
    ValueForm,
    ValuePattern,
    operand,
)
from toolspec.engine.match.values.variable import SecretWord, Variable, Word
from toolspec.engine.verdict import Shown


class Has(Several):
    """A value in which the `pattern` is, as the whole, as a value inside it, or in its texts."""

    pattern: ValuePattern

    form = ValueForm(
        "has V",
        ("has",),
        matching=(
            ('has "b"', '{"a": ["abc"]}'),
            ("has 5", '"5 items"'),
            ("has 5", "[5.0]"),
            ("has {id: 7, ...}", '[{"id": 7, "x": 1}]'),
            ('has ("x" | "y")', '"xyz"'),
        ),
        missing=(("has 5", '"15"'), ('has "b"', '{"b": "a"}'), ("has true", '"true"')),
    )

    def in_words(self) -> str:
        """Say what is true of a value that matches."""
        return f"has {self.pattern} in it"

    @property
    def inside(self) -> Sequence[ValuePattern]:
        """The pattern."""
        return (self.pattern,)

    def with_inside(self, inside: Sequence[ValuePattern]) -> ValuePattern:
        """Return what has another pattern."""
        return Has(inside[0])

    def bound(self, bindings: Bindings, negated: bool = False) -> ValuePattern:
        """Return the pattern with its names replaced: text only counts as a word of its own."""
        if not self.names:
            return self
        return Has(_words(self.pattern, bindings, negated))

    @cached_property
    def _sides(self) -> tuple[list[Callable[[Any], bool]], list[Callable[[str], bool]]]:
        """What tells whether a value inside matches, and whether a text has it."""
        sides = list(_alternatives(self.pattern))
        return [side.test for side in sides], [side.in_text for side in sides if side.searchable]

    def matches(self, value: Json) -> bool:
        """Tell whether the value has the pattern."""
        tests, occurs = self._sides
        pending: list[Any] = [value]
        while pending:
            item = pending.pop()
            for test in tests:
                if test(item):
                    return True
            if isinstance(item, str):
                for occurs_in in occurs:
                    if occurs_in(item):
                        return True
            elif isinstance(item, Mapping):
                pending.extend(cast("Mapping[str, Any]", item).values())
            elif isinstance(item, Sequence):
                pending.extend(cast("Sequence[Any]", item))
        return False

    def in_text(self, text: str) -> bool:
        """Tell whether the pattern occurs in the text."""
        return self.pattern.in_text(text)

    @property
    def searchable(self) -> bool:
        """Whether the pattern can be looked for in a text."""
        return self.pattern.searchable

    @property
    def certain(self) -> bool | None:
        """Whether the value itself is certain to match."""
        return self.pattern.certain or None

    @property
    def searches(self) -> int:
        """Each alternative is looked for in the texts."""
        return self.effort

    @property
    def walks(self) -> int:
        """Each value inside is compared with each alternative."""
        return super().walks + self.effort

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Quote a text without it; of a list or object, say that nothing in it matches."""
        if isinstance(value, str):
            return Lack("", "is", f"{shown.short(value)}, without {operand(self.pattern)}")
        if isinstance(value, Mapping | Sequence):
            return Lack("", "has", f"nothing in it that is or has {operand(self.pattern)}")
        return super().why_not(value, shown)

    def __str__(self) -> str:
        return f"has {operand(self.pattern)}"


def _alternatives(pattern: ValuePattern) -> Iterator[ValuePattern]:
    pending = [pattern]
    while pending:
        side = pending.pop().flat
        if isinstance(side, Either):
            pending.extend(reversed(side.sides))
        else:
            yield side


def _words(pattern: ValuePattern, bindings: Bindings, negated: bool) -> ValuePattern:
    if isinstance(pattern, Either):
        return Either(tuple([_words(side, bindings, negated) for side in pattern.sides]))
    if isinstance(pattern, Variable) and pattern.name in bindings and not negated:
        value = bindings[pattern.name]
        return Word(value) if not isinstance(bindings, Unshown) else SecretWord(value, pattern.name)
    return pattern.bound(bindings, negated)
