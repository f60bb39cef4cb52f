"""What a trace and its results work out once: right, kept, and no hindrance to copying them."""

from __future__ import annotations

import copy
import pickle

import pytest

from toolspec.dsl.specs import parse
from toolspec.engine.trace import UNRECORDED, Call, Place, Result, Trace, called

CALLS = (called("a", {"k": 1}, "r"), called("b"), called("a", {}, '{"content": "x"}'))


def test_indexes_are_worked_out_when_asked_for() -> None:
    trace = Trace(CALLS)
    assert trace.by_name == {"a": [0, 2], "b": [1]}
    assert trace.names == ["a", "b", "a"]
    assert (trace.counts["a"], trace.counts["b"], trace.counts["c"]) == (2, 1, 0)
    assert trace.arguments == [{"k": 1}, UNRECORDED, {}]
    assert trace.results == [call.result for call in CALLS]
    assert trace.by_name is trace.by_name


@pytest.mark.parametrize("held", [Trace(CALLS), Result("x")])
def test_what_is_not_there_is_an_attribute_error(held: object) -> None:
    with pytest.raises(AttributeError, match="missing"):
        _ = held.missing  # type: ignore[attr-defined]
    assert not hasattr(held, "__deepcopy__")


def test_traces_and_results_are_copied_before_and_after_they_are_read() -> None:
    spec = parse('count a = 2\nargs a <k: 2>\noutput a = "y"')
    trace = Trace(CALLS)
    for _ in range(2):
        for other in (copy.deepcopy(trace), pickle.loads(pickle.dumps(trace))):
            assert other.calls == trace.calls
            assert spec.check(other).to_dict() == spec.check(trace).to_dict()


def test_places_tell_of_the_call_and_not_of_the_rule() -> None:
    trace = Trace([Call("a", {"k": 1}, id="7", step=2, place=Place(3, ("calls", "a/b", 0)))])
    first, second = (parse(text).check(trace).results[0] for text in ("forbid a", "require a"))
    for result, role in ((first, "offender"), (second, "match")):
        assert result.justification["calls"] == [
            {
                "index": 0,
                "tool": "a",
                "role": role,
                "lacks": "",
                "span_id": None,
                "id": "7",
                "step": 2,
                "line": 3,
                "pointer": "/calls/a~1b/0",
            }
        ]


def test_a_report_belongs_to_whoever_asked_for_it() -> None:
    spec, trace = parse("order: a -> c\ncount: a = 2, b = 2\noutput: a = 1"), Trace(CALLS)
    first = spec.check(trace).to_dict()
    wanted = copy.deepcopy(first)
    for rule in first["rules"]:
        for field in rule["justification"].values():
            field.clear()
        rule.clear()
    first.clear()
    assert spec.check(trace).to_dict() == wanted


@pytest.mark.parametrize(
    ("wanted", "given", "fits"),
    [
        ("k: true", {"k": 1}, False),
        ("k: true", {"k": True, "j": 2}, True),
        ("k: 1", {"k": True}, False),
        ("k: 0", {"k": 0.0}, True),
        ("k: {j: [1]}", {"k": {"j": (1,)}}, True),
        ("k: {j: 1}, l: 2", {"l": 2, "k": {"j": True}}, False),
        ("k: {j: 1}, l: 2", {"l": 2, "k": {"j": 1}, "m": None}, True),
        ("k: null", {}, False),
    ],
)
def test_a_subset_of_arguments_is_compared_as_json(
    wanted: str, given: dict[str, object], fits: bool
) -> None:
    trace = Trace([called("a", given)])  # type: ignore[arg-type]
    assert parse(f"args a subset <{wanted}>").check(trace).passed is fits
