"""A record of another format under a key that nobody reads is not a call that is dropped."""

from __future__ import annotations

import copy
import json

import pytest

from tests.traces.attack_plans import ALL
from tests.traces.runs import Done, Run
from tests.traces.verdicts import FORBIDDEN, verdict

_FOREIGN = (
    *("chat", "claude-code", "deepeval", "dspy-trajectory", "gemini-contents", "jaeger"),
    *("langfuse", "AG-UI events", "traceloop", "otel-logs", "span-table", "zipkin", "vally"),
)
_KEYS = ("extra", "payload", "sub_agent", "trace")


def _run(name: str) -> Run:
    first = [Done("search", {"q": 1}, "ok", "c1"), Done(name, {"id": 7}, "fine", "c2")]
    return [first, [Done("search", {"q": 2}, "ok", "c3")]]


@pytest.mark.parametrize("as_text", [False, True])
@pytest.mark.parametrize("name", ALL)
def test_records_of_another_format_beside_what_is_read_are_no_pass(
    name: str, *, as_text: bool
) -> None:
    known = ALL[name]
    carried = next(iter(known.carriers.values()))
    assert verdict(carried(known.make(_run("look_up")))) == "pass"
    for at, foreign in enumerate(_FOREIGN):
        records = copy.deepcopy(known.make(_run("look_up")))
        there = copy.deepcopy(ALL[foreign].make(_run(FORBIDDEN)))
        if foreign == "traceloop":
            there = json.loads(ALL[foreign].carriers["OTLP"](there))
        key = _KEYS[at % len(_KEYS)]
        records[at % len(records)][key] = json.dumps(there) if as_text else there
        assert verdict(carried(records)) != "pass", (foreign, key, records)
