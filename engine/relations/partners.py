"""Find the calls that a phrase with `$names` means by the values that the names stand for.

`get_order <order_id: $o>` is looked at from the other side: each call of `get_order` says for which
`$o` it would be meant. So the calls for one value are looked up, and no pairs are tried out. Only
names that are not whole values (`> $a`, `has $a`, `not $a`) are compared call by call.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from cachetools import LRUCache

from toolspec.engine.json_value import Json, identity, same
from toolspec.engine.match.arguments import Argument, Arguments
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.qualifier import MATCH, MISS, Qualifier
from toolspec.engine.match.qualifiers.arguments import CallArguments
from toolspec.engine.match.qualifiers.result import CallResult
from toolspec.engine.match.values import (
    Absent,
    Bindings,
    Both,
    Either,
    ListOf,
    ObjectOf,
    Present,
    ValuePattern,
    Variable,
    merged,
)
from toolspec.engine.trace import UNRECORDED, Call, Trace, Unrecorded


class Split(NamedTuple):
    """A phrase's qualifiers: those without names, those whose names can be looked up, the rest."""

    fixed: tuple[Qualifier, ...]
    joined: tuple[Qualifier, ...]
    rest: tuple[Qualifier, ...]


class Prepared(NamedTuple):
    """A phrase made ready for many traces: its qualifiers, and the names in two sorts of them."""

    split: Split
    names: frozenset[str]
    rest_names: frozenset[str]


def prepared(phrase: CallPattern) -> Prepared:
    """Return a phrase made ready; it remembers that."""
    known: Prepared | None = phrase.__dict__.get("_prepared")
    if known is None:
        parts = split(phrase)
        names = [
            frozenset[str]().union(*[table.names for table in some])
            for some in (parts.joined, parts.rest)
        ]
        known = phrase.__dict__["_prepared"] = Prepared(parts, *names)
    return known


class Candidates(NamedTuple):
    """Calls, in order, that match for certain, and those of which that is open."""

    sure: Sequence[int]
    open: Sequence[int]


NOBODY = Candidates((), ())


def split(phrase: CallPattern) -> Split:
    """Sort a phrase's qualifiers by what their names ask for."""
    fixed: list[Qualifier] = []
    joined: list[Qualifier] = []
    rest: list[Qualifier] = []
    for qualifier in phrase.qualifiers:
        if not qualifier.names:
            fixed.append(qualifier)
        elif isinstance(qualifier, CallArguments):
            whole, others = _split_arguments(qualifier.arguments)
            (joined if whole.names else fixed).append(CallArguments(whole))
            if others.asks:
                rest.append(CallArguments(others))
        elif (
            isinstance(qualifier, CallResult)
            and _joins(qualifier.value)
            and not isinstance(qualifier.value, Both)
        ):
            joined.append(qualifier)
        else:
            rest.append(qualifier)
    return Split(tuple(fixed), tuple(joined), tuple(rest))


def _split_arguments(arguments: Arguments) -> tuple[Arguments, Arguments]:
    """Return the arguments with names as whole values alone, and those with other names."""
    others = [entry for entry in arguments.entries if entry.value.names and not _joins(entry.value)]
    entries = [entry if entry not in others else _any(entry) for entry in arguments.entries]
    has = [value for value in arguments.has if value.names]
    free = tuple([value for value in arguments.has if not value.names])
    whole = Arguments(tuple(entries), arguments.exact, free)
    return whole, Arguments(tuple(others), False, tuple(has))


def _any(entry: Argument) -> Argument:
    value: ValuePattern = Present()
    if entry.value.may_be_absent:
        value = Either((Present(), Absent()))
    return entry.replace(value=value)


def _joins(pattern: ValuePattern) -> bool:
    """Tell whether the names in a pattern are all whole values, so that a value says them."""
    if not pattern.names or isinstance(pattern, Variable):
        return True
    if isinstance(pattern, Both | ListOf | ObjectOf):
        return all(_joins(part) for part in pattern.inside)
    return False


