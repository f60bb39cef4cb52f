"""What the forms of values mean: operators, ranges, types, names, lists and objects.

The grammar says which words may follow one another; what may be where beyond that is said here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from toolspec.dsl.parsing.tree import Node
from toolspec.dsl.parsing.value_pieces import Leaves, Piece, first_word, pieces
from toolspec.dsl.parsing.value_relations import excludes_by_type, has_operators
from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.text.lexer import Token
from toolspec.engine.match.arguments import Argument, Arguments
from toolspec.engine.match.values import (
    Absent,
    Between,
    Both,
    Compared,
    EachItem,
    Either,
    Exactly,
    Has,
    Inside,
    Length,
    ListOf,
    NamedValue,
    Negated,
    ObjectOf,
    OfType,
    OpenList,
    Present,
    Text,
    ValuePattern,
    Variable,
)
from toolspec.engine.rules import traits

_NUMBER: Final = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
_RANGE: Final = re.compile(rf"({_NUMBER})\.\.({_NUMBER})")
_HALF: Final = re.compile(rf"({_NUMBER})\.\.\.?")
_LITERALS: Final = {"TRUE": True, "FALSE": False, "NULL": None}
_TYPES: Final = frozenset({"TEXT", "A_NUMBER", "INTEGER", "BOOLEAN", "LIST", "AN_OBJECT"})
_STANDIN: Final = Exactly(None)


class Values:
    """Turns the nodes of values into patterns. `absent` is where that may be: a key's value."""

    def __init__(self, meaning: Leaves) -> None:
        self.meaning, self.words, self.report = meaning, meaning.words, meaning.report
        self.binds = bool(self.words) and traits(self.words[0].text).binds_names

    def value(self, node: Node, absent: bool = False, in_has: bool = False) -> ValuePattern:
        """Return a value; one made of JSON alone is one `Exactly`."""
        if node.label == "dots":
            return Present()
        parts = pieces(node)
        if len(parts) == 1:
            piece = parts[0]
            if isinstance(piece, Node):
                make = _FORMS[piece.label]
                return make(self, piece, absent, in_has)
            return self.plain(*piece, absent)
        sides: list[ValuePattern] = []
        for piece in parts:
            side = self.operand(piece, absent, in_has)
            self.alternative(sides, side, piece)
            sides.extend(side.sides if isinstance(side, Either) else (side,))
        self.has_beside(parts)
        return Either(tuple(sides))

    def operand(self, piece: Piece, absent: bool, in_has: bool) -> ValuePattern:
        """Return a side of `|`."""
        if isinstance(piece, Node):
            # `absent` in round brackets is not a side of the outermost `|`.
            inner = absent and piece.label != "group"
            return _FORMS[piece.label](self, piece, inner, in_has)
        return self.plain(*piece, absent)

    def alternative(self, sides: Sequence[ValuePattern], side: ValuePattern, piece: Piece) -> None:
        """Doubt a side that is written a second time."""
        if len(sides) > ALTERNATIVES_COMPARED or side not in sides:
            return
        start, end = self.span(piece)
        before = self.words[first_word(piece) - 2].end
        fix = Fix("Remove it", before, end, "")
        fields = {"value": shown(str(side))}
        self.meaning.doubts.append(
            LineDiagnostic("doubled_alternative", start, end, fields, (fix,))
        )

    def has_beside(self, parts: Sequence[Piece]) -> None:
        """Doubt `has "a" | "b"`, which is `(has "a") | "b"`."""
        for piece, after in pairwise(parts):
            has = _last_has(piece)
            if has is None or isinstance(after, Node):
                continue
            if after[0] not in ("STRING", "NUMBER", "REGEX"):
                continue
            start, (_, end) = self.span(piece)[0], self.span(after)
            one, other = self.text(piece), self.text(after)
            inner = self.text(has.nodes[0] if has.nodes else has.tokens[1])
            fields = {"has": shown(one), "other": shown(other), "inner": shown(inner)}
            both = f"{one.removesuffix(self.text(has))}has ({inner} | {other})"
            fixes = (
                Fix("Put `has` in brackets", start, end, f"({one}) | {other}"),
                Fix("Look for both", start, end, both, guess=True),
            )
            self.meaning.doubts.append(LineDiagnostic("has_or", start, end, fields, fixes))
            return

    def both(self, node: Node, absent: bool, in_has: bool) -> ValuePattern:
        """Return what all sides of `&` match."""
        del absent
        self.not_in_has(node, "`&`", in_has)
        sides: list[ValuePattern] = []
        for piece in pieces(node):
            side = self.operand(piece, False, False)
            other = next(
                (side_part for side_part in sides if excludes_by_type(side_part, side)), None
            )
            if other is not None:
                fields = {"one": shown(str(other)), "other": shown(str(side))}
                self.report(LineDiagnostic("impossible_value", *self.span(node), fields))
            sides.extend(side.sides if isinstance(side, Both) else (side,))
        return Both(tuple(sides))

    def group(self, node: Node, absent: bool, in_has: bool) -> ValuePattern:
        """Return what is in round brackets."""
        return self.value(node.nodes[0], absent, in_has)

    def negated(self, node: Node, absent: bool, in_has: bool) -> ValuePattern:
        """Return all but what follows `not`."""
        del absent
        self.not_in_has(node, "`not`", in_has)
        return Negated(self.after(node, False))

    def has(self, node: Node, absent: bool = False, in_has: bool = False) -> Has:
        """Return what has the value that follows."""
        del absent
        self.not_in_has(node, "another `has`", in_has)
        return Has(self.after(node, True))

    def list_of(self, node: Node, absent: bool, in_has: bool) -> ValuePattern:
        """Return lists of what follows."""
        del absent, in_has
        return EachItem(self.after(node, False))

    def after(self, node: Node, in_has: bool) -> ValuePattern:
        """Return the operand after a node's words."""
        if node.nodes:
            return _FORMS[node.nodes[0].label](self, node.nodes[0], False, in_has)
        return self.plain(*node.tokens[-1], False, in_has)

    def not_in_has(self, node: Node, what: str, in_has: bool) -> None:
        """Report an operator inside `has` that is not allowed there."""
        if in_has:
            self.report(LineDiagnostic("not_in_has", *self.span(node), {"what": what}))

    def compared(self, node: Node, absent: bool, in_has: bool) -> ValuePattern:
        """Return numbers that compare so."""
        del absent, in_has
        (_, sign), (kind, at) = node.tokens
        word = self.words[at]
        if kind == "VARIABLE":
            return Compared(self.words[sign].text, None, self.variable(word))
        return Compared(self.words[sign].text, self.meaning.number(word))

    def length(self, node: Node, absent: bool, in_has: bool) -> ValuePattern:
        """Return what has such a length."""
        del absent, in_has
        word = self.words[node.tokens[-1][1]]
        operator = self.words[node.tokens[1][1]].text if len(node.tokens) == 3 else ""
        bounds = None if operator else _RANGE.fullmatch(word.text)
        if bounds is not None:
            count = self.between(word, bounds)
            numbers = [count.least, count.most] if isinstance(count, Between) else []
        else:
            number = self.meaning.number(word)
            count = Compared(operator, number) if operator else Exactly(number)
            numbers = [number]
        if any(number < 0 or isinstance(number, float) for number in numbers):
            self.report(
                LineDiagnostic("bad_length", word.start, word.end, {"number": shown(word.text)})
            )
        return Length(count)

    def inside(self, node: Node, absent: bool, in_has: bool) -> ValuePattern:
        """Return paths in a folder."""
        del absent, in_has
        return Inside(self.meaning.string(self.words[node.last]))

    def list(self, node: Node, absent: bool, in_has: bool) -> ValuePattern:
        """Return a list of values, which may have gaps."""
        del absent, in_has
        runs: list[list[ValuePattern]] = [[]]
        for item in node.nodes:
            if item.label == "dots":
                runs.append([])
            else:
                runs[-1].append(self.value(item))
        if len(runs) > 1:
            return OpenList(tuple(map(tuple, runs)))
        literals = [item.value for item in runs[0] if type(item) is Exactly]
        return Exactly(literals) if len(literals) == len(runs[0]) else ListOf(tuple(runs[0]))

    def object(self, node: Node, absent: bool, in_has: bool) -> ValuePattern:
        """Return an object of values, whose other keys may be free."""
        del absent, in_has
        members = [member for member in node.nodes if member.label != "dots"]
        members_read = self.members(members, "value in an object")
        entries = tuple([(key, pattern) for key, pattern, _ in members_read])
        if len(members) < len(node.nodes):
            return ObjectOf(entries, free=True)
        literals = {key: item.value for key, item in entries if type(item) is Exactly}
        plain = all(type(item) is Exactly for _, item in entries)
        return Exactly(literals) if plain else ObjectOf(entries)

    def plain(self, kind: str, at: int, absent: bool = False, in_has: bool = False) -> ValuePattern:
        """Return a value of one word, a token of that type."""
        word, meaning = self.words[at], self.meaning
        if kind == "STRING":
            return Exactly(meaning.string(word))
        if kind == "NUMBER":
            return self.number(word)
        if kind == "REGEX":
            return Text(meaning.regex(word))
        if kind in _LITERALS:
            return Exactly(_LITERALS[kind])
        if kind in _TYPES:
            return OfType(word.text)
        if kind == "VARIABLE":
            return Variable(self.variable(word))
        if kind == "REFERENCE":
            return self.named(word, in_has)
        if not absent:
            self.report(LineDiagnostic("misplaced_absent", word.start, word.end))
            return _STANDIN
        return Absent()

    def number(self, word: Token) -> ValuePattern:
        """Return a number or a range of numbers."""
        text = word.text
        if ".." not in text:
            return Exactly(self.meaning.number(word, may_be_text=True))
        bounds = _RANGE.fullmatch(text)
        if bounds is not None:
            return self.between(word, bounds)
        half = _HALF.fullmatch(text)
        if half is None:
            return Exactly(self.meaning.number(word))
        corrected = f">= {half[1]}"
        fix = Fix(f"Write {shown(corrected)}", word.start, word.end, corrected)
        fields = {"number": shown(text), "hint": f"write `{shown(corrected)}`"}
        self.report(LineDiagnostic("bad_number", word.start, word.end, fields, (fix,)))
        return _STANDIN

    def between(self, word: Token, bounds: re.Match[str]) -> ValuePattern:
        """Return the numbers of a range."""
        ends = [
            self.meaning.number(
                Token("number", bounds[side], word.start + bounds.start(side),
                     word.start + bounds.end(side))
            )
            for side in (1, 2)
        ]  # fmt: skip
        least, most = ends
        if least > most:
            corrected = f"{bounds[2]}..{bounds[1]}"
            fix = Fix(f"Write {shown(corrected)}", word.start, word.end, corrected)
            fields = {"range": shown(word.text), "corrected": shown(corrected)}
            self.report(LineDiagnostic("empty_range", word.start, word.end, fields, (fix,)))
        return Between(least, most)

    def variable(self, word: Token) -> str:
        """Return a `$name` without its sign; only `each` binds names."""
        if not self.binds:
            self.report(
                LineDiagnostic("unbound_name", word.start, word.end, {"name": shown(word.text)})
            )
        return word.text[1:]

    def named(self, word: Token, in_has: bool) -> ValuePattern:
        """Return the pattern of a `value` line."""
        pattern = self.meaning.resolve(word)
        if isinstance(pattern, NamedValue):
            if in_has and has_operators(pattern):
                what = f"what `{shown(word.text)}` stands for"
                self.report(LineDiagnostic("not_in_has", word.start, word.end, {"what": what}))
            return pattern
        if pattern is not None:
            self.report(wrong_sort(word, "tools", "values"))
        return _STANDIN

    # ------------------------------------------------------------------------------------- keys

    def arguments(self, node: Node) -> Arguments:
        """Return the `<...>` with other keys free."""
        members = [member for member in node.nodes if member.tokens]
        has = [self.has(member.nodes[0]) for member in node.nodes if not member.tokens]
        entries = [Argument(*member) for member in self.members(members, "argument")]
        return Arguments(tuple(entries), has=tuple(has))

    def members(self, nodes: Sequence[Node], what: str) -> list[tuple[str, ValuePattern, bool]]:
        """Return the keys and values of a `<...>` or `{...}`, and whether each says `must`."""
        listed: list[tuple[str, ValuePattern, bool]] = []
        keys: set[str] = set()
        for member in nodes:
            must = member.tokens[0][0] == "MUST"
            kind, at = member.tokens[1 if must else 0]
            word = self.words[at]
            key = self.meaning.string(word) if kind == "STRING" else word.text
            if key in keys:
                fields = {"key": shown(key), "what": what}
                self.report(LineDiagnostic("doubled_key", word.start, word.end, fields))
            keys.add(key)
            listed.append((key, self.value(member.nodes[0], absent=True), must))
        return listed

    def span(self, piece: Piece) -> tuple[int, int]:
        """Return where a piece is in its line."""
        first = first_word(piece)
        last = piece.last if isinstance(piece, Node) else piece[1]
        return self.words[first].start, self.words[last].end

    def text(self, piece: Piece) -> str:
        """Return a piece's words, as the formatter would write most of them."""
        first = first_word(piece)
        last = piece.last if isinstance(piece, Node) else piece[1]
        out, before = "", None
        for word in self.words[first : last + 1]:
            gap = " " if before is not None and word.start > before.end else ""
            out, before = out + gap + word.text, word
        return out


def wrong_sort(word: Token, stands_for: str, needed: str) -> LineDiagnostic:
    """Return the problem of a name that stands for tools where values are named, or reversed."""
    fields = {"name": shown(word.text), "stands_for": stands_for, "needed": needed}
    return LineDiagnostic("name_of_other_sort", word.start, word.end, fields)


ALTERNATIVES_COMPARED: Final = 200
"""Sides of `|` beyond which no more are looked at for equal ones."""

_FORMS: Final[dict[str, Callable[[Values, Node, bool, bool], ValuePattern]]] = {
    "both": Values.both, "group": Values.group, "negated": Values.negated, "has": Values.has,
    "list_of": Values.list_of, "compared": Values.compared, "length": Values.length,
    "inside": Values.inside, "list": Values.list, "object": Values.object,
}  # fmt: skip


def _last_has(piece: Piece) -> Node | None:
    """Return the `has` that a side of `|` ends with: of `has "a"`, `not has "a"`, `x & has "a"`."""
    while isinstance(piece, Node) and piece.label in ("negated", "both") and piece.nodes:
        piece = piece.nodes[-1]
    return piece if isinstance(piece, Node) and piece.label == "has" else None
