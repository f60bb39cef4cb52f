"""Make a rule of a parsed line: labelled parts for its kind, and the clauses behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from toolspec.dsl.problem import Found, shown
from toolspec.dsl.values import Meaning, Report, subtrees, tokens
from toolspec.engine.kind import Kind, Misuse, Part
from toolspec.engine.matcher import ResultText
from toolspec.engine.pattern import ToolPattern
from toolspec.engine.rules import kind as kind_of

if TYPE_CHECKING:
    from lark import Token, Tree

CLAUSES = ("weight", "pass", "as")
"""The clauses that may follow every rule's own words (`pass` where the kind scores in part)."""


class Lowered(NamedTuple):
    """A rule without its place: the kind's value (None where it cannot stand) and its clauses.

    `part` is the rule as parts, `clauses` those of its clauses; offsets count from the line's
    start.
    """

    kind: Kind | None
    part: Part
    clauses: tuple[Part, ...] = ()
    weight: float = 1.0
    pass_score: float = 1.0
    name: str | None = None


class Lowering:
    """Lowers one line's tree. Reports every problem it meets, and never raises on user text."""

    def __init__(
        self, text: str, report: Report, resolve: Callable[[Token], ToolPattern | None]
    ) -> None:
        self.text, self.faults = text, 0
        self._report = report
        self.meaning = Meaning(self.report, resolve)

    def report(self, found: Found) -> None:
        """Pass a problem on, and remember that there was one."""
        self.faults += 1
        self._report(found)

    def rule(self, tree: Tree[Token]) -> Lowered:
        """Return the rule that a `..._rule` tree says."""
        keyword = str(tree.data).removesuffix("_rule")
        kind = kind_of(keyword)
        parts = [self.part(child) for child in subtrees(tree)]
        own = tuple(part for part in parts if part.label not in CLAUSES)
        clauses = tuple(part for part in parts if part.label in CLAUSES)
        part = Part(keyword, None, self.text, (0, len(self.text)), own)
        values = self.clauses(keyword, kind, clauses)
        if self.faults:
            return Lowered(None, part, clauses)
        try:
            return Lowered(kind.build(part), part, clauses, **values)
        except Misuse as misuse:
            at = (misuse.part or part).span
            self.report(
                Found(
                    misuse.problem.replace("-", "_"),
                    at[0],
                    at[1],
                    {"keyword": keyword, **misuse.fields},
                )
            )
            return Lowered(None, part, clauses)

    def part(self, tree: Tree[Token]) -> Part:
        """Return the labelled piece a tree says, with its value."""
        label = str(tree.data)
        start, end = span(tree)
        parts: tuple[Part, ...] = ()
        make = _LEAVES.get(label)
        value: Any
        if make is not None:
            value = make(self.meaning, tree)
        elif label.endswith("mode"):
            label, value = "mode", frozenset(str(token) for token in tokens(tree))
        else:
            parts = tuple(self.part(child) for child in subtrees(tree))
            # A word with one piece behind it (`min 2`) has that piece's value; a word alone is just
            # there.
            value = parts[0].value if len(parts) == 1 else None if parts else True
        return Part(label, value, self.text[start:end], (start, end), parts)

    def clauses(self, keyword: str, kind: type[Kind], clauses: tuple[Part, ...]) -> dict[str, Any]:
        """Check the clauses and return them as a rule's fields."""
        values: dict[str, Any] = {}
        seen: dict[str, Part] = {}
        for clause in clauses:
            label, (start, end) = clause.label, clause.span
            if label in seen:
                self.report(Found("doubled_clause", start, end, {"clause": label}))
            seen[label] = clause
            if label == "as":
                values["name"] = clause.value
                continue
            number = clause.parts[0]
            here = number.span
            fields = {"number": shown(number.source), "keyword": keyword}
            if label == "weight":
                if not clause.value > 0:
                    self.report(Found("weight_out_of_range", *here, fields))
                values["weight"] = clause.value
            elif not kind.scores_in_part:
                self.report(Found("pass_without_parts", start, end, fields))
            elif not 0 < clause.value <= 1:
                self.report(Found("pass_out_of_range", *here, fields))
            else:
                values["pass_score"] = clause.value
        return values


def _decimal(meaning: Meaning, tree: Tree[Token]) -> float:
    token = tokens(tree)[0]
    try:
        return float(meaning.number(token))
    except OverflowError:
        start = token.start_pos or 0
        meaning.report(
            Found("number_too_large", start, start + len(token), {"number": shown(str(token))})
        )
        return 1.0


def _as(meaning: Meaning, tree: Tree[Token]) -> str:
    return meaning.string(tokens(tree)[1])


_LEAVES: dict[str, Callable[[Meaning, Tree[Token]], Any]] = {
    "pattern": Meaning.pattern,
    "arguments": Meaning.arguments,
    "value": Meaning.value,
    "number": lambda meaning, tree: meaning.count(tokens(tree)[0]),
    "decimal": _decimal,
    "comparison": lambda _, tree: str(tokens(tree)[0]),
    "result": lambda meaning, tree: ResultText(meaning.regex(tokens(tree)[1])),
    "as": _as,
}


def span(tree: Tree[Token]) -> tuple[int, int]:
    """Return the offsets a tree lies between: its first token's start, its last one's end."""
    first: Any = tree
    last: Any = tree
    while hasattr(first, "data"):
        first = first.children[0]
    while hasattr(last, "data"):
        last = last.children[-1]
    return first.start_pos, last.end_pos
