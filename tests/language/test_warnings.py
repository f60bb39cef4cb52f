"""Warnings: what is certain is told, what is not is left alone, and a comment silences."""

from __future__ import annotations

from itertools import product

import pytest

from toolspec.dsl.read import read
from toolspec.dsl.specs import parse
from toolspec.engine.rules.count import COMPARISONS

EXCLUDING = [
    ("require rm", "forbid rm"),
    ("forbid rm", "require rm <x: 1>"),
    ("forbid rm | del", "require del"),
    ("forbid r*", "require rm"),
    ("count a = 1", "count a = 2"),
    ("count a >= 3", "count a < 3"),
    ("count: b = 1, a > 1", "require c\nforbid a"),
    ("order strict: a -> b", "forbid a"),
    ("order strict: a -> b", "count a = 2"),
    ("order strict: a -> a", "count a < 2"),
    ("order: a -> a", "count a = 1"),
    ("sequence: a -> b", "forbid b"),
    ("args a <x: 1>", "forbid a"),
    ("output a = 1", "count a = 0"),
    ("tool @x = a\nforbid @x", "require a"),
]
FINE = [
    ("require rm", "forbid rm <x: 1>"),
    ("require rm", "forbid del"),
    ("count a >= 1", "count a <= 1"),
    ("count: a = 1, b = 1 pass 0.5", "forbid a"),
    ("order: a -> b pass 0.5", "forbid a"),
    ("require a | b", "forbid a"),
    ("order strict: a | b -> b", "count a = 0"),
    ("order strict: a -> b", "require c"),
    ("count a != 1", "count a = 1"),
    ('case "x" {\n  require a\n}', 'case "y" {\n  forbid a\n}'),
]


@pytest.mark.parametrize(("one", "other"), EXCLUDING)
def test_rules_that_exclude_each_other_are_told_once(one: str, other: str) -> None:
    assert [item.code for item in read(f"{one}\n{other}\n").problems] == ["TS305"]


@pytest.mark.parametrize(("one", "other"), FINE)
def test_rules_that_a_trace_can_pass_both_are_left_alone(one: str, other: str) -> None:
    assert read(f"{one}\n{other}\n").problems == ()


@pytest.mark.parametrize("one", COMPARISONS)
@pytest.mark.parametrize("other", COMPARISONS)
def test_counts_exclude_each_other_just_where_no_number_fits_both(one: str, other: str) -> None:
    for first, second in product(range(4), repeat=2):
        fits_one = {n for n in range(9) if COMPARISONS[one](n, first)}
        fits_other = {n for n in range(9) if COMPARISONS[other](n, second)}
        if not (fits_one and fits_other) or "!=" in (one, other):
            continue
        found = read(f"count a {one} {first}\ncount a {other} {second}").problems
        codes = [item.code for item in found if item.code != "TS304"]
        together = read(f"count strict: a {one} {first}, a {other} {second}").problems
        alone = [item.code for item in together if item.code != "TS304"]
        excluded = not fits_one & fits_other
        same = (one, first) == (other, second)
        assert ("TS305" in codes) == excluded, (first, second)
        assert ("TS303" in alone) == excluded or same, (first, second)


def test_a_rule_outside_cases_meets_those_inside() -> None:
    text = 'forbid a\ncase "x" {\n  require a\n}\n'
    assert [item.code for item in read(text).problems] == ["TS305"]


def test_counts_that_never_hold_or_always_do() -> None:
    codes = [item.code for item in read("count: a < 0, b >= 0, c = 1, c = 2").problems]
    assert codes == ["TS303", "TS304", "TS303"]
    assert read("count: c = 1, c = 2 pass 0.5").problems == ()


@pytest.mark.parametrize(
    ("entries", "other"),
    [
        ("a <= 1, a <= 5, a >= 3", "a <= 1"),
        ("a <= 5, a <= 1, a >= 3", "a <= 1"),
        ("a >= 4, a >= 2, a <= 3", "a >= 4"),
        ("a >= 4, b = 1, a >= 2, a <= 9, a = 3", "a >= 4"),
        ("a <= 5, a = 7", "a <= 5"),
    ],
)
def test_a_count_is_held_against_the_tightest_of_those_before(entries: str, other: str) -> None:
    (found,) = read(f"count strict: {entries}").problems
    assert found.code == "TS303"
    assert f"`{other}` in the same rule contradicts it" in found.message + found.why
    (place,) = found.related
    assert found.source.text[place.start : place.end] == other


def test_counts_that_leave_a_number_between_them_are_left_alone() -> None:
    assert read("count strict: a >= 1, a <= 9, a >= 3, a <= 3, a = 3").problems == ()


@pytest.mark.parametrize(
    "text",
    [
        "count a < 0 # toolspec: ignore TS303",
        "# toolspec: ignore TS303\ncount a < 0",
        "# toolspec: ignore TS303 , TS304\ncount: a < 0, b >= 0",
        "## said\n# toolspec: ignore TS303\n# more\ncount a < 0",
        "count: # toolspec: ignore TS303\n",
    ],
)  # fmt: skip
def test_a_comment_silences_the_warnings_of_its_rule(text: str) -> None:
    assert "TS303" not in [item.code for item in read(text).warnings]


