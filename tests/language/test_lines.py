"""Where a rule ends, what describes it, and what a comment is."""

from __future__ import annotations

import pytest

from toolspec.dsl.read import read
from toolspec.dsl.specs import parse
from toolspec.dsl.text.lines import lines
from toolspec.dsl.text.source import Source


def _sources(text: str) -> list[str]:
    return [rule.origin.source for rule in read(text).spec.rules]


@pytest.mark.parametrize(
    "text",
    [
        "order: a ->\n  b",
        "order: a ->\n\tb",
        "order: a -> # one\n\n  # two\n  b",
        "order: a |\n  b",
        "count: a = 1,\n  b = 2",
        "forbid a <\n  x: 1\n>",
        "forbid a <x: [1,\n  2\n]>",
        "output a = {\n  b: 1,\n}",
        "  order: a ->\n   b",
        "order: a ->\r\n  b",
        "order: a ->\r  b",
        "order:\n  a -> b",
        "args strict:  # the whole call\n  a <x: 1>",
    ],
)
def test_a_rule_goes_on_in_deeper_lines_or_at_its_closing_bracket(text: str) -> None:
    reading = read(text)
    assert reading.errors == ()
    assert _sources(text) == [text.strip()]


@pytest.mark.parametrize(
    "text", ["order: a ->\nforbid b", "forbid a <x: 1\nforbid b", "  order: a ->\n  forbid b"]
)
def test_a_broken_rule_never_swallows_the_next(text: str) -> None:
    assert _sources(text) == ["forbid b"]
    assert len(read(text).errors) == 1


@pytest.mark.parametrize(
    "text",
    [
        "forbid a <x: text &\n  number>",
        "each a: ok or\n  failed",
        "each a: <x: 1> or\n  failed",
        "sequence: a -> (b,\n  c)",
        "sequence: a -> (\n  b, c\n) -> d",
    ],
)
def test_what_is_not_yet_a_rule_is_one_line_all_the_same(text: str) -> None:
    (only,) = [line for line in lines(Source(text)) if line.kind == "code"]
    assert only.text == text


@pytest.mark.parametrize(
    "text", ["forbid or\n  forbid b", "forbid a | or\n  forbid b", "order: a -> or\n  forbid b"]
)
def test_a_tool_called_or_asks_for_nothing(text: str) -> None:
    assert len([line for line in lines(Source(text)) if line.kind == "code"]) == 2


def test_a_comparison_opens_nothing() -> None:
    assert _sources("count a <\n  forbid b\n") == ["forbid b"]


def test_signs_in_strings_and_regexes_are_text() -> None:
    for text in ('forbid "a # b"', "forbid /#/", 'forbid a <x: "->">', "forbid a <x: /[#<]{1}/>"):
        assert _sources(text + " # comment") == [text]


@pytest.mark.parametrize("char", ["\u2028", "\x85", "\u2029"])
def test_only_line_feeds_and_carriage_returns_end_a_line(char: str) -> None:
    assert _sources(f"forbid a # {char}forbid b") == ["forbid a"]


def test_a_byte_order_mark_and_any_line_ends_are_fine() -> None:
    assert _sources("\ufeffforbid a\r\nforbid b\rforbid c\n") == [
        "forbid a",
        "forbid b",
        "forbid c",
    ]


def test_origins_say_where_a_rule_stands() -> None:
    spec = parse('\ncase "x" {\n  order: a ->\n    b # c\n}\n')
    origin = spec.rules[0].origin
    assert (origin.line, origin.column, origin.end_line) == (3, 3, 4)
    assert origin.source == "order: a ->\n    b"
    assert spec.rules[0].case == "x" and spec.cases == ("x",)


def test_description_lines_stand_above_their_rule() -> None:
    text = "## one\n# not this\n## two\nforbid a\n\n## lost\n\nforbid b\n### ruler\nforbid c\n"
    assert [rule.description for rule in parse(text).rules] == ["one\ntwo", "", ""]


def test_a_broken_case_head_does_not_lose_its_brace() -> None:
    reading = read("case x {\n  forbid a\n}\nforbid b\n")
    assert [item.code for item in reading.problems] == ["TS134"]
    assert [rule.origin.source for rule in reading.spec.rules] == ["forbid b"]


def test_traces_lines_take_several_paths() -> None:
    assert parse('traces "a", "b"\ntraces "c"\n').traces == ("a", "b", "c")


@pytest.mark.parametrize(
    "text",
    [
        'case "x" {\n  forbid a\n} forbid b\nforbid z\n',
        'case "x" {\n  forbid a\n}}\nforbid z\n',
        'case "x" {\n  forbid a\n},\nforbid z\n',
        'case "x" {} forbid b\nforbid z\n',
        'case "x" { forbid a <b: {}>\n}\nforbid z\n',
        'case "x" { forbid a }\nforbid z\n',
        'case "x": {\n  forbid a\n}\nforbid z\n',
        'case "x"\n  forbid a\n}\nforbid z\n',
        'case "x"\n{\n  forbid a\n}\nforbid z\n',
        'case "x":\n  forbid a\n\nforbid z\n',
        'test "x" {\n  forbid a\n}\nforbid z\n',
        'Case "x" {\n  forbid a\n}\nforbid z\n',
    ],
)
def test_a_brace_that_does_not_stand_alone_still_closes_its_case(text: str) -> None:
    reading = read(text)
    assert len(reading.problems) == 1
    last = reading.spec.rules[-1]
    assert (last.origin.source, last.case) == ("forbid z", None)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('args a <\nb: "c",\nd: 1\n>\nforbid z\n', "TS107"),
        ('forbid a <b: "c\nd">\nforbid z\n', "TS109"),
        ("/* one\n two\n three */\nforbid z\n", "TS125"),
        ("/*\n# forbid a\nforbid b\n*/\nforbid z\n", "TS125"),
        ('case "x" {\n  case "y" {\n    forbid a\n  }\n}\nforbid z\n', "TS205"),
        ('case "x" {\n  forbid a\n\ncase "y" {\n  forbid b\n}\nforbid z\n', "TS205"),
    ],
)
def test_what_belongs_to_a_broken_line_is_no_second_mistake(text: str, code: str) -> None:
    reading = read(text)
    assert [item.code for item in reading.errors] == [code]
    assert reading.spec.rules[-1].origin.source == "forbid z"


def test_the_next_rule_behind_a_broken_one_is_told_of() -> None:
    found = read("order:\nforbd a\n\nsearch\nargs a <\nforbid <>\n").problems
    assert [item.code for item in found] == ["TS123", "TS104", "TS107", "TS101"]


def test_a_bracket_lost_in_a_case_does_not_take_the_brace_of_the_case() -> None:
    reading = read('case "x" {\n  output a = {b: 1\n}\nforbid z\n')
    assert [item.code for item in reading.problems] == ["TS107"]
    assert [rule.case for rule in reading.spec.rules] == [None]
    whole = read('case "x" {\n  output a = {b: 1\n}\n}\nforbid z\n')
    assert whole.problems == () and len(whole.spec.rules) == 2
