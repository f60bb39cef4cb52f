"""Rules that exclude each other are reported, and no trace passes two rules that are said to."""

from __future__ import annotations

from itertools import combinations, permutations, product
from random import Random

import pytest

from tests.amounts import amount
from toolspec.dsl.read import read
from toolspec.dsl.specs import parse
from toolspec.engine.rules.answer import answered_dialogue
from toolspec.engine.trace import Call, Trace, called

EXCLUDING = [
    ("require a <x: 1>", "forbid a <x: 1 | 2>"),
    ("require a <x: 5>", "forbid a <x: > 3>"),
    ("require a exactly <x: 1>", "forbid a <y: absent>"),
    ("require a ok", "forbid a ok"),
    ("sequence: a -> b by x", "forbid b by x | y"),
    ("require c", "only: a, b"),
    ("order: a -> c", "only: a, b <x: 1>"),
    ("sequence: (a, c) -> b", "only: a, b"),
    ("require a <x: 5>", "only: a <x: < 3>, b"),
    ("args a <x: 1>", "only: a exactly <y: 1>, b"),
    ("count a <x: 1> = 2", "count a <x: 1..3> <= 1"),
    ("require a <x: 1>", "each a: <x: 2>"),
    ("require a <x: 1>", "each a: not <x: 1>"),
    ("require a failed", "each a: ok"),
    ("require a took < 1s", "each a: took > 2s"),
    ("require a <x: 1>", "each a <x: ...>: <x: text> or <x: > 4>"),
    ("require a final", "require b final"),
    ("require a <x: 1> final", "require a <x: 2> final"),
    ("limit: calls <= 2", "count a = 3"),
    ("limit: calls <= 2", "sequence: a -> b -> c"),
    ("limit: calls < 3", "count: a >= 2, b = 1"),
    ("limit: calls = 2..3", "order: a -> b -> c -> d"),
    ("limit: calls <= 2", "limit: calls > 2"),
    ("limit: sum <x> < 1", "limit: sum <x> >= 1"),
    ("limit: duration < 1s", "limit: duration > 1500ms"),
    ("limit: failures = 0", "require a failed"),
    ("forbid: a -> b", "sequence: a -> c -> b"),
    ("forbid: a -> b", "order strict: a -> b"),
    ("forbid: a -> b", "order: a -> b <x: 1>"),
    ("forbid: a | c -> b", "sequence: a -> (b, d)"),
    ("forbid b after a", "sequence: a -> b"),
    ("each a: after b", "each b: after a"),
    ("each a: before b <x: 1>", "each b: right before a"),
    ("each a <id: $i>: after b <id: $i>", "each b <id: $i>: after a <id: $i>"),
    ('answer "a"', 'answer not "a"'),
    ("answer /^yes$/", "answer /^no$/"),
    ('answer "A-1042"', 'answer not ("A-10" | "B")'),
    ('require agent says "x y"', 'forbid agent says "x"'),
]
"""Pairs that no trace passes both."""

FINE = [
    ("require a <x: 1>", "forbid a <x: 2>"),
    ("require a", "forbid a ok"),
    ("require a", "forbid first a"),
    ("require a", "only: a <x: 1>, b"),
    ("require *", "only: a, b"),
    ("require c", "only: a, b pass 0.5"),
    ("require c", "only: a, b soft"),
    ("require a <x: 1>", "each a: <y: 2>"),
    ("require a <x: 1>", "each a: <x: 2> or after b"),
    ("require a <x: 1>", "each a: <x: 2> pass 0.5"),
    ("require a <x: 1>", "each a <x: $v, y: $v>: <x: 2>"),
    ("require a <x: 1>", "each first a: <x: 2>"),
    ("require a final", "require a <x: 1> final"),
    ("require a | b final", "require b final"),
    ("limit: calls <= 2", "count: a = 2, a <x: 1> = 1"),
    ("limit: calls <= 2", "sequence: a -> b"),
    ("limit: calls <= 2", "order strict: a -> b -> c?"),
    ("limit: calls <= 2", "count: a = 2, b = 1 pass 0.5"),
    ("limit: calls <= 2", "limit: steps > 2"),
    ("limit: sum <x> < 1", "limit: sum <y> >= 1"),
    ("limit: failures = 0", "require a"),
    ("forbid: a -> b", "sequence: b -> a"),
    ("forbid: a -> b", "sequence: (a, b)"),
    ("forbid: a -> b <x: 1>", "sequence: a -> b"),
    ("forbid: a -> b until c", "sequence: a -> b"),
    ("forbid b until a", "sequence: b -> a"),
    ("each a: after b", "each b: before a"),
    ("each a: after b", "each b <x: 1>: after a"),
    ("each a: after b or after c", "each b: after a"),
    ("each a: not after b", "each b: not after a"),
    ('answer "a"', 'answer "b"'),
    ("answer /^yes/", "answer /no$/"),
    ('require agent says "x"', 'forbid agent says "x y"'),
    ('require user says "x"', 'forbid agent says "x"'),
    ('case "one" {\n  require c\n}', 'case "two" {\n  only: a\n}'),
]
"""Pairs that some trace passes both, or that pass no less than they did alone."""

