"""What a help text or a fix offers means what was meant; where no rule does, the help says so."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.language.meaning import passes, random_traces, sequences, verdicts
from tests.language.test_habits import HABITS
from tests.language.test_mistakes import MISTAKES
from tests.language.test_offered import as_a_line
from tests.language.texts import documented
from toolspec.dsl import read
from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.problem import INSTEAD
from toolspec.dsl.problems import SLUGS, by_code
from toolspec.dsl.unsaid import NOT_YET
from toolspec.engine.trace import Call, called

Meant = Callable[[Sequence[Call]], bool]

ALL = list(sequences(("a", "b", "c"), 4))
ONE = list(sequences(("a", "c"), 7))
"""Traces with many calls of one tool."""


def times(calls: Sequence[Call], *tools: str) -> int:
    return sum(1 for call in calls if call.name in tools)


def in_order(calls: Sequence[Call], *tools: str) -> bool:
    names = iter(call.name for call in calls)
    return all(tool in names for tool in tools)


MEANT: list[tuple[str, Meant | None]] = [
    # how often
    ("require a at least 2", lambda t: times(t, "a") >= 2),
    ("require a >= 2", lambda t: times(t, "a") >= 2),
    ("require a > 2", lambda t: times(t, "a") > 2),
    ("require a more than 2", lambda t: times(t, "a") > 2),
    ("require a at most 2", lambda t: times(t, "a") <= 2),
    ("require a | b at most 2", lambda t: times(t, "a", "b") <= 2),
    ("require a max 2", lambda t: times(t, "a") <= 2),
    ("require a up to 2 times", lambda t: times(t, "a") <= 2),
    ("require a <= 2", lambda t: times(t, "a") <= 2),
    ("require a < 2", lambda t: times(t, "a") < 2),
    ("require a == 2", lambda t: times(t, "a") == 2),
    ("require a = 2", lambda t: times(t, "a") == 2),
    ("require a exactly 2", lambda t: times(t, "a") == 2),
    ("require a once", lambda t: times(t, "a") == 1),
    ("require a only once", lambda t: times(t, "a") == 1),
    ("require a twice", lambda t: times(t, "a") == 2),
    ("forbid a > 2", lambda t: not times(t, "a") > 2),
    ("forbid a more than 2", lambda t: not times(t, "a") > 2),
    ("forbid a more than 2 times", lambda t: not times(t, "a") > 2),
    ("forbid a over 2", lambda t: not times(t, "a") > 2),
    ("forbid a >= 2", lambda t: not times(t, "a") >= 2),
    ("forbid a at least 2", lambda t: not times(t, "a") >= 2),
    ("forbid a < 2", lambda t: not times(t, "a") < 2),
    ("forbid a = 2", lambda t: times(t, "a") != 2),
    ("forbid a == 2", lambda t: times(t, "a") != 2),
    ("forbid a != 2", lambda t: times(t, "a") == 2),
    ("forbid a twice", lambda t: times(t, "a") != 2),
    ("forbid a exactly 2", lambda t: times(t, "a") != 2),
    ("forbid a | b > 2", lambda t: not times(t, "a", "b") > 2),
    ("require a <x: 1> at most 2", None),
    ("require a <x: 1> once", None),
    ("require a result /x/ < 3", None),
    ("forbid a <x: 1> > 2", None),
    ("forbid a result /x/ twice", None),
    ("count a at most 2", lambda t: times(t, "a") <= 2),
    ("count a max 2", lambda t: times(t, "a") <= 2),
    ("count a more than 2", lambda t: times(t, "a") > 2),
    ("count a exactly 2", lambda t: times(t, "a") == 2),
    ("count a once", lambda t: times(t, "a") == 1),
    ("count a never", lambda t: times(t, "a") == 0),
    ("count a twice", lambda t: times(t, "a") == 2),
    ("count a 2", lambda t: times(t, "a") == 2),
    ("count a | b 2", lambda t: times(t, "a", "b") == 2),
    ("count a <> 2", lambda t: times(t, "a") != 2),
    ("count a =< 2", lambda t: times(t, "a") <= 2),
    ("count a between 2 and 3", lambda t: 2 <= times(t, "a") <= 3),
    ("count a 2-3", lambda t: 2 <= times(t, "a") <= 3),
    ("count a 2..3", lambda t: 2 <= times(t, "a") <= 3),
    ("count a >= 2 <= 3", lambda t: 2 <= times(t, "a") <= 3),
    ("count a > 1 and a < 4", lambda t: 1 < times(t, "a") < 4),
    ("count a | b >= 2 and <= 3", lambda t: 2 <= times(t, "a", "b") <= 3),
    ("count 2 <= a", lambda t: times(t, "a") >= 2),
    ("count 2 > a", lambda t: times(t, "a") < 2),
    ("count 2 = a", lambda t: times(t, "a") == 2),
    ("count >= 2 a", lambda t: times(t, "a") >= 2),
    ("count 2 <= a <= 3", lambda t: 2 <= times(t, "a") <= 3),
    ("count a = 1 or 3", None),
    ("count a <x: 1> = 2", None),
    ("count a <x: 1> <= 2", None),
    ("count a result /x/ <= 2", None),
    ("count a = 2..3", lambda t: 2 <= times(t, "a") <= 3),
    ("count a = 2-3", lambda t: 2 <= times(t, "a") <= 3),
    ("count a in 2..3", lambda t: 2 <= times(t, "a") <= 3),
    ("require a between 2 and 3", lambda t: 2 <= times(t, "a") <= 3),
    ("require a 2..3", lambda t: 2 <= times(t, "a") <= 3),
    ("require a | b 2-3 times", lambda t: 2 <= times(t, "a", "b") <= 3),
    ("forbid a between 2 and 3", None),
    ("forbid a 2..3", None),
    ("require a <x: 1> between 2 and 3", None),
    ("a = 2", lambda t: times(t, "a") == 2),
    # several tools
    ("require a or b", lambda t: times(t, "a", "b") > 0),
    ("require a || b", lambda t: times(t, "a", "b") > 0),
    ("require (a | b)", lambda t: times(t, "a", "b") > 0),
    ("forbid a or b", lambda t: times(t, "a", "b") == 0),
    ("forbid a and b", lambda t: times(t, "a", "b") == 0),
    ("forbid a, b", lambda t: times(t, "a", "b") == 0),
    ("forbid a | b, c", lambda t: times(t, "a", "b", "c") == 0),
    ("require a <x: 1> or b <x: 2>", None),
    # something that must not be
    ("require not a", lambda t: times(t, "a") == 0),
    ("require never a", lambda t: times(t, "a") == 0),
    ("require !a", lambda t: times(t, "a") == 0),
    ("forbid not a", None),
    ("forbid !a", None),
    ("forbid except a", None),
    ("forbid * except a", None),
    ("forbid * but a", None),
    ("allow a", None),
    ("only: a, b", None),
    ("order: a -> not b", None),
    ("sequence: a -> !b -> c", None),
    # one call and another
    ("require a -> b", lambda t: in_order(t, "a", "b")),
    ("require a | b -> c", lambda t: in_order(t, "a", "c") or in_order(t, "b", "c")),
    ("require a then b", lambda t: in_order(t, "a", "b")),
    ("require a followed by b", lambda t: in_order(t, "a", "b")),
    ("require a and then b", lambda t: in_order(t, "a", "b")),
    ("sequence: a, then b", lambda t: in_order(t, "a", "b")),
    ("order: a -> ... -> b", lambda t: in_order(t, "a", "b")),
    ("sequence: a -> ... -> b", lambda t: in_order(t, "a", "b")),
    ("order: b after a", lambda t: in_order(t, "a", "b")),
    ("sequence: b after a", lambda t: in_order(t, "a", "b")),
    ("order: a before b", lambda t: in_order(t, "a", "b")),
    ("order: a then b", lambda t: in_order(t, "a", "b")),
    ("order: a, b", lambda t: in_order(t, "a", "b")),
    ("order: a > b", lambda t: in_order(t, "a", "b")),
    ("forbid a -> b", None),
    ("forbid a then b", None),
    ("sequence: a -> b unless c", None),
    ("order: a -> b if c", None),
    ("order: a -> [b, c]", None),
    ("order: a -> (b, c)", None),
    ("order: a -> b?", None),
    ("order: a+ -> b", None),
    ("require a <x: 1> before b", None),
    ("forbid a <x: 1> unless b", None),
    ("require a before b", None),
    ("require a after b", None),
    ("require a once b", None),
    ("require a until b", None),
    ("require a unless b", None),
    ("require a when b", None),
    ("require a if b", None),
    ("require a without b", None),
    ("forbid a before b", None),
    ("forbid a after b", None),
    ("forbid a until b", None),
    ("forbid a unless b", None),
    ("forbid a without b", None),
    ("forbid a if b", None),
    ("forbid a once b", None),
    # steps and turns
    ("forbid a before step 3", None),
    ("forbid a at step 3", None),
    ("forbid a in step 3", None),
    ("forbid a step 3", None),
    ("forbid a before 3", None),
    ("forbid a first", None),
    ("forbid a final", None),
    ("forbid a last", None),
    ("require a after step 3", None),
    ("require a within step 3", None),
    ("require a first", None),
    ("require a at turn 3", None),
    ("require a in turn 3", None),
    ("forbid a before turn 3", None),
    # results and times
    ("require a failed", None),
    ("require a ok", None),
    ("forbid a error", None),
    ("require a result not /x/", None),
    ("require a result !/x/", None),
    ("require a without result /x/", None),
    ("forbid a no result", None),
    ("require a within 5 seconds", None),
    ("require a in 5s", None),
    ("require a timeout 5", None),
    # values
    ("require a <x: string>", None),
    ("require a <x: undefined>", None),
    ("require a <x?: 1>", None),
    ("output a = > 3", None),
    ("require a <x: not 1>", None),
    ("forbid a <x: not 1>", None),
    ("require a <x: !1>", None),
    ("require a <x: != 1>", None),
    ("require a <x: absent>", None),
    ("require a <x: > 3>", None),
    ("require a <x < 3>", None),
    ("require a <x: < 3>", None),
    ("require a <x: [< 3]>", None),
    ("require a <x: 1..3>", None),
    ("require a <x: 1 .. 3>", None),
    ("require a <x: [1, ...]>", None),
    ("require a <x: {y: 1, ...}>", None),
    ("require a <x: $y>", None),
]
"""What people write, and what they mean by it, where a rule can say that today; else None."""

VALUES: list[tuple[str, Callable[[object], bool]]] = [
    ('forbid a <x: has "b">', lambda x: isinstance(x, str) and "b" in x),
    ('forbid a <x: contains "a.b">', lambda x: isinstance(x, str) and "a.b" in x),
    ('forbid a <x: starts with "b">', lambda x: isinstance(x, str) and x.startswith("b")),
    ('forbid a <x: ends with "b">', lambda x: isinstance(x, str) and x.endswith("b")),
    ('forbid a <x: one of "b">', lambda x: x == "b"),
    ('forbid a <x: "b" | "ab">', lambda x: x in ("b", "ab")),
    ("forbid a <x: *b>", lambda x: isinstance(x, str) and x.endswith("b")),
    ("forbid a <x: b*>", lambda x: isinstance(x, str) and x.startswith("b")),
    ("forbid a <x: *b*>", lambda x: isinstance(x, str) and "b" in x),
    ("forbid a <x: *>", lambda x: x is not ...),
    ("forbid a <x: any>", lambda x: x is not ...),
    ("forbid a <x: b>", lambda x: x == "b"),
    ("forbid a <x: 'b'>", lambda x: x == "b"),
    ("forbid a <x = 1>", lambda x: x == 1 and x is not True),
    ("forbid a <x == 1>", lambda x: x == 1 and x is not True),
    ("forbid a <x: True>", lambda x: x is True),
    ("forbid a <x: None>", lambda x: x is None),
    ("forbid a <x: 1_000>", lambda x: x == 1000),
    ("forbid a <x: .5>", lambda x: x == 0.5),
    ("forbid a (x: 1)", lambda x: x == 1 and x is not True),
    ("forbid a {x: 1}", lambda x: x == 1 and x is not True),
    ("forbid a <x: (1, 2)>", lambda x: x == [1, 2]),
]
"""What people write of an argument, and which values of it they mean; `...` stands for no key."""

GIVEN = (
    "b",
    "ab",
    "abc",
    "ba",
    "a.b",
    "axb",
    "",
    1,
    1.0,
    1000,
    0.5,
    True,
    None,
    [1, 2],
    ["b"],
    ...,
)

_RULE = r"`((?:count|sequence|require|forbid)[^`]*)`"
_COUNTED = re.compile(
    rf"{_RULE} (asks for|refuses) (exactly|at most|at least|fewer than|more than) (\d+) "
)
_SAID = re.compile(rf"{_RULE} (?:asks for|refuses|says that|says only|takes)")
_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "exactly": lambda count, number: count == number,
    "at most": lambda count, number: count <= number,
    "at least": lambda count, number: count >= number,
    "fewer than": lambda count, number: count < number,
    "more than": lambda count, number: count > number,
}


def first_error(text: str) -> Diagnostic:
    return next(item for item in read(text).errors)


def cures(text: str, item: Diagnostic) -> list[str]:
    """Return the lines that a problem's fixes make, or else the lines that its help advises."""
    if item.fixes:
        return [text[: fix.start] + fix.text + text[fix.end :] for fix in item.fixes]
    advised = re.findall(r"`([^`]+)`", item.help)
    return [as_a_line(line) for line in advised if as_a_line(line)]


