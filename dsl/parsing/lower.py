"""Make a rule of a parsed line: labelled parts for its kind, and the clauses after them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from toolspec.dsl.parsing.tree import LineTree, Node
from toolspec.dsl.parsing.values import Meaning, Report
from toolspec.dsl.problem import LineDiagnostic, shown
from toolspec.dsl.text.lexer import Token
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.match.arguments import ResultPattern
from toolspec.engine.match.duration import Duration, read_duration
from toolspec.engine.match.qualifiers import LABELS as QUALIFIERS
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.match.values import ValuePattern
from toolspec.engine.relations.messages import MessagePattern
from toolspec.engine.rules import kind as kind_of
from toolspec.engine.syntax import Misuse, Part

if TYPE_CHECKING:
    from toolspec.engine.parts.clause import Clause

DOUBTS = "doubts"
"""The fact of a piece that says what is doubtful in its values: warnings for a check."""

CLAUSES = ("weight", "pass", "as", "soft")
"""The clauses that may follow every rule's own words (`pass` where the kind scores in part)."""


@lru_cache(maxsize=1)
def part_labels() -> frozenset[str]:
    """Return the labels of the clauses that say which part of a trace a rule judges."""
    from toolspec.engine.parts import labels

    return frozenset(labels())


class Lowered(NamedTuple):
    """A rule without its place: the kind's value (None where it is not allowed) and its clauses.

    `part` is the rule as parts, `clauses` those of its clauses; offsets count from the line's
    start. `regexes` is the size of all its regexes. `chain` says which parts of a trace it judges.
    """

    kind: Kind | None
    part: Part
    clauses: tuple[Part, ...] = ()
    weight: float = 1.0
    pass_score: float = 1.0
    name: str | None = None
    regexes: int = 0
    chain: tuple[Clause, ...] = ()
    soft: bool = False


class Lowering:
    """Lowers one line's tree. Reports every problem it meets, and never raises on user text."""

    def __init__(
        self,
        text: str,
        tree: LineTree,
        report: Report,
        resolve: Callable[[Token], ToolPattern | ValuePattern | None],
    ) -> None:
        self.text, self.tree, self.faults = text, tree, 0
        self._report = report
        self.meaning = Meaning(tree.words, self.report, resolve)

    def report(self, problem: LineDiagnostic) -> None:
        """Pass a problem on, and remember that there was one."""
        self.faults += 1
        self._report(problem)

    def rule(self) -> Lowered:
        """Return the rule that the line says."""
        (node,) = self.tree.top.nodes
        keyword = node.label.removesuffix("_rule")
        kind = kind_of(keyword)
        parts = [self.part(node) for node in node.nodes]
        self.once(node.nodes, parts)
        of_parts = part_labels()
        written = [part for part in parts if part.label in of_parts]
        own = tuple(p for p in parts if p.label not in CLAUSES and p.label not in of_parts)
        clauses = tuple(p for p in parts if p.label in CLAUSES or p.label in of_parts)
        part = Part(keyword, None, self.text, (0, len(self.text)), own)
        values = self.clauses(keyword, kind, clauses)
        regexes = self.meaning.regexes
        if self.faults:
            return Lowered(None, part, clauses, regexes=regexes)
        try:
            values["chain"] = _chain(written)
            built = kind.build(part)
            if written:
                built.takes_clauses(written)
            return Lowered(built, part, clauses, **values, regexes=regexes)
        except Misuse as misuse:
            self.misused(misuse, part, keyword)
            return Lowered(None, part, clauses, regexes=regexes)

    def block(self) -> tuple[tuple[Part, ...], tuple[Clause, ...] | None]:
        """Return the clauses of a line that opens a block, None where they are not allowed."""
        nodes = self.tree.top.nodes
        parts = tuple([self.part(node) for node in nodes])
        self.once(nodes, parts)
        for part in parts:
            if part.label in CLAUSES or part.label == "per_time":
                self.report(
                    LineDiagnostic("block_clause", *part.span, {"clause": shown(part.source)})
                )
        if self.faults:
            return parts, None
        try:
            return parts, _chain(parts)
        except Misuse as misuse:
            self.misused(misuse, parts[0], parts[0].source)
            return parts, None

    def misused(self, misuse: Misuse, whole: Part, keyword: str) -> None:
        """Report what is not allowed."""
        start, end = (misuse.part or whole).span
        fields = {name: shown(text) for name, text in misuse.fields.items()}
        slug = misuse.problem.replace("-", "_")
        self.report(LineDiagnostic(slug, start, end, {"keyword": keyword, **fields}))

    def once(self, nodes: Sequence[Node], parts: Sequence[Part]) -> None:
        """Report each word of the rule, and each clause, that is written a second time.

        A piece that begins with a word of its own is named after it: `min`, `at_step`, `weight`.
        """
        labels: set[str] = set()
        of_parts = part_labels()
        for node, part in zip(nodes, parts, strict=True):
            if node.label in of_parts:
                continue  # these are looked at together
            if part.parts:
                self.once(node.nodes, part.parts)
            word = node.label.partition("_")[0]
            own = node.label in QUALIFIERS
            if not own and (not node.tokens or node.tokens[0][0] != word.upper()):
                continue
            if word in labels:
                clause = {"clause": shown(part.source) if own else node.label.replace("_", " ")}
                self.report(LineDiagnostic("doubled_clause", *part.span, clause))
            labels.add(word)

    def part(self, node: Node) -> Part:
        """Return the labelled piece a node says, with its value."""
        label, words = node.label, self.tree.words
        start, end = words[node.first].start, words[node.last].end
        parts: tuple[Part, ...] = ()
        make = _LEAVES.get(label)
        value: Any
        if make is not None:
            value = make(self.meaning, node)
        elif label.endswith("mode"):
            label, value = "mode", frozenset(words[at].text for _, at in node.tokens)
        else:
            parts = tuple([self.part(inside) for inside in node.nodes])
            # A word with one piece after it (`min 2`) has that piece's value; a word alone is just
            # there.
            value = parts[0].value if len(parts) == 1 else None if parts else True
        part = Part(label, value, self.text[start:end], (start, end), parts)
        if self.meaning.doubts:
            part.facts[DOUBTS] = tuple(self.meaning.doubts)
            self.meaning.doubts.clear()
        return part

    def clauses(self, keyword: str, kind: type[Kind], clauses: tuple[Part, ...]) -> dict[str, Any]:
        """Check the clauses and return them as a rule's fields."""
        values: dict[str, Any] = {}
        for clause in clauses:
            label, (start, end) = clause.label, clause.span
            if label == "soft":
                values["soft"] = True
                continue
            if label not in CLAUSES:
                continue
            if label == "as":
                values["name"] = clause.value
                continue
            number = clause.parts[0]
            here = number.span
            fields = {"number": shown(number.source), "keyword": keyword}
            if label == "weight":
                if not clause.value > 0:
                    self.report(LineDiagnostic("weight_out_of_range", *here, fields))
                values["weight"] = clause.value
            elif not kind.scores_in_part:
                self.report(LineDiagnostic("pass_without_parts", start, end, fields))
            elif not 0 < clause.value <= 1:
                self.report(LineDiagnostic("pass_out_of_range", *here, fields))
            else:
                values["pass_score"] = clause.value
        return values