UNMEETABLE = [
    ("forbid a", "each b: after a"),
    ("count a = 0", "each b <id: $i>: after seeing a <id: $i>"),
    ("only: b, c", "each b: before a within 2 steps"),
    ("forbid a <x: 1>", "each b: after a <x: 1, y: 2>"),
    ("forbid a | c", "each b: after a or before c"),
    ("forbid: a -> b", "each b <id: $i>: after a <id: $i>"),
    ("forbid: a -> b", "each a: right before b"),
    ("forbid b after a", "each b: after a"),
    ("each b: not after a", "each b: after seeing a"),
    ("each b: <x: 1>", "each b: <x: 2>"),
    ("each b: ok", "each b <x: 1>: failed"),
    ("each b: right after a", "each b: right after c"),
]
NOT_UNMEETABLE = [
    ("forbid a", "each b: not after a"),
    ("forbid a", "each b: after a or after c"),
    ("forbid a <x: 1>", "each b: after a"),
    ("forbid a if c", "each b: after a"),
    ("forbid: a -> b", "each b: before a"),
    ("each b: not right after a", "each b: after a"),
    ("each b <x: 1>: <y: 1>", "each b <x: 2>: <y: 2>"),
    ("each b: right after a", "each b: after c"),
]

NEVER = [
    "each a: after a",
    "each a <x: 1>: before a <x: 1, y: 2>",
    "each a: ok, failed",
    "each a: ok, not ok",
    "each a <x: 1>: <x: 2>",
    "each a <x: 1>: <x: 2> or <x: text>",
    "each a: right before b, right before c",
    "limit: calls <= 2, calls > 2",
    "count: a <= 2, a <x: 1> = 3",
    "count: a <x: > 1> = 0, a <x: 2> >= 1",
    "limit: sum <x> = 1, sum <x> >= 1.5",
]
NOT_NEVER = [
    "each a <x: 1>: after a",
    "count: a = 2, a <x: 1> = 1",
    "count: a <x: 1> = 0, a >= 1",
    "each a: after a or after b",
    "each a: not after a",
    "each a: right after b, right before c",
    "limit: calls <= 2, steps > 2",
    "limit: calls <= 2, calls >= 2",
    "limit: calls < 2, calls > 2 pass 0.5",
]

IDLE = [
    ("forbid login", "require search after first login"),
    ("forbid login", "forbid b after login until logout"),
    ("only: a, b", "forbid b if login"),
    ("forbid a", "forbid b until a"),
    ("count a <x: 1> = 0", "limit: calls <= 2 after a <x: 1>"),
]
NOT_IDLE = [
    ("forbid login <x: 1>", "require search after first login"),
    ("forbid login", "forbid b if not login"),
    ("forbid login", 'forbid b after user says "x"'),
    ("forbid login soft", "forbid b after login"),
]


def codes(spec: str) -> list[str]:
    return [item.code for item in read(spec + "\n").problems]