@pytest.mark.parametrize(("text", "meant"), [pair for pair in MEANT if pair[1] is not None])
def test_what_is_offered_means_what_was_meant(text: str, meant: Meant) -> None:
    item = first_error(text)
    offered = cures(text, item)
    assert offered, item.help
    for line in offered:
        for calls in (*ALL, *ONE):
            assert passes(line, calls) == meant(calls), (line, [call.name for call in calls])


@pytest.mark.parametrize(("text", "meant"), VALUES)
def test_what_is_offered_for_a_value_means_what_was_meant(
    text: str, meant: Callable[[object], bool]
) -> None:
    item = first_error(text)
    advised = re.search(r"write `(/[^`]+/)`", item.help)
    offered = [text[: fix.start] + fix.text + text[fix.end :] for fix in item.fixes]
    if not offered and advised is not None:
        offered = [f"forbid a <x: {advised[1]}>"]
    assert offered, item.help
    for line in offered:
        for value in GIVEN:
            given: dict[str, Any] = {} if value is ... else {"x": value}
            assert passes(line, [called("a", given)]) != meant(value), (line, value)


@pytest.mark.parametrize("text", [text for text, meant in MEANT if meant is None])
def test_what_no_rule_can_say_is_said_to_be_so(text: str) -> None:
    item = first_error(text)
    assert not item.fixes
    assert NOT_YET in item.help
    left = _SAID.sub("", item.help)
    assert not [line for line in re.findall(r"`([^`]+)`", left) if as_a_line(line)], item.help


