"""What the language refuses, with its place, what it takes, and what it only warns of."""

from __future__ import annotations

import pytest

import toolspec
from toolspec.dsl.read import read

# Text, and the line and column of the first problem.
REFUSED = [
    # Reserved signs and words.
    ("order: a -> $x", 1, 13),
    ("forbid a & b", 1, 10),
    ("forbid a ~ b", 1, 10),
    ("forbid a .. b", 1, 10),
    ("require (a | b)", 1, 9),
    ("forbid a <x: ..>", 1, 14),
    ("forbid a <x: ()>", 1, 14),
    ("forbid a <x: $y>", 1, 14),
    ("forbid a <x: not absent>", 1, 18),
    ("forbid a <x: length -3>", 1, 21),
    ("forbid a <x: 5..1>", 1, 14),
    # Nothing where something must be.
    ("require a <>", 1, 11),
    ("forbid a <>", 1, 10),
    ("sequence: a -> b <>", 1, 18),
    ("order:", 1, 1),
    ("count:", 1, 1),
    ("args:", 1, 1),
    ("output:", 1, 1),
    ("sequence:", 1, 1),
    ("require", 1, 1),
    ("order: a ->", 1, 10),
    ("count: a = 1,", 1, 13),
    ("count a", 1, 7),
    ("args a", 1, 6),
    ("output a", 1, 8),
    # Out of range.
    ("require a before step 0", 1, 11),
    ("require a at step 2 before step 2", 1, 21),
    ("require a at step 3 before step 2", 1, 21),
    ("require a at step -1", 1, 19),
    ("require a at step 1.5", 1, 19),
    ("require a min -1", 1, 15),
    ("require a min 1.5", 1, 15),
    ("count a = -1", 1, 11),
    ("count a = 1.5", 1, 11),
    ('count a = "1"', 1, 11),
    ("order: a weight 0", 1, 17),
    ("order: a weight 0.0", 1, 17),
    ("order: a weight -1", 1, 17),
    ("order: a weight 1e400", 1, 17),
    ("order: a pass 0", 1, 15),
    ("order: a pass 1.5", 1, 15),
    ("order: a pass -0.5", 1, 15),
    # Clauses said twice, or where they mean nothing.
    ("require a weight 1 weight 2", 1, 20),
    ("require a min 1 min 2", 1, 17),
    ("require a final final", 1, 17),
    ("require a result /x/ result /y/", 1, 22),
    ("require a at step 1 at step 2", 1, 21),
    ("order: a pass 0.5 pass 0.5", 1, 19),
    ('order: a as "x" as "y"', 1, 17),
    ("require a pass 0.5", 1, 11),
    ("forbid a pass 0.5", 1, 10),
    ("sequence: a pass 0.5", 1, 13),
    ("forbid a final", 1, 10),
    ("forbid a min 1", 1, 10),
    ("args a <must x: 1>", 1, 8),
    # Cases and names.
    ('case "x" {\nforbid a\n}\ncase "x" {\nforbid b\n}', 4, 6),
    ('case "x" {\ncase "y" {\nforbid a\n}\n}', 2, 1),
    ("case x {\nforbid a\n}", 1, 6),
    ('case "x" {\nforbid a', 1, 6),
    ("forbid @x", 1, 8),
    ("tool @a = x\ntool @a = y\nforbid @a", 2, 6),
    ("tool @a = @a\nforbid @a", 1, 6),
    ("tool @a = @b\ntool @b = c | @a\nforbid @a", 1, 6),
    # Regexes that not every engine reads, or reads alike.
    ("forbid /(?=x)/", 1, 9),
    ("forbid /(?<!x)y/", 1, 9),
    (r"forbid /(a)\1/", 1, 12),
    ("forbid /a++/", 1, 11),
    ("forbid /(?>a)/", 1, 9),
    (r"forbid /\p{L}/", 1, 9),
    (r"forbid /a\Z/", 1, 10),
    ("forbid /[[:alpha:]]/", 1, 10),
    ("forbid /a/g", 1, 11),
    ("forbid /(?x)a/", 1, 9),
    ("forbid /[/", 1, 9),
    ("forbid /(/", 1, 9),
    ("forbid /a", 1, 8),
    # Values.
    ("forbid a <x: yes>", 1, 14),
    ("forbid a <x: True>", 1, 14),
    ("forbid a <x: NaN>", 1, 14),
    ("forbid a <x: 'y'>", 1, 14),
    ("forbid a <x: 01>", 1, 14),
    ("forbid a <x: .5>", 1, 14),
    ("forbid a <x: +1>", 1, 14),
    ("forbid a <x: {..., a: 1}>", 1, 20),
    ("forbid a <...>", 1, 11),
    ("output a = ...", 1, 12),
    ("output a = x", 1, 12),
    ("forbid a <x: 1, x: 2>", 1, 17),
    ('forbid a <x: {y: 1, "y": 2}>', 1, 21),
    ("forbid a <,>", 1, 11),
    ("forbid a <x 1>", 1, 13),
    ("forbid a <1x: 1>", 1, 11),
    # The colon, the modes and the words between.
    ("order a -> b", 1, 1),
    ("order strict a", 1, 1),
    ("sequence a -> b", 1, 1),
    ("require: a", 1, 8),
    ("count a = 1, b = 2", 1, 12),
    ("args a <>, b <>", 1, 10),
    ("output a = 1, b = 2", 1, 13),
    ("count strict a = 1", 1, 7),
    ("args strict subset a <>", 1, 20),
    ("args strict: a subset <>", 1, 16),
    ("args: a subset <>", 1, 9),
    ("args a <x: 1> subset", 1, 15),
    ("args subset strict: a <>", 1, 6),
    ("order subset: a", 1, 7),
    ("sequence strict: a", 1, 10),
    ("require a result x", 1, 18),
    ("require a, b", 1, 10),
    # Lines.
    ("search -> book", 1, 1),
    ("step", 1, 1),
    ("Order: a", 1, 1),
    ("order: a ->\nb", 1, 10),
    ("  order: a ->\n  b", 1, 12),
    ("order: a\n  -> b", 2, 3),
    ("forbid a <\nx: 1>", 1, 10),
]

