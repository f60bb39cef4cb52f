"""Calls in places and spellings where nobody would look for them: encoded, printed, beside."""

# pyright: basic
from __future__ import annotations

import base64
import copy
import gzip
import json
from typing import Any, Final
from urllib.parse import quote

import pytest

from tests.traces.attack_plans import ALL
from tests.traces.runs import Done, Run
from tests.traces.verdicts import FORBIDDEN, verdict
from toolspec.engine.reading.files import read_bytes

RUN: Final[Run] = [[Done("search", {"q": 1}, "ok", "c1")], [Done("look_up", {"id": 7}, "ok", "c3")]]
WITH_CALL: Final[Run] = [*RUN, [Done(FORBIDDEN, {"id": 1}, "gone", "c9")]]
ASKED: Final = {"id": "z", "type": "function", "function": {"name": FORBIDDEN, "arguments": "{}"}}
ANSWER: Final = {"choices": [{"message": {"role": "assistant", "tool_calls": [ASKED]}}]}


def _records(name: str, run: Run = RUN) -> list[Any]:
    return copy.deepcopy(ALL[name].make(run))


def _verdict(name: str, records: list[Any], spec: str = f"forbid {FORBIDDEN}") -> str:
    return verdict(next(iter(ALL[name].carriers.values()))(records), spec)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _buffer(data: bytes) -> Any:
    return {"type": "Buffer", "data": list(data)}


ENCODED: Final = {
    "base64": _base64,
    "gzip": lambda data: _base64(gzip.compress(data)),
    "buffer": _buffer,
    "numbers": list,
}


@pytest.mark.parametrize("way", ENCODED)
@pytest.mark.parametrize("key", ["response", "body"])
def test_a_response_that_is_encoded_may_hold_calls(key: str, way: str) -> None:
    asked = {"messages": [{"role": "user", "content": "hi"}]}
    plain = {"choices": [{"message": {"role": "assistant", "content": "hello"}}]}
    for answer in (ANSWER, plain):
        held = {"request": asked, key: ENCODED[way](json.dumps(answer).encode())}
        assert verdict(held) != "pass" or answer is plain


@pytest.mark.parametrize("name", ALL)
def test_a_record_whose_parts_are_a_buffer_of_bytes_is_not_passed_over(name: str) -> None:
    records = _records(name, WITH_CALL)
    for record in records:
        for key, value in record.items():
            if isinstance(value, dict) and FORBIDDEN in json.dumps(value):
                record[key] = _buffer(json.dumps(value).encode())
    assert _verdict(name, records) != "pass"


@pytest.mark.parametrize("name", ALL)
def test_a_record_whose_parts_are_printed_as_python_is_not_passed_over(name: str) -> None:
    records = _records(name, WITH_CALL)
    for record in records:
        for key, value in record.items():
            if isinstance(value, dict) and FORBIDDEN in json.dumps(value):
                record[key] = str(value)
    assert _verdict(name, records) != "pass"


@pytest.mark.parametrize("written", [quote, lambda text: text.replace('"', "\\u0022")])
def test_a_line_with_encoded_quotes_is_looked_at(written: Any) -> None:
    made = ALL["chat"]
    lines = "\n".join(map(json.dumps, made.make(RUN)))
    assert verdict(f"{lines}\n{written(json.dumps(ANSWER))}".encode()) != "pass"
    greeting = written('said "hello"')
    assert verdict(f"{lines}\n{greeting}".encode()) == "pass"


def test_the_tool_after_a_python_tag_is_named() -> None:
    said = f"<|python_tag|>{FORBIDDEN}.call(id=1)"
    messages = [*_records("chat"), {"role": "assistant", "content": said}]
    assert verdict(messages) != "pass"
    assert verdict(messages, "forbid other") == "pass"


