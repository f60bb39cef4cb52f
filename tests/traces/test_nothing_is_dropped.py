"""In every format: a call in a place or a spelling that no reader knows is never a pass.

Each case takes a run with a forbidden call in the open and writes the record that holds it, or the
call itself, in another way. It may be read, left open, or refused; `forbid` must not pass.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, TypeAlias, cast

import pytest

from tests.traces.attack_plans import ALL, Plan
from tests.traces.runs import Done, Record
from tests.traces.span_files import otlp, span, tool
from tests.traces.span_runs import SPANS
from tests.traces.verdicts import FORBID, FORBIDDEN, NOT_JUDGED, verdict

RUN: Final = [
    [Done("search", {"id": 1}, "ok", "c1")],
    [Done("look_up", {"id": 2}, "fine", "c2"), Done("search", {"id": 3}, "ok", "c3")],
    [Done("search", {"id": 4}, "ok", "c4")],
]
Write: TypeAlias = "Callable[[Any], Any]"

STRANGE: Final[dict[str, Write]] = {
    "in an unknown key": lambda record: {"wrapped": record},
    "in an unknown key of an unknown type": lambda record: {"type": "x", "payload": record},
    "in a list": lambda record: [record],
    "as text": json.dumps,
    "as text in an unknown key": lambda record: {"line": json.dumps(record)},
    "as text in text": lambda record: {"log": json.dumps({"line": json.dumps(record)})},
    "deep inside": lambda record: {"a": {"b": [{"c": {"d": [record]}}]}},
    "with keys in capitals": lambda record: _spelt(record, str.upper),
    "with keys that have dashes": lambda record: _spelt(record, _with_dashes),
    "with keys that have blanks": lambda record: _spelt(record, lambda key: f" {key} "),
}
"""Ways to write the record that holds the call."""


def _with_dashes(key: str) -> str:
    return key.replace("_", "-")


def _spelt(held: Any, spell: Callable[[str], str]) -> Any:
    """Return JSON with its keys spelt in another way, but for those inside of text."""
    if isinstance(held, dict):
        pairs = cast("dict[str, Any]", held).items()
        return {spell(key): _spelt(value, spell) for key, value in pairs}
    if isinstance(held, list):
        return [_spelt(item, spell) for item in cast("list[Any]", held)]
    return held


def _plan(name: str) -> Plan:
    carriers = ALL[name].carriers
    usual = (one for one in ("lines", "SDK lines", "list", "object") if one in carriers)
    carrier = next(usual, next(iter(carriers)))
    return Plan(Random(0), name, ALL[name], carrier, RUN, 1, 0)


def _with_strange(plan: Plan, write: Write) -> bytes:
    """Return a file in which each record that names the forbidden tool is written strangely."""
    records: list[Any] = plan.forbidden()
    if len(records) == 1 and plan.name not in SPANS:
        (record,) = records
        run = record.get("subagent_trajectories", [record])[0]
        lists: list[list[Any]] = [value for value in run.values() if isinstance(value, list)]
        for steps in lists:
            for at, step in enumerate(steps):
                if FORBIDDEN in json.dumps(step):
                    steps[at] = write(step)
    else:
        records = [write(one) if FORBIDDEN in json.dumps(one) else one for one in records]
    return plan.carried(records)


@pytest.mark.parametrize("name", ALL)
def test_in_the_open_the_call_fails_and_without_it_the_run_passes(name: str) -> None:
    plan = _plan(name)
    assert verdict(plan.carried(plan.forbidden())) == "fail"
    assert verdict(plan.carried(plan.records(plan.run))) == "pass"


@pytest.mark.parametrize("way", STRANGE)
@pytest.mark.parametrize("name", ALL)
def test_a_record_that_no_reader_knows_is_not_dropped(name: str, way: str) -> None:
    assert verdict(_with_strange(_plan(name), STRANGE[way])) != "pass"


# Each object on the way to the call, written in another way.


def _ways(held: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the ways to the objects and lists that hold the forbidden call."""
    if isinstance(held, dict | list) and FORBIDDEN in json.dumps(held):
        if way:
            yield way
        inner = cast("Any", held)
        pairs: Any = inner.items() if isinstance(held, dict) else enumerate(inner)
        for key, value in pairs:
            yield from _ways(value, (*way, key))


def _at(records: list[Record], way: tuple[Any, ...], write: Write) -> list[Record]:
    changed: Any = copy.deepcopy(records)
    inner = changed
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = write(inner[way[-1]])
    return cast("list[Record]", changed)


INNER: Final[dict[str, Write]] = {
    "in a list": lambda held: [held],
    "as text": json.dumps,
    "under an unknown key": lambda held: {"wrapped": held},
    "under a number": lambda held: {"0": held},
    "with keys in capitals": lambda held: _spelt(held, str.upper),
}


@pytest.mark.parametrize("way", INNER)
@pytest.mark.parametrize("name", [name for name in ALL if name not in SPANS])
def test_a_part_that_no_reader_knows_is_not_dropped(name: str, way: str) -> None:
    plan = _plan(name)
    records = plan.forbidden()
    places = list(_ways(records))
    assert places
    for place in places:
        assert verdict(plan.carried(_at(records, place, INNER[way]))) != "pass", place


# Spans: each attribute that tells of the call.

ATTRIBUTES: Final[dict[str, Callable[[str, Any], dict[str, Any]]]] = {
    "behind a name": lambda key, value: {f"app.{key}": value},
    "in an object": lambda key, value: {"data": {key: value}},
    "as a list": lambda key, value: {key: [value]},
    "in capitals": lambda key, value: {key.upper(): value},
    "as levels": lambda key, value: {key.split(".")[0]: {key.split(".", 1)[-1]: value}},
}


