"""A list with patterns in it: as many items, each matching the pattern in its place.

`...` in a list stands for any number of items, also none: `[1, ...]` begins with 1, and
`[..., "a", ...]` has an item "a" somewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from toolspec.engine.json_value import Json
from toolspec.engine.match.values.value import (
    WRITTEN_MAX,
    Bindings,
    Lack,
    Several,
    ValueForm,
    ValuePattern,
    merged,
)
from toolspec.engine.text.plural import plural
from toolspec.engine.verdict import Shown, shorten


def is_json_list(value: object) -> bool:
    """Tell whether a value is a list."""
    return isinstance(value, list) or (
        isinstance(value, Sequence) and not isinstance(value, str | bytes)
    )


class ListOf(Several):
    """A list with patterns in it: as many items, each matching the pattern in its place."""

    items: tuple[ValuePattern, ...]

    form = ValueForm(
        "[V, V, ...]",
        matching=(("[/a/, 1]", '["cat", 1]'),),
        missing=(("[/a/, 1]", '["cat"]'), ("[/a/]", '"cat"')),
    )

    @property
    def inside(self) -> Sequence[ValuePattern]:
        """The patterns of the items."""
        return self.items

    def with_inside(self, inside: Sequence[ValuePattern]) -> ValuePattern:
        """Return a list of other patterns."""
        return ListOf(tuple(inside))

    @cached_property
    def binds(self) -> frozenset[str]:  # type: ignore[override]
        """What its items bind."""
        return frozenset[str]().union(*[item.binds for item in self.items])

    def matches(self, value: Json) -> bool:
        """Tell whether the value is a list whose items match one by one."""
        if not is_json_list(value) or len(value) != len(self.items):  # type: ignore[arg-type]
            return False
        for item, part in zip(self.items, value, strict=True):  # type: ignore[arg-type]  # noqa: SIM110
            if not item.matches(part):  # type: ignore[arg-type]
                return False
        return True

    def bindings(self, value: Json) -> Bindings | None:
        """Return what the items bind."""
        if not self.names:
            return super().bindings(value)
        if not is_json_list(value) or len(value) != len(self.items):  # type: ignore[arg-type]
            return None
        pairs = zip(self.items, value, strict=True)  # type: ignore[arg-type]
        return merged([item.bindings(part) for item, part in pairs])  # type: ignore[arg-type]

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Name the first item that does not match."""
        if not is_json_list(value):
            return super().why_not(value, shown)
        items: Sequence[Json] = value  # type: ignore[assignment]
        if len(items) != len(self.items):
            return Lack("", "has", f"{plural(len(items), 'item')}, not {len(self.items)}")
        for at, (pattern, item) in enumerate(zip(self.items, items, strict=True)):
            if not pattern.test(item):
                return pattern.why_not(item, shown).inside(at)
        return super().why_not(value, shown)

    def __str__(self) -> str:
        return f"[{', '.join([str(item) for item in self.items])}]"


class OpenList(Several):
    """A list with `...` in it: the `runs` of patterns, with any items between two of them.

    The first run is where the list begins and the last where it ends, so either may be empty:
    `[1, ...]` is the runs `(1,)` and `()`.
    """

    runs: tuple[tuple[ValuePattern, ...], ...]

    form = ValueForm(
        "[..., V, ...]",
        matching=(("[1, ...]", "[1, 2, 3]"), ("[..., 2, ...]", "[1, 2]"), ("[...]", "[]")),
        missing=(("[1, ...]", "[2, 1]"), ("[..., 2]", "[2, 1]"), ("[...]", '"a"')),
    )

    @cached_property
    def inside(self) -> Sequence[ValuePattern]:  # type: ignore[override]
        """The patterns of all runs."""
        return [item for run in self.runs for item in run]

    def with_inside(self, inside: Sequence[ValuePattern]) -> ValuePattern:
        """Return a list of other patterns with its gaps at the same places."""
        left = iter(inside)
        return OpenList(tuple([tuple([next(left) for _ in run]) for run in self.runs]))

    @property
    def walks(self) -> int:
        """Each item may be compared with every pattern."""
        return super().walks + self.effort

    def matches(self, value: Json) -> bool:
        """Tell whether the value is a list that has the runs in their order."""
        if not is_json_list(value):
            return False
        items: Sequence[Json] = value  # type: ignore[assignment]
        first, *middle, last = self.runs
        start, end = len(first), len(items) - len(last)
        if start > end or not _run(first, items, 0) or not _run(last, items, end):
            return False
        # A run is of a fixed length, so the first place where it matches leaves most for the rest.
        for run in middle:
            while start + len(run) <= end and not _run(run, items, start):
                start += 1
            start += len(run)
            if start > end:
                return False
        return True

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Name the first item where the list begins or ends that does not match."""
        if not is_json_list(value):
            return super().why_not(value, shown)
        items: Sequence[Json] = value  # type: ignore[assignment]
        least = len(self.inside)
        if len(items) < least:
            return Lack("", "has", f"{plural(len(items), 'item')}, not {least} or more")
        for run, start in ((self.runs[0], 0), (self.runs[-1], len(items) - len(self.runs[-1]))):
            for at, pattern in enumerate(run, start):
                if not pattern.matches(items[at]):
                    return pattern.why_not(items[at], shown).inside(at)
        if least == 1:
            return Lack("", "has", f"no item that is {shorten(str(self.inside[0]), WRITTEN_MAX)}")
        return super().why_not(value, shown)

    def __str__(self) -> str:
        runs = [", ".join([str(item) for item in run]) for run in self.runs]
        first, last = [runs[0]] if runs[0] else [], [runs[-1]] if runs[-1] else []
        return f"[{', '.join([*first, '...', *_between(runs[1:-1]), *last])}]"


def _between(runs: Sequence[str]) -> list[str]:
    return [part for run in runs for part in ((run, "...") if run else ("...",))]


def _run(run: Sequence[ValuePattern], items: Sequence[Json], start: int) -> bool:
    for at, pattern in enumerate(run, start):  # noqa: SIM110
        if not pattern.matches(items[at]):
            return False
    return True
