"""Pieces of streams that do not fit together: no call in them is lost, and none is told wrongly."""

# pyright: basic
from __future__ import annotations

import json
from typing import Any, Final

import pytest

from tests.traces.verdicts import FORBID, FORBIDDEN, verdict
from toolspec.engine.reading.files import read_bytes

GIVEN: Final = f"forbid {FORBIDDEN} <id: 1>"


def _lines(*pieces: dict[str, Any]) -> bytes:
    return "\n".join(map(json.dumps, pieces)).encode()


# Anthropic's


def _block(at: int, name: str, *pieces: str, given: Any = None) -> list[dict[str, Any]]:
    block = {"type": "tool_use", "id": f"t{at}", "name": name, "input": given or {}}
    deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
    return [
        {"type": "content_block_start", "index": at, "content_block": block},
        *({"type": "content_block_delta", "index": at, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": at},
    ]


def _message(*pieces: dict[str, Any]) -> bytes:
    begun = {"id": "m", "type": "message", "role": "assistant", "content": []}
    start = {"type": "message_start", "message": begun}
    return _lines(start, *pieces, {"type": "message_stop"})


FIRST: Final = _block(0, "search", '{"q":1}')
DELETE: Final = _block(1, FORBIDDEN, '{"id":1}')


def test_arguments_before_their_block_are_not_dropped() -> None:
    start, given, stop = DELETE
    assert verdict(_message(start, given, stop), GIVEN) == "fail"
    assert verdict(_message(given, start, stop), GIVEN) != "pass"


def test_arguments_of_a_block_that_never_began_are_not_dropped() -> None:
    assert verdict(_message(*FIRST)) == "pass"
    assert verdict(_message(*FIRST, DELETE[1])) != "pass"


@pytest.mark.parametrize("kind", ["tool_use_delta", "tool_call_delta", "function_call"])
def test_a_delta_of_an_unknown_kind_may_be_of_a_call(kind: str) -> None:
    delta = {"type": kind, "name": FORBIDDEN}
    piece = {"type": "content_block_delta", "index": 0, "delta": delta}
    assert verdict(_message(*FIRST, piece)) != "pass"


def test_arguments_that_come_whole_and_in_pieces_have_to_be_the_same() -> None:
    assert verdict(_message(*_block(0, "search", '{"q": 1}', given={"q": 1}))) == "pass"
    twice = _message(*_block(0, FORBIDDEN, '{"id":2}', given={"id": 1}))
    assert verdict(twice, GIVEN) != "pass"


def test_citations_are_no_call() -> None:
    cited = {"type": "citations_delta", "citation": {"type": "page_location", "cited_text": "x"}}
    said = {"type": "content_block_start", "index": 1, "content_block": {"type": "text"}}
    piece = {"type": "content_block_delta", "index": 1, "delta": cited}
    assert verdict(_message(*FIRST, said, piece)) == "pass"


# OpenAI's


def _item(at: int, name: str, id: str, given: str = "{}", word: str = "done") -> dict[str, Any]:
    item = {"type": "function_call", "call_id": id, "name": name, "arguments": given}
    return {"type": f"response.output_item.{word}", "output_index": at, "item": item}


@pytest.mark.parametrize("begun", [FORBIDDEN, "search"])
def test_an_item_that_ends_as_another_tools_call_is_not_judged(begun: str) -> None:
    ended = "search" if begun == FORBIDDEN else FORBIDDEN
    events = _item(0, begun, "c1", "", "added"), _item(0, ended, "c1")
    assert verdict(_lines(*events)) != "pass"


def test_an_item_that_ends_with_other_arguments_is_not_judged() -> None:
    delta = {"type": "response.function_call_arguments.delta", "output_index": 0, "delta": "{}"}
    begun = _item(0, FORBIDDEN, "c1", "", "added")
    assert verdict(_lines(begun, delta, _item(0, FORBIDDEN, "c1", "{ }")), GIVEN) == "pass"
    other = {**delta, "delta": '{"id":1}'}
    assert verdict(_lines(begun, other, _item(0, FORBIDDEN, "c1", "{}")), GIVEN) != "pass"


def test_two_calls_under_one_number_are_two_calls() -> None:
    data = _lines(_item(0, FORBIDDEN, "c1"), _item(0, "search", "c2"))
    (trace,) = read_bytes(data).traces
    assert [call.name for call in trace.calls] == [FORBIDDEN, "search"]
    assert verdict(data, "limit: calls <= 1") == "fail"


@pytest.mark.parametrize("streamed", ["anthropic", "responses"])
def test_more_than_ten_calls_of_one_response_stay_in_order(streamed: str) -> None:
    names = [f"t{at}" for at in range(12)]
    if streamed == "anthropic":
        blocks = [_block(at, name, "{}") for at, name in enumerate(names)]
        data = _message(*(piece for block in blocks for piece in block))
    else:
        data = _lines(*(_item(at, name, f"c{at}") for at, name in enumerate(names)))
    (trace,) = read_bytes(data).traces
    assert [call.name for call in trace.calls] == names


@pytest.mark.parametrize("field", ["", "event", "id"])
def test_what_a_comment_or_a_name_of_an_event_holds_is_looked_at(field: str) -> None:
    events = [f"data: {line}\n" for line in _message(*FIRST).decode().splitlines()]
    assert verdict("\n".join([*events, f"{field}: ping\n"]).encode()) == "pass"
    hidden = f"{field}: {json.dumps(DELETE[0])}\n"
    assert verdict("\n".join([*events, hidden]).encode(), FORBID) != "pass"


@pytest.mark.parametrize("key", [" name", "Name", "NAME ", "tool_name"])
def test_a_name_under_a_disguised_key_of_a_chunk_is_not_dropped(key: str) -> None:
    """Another piece of the same call names a harmless tool."""

    def chunk(function: dict[str, str]) -> dict[str, Any]:
        call = {"index": 0, "id": "c", "type": "function", "function": function}
        choice = {"index": 0, "delta": {"tool_calls": [call]}, "finish_reason": None}
        return {"object": "chat.completion.chunk", "id": "r", "choices": [choice]}

    named = chunk({"name": "search", "arguments": '{"id": 1}'})
    assert verdict(_lines(named)) == "pass"
    assert verdict(_lines(chunk({key: FORBIDDEN}), named)) != "pass"