@pytest.mark.parametrize(("one", "other"), EXCLUDING)
def test_rules_that_exclude_each_other_are_reported_at_the_later_one(one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        found = read(f"{first}\n{second}\n").problems
        assert [(item.code, item.line) for item in found] == [("TS305", 2)], found


@pytest.mark.parametrize(("one", "other"), FINE)
def test_rules_that_a_trace_can_pass_both_are_left_alone(one: str, other: str) -> None:
    assert codes(f"{one}\n{other}") == codes(f"{other}\n{one}") == []


@pytest.mark.parametrize(("one", "other"), UNMEETABLE)
def test_a_demand_that_another_rule_makes_impossible_is_reported(one: str, other: str) -> None:
    for spec in (f"{one}\n{other}", f"{other}\n{one}"):
        assert set(codes(spec)) == {"TS355"}


@pytest.mark.parametrize(("one", "other"), NOT_UNMEETABLE)
def test_a_demand_that_some_call_can_meet_is_left_alone(one: str, other: str) -> None:
    assert codes(f"{one}\n{other}") == []


@pytest.mark.parametrize("rule", NEVER)
def test_a_rule_that_contradicts_itself_never_holds(rule: str) -> None:
    assert codes(rule) == ["TS303"]


@pytest.mark.parametrize("rule", NOT_NEVER)
def test_a_rule_that_can_hold_is_left_alone(rule: str) -> None:
    assert codes(rule) == []


@pytest.mark.parametrize(("one", "other"), IDLE)
def test_a_clause_that_waits_for_a_forbidden_call_is_reported(one: str, other: str) -> None:
    assert "TS356" in codes(f"{one}\n{other}")
    assert "TS356" in codes(f"{other}\n{one}")


@pytest.mark.parametrize(("one", "other"), NOT_IDLE)
def test_a_clause_whose_call_may_come_is_left_alone(one: str, other: str) -> None:
    assert "TS356" not in codes(f"{one}\n{other}")


def test_a_problem_names_both_places() -> None:
    (problem,) = read("forbid approve\n\neach pay: ok, after approve\n").problems
    assert (problem.line, problem.why) == (3, "line 1 forbids `approve`")
    assert problem.title == "no call of `pay` can meet `after approve`"
    (related,) = problem.related
    assert (related.start, related.end) == (0, len("forbid approve"))


# ----------------------------------------------------------- what is said holds of all traces

PHRASES = [
    "a", "b", "c", "a <x: 1>", "a <x: 1..2>", "b <x: 2>", "b <x: > 1>", "a ok", "b failed",
    "a exactly <x: 1>", "a | b", "*", "b <x: not 1>",
]  # fmt: skip
DEMANDS = [
    "after a", "before b", "not after a", "ok", "failed", "<x: 1>", "not <x: 1>", "right after a",
    "right before c", "right after c", "after b <x: 2>", "before a or ok", "after seeing b",
    "after a within 1 calls", "after b <x: $v>", "not before b",
]  # fmt: skip
CLAUSES = ["", " after a", " until b", " if c", " if not a", " among a | b"]
LIMITS = ["calls <= 1", "calls >= 3", "calls = 2", "failures = 0", "failures > 0", "sum <x> > 2"]


def random_rule(random: Random) -> str:
    """Return a rule that passes on some short traces, and fails on others."""
    call = random.choice
    way = random.randrange(9)
    if way == 0:
        return f"require {call(PHRASES)}{call(['', ' final', ' min 2'])}{call(CLAUSES)}"
    if way == 1:
        return f"forbid {call(PHRASES)}{call(CLAUSES)}"
    if way == 2:
        entries = ", ".join(dict.fromkeys(random.choices(PHRASES, k=random.randrange(1, 4))))
        return f"only: {entries}"
    if way == 3:
        subject = call(PHRASES[:6])
        demand = call(DEMANDS)
        if "$" in demand:
            subject = f"{call('abc')} <x: $v>"
        return f"each {subject}: {demand}"
    if way == 4:
        return f"limit: {', '.join(random.sample(LIMITS, random.randrange(1, 3)))}"
    if way == 5:
        signs = ["= 0", "= 1", ">= 2", "< 2", "= 1..2", "!= 1"]
        entries = [f"{call(PHRASES)} {call(signs)}" for _ in range(random.randrange(1, 3))]
        return f"count: {', '.join(entries)}"
    arrows = " -> ".join(random.choices([*PHRASES, "(a, b)"], k=random.randrange(2, 4)))
    if way == 6:
        return f"sequence: {arrows}"
    plain = arrows.replace("(a, b)", "c")
    return f"forbid: {plain}" if way == 7 else f"order{call([' strict', ''])}: {plain}"


def traces() -> list[Trace]:
    """Return all traces of up to two calls, and longer ones at random."""
    calls = [
        made._replace(status=status, step=0)
        for name, given in product("abc", ({}, {"x": 1}, {"x": 2}, {"x": 1, "y": 1}))
        for status in ("ok", "error")
        for made in (called(name, given, "result"),)
    ]
    random = Random(7)
    runs: list[tuple[Call, ...]] = [(), *product(calls), *product(calls, repeat=2)]
    runs += [tuple(random.choices(calls, k=random.randrange(3, 7))) for _ in range(1500)]
    return [Trace([call._replace(step=at) for at, call in enumerate(run)]) for run in runs]


def passing(rule: str, runs: list[Trace]) -> int:
    """Return a bit for each trace that passes a rule."""
    (made,) = parse(rule + "\n").rules
    bits = 0
    for at, trace in enumerate(runs):
        if made.judge(trace).status.word == "pass":
            bits |= 1 << at
    return bits


@pytest.fixture(scope="module")
def rules() -> dict[str, int]:
    """Return rules, and which of the traces pass each."""
    random, runs = Random(3), traces()
    written = dict.fromkeys(random_rule(random) for _ in range(amount(130, 260)))
    return {rule: passing(rule, runs) for rule in written if not read(rule + "\n").errors}


def test_no_trace_passes_two_rules_that_are_said_to_exclude_each_other(
    rules: dict[str, int],
) -> None:
    wrong: list[tuple[str, str, str]] = []
    excluding = 0
    for one, other in combinations(rules, 2):
        for problem in read(f"{one}\n{other}\n").problems:
            if problem.code in ("TS305", "TS355"):
                excluding += 1
                if rules[one] & rules[other]:
                    wrong.append((one, other, f"{problem.code} {problem.why}"))
    assert wrong == []
    assert excluding > amount(350, 1500)


def test_no_trace_passes_a_rule_that_is_said_never_to_hold(rules: dict[str, int]) -> None:
    said = [
        rule for rule in rules if any(one.code == "TS303" for one in read(rule + "\n").problems)
    ]
    assert [rule for rule in said if rules[rule]] == []
    assert len(said) > 2


def test_no_trace_passes_two_rules_about_answers_that_are_said_to_exclude_each_other() -> None:
    values = ['"a"', 'not "a"', '"ab"', "/^a$/", "/^ab$/", 'not "ab"', '"a" | "b"', 'has "b"',
              '"a" & not "b"', "not (/^a$/)", "1", "not 1", '"b" & "a"']  # fmt: skip
    texts = ["".join(signs) for size in range(5) for signs in product("ab1 ", repeat=size)]
    runs = [Trace([], said=answered_dialogue(text)) for text in texts]
    wide = {f"answer {value}": passing(f"answer {value}", runs) for value in values}
    spoken = {
        f"{way} agent says {value}": passing(f"{way} agent says {value}", runs)
        for value in values
        for way in ("require", "forbid")
    }
    excluding = 0
    for rules in (wide, spoken):
        for one, other in combinations(rules, 2):
            if "TS305" in codes(f"{one}\n{other}"):
                excluding += 1
                assert not rules[one] & rules[other], (one, other)
    assert excluding > 20


TOGETHER = [
    ("require a", "require b", "limit: calls <= 1"),
    ("count a = 2", "sequence: b -> c", "limit: calls < 4"),
    ("order: a -> b", "count c >= 2", "limit: calls = 1..3"),
    ("only: a <x: 1>, b", "require a", "forbid a <x: 1..2>"),
    ("only: a <x: 1>, b", "order: a -> b", "count a <x: 1> = 0"),
    ("only: a <x: 1>, a <x: 2>, b", "require a", "forbid a <x: 1>", "forbid a <x: 2>"),
]
"""Rules that no trace passes all, though any two can be met."""

NOT_TOGETHER = [
    ("require a", "require b", "limit: calls <= 2"),
    ("require a", "require a <x: 1>", "limit: calls <= 1"),
    ("require a", "require b soft", "limit: calls <= 1"),
    ("require a", "require b", "limit: calls <= 1 per turn"),
    ("only: a <x: 1>, b", "require a", "forbid a <x: 1> ok"),
    ("only: a <x: 1>, a <x: 2>", "require a", "forbid a <x: 1>"),
    ("only: a <x: 1>, b", "require a | b", "forbid a <x: 1>"),
    ('case "x" {\n  require a\n}', 'case "y" {\n  require b\n}', "limit: calls <= 1"),
]


@pytest.mark.parametrize("rules", TOGETHER)
def test_rules_that_exclude_each_other_together_are_reported_at_the_last(
    rules: tuple[str, ...],
) -> None:
    for order in permutations(rules):
        found = read("\n".join(order) + "\n").problems
        assert [(item.code, item.line) for item in found] == [("TS362", len(rules))]
        assert len(found[0].related) == len(rules) - 1
    for one, other in combinations(rules, 2):
        assert codes(f"{one}\n{other}") == []


@pytest.mark.parametrize("rules", NOT_TOGETHER)
def test_rules_that_can_be_met_together_are_left_alone(rules: tuple[str, ...]) -> None:
    for order in permutations(rules):
        assert codes("\n".join(order)) == []


def test_no_trace_passes_all_rules_that_are_said_to_exclude_each_other_together(
    rules: dict[str, int],
) -> None:
    random, seen = Random(5), 0
    every = [rule for rule in rules if not rule.startswith(("each", "forbid:"))]
    limits = [rule for rule in every if rule.startswith("limit")]
    for _ in range(amount(2000, 4000)):
        chosen = [random.choice(limits), *random.sample(every, 2)]
        if "TS362" in codes("\n".join(chosen)):
            seen += 1
            assert not rules[chosen[0]] & rules[chosen[1]] & rules[chosen[2]], chosen
    assert seen > amount(3, 10)