def test_a_number_of_calls_is_what_the_help_says_a_rule_asks_for() -> None:
    seen = 0
    texts = [text for text, _ in MEANT] + [plain(text) for text, *_ in (*HABITS, *MISTAKES)]
    for text in texts:
        for item in read(text).errors:
            for rule, verb, compared, number in _COUNTED.findall(item.help):
                tools = re.findall(r"[a-z]+", rule.partition(" ")[2].partition("<")[0])
                if "<x" in rule or "result" in rule:
                    continue
                for calls in sequences((tools[0], "zz"), 5):
                    holds = _COMPARED[compared](times(calls, *tools), int(number))
                    assert passes(rule, calls) == (holds == (verb == "asks for")), (text, rule)
                seen += 1
    assert seen > 20


def test_a_sequence_is_said_to_ask_only_that_calls_are_there() -> None:
    for text in ("require b after a", "forbid b before a", "forbid b unless a"):
        help_text = first_error(text).help
        (rule,) = re.findall(r"`(sequence: [^`]+)` says only that", help_text)
        assert "there is a call of `a` and a later one of `b`" in help_text
        for calls in ALL:
            assert passes(rule, calls) == in_order(calls, "a", "b")


def plain(marked: str) -> str:
    return marked.replace("«", "").replace("»", "")