def test_a_comment_silences_no_error_and_no_other_rule() -> None:
    assert [item.code for item in read("forbid # toolspec: ignore TS123").problems] == [
        "TS123",
        "TS306",
    ]
    codes = [item.code for item in read("forbid a # toolspec: ignore TS303\ncount a < 0").problems]
    assert codes == ["TS307", "TS303"]


def test_warnings_refuse_nothing() -> None:
    assert parse("count a < 0").rules


def test_tools_of_traces_are_held_against_patterns_where_they_are_known() -> None:
    text = "forbid get_wether\nrequire *_mail\nrequire @x\ntool @x = zip | zap\n"
    found = read(text, tools=["get_weather", "send_email"]).problems
    assert [(item.code, item.line) for item in found] == [("TS310", 1), ("TS310", 2), ("TS310", 3)]
    assert [fix.text for fix in found[0].fixes] == ["get_weather"]
    assert read(text).problems == ()


def test_clauses_and_blocks_are_held_against_the_tools_of_traces_too() -> None:
    text = (
        "forbid a after lgin\nafter lgin {\nforbid b\n}\nforbid a after other\n"
        "forbid a until lgin\nforbid a until other\nrequire a if not other\n"
        "require a ignoring lgin\nforbid a among b|other\n"
    )
    found = read(text, tools=["a", "b", "login"]).problems
    said = [(item.line, [fix.text for fix in item.fixes]) for item in found]
    near = ["login"]
    assert {item.code for item in found} == {"TS310"}
    assert said == [(1, near), (2, near), (5, []), (6, near), (9, near)]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("count errors = 0", "limit: failures = 0"),
        ("count strict: a = 1, retries <= 2", "limit: repeats <= 2"),
        ("count steps <= 5", "limit: steps <= 5"),
        ("count tokens <= 4000 if a", "limit: tokens <= 4000"),
        ("forbid loops", "limit: loops = 0"),
        ("forbid errors until a", "limit: failures = 0"),
    ],
)
def test_a_measure_that_is_read_as_a_tool_is_said(text: str, meant: str) -> None:
    (found,) = read(text).problems
    assert found.code == "TS313"
    assert f"write `{meant}`" in found.help
    alone = " if " not in text and " until " not in text and "," not in text
    assert [fix.text for fix in found.fixes] == ([meant] if alone else [])
    assert all(fix.guess for fix in found.fixes)
    word = text[found.start : found.end]
    assert read(text.replace(word, f'"{word}"')).problems == ()
    assert [item.code for item in read(text, tools=["a", word]).problems] == []


@pytest.mark.parametrize(
    "text", ["forbid tokens", "count errors <x: 1> = 0", "count errors | a = 0", "require loops"]
)
def test_words_for_measures_are_tools_where_no_measure_can_be_meant(text: str) -> None:
    assert read(text).problems == ()


def test_an_ignore_of_a_warning_that_needs_traces_is_never_called_unused() -> None:
    assert read("forbid a # toolspec: ignore TS310").problems == ()
    assert read("forbid a # toolspec: ignore TS310", tools=["a"]).problems == ()


def test_a_rule_that_wants_no_call_is_held_against_tools_of_nearly_that_name_only() -> None:
    text = "forbid delete_*\nforbid rm\ncount rm = 0\ncount strict: rm = 0, rm_all <= 1\n"
    found = read(f"{text}forbid get_wether\ncount get_wether < 1", tools=["get_weather"]).problems
    told = [(item.line, [fix.text for fix in item.fixes]) for item in found]
    assert told == [(4, []), (5, ["get_weather"]), (6, ["get_weather"])]


@pytest.mark.parametrize(
    ("value", "both"),
    [
        ('has "a" | "b"', 'has ("a" | "b")'),
        ('not has "a" | "b"', 'not has ("a" | "b")'),
        ('text & has "a" | 5', 'text & has ("a" | 5)'),
    ],
)
def test_has_beside_an_alternative_is_doubted_wherever_it_ends_a_side(
    value: str, both: str
) -> None:
    text = f"forbid a <x: {value}>\n"
    (problem,) = read(text).problems
    assert problem.code == "TS341"
    fixed = [text[: fix.start] + fix.text + text[fix.end :] for fix in problem.fixes]
    assert fixed[1] == f"forbid a <x: {both}>\n"
    assert [read(one).problems for one in fixed] == [(), ()]


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ('require user says "x" at step 0', "TS303"),
        ('forbid user says "x" before step 2 after a', "TS304"),
        ('require agent says "x" at step 0', ""),
        ('forbid user says "x" at turn 0', ""),
        ("require a after step 0", ""),
    ],
)
def test_a_message_of_the_user_in_a_step_is_told(rule: str, code: str) -> None:
    assert [item.code for item in read(rule).problems] == ([code] if code else [])
