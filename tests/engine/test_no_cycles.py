"""A judged trace is let go at once: in streams Python's cycle collector rests."""

from __future__ import annotations

import gc
import json

import pytest

import toolspec
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.trace import Trace

RULES = (
    "order: a -> b",
    "require a before step 2",
    "forbid c after a until b",
    "each a <x: $x>: after seeing b <x: $x> or ok",
    "limit: calls <= 3, sum <x> < 5 per <x>",
    "any {\n  require a per turn\n  only: a, b\n}",
    "count a <= 2 among * by agent",
    "sequence: (a, b) -> b",
    'answer has "done"',
)
SPANS = [
    {
        "name": f"execute_tool {name}",
        "context": {"trace_id": "0x" + "ab" * 16, "span_id": f"0x{at:016x}"},
        "parent_id": None,
        "start_time": f"2026-01-01T00:00:0{at}Z",
        "end_time": f"2026-01-01T00:00:0{at}Z",
        "attributes": {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name},
    }
    for at, name in enumerate("abac", 1)
]


def alive() -> int:
    return sum(isinstance(one, Trace) for one in gc.get_objects())


@pytest.mark.parametrize("rule", RULES)
def test_a_judged_trace_waits_for_no_cycle_collector(rule: str) -> None:
    spec = toolspec.parse(rule + "\n")
    gc.collect()
    gc.disable()
    try:
        before = alive()
        reading = read_bytes(json.dumps(SPANS).encode())
        report = spec.check(reading.traces[0])
        json.dumps(report.to_dict())
        del reading, report
        assert alive() == before
    finally:
        gc.enable()