def test_arguments_beside_the_function_are_arguments_too() -> None:
    call = {"id": "z", "function": {"name": FORBIDDEN, "arguments": "{}"}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    spec = f"forbid {FORBIDDEN} <id: 1>"
    assert verdict([*_records("chat"), message], spec) == "pass"
    message["tool_calls"] = [{**call, "arguments": '{"id": 1}'}]
    assert verdict([*_records("chat"), message], spec) != "pass"


def test_arguments_that_a_stream_left_in_pieces_are_read() -> None:
    block = {"type": "tool_use", "id": "z", "name": FORBIDDEN, "input": {}}
    message = {"role": "assistant", "content": [{**block, "partial_json": '{"id": 1}'}]}
    assert verdict([message], f"forbid {FORBIDDEN} <id: 1>") == "fail"


def test_calls_as_text_of_a_request_of_autogen_are_read() -> None:
    records = _records("autogen-messages", WITH_CALL)
    for record in records:
        if record["type"] == "ToolCallRequestEvent":
            record["content"] = json.dumps(record["content"])
    assert _verdict("autogen-messages", records) != "pass"


@pytest.mark.parametrize("name", [[FORBIDDEN], {"value": FORBIDDEN}, 7])
def test_a_name_that_is_no_text_is_not_replaced_by_the_action(name: Any) -> None:
    records = _records("openhands", WITH_CALL)
    for record in records:
        meta = record.get("tool_call_metadata", {})
        if meta.get("function_name") == FORBIDDEN:
            meta["function_name"] = name
    assert _verdict("openhands", records) != "pass"


# Attributes of spans


def _with_span(span_name: str, **attributes: Any) -> list[Any]:
    records = _records("genai, tools only")
    span = {**copy.deepcopy(records[-1]), "name": span_name}
    span["context"] = {**span["context"], "span_id": "0x00000000000000f9"}
    span["attributes"] = {key.replace("__", "."): value for key, value in attributes.items()}
    return [*records, span]


@pytest.mark.parametrize(
    "attributes",
    [
        {"tool": FORBIDDEN, "args": "{}"},
        {"function__name": FORBIDDEN, "function__arguments": "{}"},
        {"action__name": FORBIDDEN, "action__input": "{}"},
    ],
)
def test_attributes_that_name_a_tool_beside_its_arguments_are_a_call(attributes: Any) -> None:
    records = _with_span("step", **attributes)
    assert _verdict("genai, tools only", records) != "pass"
    assert _verdict("genai, tools only", records, "limit: calls <= 2") != "pass"


@pytest.mark.parametrize("key", ["agent__tool", "app__function"])
def test_an_attribute_that_names_a_tool_alone_leaves_its_rules_open(key: str) -> None:
    records = _with_span("step", **{key: FORBIDDEN})
    assert _verdict("genai, tools only", records) != "pass"
    assert _verdict("genai, tools only", records, "forbid other") == "pass"


def test_tools_that_a_span_says_are_running_leave_their_rules_open() -> None:
    records = _with_span("running 2 tools", tools=["search", FORBIDDEN])
    assert _verdict("genai, tools only", records) != "pass"
    records = _with_span("agent step", tools=["search", FORBIDDEN])
    assert _verdict("genai, tools only", records) == "pass"  # those there are


def test_harmless_attributes_are_no_call() -> None:
    harmless = {"action": "index", "params": "{}", "http__method": "GET", "name": "x"}
    records = _with_span("request", **harmless)
    assert _verdict("genai, tools only", records, "limit: calls <= 2") == "pass"


def test_calls_beyond_doubt_in_metadata_are_seen() -> None:
    said = json.dumps({"tool_calls": [{"name": FORBIDDEN, "args": {}}]})
    assert _verdict("genai, tools only", _with_span("step", metadata=said)) != "pass"
    said = json.dumps({"langgraph_node": "tools", "ls_model_type": "chat", "tags": [FORBIDDEN]})
    assert _verdict("genai, tools only", _with_span("step", metadata=said)) == "pass"


# Results like a framework's message

MESSAGE: Final = {"type": "tool", "content": "fine", "name": "look_up", "tool_call_id": "c3"}


@pytest.mark.parametrize("name", ALL)
def test_no_key_of_a_message_hides_a_result(name: str) -> None:
    for key in ("name", "id", "tool_call_id", "status"):
        result = json.dumps({**MESSAGE, key: "PASSWORD=1"})
        records = _records(name, [RUN[0], [RUN[1][0]._replace(result=result)]])
        assert _verdict(name, records, "forbid look_up result /PASSWORD/") != "pass"


@pytest.mark.parametrize("name", ALL)
def test_a_result_that_is_for_another_id_takes_no_call_away(name: str) -> None:
    result = json.dumps({**MESSAGE, "name": FORBIDDEN, "tool_call_id": "zz"})
    records = _records(name, [RUN[0], [RUN[1][0]._replace(result=result)]])
    data = next(iter(ALL[name].carriers.values()))(records)
    (trace,) = read_bytes(data).traces
    assert not trace.gaps
