"""An object with patterns in it: exactly these keys, each value matching its pattern.

`...` at the end leaves the object's other keys free: `{approved: true, ...}`. A key with `absent`
must not be there, one with `V | absent` may be missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from toolspec.engine.json_value import Json
from toolspec.engine.match.values.value import (
    Bindings,
    Lack,
    Several,
    ValueForm,
    ValuePattern,
    merged,
    written_key,
)
from toolspec.engine.text.plural import plural
from toolspec.engine.verdict import Shown


class ObjectOf(Several):
    """An object with patterns in it; where it is `free`, it may have other keys as well."""

    entries: tuple[tuple[str, ValuePattern], ...]
    free: bool = False

    form = ValueForm(
        "{key: V, ...}",
        matching=(
            ("{a: /x/}", '{"a": "x"}'),
            ("{a: 1, ...}", '{"a": 1, "b": 2}'),
            ("{a: absent, ...}", '{"b": 2}'),
        ),
        missing=(
            ("{a: /x/}", '{"a": "x", "b": 2}'),
            ("{a: 1, ...}", '{"b": 2}'),
            ("{a: absent, ...}", '{"a": null}'),
        ),
    )

    @cached_property
    def inside(self) -> Sequence[ValuePattern]:  # type: ignore[override]
        """The patterns of the values."""
        return [pattern for _, pattern in self.entries]

    def with_inside(self, inside: Sequence[ValuePattern]) -> ValuePattern:
        """Return an object with other patterns for its keys."""
        keys = [key for key, _ in self.entries]
        return ObjectOf(tuple(zip(keys, inside, strict=True)), self.free)

    @cached_property
    def binds(self) -> frozenset[str]:  # type: ignore[override]
        """What its values bind."""
        return frozenset[str]().union(*[pattern.binds for _, pattern in self.entries])

    def matches(self, value: Json) -> bool:
        """Tell whether the value is an object with these keys and matching values."""
        if not isinstance(value, Mapping):
            return False
        known = 0
        for key, pattern in self.entries:
            if key in value:
                known += 1
                if not pattern.matches(value[key]):
                    return False
            elif not pattern.may_be_absent:
                return False
        return self.free or known == len(value)

    def bindings(self, value: Json) -> Bindings | None:
        """Return what the values bind."""
        if not self.names or not isinstance(value, Mapping):
            return super().bindings(value)
        if not self.matches(value):
            return None
        return merged([part.bindings(value[key]) for key, part in self.entries if key in value])

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Name the first key that is missing, differs, or should not be there."""
        if not isinstance(value, Mapping):
            return super().why_not(value, shown)
        for key, pattern in self.entries:
            if key not in value:
                if not pattern.may_be_absent:
                    return Lack("", "is", "missing").inside(key)
            elif not pattern.matches(value[key]):
                return pattern.why_not(value[key], shown).inside(key)
        keys = {key for key, _ in self.entries}
        others = [key for key in value if key not in keys]
        if others and shown.values:
            return Lack("", "also has", f"`{written_key(others[0])}`{_more(len(others) - 1)}")
        return Lack("", "also has", plural(len(others), "other key"))

    def __str__(self) -> str:
        members = [f"{written_key(key)}: {pattern}" for key, pattern in self.entries]
        return "{" + ", ".join([*members, "..."] if self.free else members) + "}"


def _more(count: int) -> str:
    return f" and {count} more" if count else ""
