"""Names and values that look like patterns of another language: said, never changed unasked."""

from __future__ import annotations

import pytest

from toolspec.dsl.read import read
from toolspec.dsl.specs import parse
from toolspec.engine.trace import Call, Trace

MEANT = [
    ('forbid "get_*"', "forbid get_*"),
    ('count "get_*" = 0', "count get_* = 0"),
    ('tool @x = "get_*"\nforbid @x', "tool @x = get_*\nforbid @x"),
    ('forbid a | "get_*" <x: 1>', "forbid a | get_* <x: 1>"),
    ('order: "get_*" -> b', "order: get_* -> b"),
    ('forbid "/^get_/i"', "forbid /^get_/i"),
    ('forbid "get_.*"', "forbid /get_.*/"),
    ('forbid "^get_"', "forbid /^get_/"),
    ('forbid "rm|delete"', "forbid rm|delete"),
    ("forbid get_.*", "forbid get_*"),
    ("forbid get_.*_file", "forbid get_*_file"),
    ("forbid find_customer.", "forbid find_customer"),
    ('forbid a <id: "/A-/">', "forbid a <id: /A-/>"),
    ('forbid a <id: "/^A-\\\\d+$/i">', "forbid a <id: /^A-\\d+$/i>"),
    ('forbid a <id: "A-*">', "forbid a <id: /^A-/>"),
    ('forbid a <path: "*.env">', "forbid a <path: /\\.env$/>"),
    ('forbid a <path: "/etc/*">', "forbid a <path: /^\\/etc\\//>"),
    ('forbid a <path: "src/**/*.py">', "forbid a <path: /^src\\/.*\\/.*\\.py$/s>"),
    ('forbid a <body: "*credit card*">', "forbid a <body: /credit card/>"),
    ('forbid a <x: {id: ["A-*"]}>', "forbid a <x: {id: [/^A-/]}>"),
    ('forbid a <id: "^A-">', "forbid a <id: /^A-/>"),
    ('forbid a <id: "A-.*">', "forbid a <id: /A-.*/>"),
    ('forbid a <id: "A-\\\\d+">', "forbid a <id: /A-\\d+/>"),
    ('forbid a <id: "*">', "forbid a <id: ...>"),
    ("forbid all", "forbid *"),
    ('forbid a by "boss*"', "forbid a by boss*"),
    ("forbid everything until approve", "forbid * until approve"),
    ("each anything: took < 5s", "each *: took < 5s"),
    ('output a = "ok*"', "output a = /^ok/"),
    ('output a = {status: "/paid/"}', "output a = {status: /paid/}"),
]

PLAIN = [
    "forbid a by all",
    'forbid "all" | any',
    'only: all_x, /all/, a <x: "everything">',
    "forbid fs.*",
    "forbid delete_* | *_admin",
    'forbid "Web Search"',
    'forbid "get (all)"',
    'forbid "https://x.example/users/{id}/"',
    "forbid mcp__a.b:c/d",
    'forbid a <path: "/tmp/">',
    'forbid a <dir: "/home/me/.config/">',
    'forbid a <glob: "*.py">',
    'forbid a <pattern: "^def .*">',
    'forbid a <sql: "SELECT *">',
    'forbid a <command: "rm -rf *">',
    'forbid a <price: "$5">',
    'forbid a <text: "2 * 3">',
    'forbid a <text: "How much is it?">',
    'forbid a <path: "C:\\\\docs">',
    'forbid a <text: "**bold** words">',
    'forbid a as "no get_*"',
    'forbid a <"x*": 1>',
    'traces "runs/*.json"\nforbid a',
    "forbid a <path: /\\.env$/>",
]


@pytest.mark.parametrize(("text", "meant"), MEANT)
def test_a_pattern_that_is_read_as_text_is_said_with_what_was_meant(text: str, meant: str) -> None:
    found = [item for item in read(text).problems if item.code == "TS312"]
    assert len(found) == 1
    (fix,) = found[0].fixes
    assert text[: fix.start] + fix.text + text[fix.end :] == meant
    parse(meant)
    assert not [item for item in read(meant).problems if item.code == "TS312"]


@pytest.mark.parametrize("text", [text for text, _ in MEANT])
def test_nothing_is_changed_without_a_choice(text: str) -> None:
    fixes = [fix for item in read(text).problems for fix in item.fixes]
    assert all(fix.guess for fix in fixes)


@pytest.mark.parametrize("text", PLAIN)
def test_text_that_may_well_be_meant_as_text_is_left_alone(text: str) -> None:
    assert not [item for item in read(text).problems if item.code == "TS312"]


def test_a_name_that_a_trace_has_just_so_is_no_pattern() -> None:
    assert read('forbid "get_*"', tools=["get_*"]).problems == ()
    assert read("forbid get_.*", tools=["get_*"]).problems


def test_a_comment_silences_the_warning_and_is_never_called_needless() -> None:
    text = 'forbid "get_*"  # toolspec: ignore TS312'
    assert read(text).problems == ()
    assert read(text, tools=["get_*"]).problems == ()


def test_the_regex_for_a_glob_means_what_the_glob_means() -> None:
    text = 'forbid a <path: "src/*.py">'
    (fix,) = read(text).problems[0].fixes
    spec = parse(text[: fix.start] + fix.text + text[fix.end :])
    for path, passes in (("src/a.py", False), ("src/a.pyc", True), ("lib/src/a.py", True)):
        trace = Trace((Call(name="a", arguments={"path": path}),))
        assert spec.check(trace).passed is passes


@pytest.mark.parametrize(
    ("glob", "regex"),
    [
        ("*.env", r"/\.env$/"),
        ("A-*", "/^A-/"),
        ("*secret*", "/secret/"),
        ("a.*.b", r"/^a\..*\.b$/s"),
        ("*", "..."),
    ],
)
@pytest.mark.parametrize("rule", ["forbid read <path: {}>", "args read <path: {}>"])
def test_a_glob_without_quotes_as_a_value_is_answered_with_its_regex(
    rule: str, glob: str, regex: str
) -> None:
    text = rule.format(glob)
    (item,) = read(text).problems
    assert f"`{regex}`" in item.help
    (fix,) = item.fixes
    assert text[: fix.start] + fix.text + text[fix.end :] == rule.format(regex)


def test_a_glob_as_an_output_is_answered_with_its_regex() -> None:
    (item,) = read("output read = *.env").problems
    assert r"`/\.env$/`" in item.help


def test_a_pattern_line_with_a_broken_escape_is_no_end_of_reading() -> None:
    reading = read('tool @x = "\\u order\nforbid "\\u00a0" | a\ntool @y = "\\u12"\nforbid @y\n')
    assert reading.errors
