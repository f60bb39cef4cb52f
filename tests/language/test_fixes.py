"""What a fix leaves behind: no trace of its problem, and no error that was not there before."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.language.test_habits import HABITS
from tests.language.test_mistakes import MISTAKES
from tests.language.texts import documented
from toolspec.dsl.problem import Fix
from toolspec.dsl.problems import SLUGS, by_code
from toolspec.dsl.read import read
from toolspec.dsl.reader.reading import Reading

MISSING = {"TS107", "TS109", "TS110", "TS138", "TS140", "TS206"}
"""Problems of a piece that is missing."""

LOST = [
    # brackets
    ("forbid a <x: 1", "forbid a <x: 1>"),
    ('forbid a <x: "b" weight 2  # why <', 'forbid a <x: "b"> weight 2  # why <'),
    ("forbid a <x: 1 result /x/", "forbid a <x: 1> result /x/"),
    ('require a <x: [1, {y: "b"} min 2', 'require a <x: [1, {y: "b"}]> min 2'),
    ("require a <weight: 2 before step 3", "require a <weight: 2> before step 3"),
    ("sequence: a <x: 1 -> b", "sequence: a <x: 1> -> b"),
    ("args: a <x: 1, b <y: 2>", "args: a <x: 1>, b <y: 2>"),
    ("args a <\n  x: 1, # one\n  y: 2 # two\n", "args a <\n  x: 1, # one\n  y: 2> # two\n"),
    ("forbid a <x: 1\n  forbid b", "forbid a <x: 1>\n  forbid b"),
    ("output a = {b: [1, 2", "output a = {b: [1, 2]}"),
    ('case "x" {\n  output a = {b: 1\n}\nforbid z', 'case "x" {\n  output a = {b: 1}\n}\nforbid z'),
    ("args a <", "args a <>"),
    # strings
    ('forbid "a b', 'forbid "a b"'),
    ('forbid "a b weight 2 # why', 'forbid "a b" weight 2 # why'),
    ('forbid "C # 1', 'forbid "C" # 1'),
    ('order: a -> "b c -> d', 'order: a -> "b c" -> d'),
    ('forbid a <x: "b, c>', 'forbid a <x: "b, c">'),
    ('forbid a <x: "b, y: 2> weight 2', 'forbid a <x: "b", y: 2> weight 2'),
    ('forbid a <x: "b, y: "c">', 'forbid a <x: "b", y: "c">'),
    ('forbid a <"x: 1>', 'forbid a <"x": 1>'),
    ('forbid a <x: "b', 'forbid a <x: "b">'),
    ('forbid a <x: "b weight 2', 'forbid a <x: "b"> weight 2'),
    ('forbid "a as "b"', 'forbid "a" as "b"'),
    ('count "a b = 1', 'count "a b" = 1'),
    ('case "x {\n  forbid a\n}', 'case "x" {\n  forbid a\n}'),
    ('traces "runs/*.json', 'traces "runs/*.json"'),
    # regexes
    ("forbid /^rm_", "forbid /^rm_/"),
    ("forbid /^(rm|del)_ weight 2", "forbid /^(rm|del)_/ weight 2"),
    ("order: /^a|b -> c", "order: /^a|b/ -> c"),
    ("forbid a <x: /b{1,2}> # why", "forbid a <x: /b{1,2}/> # why"),
    ("forbid a <x: /b, y: 1>", "forbid a <x: /b/, y: 1>"),
    ("require a result /ok", "require a result /ok/"),
    # cases
    ('case "x"\n  forbid a\n}\n', 'case "x" {\n  forbid a\n}\n'),
    ('case "x":\n  forbid a\n}\n', 'case "x" {\n  forbid a\n}\n'),
    ('case "x"\n{\n  forbid a\n}\n', 'case "x" {\n  forbid a\n}\n'),
    ('case "x": # c\n  forbid a\n\nforbid z', 'case "x" { # c\n  forbid a\n}\n\nforbid z'),
    ('case "x" {\n  forbid a # c\n', 'case "x" {\n  forbid a # c\n}\n'),
    ('case "x" {\r\n  forbid a', 'case "x" {\r\n  forbid a\r\n}'),
    ('case "x" {\n  forbid a\n\n  # c\n\n## z\nforbid z\n',
     'case "x" {\n  forbid a\n\n  # c\n}\n\n## z\nforbid z\n'),
    ('case "x" {\nforbid a\n\nforbid b\n', 'case "x" {\nforbid a\n\nforbid b\n}\n'),
    # comparisons
    ("count a", "count a = 1"),
    ("count a weight 2 # why", "count a = 1 weight 2 # why"),
    ("count: a = 1, b | c", "count: a = 1, b | c = 1"),
]  # fmt: skip
"""A text that lacks a piece, and what its first fix makes of it."""

NO_FIX = [
    "forbid a <",
    "forbid a <x:",
    'args a <\nb: "c",\nd: 1\n>\nforbid z\n',
    'forbid a <b: "c\nd">\nforbid z\n',
    "forbid /^(rm",
    "forbid a <path: /usr/x/y",
    'forbid "a\\q',
    "forbid @nobody <x: 1",
    "count @nobody",
    'case "x"',
    'case "x" {',
    'case "x"\nforbid a\n',
    'case "x", "y" {\n  forbid a\n}',
    'case "x {\n  forbid a\n',
    'case "x" {\n  tool @a = "b\n}\n',
    "require auth “x”",
    "require auth 'x'",
    "forbid a weight -.5",
    "count a = +1.5",
    "case x:\n  forbid a\n}",
    "forbid a <x: [" + "1, " * 2000,
]
"""Texts for which nothing can be told that would leave no other error."""


def applied(text: str, fix: Fix) -> str:
    return text[: fix.start] + fix.text + text[fix.end :]


def errors(reading: Reading) -> Counter[str]:
    return Counter(item.code for item in reading.errors)


def assert_cured(text: str, only: frozenset[str] | set[str], tools: tuple[str, ...] | None) -> int:
    """Apply every fix of these codes alone; return how many there were."""
    reading = read(text, tools=tools)
    seen = 0
    for item in reading.problems:
        for fix in item.fixes if item.code in only else ():
            after = read(applied(text, fix), tools=tools)
            places = {(other.code, other.start) for other in after.problems}
            assert (item.code, item.start) not in places, (text, fix)
            assert errors(after) <= errors(reading) - Counter([item.code]), (text, fix)
            seen += 1
    return seen


def test_a_fix_leaves_neither_its_problem_nor_a_new_error() -> None:
    samples = [(by_code(code).bad_text, by_code(code).tools) for code in SLUGS]
    for marked, *_ in (*MISTAKES, *HABITS):
        samples.append((marked.replace("«", "").replace("»", ""), None))
    samples.extend((text, None) for text, _ in LOST)
    samples.extend((text, None) for text in NO_FIX)
    assert sum(assert_cured(text, set(SLUGS), tools) for text, tools in samples) > 190


@pytest.mark.parametrize("number", range(len(documented())))
def test_a_fix_of_a_lost_sign_is_right_wherever_it_was_lost(number: int) -> None:
    text = documented()[number]
    for at, char in enumerate(text):
        if char in '<>"/{}[]':
            assert_cured(text[:at] + text[at + 1 :], MISSING, None)


@pytest.mark.parametrize(("text", "corrected"), LOST)
def test_a_missing_piece_is_put_where_it_belongs(text: str, corrected: str) -> None:
    first = next(item for item in read(text).errors if item.fixes)
    assert first.code in MISSING
    assert applied(text, first.fixes[0]) == corrected


@pytest.mark.parametrize("head", ["any of {", "any: {"])
def test_a_word_between_any_and_its_block_is_taken_out(head: str) -> None:
    (problem,) = read(f"{head}\n  forbid a\n  forbid b\n}}\n").errors
    assert problem.help == "remove it"
    corrected = applied(f"{head}\n  forbid a\n  forbid b\n}}\n", problem.fixes[0])
    assert corrected == "any {\n  forbid a\n  forbid b\n}\n"


@pytest.mark.parametrize("text", NO_FIX)
def test_no_fix_is_offered_that_would_end_in_another_error(text: str) -> None:
    assert [fix for item in read(text).problems for fix in item.fixes] == []


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("forbid a <x: 1", ["Close the <"]),
        ("forbid a <x: [1", ["Close the [ and the <"]),
        ('forbid "a', ['Close the "']),
        ('forbid a <x: "b', ['Close the " and the <']),
        ("forbid /a", ["Close the /"]),
        ('forbid a <x: "b, y: "c">', ['Write "b"']),
        ('case "x"\n  forbid a\n}', ["Open the case"]),
        ('case "x"\n  forbid a\n', ["Open and close the case"]),
        ('case "x" {\n  forbid a\n', ["Close the case"]),
        ("count a", ["Write = 1", "Write >= 1"]),
    ],
)
def test_a_fix_says_what_it_does(text: str, titles: list[str]) -> None:
    (item,) = read(text).errors
    assert [fix.title for fix in item.fixes] == titles


def test_a_second_mistake_elsewhere_keeps_the_fix_of_the_first() -> None:
    assert [fix.title for fix in read("ordr a -> b").errors[0].fixes] == ["Write order"]
    assert [fix.title for fix in read("requires “a”").errors[0].fixes] == ['Write "a"']