@pytest.mark.parametrize("way", ATTRIBUTES)
@pytest.mark.parametrize("name", SPANS)
def test_an_attribute_that_no_dialect_knows_is_not_dropped(name: str, way: str) -> None:
    plan = _plan(name)
    records = plan.forbidden()
    for record in records:
        held = record["attributes"]
        for key in [key for key, value in held.items() if FORBIDDEN in str(value)]:
            held |= ATTRIBUTES[way](key, held.pop(key))
            if record["name"].endswith(FORBIDDEN):
                record["name"] = "execute_tool"
    assert verdict(plan.carried(records)) != "pass"


BESIDE: Final[dict[str, dict[str, Any]]] = {
    "an event of an unknown name": {
        "events": [{"name": "tool_call", "attributes": {"name": FORBIDDEN, "arguments": "{}"}}]
    },
    "an event whose message is cut off": {
        "events": [
            {
                "name": "gen_ai.choice",
                "attributes": {"message": '{Done."tool_calls": [{"function": {"name": "del'},
            }
        ]
    },
    "an event that ended in a call": {
        "events": [{"name": "gen_ai.choice", "attributes": {"finish_reason": "tool_calls"}}]
    },
    "messages of a name that is not known": {
        "attributes": {"app.messages": json.dumps([{"tool_calls": [{"name": FORBIDDEN}]}])}
    },
    "calls in flat attributes": {
        "attributes": {"x.calls.0.tool_call.name": FORBIDDEN, "x.calls.0.tool_call.args": "{}"}
    },
    "a log beside the attributes": {"logs": [{"type": "tool_call", "name": FORBIDDEN}]},
    "another span inside": {"children": [tool(FORBIDDEN, 9)]},
}


@pytest.mark.parametrize("case", BESIDE)
def test_what_is_beside_a_response_on_its_span_is_not_dropped(case: str) -> None:
    told = {"gen_ai.operation.name": "chat", "gen_ai.completion.0.content": "Done."}
    said = {**span("chat m", 1), "attributes": told}
    assert verdict([said]) == "pass"
    more = BESIDE[case]
    attributes = {**told, **more.get("attributes", {})}
    assert verdict([{**said, **more, "attributes": attributes}]) != "pass"


def test_a_span_of_two_kinds_leaves_rules_open() -> None:
    held = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": FORBIDDEN}
    both = {**span("x", 1), "attributes": {**held, "openinference.span.kind": "LLM"}}
    assert verdict([both]) == "unknown"
    asks = {"gen_ai.completion.0.tool_calls.0.name": FORBIDDEN, "traceloop.span.kind": "tool"}
    assert verdict([{**span("search", 1), "attributes": asks}]) == "unknown"
    assert verdict([{**both, "attributes": held}]) == "fail"


SPANS_OF_TOOLS: Final[dict[str, dict[str, Any]]] = {
    "a kind of another instrumentation": {"attributes": {"agentops.span.kind": "tool"}},
    "a kind in an object": {"attributes": {"braintrust.span_attributes": '{"type": "tool"}'}},
    "a kind of no instrumentation": {"attributes": {"span.kind": "TOOL"}},
    "an operation that is not known": {"attributes": {"gen_ai.operation.name": "tool_call"}},
    "a method of MCP": {"attributes": {"mcp.method": "tools/call"}},
    "a function": {"attributes": {"type": "function"}},
    "a name": {"name": f"Tool: {FORBIDDEN}"},
    "a name that ends so": {"name": f"{FORBIDDEN}.tool"},
    "an event": {"events": [{"name": "tool_call", "attributes": {"name": FORBIDDEN}}]},
    "an event on an agent": {
        "attributes": {"gen_ai.operation.name": "invoke_agent"},
        "events": [{"name": "tool_call", "attributes": {"name": FORBIDDEN, "arguments": "{}"}}],
    },
    "a tool's name on an agent": {
        "attributes": {"gen_ai.operation.name": "invoke_agent", "gen_ai.tool.name": FORBIDDEN}
    },
    "a tool's name on a response": {
        "attributes": {
            "gen_ai.operation.name": "chat",
            "gen_ai.completion.0.content": "Done.",
            "gen_ai.tool.name": FORBIDDEN,
        }
    },
}


@pytest.mark.parametrize("case", SPANS_OF_TOOLS)
def test_a_span_that_says_it_is_a_tools_in_another_way_is_not_dropped(case: str) -> None:
    one = {**span("x", 2), **SPANS_OF_TOOLS[case]}
    assert verdict([tool("search", 1), one]) == "unknown"
    assert verdict(otlp(tool("search", 1), one)) == "unknown"


def test_a_span_that_names_a_call_that_is_read_changes_nothing() -> None:
    made = tool("search", 1, gen_ai__tool__call__arguments='{"a": 1}')
    named, other = span("tool search", 2, 1), span("tool search", 3)
    assert verdict([made, named], "count search = 1") == "pass"
    assert verdict([made, named, other], "count search = 1") == "unknown"


@pytest.mark.parametrize("name", ["execute_tool", "tools/call", "ai.toolCall", "running tool:"])
def test_a_span_of_which_only_the_name_says_that_it_is_a_tools_is_not_dropped(name: str) -> None:
    named = span(f"{name} {FORBIDDEN}", 2)
    assert verdict([tool("search", 1), named]) != "pass"


def test_a_file_of_which_no_span_is_known_and_one_may_tell_is_not_judged() -> None:
    held = {"app.tool.name": FORBIDDEN}
    assert verdict([{**span("step", 1), "attributes": held}]) == NOT_JUDGED
    assert verdict([{**span("step", 1), "attributes": held}], FORBID) == NOT_JUDGED
