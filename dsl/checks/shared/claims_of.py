"""What is certain of every trace that passes a rule of a spec, and which rules meet on a trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from toolspec.dsl.checks import Context, fact
from toolspec.dsl.checks.shared.call_logic import call_implies, calls_apart, names_of
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import shown
from toolspec.engine.kinds.claims import NO_CLAIMS, Cap, Claims
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.parts.window import Window
from toolspec.engine.relations.demand import OneOf

if TYPE_CHECKING:
    from toolspec.engine.rule import Rule

PAIRS_MAX: Final = 2_000
"""Pairs of rules that each check compares at most: enough for every file written by hand."""

Item = TypeVar("Item")


class Pair(NamedTuple):
    """Two rules that no trace can pass both; `reason` writes out why."""

    one: SpecLine
    other: SpecLine
    reason: Callable[[], str]


class Claimed(NamedTuple):
    """A rule, and what is certain of every trace that passes it."""

    entry: SpecLine
    claims: Claims


class Ban(NamedTuple):
    """A rule that allows no such call: it forbids `forbidden`, or (None) lists others."""

    entry: SpecLine
    call: CallPattern
    forbidden: CallPattern | None

    @property
    def does(self) -> str:
        """What the rule does to the call, as a message says it."""
        if self.forbidden is None:
            return f"does not allow {quoted_phrase(self.call)}"
        return f"forbids {quoted_phrase(self.forbidden)}"

    @property
    def so(self) -> str:
        """The same as a fact about the call."""
        if self.forbidden is None:
            return "`only` does not allow it"
        return f"{quoted_phrase(self.forbidden)} is forbidden"


class Index:
    """The rules of a spec that claim anything, in their order, and their claims by tool."""

    def __init__(self, context: Context) -> None:
        self.context = context
        claimed = zip(context.rules, context.each(claims_of), strict=True)
        own = [Claimed(entry, claims) for entry, claims in claimed if claims is not NO_CLAIMS]
        used = [Claimed(entry, claims_of(entry)) for entry in used_rules(context)]
        self.rules = [*own, *[need for need in used if need.claims is not NO_CLAIMS]]
        self.needing = [rule for rule in self.rules if rule.claims.needs]
        self.asking = [need for need in own if need.claims.subject is not None]

    @cached_property
    def banned(self) -> Banned:
        """The calls that are not allowed at all."""
        return Banned(self.rules)

    @cached_property
    def capped(self) -> ByTool[Cap]:
        """The calls that are allowed a number of times."""
        caps = ByTool[Cap]()
        for entry, claims in self.rules:
            for cap in claims.caps:
                if cap.most:
                    caps.add(cap.call.tool, entry, cap)
        return caps

    @cached_property
    def asked(self) -> ByTool[tuple[CallPattern, OneOf]]:
        """The demands of `each`, with the calls they are about."""
        demands = ByTool[tuple[CallPattern, OneOf]]()
        for entry, claims in self.asking:
            assert claims.subject is not None
            for demand in claims.demands:
                demands.add(claims.subject.tool, entry, (claims.subject, demand))
        return demands


def used_rules(context: Context) -> Iterator[SpecLine]:
    """Yield a line for each rule of a used file, at the place of the `use` line."""
    for entry in context.entries:
        if entry.used:
            cached = entry.facts.get(used_rules)
            if cached is None or cached[0] is not entry.used:
                cached = entry.used, [_used(entry, rule) for rule in entry.used]
                entry.facts = {**entry.facts, used_rules: cached}
            yield from cached[1]


def _used(entry: SpecLine, rule: Rule) -> SpecLine:
    used = SpecLine(entry.line, entry.at)
    used.what, used.rule, used.facts, used.case = "rule", rule, {}, rule.case
    return used


def is_used(entry: SpecLine) -> bool:
    """Tell whether a rule comes from a used file."""
    return entry.rule is not None and entry.rule.file is not None


def rule_row(entry: SpecLine) -> str:
    """Return the line of a rule as a message names it: `3`, or ``3 of `house.toolspec` ``."""
    rule = entry.rule
    if rule is None or rule.file is None:
        return str(entry.line.row)
    return f"{rule.origin.line} of `{shown(PurePath(rule.file).name)}`"


class ByTool(Generic[Item]):
    """Items of rules by the tools they are about, and by the case of their rules."""

    def __init__(self) -> None:
        self._by_name: dict[str, dict[str | None, list[tuple[SpecLine, Item]]]] = {}
        self._wide: list[tuple[SpecLine, Item]] = []

    def __bool__(self) -> bool:
        return bool(self._by_name or self._wide)

    def add(self, tool: ToolPattern, entry: SpecLine, item: Item) -> None:
        """Add an item that is about the tools of a pattern."""
        names = names_of(tool)
        for name in names:
            cases = self._by_name.setdefault(name, {})
            cases.setdefault(entry.case, []).append((entry, item))
        if not names:
            self._wide.append((entry, item))

    def of(self, tool: ToolPattern, entry: SpecLine) -> Iterator[tuple[SpecLine, Item]]:
        """Yield the items of other rules that may be about all tools of a pattern, and meet."""
        for other in self._lists(tool, entry.case):
            for item in other:
                if item[0] is not entry:
                    yield item

    def _lists(
        self, tool: ToolPattern, case: str | None
    ) -> Iterator[Sequence[tuple[SpecLine, Item]]]:
        names = names_of(tool)
        cases = self._by_name.get(names[0]) if names else None
        if cases is not None:
            if case is None:
                yield from cases.values()
            else:
                yield cases.get(None, ())
                yield cases.get(case, ())
        if self._wide:
            yield [item for item in self._wide if case is None or item[0].case in (None, case)]


class Banned:
    """The calls that the rules of a spec do not allow at all."""

    def __init__(self, rules: list[Claimed]) -> None:
        self._bare, self._narrow = ByTool[CallPattern](), ByTool[CallPattern]()
        self._only: list[tuple[SpecLine, tuple[CallPattern, ...]]] = []
        self._left = PAIRS_MAX
        for entry, claims in rules:
            for cap in claims.caps:
                if not cap.most:
                    kind = self._narrow if cap.call.qualifiers else self._bare
                    kind.add(cap.call.tool, entry, cap.call)
            if claims.only is not None:
                self._only.append((entry, claims.only))

    def __bool__(self) -> bool:
        return bool(self._bare or self._narrow or self._only)

    def by(self, call: CallPattern, entry: SpecLine) -> Ban | None:
        """Return a rule that allows no such call where `entry` is judged too."""
        for kind in (self._bare, self._narrow) if call.qualifiers else (self._bare,):
            for other, forbidden in kind.of(call.tool, entry) if kind else ():
                self._left -= 1
                if self._left < 0:
                    return None
                if call_implies(call, forbidden):
                    return Ban(other, call, forbidden)
        for other, allowed in self._only:
            if not meet(entry, other):
                continue
            self._left -= len(allowed)
            if self._left < 0:
                return None
            if all(calls_apart(call, phrase) for phrase in allowed):
                return Ban(other, call, None)
        return None


def meet(entry: SpecLine, other: SpecLine) -> bool:
    """Tell whether some trace is judged by both rules."""
    return entry is not other and (
        entry.case is None or other.case is None or entry.case == other.case
    )


def quoted_phrase(call: CallPattern) -> str:
    """Return a call phrase as a message quotes it."""
    return f"`{shown(call.source or str(call))}`"


def claims_of(entry: SpecLine) -> Claims:
    """Return what is certain of every trace that passes a rule, with its clauses."""
    rule = entry.rule
    assert rule is not None
    if rule.soft:
        return NO_CLAIMS  # nothing has to hold
    if not rule.clauses:
        return fact(entry, _whole)
    if all(clause.narrows for clause in rule.clauses):
        return Claims(needs=fact(entry, _whole).needs)
    return _in_window(rule, fact(entry, _whole))


def _whole(entry: SpecLine) -> Claims:
    assert entry.rule is not None
    return entry.rule.kind.claims(entry.rule.pass_score)


def _in_window(rule: Rule, claims: Claims) -> Claims:
    """Return what `forbid P after C` claims: that no P comes after a C."""
    clause = rule.clauses[0]
    if len(rule.clauses) > 1 or not isinstance(clause, Window) or clause.until is not None:
        return NO_CLAIMS
    banned = [cap.call for cap in claims.caps if cap.most == 0]
    if len(banned) != 1 or not isinstance(clause.after, CallPattern):
        return NO_CLAIMS
    return Claims(not_in_order=(clause.after, banned[0]))
