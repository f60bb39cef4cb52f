"""What the texts of the language allow is accepted, and what they forbid is refused.

`by_the_text.jsonl` has what was written while reading `language.md` and `depth.md` line by line: an
expectation and a spec a line. The tables here stand for every value pattern, qualifier and clause
in every place that takes one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import permutations
from pathlib import Path

from toolspec.dsl.read import read

WRITTEN = Path(__file__).parent / "by_the_text.jsonl"

QUALIFIERS = ("<x: 1>", "exactly <x: 1>", "result 1", "ok", "failed", "took < 5s", "by x")
PHRASES = (
    "require a {q}", "forbid a {q}", "sequence: a {q} -> b {q}", "order: a {q} -> b {q}",
    "order strict: a {q} -> b {q}", "count a {q} = 1", "count: a {q} = 1, b {q} <= 2",
    "only: a {q}, b {q}", "each a {q}: ok", "forbid: a {q} -> b {q}", "forbid z after a {q}",
    "forbid z until a {q}", "forbid z among a {q}", "forbid z ignoring a {q}",
    "require z if a {q}", "require z if not a {q}", "each z: after a {q}", "each z: before a {q}",
    "each z: {q}", "sequence: (a {q}, b {q}) -> c", "after a {q} {{\n  forbid z\n}}",
    "per turn {{\n  forbid z if a {q}\n}}", "order strict: a {q}? -> b {q}+",
)  # fmt: skip

VALUES = (
    "> 5", ">= 5", "< 5", "<= 5", ">5", ">=-5", "< -5.5", "> 1e3", "1..10", "-10..-1", "0.5..1.5",
    "1..1", "-1..1", "1e1..1e2", "1 | 2", "1|2|3", "text & /x/", "not 1", "not not 1",
    "not (1 | 2)", "(1)", "((1))", "(1 | 2) & integer", "not 1 & not 2", "1 | 2 | 3", "text",
    "number", "integer", "boolean", "list", "object", "list of 1", "list of text",
    "list of (1 | 2)", "list of list of 1", "list of not 1", "list of has 1", "list of 1..2",
    "list of > 3", "list of >= 3", "list of {a: 1, ...}", "list of [1, ...]", "list of length 3",
    "length 0", "length 3", "length > 3", "length >= 0", "length < 3", "length <= 3",
    "length 1..3", "length 0..0", "has 1", 'has "x"', "has /x/", "has (1 | 2)", "has >= 3",
    'has ("a" | ("b" | "c"))', "has > 3", "has text", "has {a: 1}", "has [1]", "has 1..3",
    "has true", "has null", "has list of 1", "has length 3", 'has inside "x"', 'inside "src"',
    'inside "/"', 'inside "."', 'inside "a/b"', 'not inside "x"', "not >= 5", "[...]",
    "[1, ...]", "[..., 1]", "[..., 1, ...]", "[1, ..., 2]", "[..., 1, ..., 2, ...]",
    "[[...], ...]", "[> 5, text]", "[not 1]", "[1 | 2, ...]", "[1, ...,]", "{...}",
    "{a: 1, ...}", "{a: ..., ...}", "{a: absent}", "{a: absent | 1, ...}",
    "{a: {b: {...}, ...}, ...}", "{a: > 5}", '{"a b": 1, ...}', "{a: 1, b: 2, ...}",
    "/a/ | /b/i", "text & length 3", "number & > 5 & < 10", "> 5 & < 10", "(> 5 & < 10) | null",
    'has "a" & has "b"', 'not has "a"', "length 3 & has 1", '(has "a") | "b"', "not null",
)  # fmt: skip
OF_A_KEY = ("absent", "absent | 1", "1 | absent", "absent | null", "...")
"""What only a key's value may be."""

AS_A_KEY = (
    "forbid a <x: {v}>", "args a <x: {v}>", "count a <x: {v}> = 1", "count a <x: {v}> >= 1",
    "each a: <x: {v}>", "forbid a <x: {{y: {v}}}>", "each a: after b <x: {v}>",
)  # fmt: skip
AS_A_VALUE = (
    "forbid a result {v}", "value @v = {v}\nforbid a <x: @v>", "output a = {v}",
    "forbid a <x: [{v}]>", "forbid a <x: {v}, y: {v}>", "require z if a result {v} ok",
    "forbid a <x: ({v}) | 77>", "forbid a <x: list of ({v})>", "forbid a <x: not ({v})>",
    "count a result {v} = 1", "value @v = [{v}]\nforbid a <x: @v>",
    "value @v = {{y: {v}}}\nforbid a <x: @v>",
)  # fmt: skip