@pytest.mark.parametrize("code", [code for code in SLUGS if by_code(code).bad])
def test_a_corrected_example_means_what_its_fix_or_the_faulty_one_means(code: str) -> None:
    """Where it means something else, the page says for which wish it is written."""
    problem = by_code(code)
    text, good = problem.bad_text, problem.good
    item = next(one for one in read(text, tools=problem.tools).problems if one.code == code)
    compared = [text[: fix.start] + fix.text + text[fix.end :] for fix in item.fixes]
    if problem.severity == "warning":
        compared.append(text)
    if problem.instead != INSTEAD:
        assert re.fullmatch(r"[A-Z].*, write:", problem.instead)
        return
    for other in compared:
        if not read(other).errors:
            traces = random_traces(other, good)
            assert verdicts(other, traces) == verdicts(good, traces), other


CHOSEN = {
    "TS308": "says that `...` is any value, which the text was not",
    "TS310": "names another tool, which the reader chooses",
}
"""Fixes of warnings that change what a spec says, and how they say so."""

WARNED = [by_code(code).bad_text for code in SLUGS if by_code(code).severity == "warning"]


@pytest.mark.parametrize("number", range(len(WARNED) + len(documented())))
def test_a_fix_of_a_warning_changes_no_verdict(number: int) -> None:
    text = [*WARNED, *documented()][number]
    for item in read(text).problems:
        for fix in item.fixes:
            if item.severity == "warning" and item.code not in CHOSEN:
                after = text[: fix.start] + fix.text + text[fix.end :]
                traces = random_traces(text, after)
                assert verdicts(after, traces) == verdicts(text, traces)


def test_traces_tell_specs_apart() -> None:
    for one, other in (
        ("forbid rm", "forbid rm <x: 1>"),
        ("count a = 1", "count a >= 1"),
        ("require a", "count a >= 1"),
        ("require a before step 1", "require a"),
        ('args a <x: "v">', 'args a subset <x: "v">'),
    ):
        traces = random_traces(one, other)
        assert verdicts(one, traces) != verdicts(other, traces)
