"""Lines of a known shape: their trees are those the parser would read."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark.exceptions import UnexpectedInput

from tests.language.texts import conformance, documented
from tests.language.written import BARE, GLOBS, LINES, NUMBERS, QUOTED, REGEXES
from toolspec.dsl.parsing import shapes
from toolspec.dsl.parsing.tree import Node
from toolspec.dsl.read import read
from toolspec.dsl.recover.diagnose import before_parsing
from toolspec.dsl.text.lines import LogicalLine, lines
from toolspec.dsl.text.source import Source

Written = list[tuple[str, str, int, int]]

TRICKY = """
    subset:x strict:x subset strict must must:x min:2 as.b count:x at-a weight pass true null: nullx
    @x @ @a* @must -> | , : = == < <= ... } { [ ~ && #why result/x/ as"x" .5 +3 1.
    not has length list of text number object absent inside & ( ) $x $ 1..3 -5..-1 > >= not/x/ @v
""".split()  # noqa: SIM905 - one to a line would fill the screen
WORDS = st.one_of(st.sampled_from(TRICKY), BARE, GLOBS, QUOTED, REGEXES, NUMBERS)
GAPS = st.sampled_from([" ", "", "  ", "\t", "\n  ", "\ufeff", " \ufeff", " # why\n    "])


def by_shape(line: LogicalLine) -> Written | None:
    """Return the tree of a line as its tokens, each under the pieces around it; None: refused."""
    try:
        tree = shapes.parse(line)
    except UnexpectedInput:
        return None
    found: Written = []

    def walk(node: Node, above: str) -> None:
        path = f"{above}/{node.label}[{node.first}-{node.last}]"
        for kind, at in node.tokens:
            word = tree.words[at]
            found.append((f"{path}/{kind}", word.text, word.start, word.end))
        for inside in node.nodes:
            walk(inside, path)

    walk(tree.top, "")
    return sorted(found, key=lambda token: token[2])


def by_parser(line: LogicalLine) -> Written | None:
    """Return the same, without any shape known."""
    shapes.forget()
    return by_shape(line)


def code(text: str) -> list[LogicalLine]:
    found = lines(Source(text))
    return [line for line in found if line.kind == "code" and not before_parsing(line)]


def test_every_line_of_the_examples_reads_as_the_parser_reads_it() -> None:
    texts = [*documented(), *conformance("language"), *conformance("vally")]
    found = [line for text in texts for line in code(text)]
    expected = [by_parser(line) for line in found]
    shapes.forget()
    assert [by_shape(line) for line in found] == expected
    assert len(found) > 300


def _no_parser(text: str, cut: object) -> None:
    raise AssertionError(text)


def test_lines_of_one_shape_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes.forget()
    first, second = code("count a = 1 weight 2\ncount mcp:search  >= 12  weight 0.5")
    assert by_shape(code("count a >= 1 weight 2")[0])
    monkeypatch.setattr(shapes, "read", _no_parser)
    assert by_shape(second) == [
        ("/rule[0-5]/count_rule[0-5]/COUNT", "count", 0, 5),
        ("/rule[0-5]/count_rule[0-5]/count_entry[1-3]/pattern[1-1]/NAME", "mcp:search", 6, 16),
        ("/rule[0-5]/count_rule[0-5]/count_entry[1-3]/comparison[2-2]/MORE_EQUAL", ">=", 18, 20),
        ("/rule[0-5]/count_rule[0-5]/count_entry[1-3]/number[3-3]/NUMBER", "12", 21, 23),
        ("/rule[0-5]/count_rule[0-5]/weight[4-5]/WEIGHT", "weight", 25, 31),
        ("/rule[0-5]/count_rule[0-5]/weight[4-5]/decimal[5-5]/NUMBER", "0.5", 32, 35),
    ]
    with pytest.raises(AssertionError, match="count a = 1"):
        by_shape(first)


@pytest.mark.parametrize(
    ("known", "other"),
    [
        ("order strict: a -> b", "order strict \ufeff: a -> b"),
        ("forbid a <must: 1>", "forbid a <must\ufeff: 1>"),
        ("forbid @x | b", "forbid @x* | b"),
        ("forbid a | b", "forbid a | @b"),
        ("args a <x: 1>", "args subset <x: 1>"),
        ("args a <x: 1>", "args a <x: true>"),
        ("count a = 1", "count a = -1x"),
    ],
)
def test_lines_nearly_of_one_shape_read_as_the_parser_reads_them(known: str, other: str) -> None:
    (first,), (second,) = code(known), code(other)
    expected = by_parser(second)
    assert by_parser(first) is not None
    assert by_shape(second) == expected


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(LINES, st.data())
def test_whatever_stands_in_a_shape_the_parser_would_say_the_same(
    text: str, data: st.DataObject
) -> None:
    first = code(text)[-1]
    assert by_parser(first) is not None
    pieces: list[str] = []  # a gap, a word, a gap, ...
    end = 0
    for word in first.words:
        pieces += [first.text[end : word.start], word.text]
        end = word.end
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.integers(0, len(pieces) - 1))
        pieces[at] = data.draw(WORDS if at % 2 else GAPS)
    for line in code("".join(pieces)):
        known = by_shape(line)
        assert known == by_parser(line)
        by_parser(first)


def test_a_unit_in_the_singular_gives_no_other_word_its_meaning() -> None:
    assert not read("each a: after b within 1 call").errors
    assert read("each a: after b within 5 seconds").errors