class Partners:
    """The calls of a trace that a phrase may mean, to be looked up by what its names stand for.

    `completed` says that only completed calls are meant; `negated` that the phrase is under `not`.
    """

    def __init__(self, phrase: CallPattern, trace: Trace, completed: bool, negated: bool) -> None:
        self.phrase, self.trace, self.negated = phrase, trace, negated
        self.split, self.names, self.rest_names = prepared(phrase)
        self._entries: dict[frozenset[str], list[tuple[Bindings, int, bool]]] = {}
        self._tables: dict[tuple[frozenset[str], frozenset[str]], _Table] = {}
        self._bound = LRUCache[Hashable, tuple[Qualifier, ...]](1000)
        position = phrase.position_in(trace)
        calls = phrase.tool.calls_in(trace) if position is None else [position]
        for at in calls:
            if at >= 0:
                self._enter(at, completed)

    @classmethod
    def of(cls, phrase: CallPattern, trace: Trace, negated: bool) -> Partners:
        """Return the calls for a relation, looked up once for all rules that judge together."""
        shared = trace.shared
        if shared is None:
            return cls(phrase, trace, not negated, negated)
        about = cls, phrase, negated
        known = shared.get(about)
        if known is None:
            known = shared[about] = cls(phrase, trace, not negated, negated)
        return known

    def _enter(self, at: int, completed: bool) -> None:
        call = self.trace.calls[at]
        sure = True
        if completed and not call.completed:
            if call.completed is False:
                return
            sure = False
        for qualifier in self.split.fixed:
            can_be = qualifier.outcomes(call)
            if not can_be & MATCH:
                return
            sure = sure and can_be == MATCH
        for known in self._bindings(call):
            self._entries.setdefault(frozenset(known), []).append((known, at, sure))

    def _bindings(self, call: Call) -> Iterable[Bindings]:
        """Yield what the names must stand for, for the call to be meant; a part may be unknown."""
        if not self.split.joined:
            return ({},)
        first, *others = self.split.joined
        listed = list(_ways(first, call))
        for qualifier in others:
            ways = list(_ways(qualifier, call))
            listed = [both for have in listed for way in ways if (both := merged([have, way]))
                     is not None]  # fmt: skip
        return listed

    def candidates(self, bindings: Bindings) -> Candidates:
        """Return the calls for what the names stand for, without the names that are compared."""
        known = self.names & bindings.keys()
        by_way: list[Candidates] = []
        for mask in self._entries:
            sub = mask & known
            table = self._tables.get((mask, sub))
            if table is None:
                certain = mask == self.names == sub
                table = self._tables[mask, sub] = _Table(self._entries[mask], sorted(sub), certain)
            candidates = table.get(bindings)
            if candidates is not NOBODY:
                by_way.append(candidates)
        if len(by_way) < 2:
            return by_way[0] if by_way else NOBODY
        sure = sorted({at for candidates in by_way for at in candidates.sure})
        return Candidates(
            sure, sorted({at for candidates in by_way for at in candidates.open} - set(sure))
        )

    def rest_holds(self, at: int, bindings: Bindings) -> bool | None:
        """Tell whether a call fits what is compared with names, None where that is open."""
        holds: bool | None = True
        if not self.rest_names <= bindings.keys():
            return None
        call = self.trace.calls[at]
        for qualifier in self.rest_for(bindings):
            can_be = qualifier.outcomes(call)
            if can_be == MISS:
                return False
            if can_be != MATCH:
                holds = None
        return holds

    def rest_for(self, bindings: Bindings) -> tuple[Qualifier, ...]:
        """Return what is compared with names, as it is for what they stand for."""
        try:
            key: Hashable = tuple([identity(bindings[name]) for name in sorted(self.rest_names)])
        except RecursionError:
            return tuple([qualifier.bound(bindings, self.negated) for qualifier in self.split.rest])
        bound = self._bound.get(key)
        if bound is None:
            bound = tuple(
                [qualifier.bound(bindings, self.negated) for qualifier in self.split.rest]
            )
            self._bound[key] = bound
        return bound


class _Table:
    """Calls by the values of some names."""

    def __init__(
        self, entries: Sequence[tuple[Bindings, int, bool]], names: Sequence[str], certain: bool
    ) -> None:
        self.names, self.certain = names, certain
        self.by_key: dict[Hashable, Candidates] = {}
        self.deep: list[tuple[Bindings, int, bool]] = []
        by_key: dict[Hashable, tuple[list[int], list[int]]] = {}
        for known, at, sure in entries:
            key = _key(known, names)
            if key is None:
                self.deep.append((known, at, sure))
                continue
            both = by_key.setdefault(key, ([], []))
            ats = both[0 if sure and certain else 1]
            if not ats or ats[-1] != at:
                ats.append(at)
        for key, (sure_calls, open_calls) in by_key.items():
            self.by_key[key] = Candidates(sure_calls, open_calls)

    def get(self, bindings: Bindings) -> Candidates:
        """Return the calls for these values."""
        key = _key(bindings, self.names)
        if not self.deep or key is not None:
            return self.by_key.get(key, NOBODY)
        same_ones = [
            (at, sure and self.certain)
            for known, at, sure in self.deep
            if all(same(known[name], bindings[name]) for name in self.names)
        ]
        return Candidates(
            [at for at, sure in same_ones if sure], [at for at, sure in same_ones if not sure]
        )


def _key(bindings: Bindings, names: Sequence[str]) -> Hashable | None:
    """Return what values are looked up by, None where one nests too deep for that."""
    try:
        if len(names) == 1:
            return (identity(bindings[names[0]]),)
        return tuple([identity(bindings[name]) for name in names])
    except RecursionError:
        return None


def _ways(qualifier: Qualifier, call: Call) -> Iterable[Bindings]:
    """Yield what a qualifier's names must stand for, for the call to fit it."""
    if isinstance(qualifier, CallArguments):
        if call.arguments is UNRECORDED:
            return ({},)
        bound = qualifier.arguments.bindings(call.arguments)
        return () if bound is None else (bound,)
    assert isinstance(qualifier, CallResult)
    if isinstance(call.result, Unrecorded):
        return ({},)
    value = qualifier.value
    if isinstance(value, Variable):
        # A text is compared with each of the result's texts, anything else with its values.
        others: list[Json] = [item for item in call.result.values if not isinstance(item, str)]
        return [{value.name: item} for item in (*call.result.strings, *others)]
    ways: list[Mapping[str, Any]] = []
    for item in call.result.values:
        way = value.bindings(item)
        if way is not None:
            ways.append(way)
    return ways