TAKEN = [
    "order: a pass 1.0",
    "order: step -> strict -> subset -> min -> at",
    "order: weight weight 2 pass 0.5",
    "order: not -> absent -> length",
    "order:a->b",
    "order: a ->\n b -> # on\n\n # a comment\n c",
    "order: a ->\r\n  b\r\ncount a = 1\r\n",
    "order: a ->\r  b",
    "count strict = 1",
    "count strict: strict = 1, subset >= 2",
    "count: a = 1,\n  b = 2",
    "count a = 99999999999999999999999",
    "require min min 2",
    "require final final",
    "require at at step 1 before step 2",
    "require result result /x/",
    'forbid as as "x"',
    "require a |\n  b",
    "args a <>",
    "args a subset <>",
    "args strict <x: 1>",
    "args subset subset <x: 1>",
    "args strict subset <x: 1>",
    "args strict: a <>",
    "args strict subset: a <>, subset <x: ...>",
    "forbid a <x: 1,>",
    "forbid a <x: [1, 2,], y: {z: ...,},>",
    "forbid a <\n  x: {\n  y: 1\n},\n> weight 2",
    "forbid a <must: 1, must x: 2, length: 3>",
    "forbid /(a+)+$/",
    "forbid /(?i)a/m",
    "tool @a = @b | c\ntool @b = /x/\nforbid @a",
    "output a = {k: [/x/, 1e2, null]}",
    "\ufefforder: a",
    "",
]

WARNED = [
    ("count a < 0", 1, 7),
    ("count a >= 0", 1, 7),
    ("tool @a = x", 1, 6),
    ("order: a -> b\norder: a -> b", 2, 1),
    ("order strict: a\nforbid a", 2, 1),
    ("count a = 1\ncount a = 2", 2, 1),
]


@pytest.mark.parametrize(("text", "line", "column"), REFUSED)
def test_a_broken_spec_is_refused_at_its_first_fault(text: str, line: int, column: int) -> None:
    with pytest.raises(toolspec.SpecError) as caught:
        toolspec.parse(text)
    first = caught.value.diagnostics[0]
    assert (first.line, first.column, first.severity) == (line, column, "error")
    assert first.code.startswith("TS")
    assert first.message


@pytest.mark.parametrize("text", TAKEN)
def test_a_spec_that_only_looks_odd_is_taken(text: str) -> None:
    toolspec.parse(text)


@pytest.mark.parametrize(("text", "line", "column"), WARNED)
def test_a_warning_refuses_nothing(text: str, line: int, column: int) -> None:
    toolspec.parse(text)
    (problem,) = read(text).problems
    assert (problem.line, problem.column, problem.severity) == (line, column, "warning")
    silenced = text.split("\n")
    silenced[line - 1] += f"  # toolspec: ignore {problem.code}"
    assert read("\n".join(silenced)).problems == ()


def test_the_good_rules_around_a_bad_one_stand() -> None:
    reading = read("order: a ->\ncount a = 1\nforbid @x\nrequire b <x: \nrequire c")
    assert [rule.origin.line for rule in reading.spec.rules] == [2, 5]
