"""What is said of what calls hold, where values are shown and where they are not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from calls import judge
from hypothesis import given
from hypothesis import strategies as st

import toolspec
from tests.conformance.published import judged, of_second_part
from toolspec.engine.trace import Call, Unrecorded, called


def explained(rule: str, *calls: Call, values: bool = True) -> list[str]:
    """Return what is said of each entry of `args` or `output`: what its call has."""
    told = judge(rule, *calls, values=values).justification
    (fields,) = [value for key, value in told.items() if key.startswith("explained")]
    return [text.split(", Expected")[0] for text in fields.values()]


@pytest.mark.parametrize(
    ("expected", "recorded", "said"),
    [
        ('"1"', 1, "'1'"),
        ('"x"', {"content": "x"}, "'x'"),
        ('"x"', "x", "'x'"),
        ('"y"', {"content": "x"}, "'x'"),
        ('"y"', {"k": 1}, """'{"k":1}'"""),
        ("1", "1", "1"),
        ("/x/", {"content": "x"}, "'x'"),
        ("{k: 1}", {"content": {"k": 1.0}}, "{'k': 1.0}"),
        ("[2]", {"content": [1]}, "[1]"),
    ],
)
def test_the_result_is_shown_in_the_way_it_was_compared(
    expected: str, recorded: Any, said: str
) -> None:
    assert explained(f"output a = {expected}", called("a", {}, recorded)) == [f"Actual: {said}"]


def test_what_is_not_recorded_is_said_not_to_be_with_and_without_values() -> None:
    calls = called("a", {"k": 1}, "r"), called("a", completed=False)
    for values, arguments, result in ((True, "{'k': 1}", "'r'"), (False, "(object)", "(text)")):
        assert explained("args: a <k: 1>, a <k: 2>", *calls, values=values) == [
            f"Actual: {arguments}",
            "Actual: not recorded",
        ]
        assert explained('output: a = "r", a = 2', *calls, values=values) == [
            f"Actual: {result}",
            "Actual: not recorded",
        ]
    assert explained("args a <k: 1>", called("b", {})) == ["Actual: no call"]


def test_without_values_even_a_text_the_rule_asks_for_is_not_shown_as_recorded() -> None:
    told = judge('output a = "yes"', called("a", {}, "yes"), values=False).justification
    assert told["explained_tool_calls_outputs"] == {
        "a_0": "Actual: (text), Expected: 'yes', Score: 1.0"
    }


SECRET = "hunter2-4111"
HOLDING = st.sampled_from(
    [
        SECRET,
        [SECRET],
        {"k": SECRET},
        {"content": SECRET},
        {"content": {"k": SECRET}},
        json.dumps({"k": SECRET}),
        f"line\n{SECRET}\nline",
    ]
)


@given(HOLDING, HOLDING, st.booleans())
@pytest.mark.parametrize(
    "rule",
    [
        "order: a -> b",
        "order strict: a -> b",
        "sequence: a <k: 1> -> b",
        "sequence: a <k: /hunter/> -> b <must j: 1>",
        "count: a = 1, b = 2",
        "args: a <k: 1>, b <k: 2>",
        "args strict subset: a <k: /hunter/>, b <j: ...>",
        'output: a = "x", b = {k: 1}',
        "output: a = /hunter/, b = /x/",
        "require a <k: 1> result /x/",
        "require a <k: /hunter/> result /hunter/ final",
        "require a <must k: /x/>",
        "forbid a",
        "forbid a <k: /hunter/> result /hunter/",
        "forbid a <must j: 1>",
    ],
)
def test_without_values_no_sentence_holds_one(
    rule: str, argument: Any, result: Any, completed: bool
) -> None:
    calls: list[Call] = [
        called("a", {"k": argument, "l": argument}, result),
        called("a", {"k": argument}, result, completed=completed),
        called("b", {"k": argument}, result),
    ]
    silent = judge(rule, *calls, values=False)
    words = json.dumps([silent.to_dict(), silent.explanation.evidence, silent.explanation.brief])
    assert SECRET not in words
    assert SECRET not in silent.summary


NAMES_VALUES = re.compile(r"\$[a-z]|per <")
"""What the specs have whose sentences may name what a trace holds."""


def _recorded(value: Any) -> Iterator[str]:
    """Yield the texts and the numbers of several digits in a value."""
    if isinstance(value, Mapping):
        for item in cast("Mapping[str, Any]", value).values():
            yield from _recorded(item)
    elif isinstance(value, list | tuple):
        for item in cast("list[Any]", value):
            yield from _recorded(item)
    elif isinstance(value, str | int | float) and len(str(value)) > 2:
        yield str(value)


@pytest.mark.parametrize(
    "case",
    [one for one in of_second_part() if NAMES_VALUES.search(one.values[0].get("spec", "$x"))],
)
def test_without_values_no_report_on_a_published_case_holds_one(
    case: dict[str, Any], tmp_path: Path
) -> None:
    report = judged(case, tmp_path)
    (trace,) = toolspec.load_traces(tmp_path / "trace.json")
    spec = toolspec.load(tmp_path / "spec.toolspec")
    rules = spec.check(trace, values=False).to_dict()["rules"]
    said = json.dumps(
        [{key: rule.get(key) for key in ("summary", "justification", "parts")} for rule in rules],
        ensure_ascii=False,
    )
    # What the spec says may be said, however it is written there.
    known = f"{case['spec']} {[str(result.rule) for result in report.results]} {trace.names}"
    values = {
        text
        for call in trace.calls
        for held in (call.arguments, getattr(call.result, "value", None))
        for text in (() if isinstance(call.result, Unrecorded) else _recorded(held))
        if text not in known
    }
    assert not [text for text in values if text in said]


def test_without_values_names_stand_for_themselves_and_parts_are_told_by_kind() -> None:
    calls = called("get", {"id": "A-1"}, "r"), called("pay", {"id": "B-2"}, "r")
    for rule, said in (
        (
            "each pay <id: $i>: after get <id: $i>",
            "call 2, pay: not after get <id: $i>; nearest: call 1, get: `id` is (text), not $i",
        ),
        (
            "each pay <id: $i>: after * result has $i",
            "call 2, pay: not after * result has $i; nearest: call 1, get: "
            "it returned (text), without $i",
        ),
        (
            "require get per <id>",
            "1 of 2 parts did not pass; id (text): get was not called in this part of the trace, "
            "call 2",
        ),
    ):
        assert judge(rule, *calls, values=False).summary == said
