"""A timeline cut down for a hover: the same rows, of which those that decide are left."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

import toolspec
from toolspec.engine.dialogue import Dialogue, Message
from toolspec.engine.telling.timeline.drawn import drawn_timeline
from toolspec.engine.telling.timeline.short import ROWS_MAX, WIDTH, drawn_short
from toolspec.engine.telling.timeline.timeline import timeline
from toolspec.engine.trace import Call, Trace, called


def short(line: str, calls: Sequence[Call], width: int = WIDTH) -> list[str]:
    (rule,) = toolspec.parse(line).rules
    return [drawn.text for drawn in drawn_short(timeline(Trace(calls), rule), width)]


def test_expected_and_actual_calls_stand_side_by_side_with_the_break_marked() -> None:
    calls = [called("search", {"q": "rain"}), called("log"), called("display")]
    assert short("sequence: search -> sort -> display", calls) == [
        "1  ✓  search  ── search",
        "2                log",
        "3                display",
        "   ✗  sort       no call",
        "   ✗  display    no call",
    ]
    assert short("sequence: display -> search", calls) == [
        "1  ✗             search   ← comes nearest",
        "2                log",
        "3  ✓  display ── display",
        "   ✗  search     no call",
    ]


def test_its_rows_are_those_of_the_whole_drawing() -> None:
    calls = [called("search", {}), called("log", {}), called("display", {})]
    (rule,) = toolspec.parse("order: search -> sort -> display").rules
    whole = [line.text for line in drawn_timeline(timeline(Trace(calls), rule), WIDTH)]
    assert short("order: search -> sort -> display", calls) == [
        re.sub(r"s0 |   (?= ✗)", "", line) for line in whole[whole.index("") + 1 :]
    ]


def test_messages_arguments_and_times_are_left_to_the_timeline() -> None:
    call = called("search", {"q": "rain"}, "wet")._replace(start_ns=0, end_ns=10**9, step=3)
    said = Dialogue((Message("user", "Please!", 0, step=None),), (0,))
    trace = Trace([call], start_ns=0, end_ns=10**9, said=said)
    (rule,) = toolspec.parse("order: search -> display").rules
    text = "\n".join(line.text for line in drawn_short(timeline(trace, rule)))
    assert text == "1  ✓  search  ── search\n   ✗  display    no call"


def test_of_a_long_order_the_ends_and_the_break_are_drawn() -> None:
    names = [f"tool_{number}" for number in range(200)]
    calls = [called(name) for name in names]
    assert short("order: " + " -> ".join(names), calls) == [
        "  1  ✓  tool_0   ── tool_0",
        "    ... 198 more calls",
        "200  ✓  tool_199 ── tool_199",
    ]
    without = short("order: " + " -> ".join(names), [*calls[:150], *calls[151:]])
    assert without == [
        "  1  ✓  tool_0   ── tool_0",
        "    ... 148 more calls",
        "150  ✓  tool_149 ── tool_149",
        "     ✗  tool_150    no call",
        "151  ✓  tool_151 ── tool_151",
        "    ... 47 more calls",
        "199  ✓  tool_199 ── tool_199",
    ]


def test_what_there_is_no_room_for_is_counted() -> None:
    names = [f"tool_{number}" for number in range(200)]
    lines = short("order: " + " -> ".join(names), [])
    assert len(lines) == ROWS_MAX + 1
    assert lines[-1] == f"... {200 - ROWS_MAX} more entries without a call"
    others = short("order: a -> b", [called("a"), *[called("c")] * 50, called("b")])
    assert others == [" 1  ✓  a ── a", "   ... 50 more calls", "52  ✓  b ── b"]


def test_of_several_parts_those_that_did_not_pass_are_drawn() -> None:
    calls = [
        called(name, {"id": part})._replace(step=part)
        for part in range(9)
        for name in (("a", "b") if part != 4 else ("a", "c"))
    ]
    assert short("order: a -> b per step", calls) == [
        "  ✗ 0.50  step 4  calls 9 to 10  1 of 2 expected calls came in order; b…",
        "   ... 8 more calls",
        " 9 ┌ ✓  a ── a",
        "10 └         c",
        "     ✗  b    no call",
        "   ... 8 more calls",
    ]
    assert short("order: a per step", calls) == []


@pytest.mark.parametrize("line", ["forbid a", "count a = 1", "args a <x: 1>", "require a"])
def test_rules_without_lanes_have_no_drawing(line: str) -> None:
    assert short(line, [called("a"), called("a")]) == []


def test_lines_are_narrow_enough_for_a_hover() -> None:
    calls = [called("x" * 200), called("東京" * 20), called("z")._replace(status="error")]
    lines = short("order: " + "x" * 200 + ' -> "' + "東京" * 20 + '" -> y', calls)
    assert max(map(len, lines)) <= WIDTH
