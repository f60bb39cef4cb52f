"""Records of calls that stand whole in one attribute of a span, or in a place nobody reads."""

from __future__ import annotations

import base64
import copy
import json
from typing import Any, Final

import pytest

from tests.traces.attack_plans import ALL
from tests.traces.runs import Done, Run
from tests.traces.span_runs import SPANS
from tests.traces.verdicts import FORBIDDEN, verdict

RUN: Final[Run] = [
    [Done("search", {"q": 1}, "ok", "c1"), Done("read_file", {"path": "a"}, "ok", "c2")],
    [Done("look_up", {"id": 7}, "fine", "c3")],
]
CALL: Final = {"id": "z", "type": "function", "function": {"name": FORBIDDEN, "arguments": "{}"}}
SPAN: Final = {
    "name": f"execute_tool {FORBIDDEN}",
    "attributes": {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": FORBIDDEN},
}
OTLP: Final = {
    "resourceSpans": [
        {
            "scopeSpans": [
                {
                    "spans": [
                        {
                            "name": "x",
                            "attributes": [
                                {"key": "gen_ai.tool.name", "value": {"stringValue": FORBIDDEN}}
                            ],
                        }
                    ]
                }
            ]
        }
    ]
}
WHOLE: Final[dict[str, Any]] = {
    "messages": [{"role": "assistant", "tool_calls": [CALL]}],
    "call": {"name": FORBIDDEN, "arguments": {"a": 1}},
    "span": SPAN,
    "OTLP": OTLP,
    "blocks": [{"type": "tool_use", "id": "q", "name": FORBIDDEN, "input": {}}],
}


def _written(whole: Any) -> dict[str, Any]:
    text = json.dumps(whole)
    return {
        "native": whole,
        "text": text,
        "lines": f"{text}\n{json.dumps({'note': 'x', 'tool': None})}",
        "text of a text": json.dumps(text),
        "base64": base64.b64encode(text.encode()).decode(),
    }


@pytest.mark.parametrize("whole", WHOLE)
@pytest.mark.parametrize("name", SPANS)
def test_a_whole_record_in_an_unknown_attribute_of_any_span_is_seen(name: str, whole: str) -> None:
    made = ALL[name]
    records, write = made.make(RUN), made.carriers["SDK list"]
    assert verdict(write(copy.deepcopy(records))) == "pass"
    for at in range(len(records)):
        for how, written in _written(WHOLE[whole]).items():
            changed = copy.deepcopy(records)
            changed[at]["attributes"]["app.payload"] = written
            assert verdict(write(changed)) != "pass", (how, changed[at])


@pytest.mark.parametrize(
    "key",
    ["gen_ai.tool.call.result", "app.output", "logfire.json_schema", "gen_ai.input.messages"],
)
def test_what_a_tool_was_given_or_gave_back_is_no_record_of_a_call(key: str) -> None:
    made = ALL["genai, tools only"]
    records = made.make(RUN)
    records[-1]["attributes"][key] = json.dumps(SPAN)
    assert verdict(made.carriers["SDK list"](records)) == "pass"


def test_a_tools_own_call_repeated_in_an_attribute_opens_nothing() -> None:
    made = ALL["genai, tools only"]
    records = made.make([[RUN[1][0]]])
    told = {"name": "look_up", "arguments": {"id": 7}}
    for record in records:
        record["attributes"]["app.payload"] = json.dumps(told)
    assert verdict(made.carriers["SDK list"](records), "only: look_up") == "pass"


# OTLP's values.


def _otlp(**attributes: Any) -> bytes:
    made = ALL["genai, tools only"]
    held = json.loads(made.carriers["OTLP"](made.make(RUN)))
    spans = held["resourceSpans"][0]["scopeSpans"][0]["spans"]
    spans[-1]["attributes"] += [{"key": key, "value": value} for key, value in attributes.items()]
    return json.dumps(held).encode()


_PAIR: Final = {"key": "tool_calls", "value": {"stringValue": json.dumps([CALL])}}
_PAIRS: Final = {"values": [_PAIR]}


@pytest.mark.parametrize(
    "value",
    [
        {"kvlistValue": {"kvlistValue": _PAIRS}},
        {"kvlistValue": {"values": _PAIRS}},
        {"kvlistValue": {"value": [_PAIR]}},
        {"kvlistValue": [_PAIR]},
        {"kvlistValue": {"values": [{"key": "a", "value": {"kvlistValue": [_PAIR]}}]}},
        {"arrayValue": {"arrayValue": {"values": [{"kvlistValue": _PAIRS}]}}},
        {"arrayValue": {"values": [{"arrayValue": [{"kvlistValue": _PAIRS}]}]}},
        {"arrayValue": {"values": [], "more": [_PAIR]}},
        {"stringValue": {"kvlistValue": _PAIRS}},
        {"stringValue": [_PAIR]},
    ],
)
def test_a_value_that_is_none_of_otlps_is_not_read_as_empty(value: Any) -> None:
    assert verdict(_otlp(x=value)) != "pass"


@pytest.mark.parametrize(
    "value", [{"kvlistValue": {}}, {"arrayValue": {"values": []}}, {"stringValue": ""}, {}]
)
def test_empty_values_of_otlp_are_read(value: Any) -> None:
    assert verdict(_otlp(x=value)) == "pass"
