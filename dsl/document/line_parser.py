"""Read one logical line: its tree, its rule, its problems. What was read before is not read again.

Everything here counts offsets from the line's first word, so the same text is read once, wherever
and however often it stands: an editor pays only for the lines that change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from toolspec.dsl.parsing.lower import Lowered, Lowering
from toolspec.dsl.parsing.tree import LineTree
from toolspec.dsl.problem import LineDiagnostic
from toolspec.dsl.recover.diagnose import before_parsing, refused
from toolspec.dsl.text.lexer import Token
from toolspec.dsl.text.lines import LogicalLine, lines
from toolspec.dsl.text.memory import MEGABYTE, Memory
from toolspec.dsl.text.source import Source
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.match.values import ValuePattern
from toolspec.engine.syntax import Part

if TYPE_CHECKING:
    from toolspec.engine.parts.clause import Clause


class ParsedLine(NamedTuple):
    """A line's tree, or the problems that leave it without one.

    `kind` is `rule`, `tool_line`, `value_line`, `traces_line`, `case_open`, `block_open`,
    `case_close`; "" where it did not parse. `untried` are the problems before any fix of theirs was
    tried out, `tried` how many characters that took.
    """

    tree: LineTree | None
    problems: tuple[LineDiagnostic, ...] = ()
    kind: str = ""
    untried: tuple[LineDiagnostic, ...] = ()
    tried: int = 0


class Analysed(NamedTuple):
    """What a line says: a rule, or the parts of another line, and every problem in it.

    `untried` and `tried` are as in `ParsedLine`; `regexes` is the size of all regexes in the line.
    """

    lowered: Lowered | None
    parts: tuple[Part, ...]
    problems: tuple[LineDiagnostic, ...]
    untried: tuple[LineDiagnostic, ...] = ()
    tried: int = 0
    regexes: int = 0


def _bytes_of_syntax(known: ParsedLine) -> int:
    tree = known.tree
    return 1500 + (300 * (tree.top.last - tree.top.first) if tree is not None else 0)


def _bytes_of_rule(known: Analysed) -> int:
    return 1500 + 100 * len(known.parts[0].source)


_syntax: Memory[str, ParsedLine] = Memory(4 * MEGABYTE, _bytes_of_syntax)
_plain: Memory[str, Analysed] = Memory(16 * MEGABYTE, _bytes_of_rule)
_named: Memory[tuple[str, tuple[Meant | None, ...]], Analysed] = Memory(
    4 * MEGABYTE, _bytes_of_rule
)
"""Rules that use names, by their text and by what the names in it mean."""

known_syntax = _syntax.get
"""Returns the syntax of a line's text if it was parsed before."""

known_rule = _plain.get
"""Returns what a rule says that uses no names, by its text, if it was read before."""


def forget_parsed_lines() -> None:
    """Forget every line: for tests and measurements."""
    from toolspec.dsl.text import lines

    _syntax.clear()
    _plain.clear()
    _named.clear()
    lines.forget_lines()


def syntax(line: LogicalLine, fixes: bool = True) -> ParsedLine:
    """Parse a line of code; without `fixes`, none that would have to be tried out is offered."""
    known = _syntax.get(line.text)
    if known is None:
        known = _parse_once(line)
        if known.problems and not fixes:
            return known._replace(untried=known.problems)
        if known.problems:
            problems, tried = _corrected(line, known.problems)
            known = known._replace(problems=problems, untried=known.problems, tried=tried)
        _syntax.put(line.text, known)
    return known


def _corrected(
    line: LogicalLine, problems: Sequence[LineDiagnostic]
) -> tuple[tuple[LineDiagnostic, ...], int]:
    """Return problems with fixes that remove them, and how many characters it took to try."""
    from toolspec.dsl.fixes.missing_signs import corrected

    tried = 0

    def left(text: str, tell: bool) -> list[LineDiagnostic]:
        nonlocal tried
        tried += len(text)
        return _left(text, tell)

    return corrected(line, problems, left), tried


def _parse_once(line: LogicalLine, tell: bool = True) -> ParsedLine:
    """Parse a line; `tell` says whether to find out what the parser refused it for."""
    strange = before_parsing(line)
    if strange:
        return ParsedLine(None, tuple(strange))
    from lark.exceptions import UnexpectedInput

    from toolspec.dsl.parsing.tree import line_tree

    try:
        tree = line_tree(line)
    except UnexpectedInput:
        tree = None
    if tree is not None:
        return ParsedLine(tree, (), tree.top.label)
    # Not before the error is gone, and all that the parser had read with it.
    return ParsedLine(None, (refused(line) if tell else LineDiagnostic("unexpected", 0, 0),))