def _decimal(meaning: Meaning, node: Node) -> float:
    word = meaning.words[node.first]
    try:
        return float(meaning.number(word))
    except OverflowError:
        fields = {"number": shown(word.text)}
        meaning.report(LineDiagnostic("number_too_large", word.start, word.end, fields))
        return 1.0


def _chain(written: Sequence[Part]) -> tuple[Clause, ...]:
    """Return the clauses that say which parts of a trace are judged. Raises Misuse."""
    if not written:
        return ()
    from toolspec.engine.parts import chain

    return chain(written)


def _duration(meaning: Meaning, node: Node) -> Duration | None:
    word = meaning.words[node.first]
    duration = read_duration(word.text)
    if duration is None:
        meaning.report(
            LineDiagnostic("bad_duration", word.start, word.end, {"duration": shown(word.text)})
        )
    return duration


def _message(meaning: Meaning, node: Node) -> MessagePattern:
    role = meaning.words[node.first].text
    value = meaning.value(node.nodes[0])
    _searchable(meaning, node.nodes[0], value, f"{role} says")
    return MessagePattern(role, value)


def _answer(meaning: Meaning, node: Node) -> ValuePattern:
    value = meaning.value(node.nodes[0])
    _searchable(meaning, node.nodes[0], value, meaning.words[0].text)
    return value


def _searchable(meaning: Meaning, node: Node, value: ValuePattern, what: str) -> None:
    """Report a value that cannot be looked for in a text."""
    if not value.searchable:
        start, end = meaning.words[node.first].start, meaning.words[node.last].end
        meaning.report(LineDiagnostic("not_searchable", start, end, {"what": what}))


def _measured_key(meaning: Meaning, node: Node) -> str:
    """Return the key of `sum <key>`; the word alone has none."""
    for kind, at in node.tokens:
        if kind in ("KEY", "STRING"):
            word = meaning.words[at]
            return meaning.string(word) if kind == "STRING" else word.text
    return ""


_LEAVES: dict[str, Callable[[Meaning, Node], Any]] = {
    "pattern": Meaning.pattern,
    "arguments": Meaning.arguments,
    "value": Meaning.value,
    "number": lambda meaning, node: meaning.count(meaning.words[node.first]),
    "decimal": _decimal,
    "agent": Meaning.pattern,
    "duration": _duration,
    "position": lambda meaning, node: meaning.words[node.first].text,
    "status": lambda meaning, node: meaning.words[node.first].text,
    "repeat": lambda meaning, node: meaning.words[node.first].text,
    "key": lambda meaning, node: meaning.key(meaning.words[node.first]),
    "comparison": lambda meaning, node: meaning.words[node.first].text,
    "result": lambda meaning, node: ResultPattern(meaning.value(node.nodes[0])),
    "message": _message,
    "answer_text": _answer,
    "limit_measure": _measured_key,
    "as": lambda meaning, node: meaning.string(meaning.words[node.last]),
}