NO_VALUES = (
    ">", '> "5"', "> text", "> true", "> [1]", "= 5", "== 5", "!= 5", "=> 5", "5 >", "> > 5",
    "> 5 < 10", "1 .. 10", "1 ..10", "1.. 10", "1..", "..1", "1...10", "10..1", "1..2..3",
    '"a".."b"', "1 |", "| 1", "& 1", "1 &", "1 || 2", "1 && 2", "1 | | 2", "not", "not |", "!1",
    "1 not 2", "(1", "1)", "()", "(1 2)", "foo", "Text", "string", "int", "bool", "array", "str",
    "number of 1", "list of", "list 1", "list of of 1", "list of ...", "list of absent", "length",
    "length text", 'length "3"', "length 1.5", "length -1", "length = 3", "length == 3",
    "length 3..1", "length -3..3", "length 1..2.5", "length > -1", "length < 0.5", "length of 3",
    "has", "has ...", "has absent", "has not 1", "has has 1", "has (1 & 2)", "has (not 1)",
    "has (has 1)", "inside", "inside src", "inside /src/", "inside 5", 'inside ("a" | "b")',
    "... | 1", "1 | ...", "... & 1", "not ...", "(...)", "[... | 1]", "[, 1]", "[1,, 2]", "[1 2]",
    "[1", "{..., a: 1}", "{a: 1 ...}", "{a}", "{a: }", "{a: 1, a: 2}", "{..., ...}", "{1: 2}",
    "{a: 1, ..., b: 2}", "not absent", "absent & 1", "1 & absent", "[absent]",
    "(absent | 1) & 2", "not (absent | 1)", "list of (absent | 1)", "has (absent | 1)",
    "text & number", "text & 5", "5 & text", 'number & "x"', "5 & > 6", "> 6 & 5", "5 & < 5",
    "list & object", "boolean & 1", "true & number", "null & text", "[1] & text",
    "{a: 1} & list", '"a" & > 5', "~1", "$x", "@nope", "'x'", "`x`", 'contains "x"', '~= "x"',
    "in [1, 2]", "between 1 and 5", 'startswith "x"', 'like "x"', "matches /x/", "any of [1]",
    "x | y", "integer & 2.5", "integer & text",
)  # fmt: skip
REFUSING = (
    "forbid a <x: {v}>", "each a: after b <x: {v}>", "forbid a <x: {{y: {v}}}>",
    "args a <x: {v}>", "count a <x: {v}> >= 1",
)  # fmt: skip

CLAUSES = (
    "after a", "until a", "after a until b", "at step 1", "before step 2", "after step 1",
    "at turn 1", "before turn 1", "after turn 1", "per step", "per turn", "per agent", "per <x>",
    "among a", "ignoring a", "if a", "if not a", "after a if b", 'among * by "x"',
    "per <x> among a", "at step 1 until b", "if a ignoring c per <x>", "after first a",
    "after last a ok until b failed", "if last a failed",
)  # fmt: skip
BLOCKS = (
    "{c} {{\n  forbid z\n}}", "{c} {{ # c\n\n  forbid z\n  # d\n}} # e",
    'case "k" {{\n  {c} {{\n    count z = 1\n  }}\n}}',
    "{c} {{\n  if q {{\n    any {{\n      require z\n      forbid y\n    }}\n  }}\n}}",
    "per turn {{\n  {c} {{\n    forbid z\n  }}\n  forbid y\n}}",
    "{c} {{\n  forbid z if y\n  count z <= 2 per <k>\n  sequence: a ->\n    b\n}}",
    "forbid z {c}", "forbid z soft {c} weight 2",
)  # fmt: skip
NO_BLOCKS = (
    "{c}", "{c} {{\n  forbid z\n", "{c} soft {{\n  forbid z\n}}", "{c} weight 2 {{\n  forbid z\n}}",
    "{c} pass 0.5 {{\n  forbid z\n}}", '{c} as "x" {{\n  forbid z\n}}', "{c} {{ forbid z }}",
    "{c} {{\n  tool @r = a\n  forbid @r\n}}", '{c} {{\n  case "x" {{\n    forbid z\n  }}\n}}',
    '{c} {{\n  use "x.toolspec"\n}}', '{c} {{\n  traces "x"\n}}',
    "{c} {{\n  value @v = 1\n  forbid a <x: @v>\n}}", "{c} {c} {{\n  forbid z\n}}",
    "forbid z {c} {c}",
)  # fmt: skip


def severities(spec: str) -> set[str]:
    return {problem.severity for problem in read(spec).problems}


def refused(specs: Iterable[str]) -> list[str]:
    return [spec for spec in specs if "error" in severities(spec)]


def accepted(specs: Iterable[str]) -> list[str]:
    return [spec for spec in specs if "error" not in severities(spec)]


def written(expected: str) -> list[str]:
    lines = [json.loads(line) for line in WRITTEN.read_text("utf-8").splitlines()]
    found = [spec for expectation, spec in lines if expectation == expected]
    assert found
    return found


def test_what_the_texts_allow_is_accepted() -> None:
    assert refused(written("accept")) == []


def test_what_the_texts_forbid_is_refused() -> None:
    assert accepted(written("refuse")) == []


def test_what_the_texts_warn_of_is_warned_of_and_accepted() -> None:
    specs = written("warn")
    assert refused(specs) == []
    assert [spec for spec in specs if "warning" not in severities(spec)] == []


def test_a_qualifier_is_taken_wherever_a_call_phrase_is() -> None:
    assert refused(place.format(q=one) for place in PHRASES for one in QUALIFIERS) == []


def test_qualifiers_come_in_any_order() -> None:
    rest = ("result 1", "ok", "took < 5s", "by x")
    lines = [f"count last a <x: 1> {' '.join(way)} = 1" for way in permutations(rest)]
    assert refused(lines) == []


def test_a_value_pattern_is_taken_wherever_a_value_is() -> None:
    assert refused(place.format(v=one) for place in AS_A_KEY for one in OF_A_KEY) == []
    places = (*AS_A_KEY, *AS_A_VALUE)
    assert refused(place.format(v=one) for place in places for one in VALUES) == []


def test_what_is_no_value_pattern_is_refused_everywhere() -> None:
    assert accepted(place.format(v=one) for place in REFUSING for one in NO_VALUES) == []


def test_clauses_divide_rules_and_open_blocks() -> None:
    assert refused(place.format(c=one) for place in BLOCKS for one in CLAUSES) == []
    assert accepted(place.format(c=one) for place in NO_BLOCKS for one in CLAUSES) == []