def _left(text: str, tell: bool) -> list[LineDiagnostic]:
    """Return the problems of a line's text as a fix would leave it, without fixes of their own."""
    left: list[LineDiagnostic] = []
    for line in lines(Source(text)):
        if line.kind != "code":
            continue
        parsed = _syntax.get(line.text) or _parse_once(line, tell)
        problems = parsed.problems
        # Names may mean anything: their lines are not known here.
        if parsed.tree is not None and parsed.kind == "rule":
            reported: list[LineDiagnostic] = []
            lowering = Lowering(line.text, parsed.tree, reported.append, lambda _: None)
            lowering.rule()
            problems = tuple(reported)
        elif parsed.tree is not None and parsed.kind == "block_open":
            problems = block(line, parsed.tree, _no_name)[0].problems
        elif parsed.tree is not None:
            problems = other(line, parsed.tree, _no_name).problems
        left.extend(item.moved(line.start) for item in problems)
    return left


Meant = ToolPattern | ValuePattern
Resolve = Callable[[str, int], Meant | None]
"""Give the pattern that the `@name` at an offset of the line stands for."""


def _no_name(_name: str, _at: int) -> None:
    """Resolve no name."""


def rule(line: LogicalLine, tree: LineTree, resolve: Resolve, fixes: bool = True) -> Analysed:
    """Lower a rule's line, in which the names mean what `resolve` says; `fixes` as in `syntax`."""
    names = [word for word in line.words if word.text.startswith("@")] if "@" in line.text else ()
    # The same text means another thing where a name in it does. Every use is looked up, cached or
    # not: that is how an unused name is known.
    patterns = tuple(resolve(word.text, word.start) for word in names)
    key = (line.text, patterns)
    known = _named.get(key) if names else _plain.get(line.text)
    if known is None:
        problems: list[LineDiagnostic] = []
        lowered = Lowering(line.text, tree, problems.append, _by_word(resolve)).rule()
        if lowered.kind is not None and None in patterns:
            lowered = lowered._replace(kind=None)
        if problems and not fixes:
            reported = tuple(problems)
            return Analysed(lowered, (lowered.part,), reported, reported, 0, lowered.regexes)
        reported, tried = _corrected(line, problems) if problems else ((), 0)
        known = Analysed(
            lowered, (lowered.part,), reported, tuple(problems), tried, lowered.regexes
        )
        if names:
            _named.put(key, known)
        else:
            _plain.put(line.text, known)
            _syntax.drop(line.text)  # nobody will ask for it again
    return known


def block(
    line: LogicalLine, tree: LineTree, resolve: Resolve
) -> tuple[Analysed, tuple[Clause, ...] | None]:
    """Lower a line that opens a block: its clauses as parts, and what they mean.

    None where they are not allowed.
    """
    problems: list[LineDiagnostic] = []
    unknown = False

    def known(word: Token) -> Meant | None:
        nonlocal unknown
        pattern = resolve(word.text, word.start)
        unknown = unknown or pattern is None
        return pattern

    lowering = Lowering(line.text, tree, problems.append, known)
    parts, chain = lowering.block()
    if unknown:
        chain = None
    reported = tuple(problems)
    return Analysed(None, parts, reported, reported, 0, lowering.meaning.regexes), chain


def other(line: LogicalLine, tree: LineTree, resolve: Resolve) -> Analysed:
    """Lower a line that is not a rule: the values of its strings, or its pattern, as parts."""
    problems: list[LineDiagnostic] = []
    lowering = Lowering(line.text, tree, problems.append, _by_word(resolve))
    parts: list[Part] = []
    for kind, at in tree.top.tokens:
        if kind in ("STRING", "REFERENCE"):
            word = tree.words[at]
            value = lowering.meaning.string(word) if kind == "STRING" else word.text
            parts.append(Part(kind.lower(), value, word.text, (word.start, word.end)))
    # The one pattern of a `tool` or `value` line comes after its name.
    parts.extend(lowering.part(node) for node in tree.top.nodes)
    reported = tuple(problems)
    return Analysed(None, tuple(parts), reported, reported, 0, lowering.meaning.regexes)


def _by_word(resolve: Resolve) -> Callable[[Token], Meant | None]:
    return lambda word: resolve(word.text, word.start)
