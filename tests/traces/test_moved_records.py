"""Records of calls moved to where no reader looks: whole, in pieces, deep, several of one tool."""

# pyright: basic
from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.traces.attack_plans import ALL
from tests.traces.hidden_places import Way, holders, shape_of
from tests.traces.runs import Done, Run
from tests.traces.test_left_over import DATA
from tests.traces.verdicts import FORBIDDEN, verdict

BEFORE: Final = Done("search", {"q": 1}, "ok", "c1")
AFTER: Final = [Done("look_up", {"id": 7}, "fine", "c3")]
WITHOUT: Final[Run] = [[BEFORE, Done("read_file", {"path": "a"}, "ok", "c2")], AFTER]
OPEN: Final[Run] = [[BEFORE, Done(FORBIDDEN, {"path": "a"}, "ok", "c9")], AFTER]
OF_TOOL: Final = DATA | {"gen_ai.tool.call.arguments", "gen_ai.tool.call.result"}
ANSWERS: Final = frozenset({"functionResponse", "toolSpans", "tool_responses"})
"""A result alone need not be a call's; an entry of `toolSpans` is a tool's whatever it says."""

RESULTS: Final = ('"tool_call_result"', '"function_result"')


def records_of_call(held: Any, way: Way = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the objects that hold the call, each with the keys that lead to it."""
    written = json.dumps(held)
    if isinstance(held, dict) and FORBIDDEN in written and not any(map(written.count, RESULTS)):
        yield tuple(map(shape_of, way)), held
    pairs: Any = held.items() if isinstance(held, dict) else ()
    for key, value in enumerate(held) if isinstance(held, list) else pairs:
        if key not in OF_TOOL and isinstance(value, dict | list):
            yield from records_of_call(value, (*way, key))


def places(records: list[Any]) -> Iterator[Way]:
    """Yield the ways to one object or list of each kind, but not below what is a tool's."""
    shapes: set[tuple[str, ...]] = set()
    for way in holders(records, OF_TOOL):
        first = records[way[0]]  # type: ignore[index]
        shape = (str(first.get("type")), str(first.get("role")), *map(shape_of, way[1:]))
        if shape not in shapes:
            shapes.add(shape)
            yield way


def with_more(records: list[Any], way: Way, more: list[Any]) -> list[Any]:
    """Return the records with more in the list or under an unknown key of the object at a place."""
    copied = json.loads(json.dumps(records))
    held: Any = copied
    for part in way:
        held = held[part]
    if isinstance(held, list):
        held.extend(more)
    else:
        held["more"] = more[0] if len(more) == 1 else more
    return copied


@pytest.mark.parametrize("name", ALL)
def test_a_record_of_a_call_under_any_key_of_any_object_leaves_its_rules_open(name: str) -> None:
    made, write = ALL[name], next(iter(ALL[name].carriers.values()))
    moved = [one for one in records_of_call(made.make(OPEN)) if ANSWERS.isdisjoint(one[0])]
    records = made.make(WITHOUT)
    assert verdict(write(made.make(WITHOUT))) == "pass"
    for way in places(records):
        for keys, record in moved if ANSWERS.isdisjoint(way) else ():
            changed = with_more(records, way, [record])
            assert verdict(write(changed)) != "pass", (keys, way)


def _call(id: str, arguments: dict[str, Any], name: str = FORBIDDEN) -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": name, "input": arguments}


SECOND: Final = f"forbid {FORBIDDEN} <a: 2>"
LONG: Final = {"z": "x" * 300}
SEVERAL: Final = {
    "two": ([_call("q1", {"a": 1}), _call("q2", {"a": 2})], SECOND),
    "the other first": ([_call("q1", {"a": 2}), _call("q2", {"a": 1})], SECOND),
    "two of one id": ([_call("q1", {"a": 1}), _call("q1", {"a": 2})], SECOND),
    "two that begin alike": ([_call("q", {**LONG, "a": 1}), _call("q", {**LONG, "a": 2})], SECOND),
    "too many": ([_call(f"q{at}", {"a": at}) for at in range(130, 1, -1)], SECOND),
    "one of an id that was read": ([_call("c3", {"id": 9}, "look_up")], "forbid look_up <id: 9>"),
}


@pytest.mark.parametrize("name", ALL)
def test_none_of_several_calls_that_were_not_read_hides_another(name: str) -> None:
    made, write = ALL[name], next(iter(ALL[name].carriers.values()))
    records = made.make(WITHOUT)
    for way in places(records):
        for about, (calls, spec) in SEVERAL.items():
            changed = with_more(records, way, calls)
            assert verdict(write(changed), spec) != "pass", (about, way)


DEPTHS: Final = (60, 99, 101, 130)


def _deep(value: Any, depth: int, *, listed: bool) -> Any:
    for _ in range(depth):
        value = [value] if listed else {"a": value}
    return value


@pytest.mark.parametrize("name", ALL)
def test_no_depth_hides_a_call(name: str) -> None:
    made, write = ALL[name], next(iter(ALL[name].carriers.values()))
    records = made.make(WITHOUT)
    for at, way in enumerate(places(records)):
        value = _deep(_call("q", {}), DEPTHS[at % len(DEPTHS)], listed=at % 8 < len(DEPTHS))
        assert verdict(write(with_more(records, way, [value]))) != "pass", (way, at)
