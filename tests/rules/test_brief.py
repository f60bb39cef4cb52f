"""What is shown after a score: a few words for every way not to pass, and none for a pass."""

from __future__ import annotations

import pytest
from calls import judge

from toolspec.dsl.specs import parse
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.rules import KEYWORDS, kinds
from toolspec.engine.trace import UNRECORDED, Call, called
from toolspec.engine.verdict import BRIEF, BRIEF_MAX

LONG = "a_tool_whose_name_goes_on_and_on_for_ever"
A, B, C = called("a", {}, "r"), called("b", {"k": "secret"}, "hidden"), called("c", {})
BLANK, PENDING = called("a"), called("a", {}, completed=False)

CASES: list[tuple[str, tuple[Call, ...], str, str]] = [
    ("order: a -> b", (A, B), "pass", ""),
    ("order: a -> c pass 0.5", (A, B), "pass", ""),
    ("order: a -> b -> c -> a", (A, B, C), "fail", "3 of 4 in order"),
    ("order: a -> b", (), "fail", "0 of 2 in order"),
    ("order strict: a -> b", (A, B), "pass", ""),
    ("order strict: a -> c", (A, B, C), "fail", "differs at call 2: b"),
    ("order strict: a", (A, called(LONG)), "fail", "differs at call 2"),
    ("order strict: a -> b", (A,), "fail", "1 of 2 calls"),
    ("sequence: a -> b", (A, B), "pass", ""),
    ("sequence: a -> a", (A, B), "fail", "entry 2 found none"),
    ("sequence: b <k: 1> -> c", (A, B, C), "fail", "entry 1 found none"),
    ("sequence: b -> a", (A, B), "fail", "entry 2 found none"),
    ("sequence: a <k: 1> -> b <k: 1>", (BLANK, B), "fail", "at most 1 of 2 found"),
    ("sequence: a <k: 1>", (BLANK,), "unknown", "arguments not recorded"),
    ("sequence: a <must k: 1>", (A,), "error", 'no argument "k"'),
    (
        "sequence: a <must j: ...> -> b <must j: 1>",
        (BLANK, B),
        "error",
        "an argument is missing",
    ),
    ("count a = 1", (A,), "pass", ""),
    ("count: a = 1, b = 2 pass 0.5", (A, B), "pass", ""),
    ("count a = 1", (A, A), "fail", "a called 2 times"),
    ("count: b >= 1, a = 0, c = 1", (A,), "fail", "b never called, +2"),
    (f"count: c = 0, {LONG} = 1", (), "fail", "entry 2 never called"),
    ("args: a <>, b <k: /s/>", (A, B), "pass", ""),
    ("args: a <>, b <k: 1> pass 0.5", (A, B), "pass", ""),
    ("args: a <>, b <k: 1>, c <>", (A, B, C), "fail", "2 of 3 found"),
    ("args a <k: 1>", (), "fail", "0 of 1 found"),
    ("args: a <k: 1>, b <k: /s/>", (BLANK, B), "unknown", "arguments not recorded"),
    ('output: a = "r"', (A,), "pass", ""),
    ('output: a = "r", b = "x"', (A, B), "fail", "1 of 2 found"),
    ('output: a = "r"', (PENDING,), "unknown", "result not recorded"),
    ("require a", (A,), "pass", ""),
    ("require c", (A,), "fail", "never called"),
    ("require b <k: 1>", (A, B), "fail", "no call matches"),
    ("require a", (PENDING,), "fail", "no call matches"),
    ("require a min 2", (A, B), "fail", "1 matched, 2 required"),
    ("require a final", (A, B), "fail", "the last call does not match"),
    ("require a <k: 1>", (BLANK,), "unknown", "arguments not recorded"),
    ("require a result /r/", (BLANK,), "unknown", "result not recorded"),
    ("require a <k: 1> result /r/", (BLANK,), "unknown", "too little recorded"),
    ("require b <must path: /x/>", (B,), "error", 'no argument "path"'),
    ("require a <must k: /x/>", (called("a", {"k": 1}),), "error", 'argument "k" is not text'),
    (f"require b <must {LONG}: 1>", (B,), "error", "an argument is missing"),
    ("forbid c", (A,), "pass", ""),
    ("forbid b <k: /s/>", (A, A, A, A, B), "fail", "call 5 is forbidden"),
    ("forbid a", (A, A, B), "fail", "call 1 is forbidden, +1"),
    ("forbid a <k: 1>", (BLANK,), "unknown", "arguments not recorded"),
    ("forbid a result /r/", (PENDING,), "unknown", "result not recorded"),
    ("forbid a <must path: 1>", (A,), "error", 'no argument "path"'),
]


@pytest.mark.parametrize(("spec", "calls", "status", "brief"), CASES)
def test_a_few_words_say_what_kept_a_rule_from_passing(
    spec: str, calls: tuple[Call, ...], status: str, brief: str
) -> None:
    result = judge(spec, *calls)
    assert (result.status, result.explanation.brief) == (status, brief)


@pytest.mark.parametrize("kind", kinds(), ids=KEYWORDS)
def test_every_example_that_does_not_pass_has_some(kind: type[Kind]) -> None:
    for example in kind.examples:
        (result,) = parse(example.spec).check(example.trace).results
        words = result.explanation.brief
        assert bool(words) == (example.status not in ("pass", "skip"))
        assert len(words) <= BRIEF


@pytest.mark.parametrize(
    "spec",
    [
        "order strict: {}",
        "sequence: {} <k: 1> -> {}",
        "count {} = 3",
        "args {} <k: 1>",
        'output {} = "x"',
        "require {} <k: 1> min 2000000000",
        "forbid {}",
    ],
)
def test_however_long_the_names_and_whatever_is_recorded(spec: str) -> None:
    name = "t" * 100
    call = called(name, {"k": "hunter2"}, "hunter2")
    words = judge(spec.format(name, name), call, call).explanation.brief
    assert 0 < len(words) <= BRIEF_MAX
    assert "hunter2" not in words


def test_what_is_not_recorded_is_no_value() -> None:
    result = judge("args a <k: 1>", called("a", UNRECORDED), values=False)
    assert result.explanation.brief == "arguments not recorded"
