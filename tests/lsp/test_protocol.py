"""What the protocol asks of any server, held against the real process over raw pipes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.lsp_client import RawClient

URI = "file:///elsewhere/a.toolspec"
START = {"line": 0, "character": 0}


def at(uri: str = URI, **more: Any) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, "position": START, **more}


def alive(client: RawClient) -> bool:
    return client.about("hover", URI, position=START) is None


def test_a_request_before_initialize_is_refused_and_a_notification_ignored(
    client: RawClient,
) -> None:
    assert client.request("textDocument/hover", at())["code"] == -32002
    client.notify("textDocument/didOpen", {"textDocument": {}})
    client.initialize()
    assert alive(client)


@pytest.mark.parametrize(
    "params",
    [
        {"textDocument": {"uri": URI}},
        {"textDocument": 5, "position": START},
        {"textDocument": {"uri": URI}, "position": {"line": "one", "character": 0}},
        [],
        5,
        None,
    ],
)
def test_parameters_that_cannot_be_read_are_answered_with_invalid_params(
    shared_client: RawClient, params: Any
) -> None:
    assert shared_client.request("textDocument/hover", params)["code"] == -32602
    assert alive(shared_client)


@pytest.mark.parametrize(
    ("command", "arguments"), [("toolspec.nothing", []), ("toolspec.chooseTrace", [{"a": 1}])]
)
def test_a_command_with_wrong_arguments_leaves_the_server_standing(
    shared_client: RawClient, command: str, arguments: list[Any]
) -> None:
    shared_client.request("workspace/executeCommand", {"command": command, "arguments": arguments})
    assert alive(shared_client)


def test_a_method_nobody_knows_is_refused_and_such_a_notification_ignored(
    shared_client: RawClient,
) -> None:
    assert shared_client.request("toolspec/unheardOf")["code"] == -32601
    shared_client.notify("toolspec/unheardOf", {"x": 1})
    shared_client.notify("$/unheardOf")
    assert alive(shared_client)
    assert not [note for note in shared_client.notes if note["method"] == "window/showMessage"]


def test_a_second_initialize_is_refused(shared_client: RawClient) -> None:
    answer = shared_client.request("initialize", {"processId": None, "capabilities": {}})
    assert answer["code"] == -32600


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (b"{nonsense", -32700),
        (b"5", -32600),
        (b'{"id": 77, "method": "textDocument/hover"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 78, "method": 5}', -32600),
    ],
)
def test_what_is_no_message_is_answered_with_an_error(
    shared_client: RawClient, message: bytes, code: int
) -> None:
    shared_client.send_bytes(b"Content-Length: %d\r\n\r\n" % len(message) + message)
    assert shared_client.unclaimed()["error"]["code"] == code
    assert alive(shared_client)


def test_an_answer_to_nothing_is_ignored(shared_client: RawClient) -> None:
    shared_client.send({"jsonrpc": "2.0", "id": "never asked", "result": {"a": 1}})
    shared_client.send({"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "x"}})
    assert alive(shared_client)


@pytest.mark.parametrize(
    "header",
    [
        b"content-length: %d\r\n\r\n",
        b"CONTENT-LENGTH:%d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
        b"X-Other: 1\r\nContent-Length: %d\r\n\r\n",
    ],
)
def test_headers_may_be_written_in_any_case(shared_client: RawClient, header: bytes) -> None:
    body = json.dumps(
        {"jsonrpc": "2.0", "id": header.decode(), "method": "textDocument/hover", "params": at()}
    ).encode()
    shared_client.send_bytes(header % len(body) + body)
    assert shared_client.unclaimed() == {"jsonrpc": "2.0", "id": header.decode(), "result": None}


def test_a_message_may_come_in_pieces(shared_client: RawClient) -> None:
    message = {"jsonrpc": "2.0", "id": "pieces", "method": "textDocument/hover", "params": at()}
    body = json.dumps(message, ensure_ascii=False).encode()
    for byte in b"Content-Length: %d\r\n\r\n" % len(body) + body:
        shared_client.send_bytes(bytes([byte]))
    assert shared_client.unclaimed()["result"] is None


def test_a_batch_of_messages_is_answered_one_by_one(shared_client: RawClient) -> None:
    one = {"jsonrpc": "2.0", "method": "textDocument/hover", "params": at()}
    shared_client.send([{**one, "id": "b1"}, {**one, "id": "b2"}])
    assert {shared_client.unclaimed()["id"], shared_client.unclaimed()["id"]} == {"b1", "b2"}


@pytest.mark.parametrize(
    "inner",
    [
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
        {"jsonrpc": "1.0"},
    ],
)
def test_a_message_inside_parameters_stays_an_object(
    shared_client: RawClient, inner: dict[str, Any]
) -> None:
    params = {"command": "toolspec.nothing", "arguments": [inner, {"deep": [inner]}]}
    assert shared_client.request("workspace/executeCommand", params)["code"] == -32602
    settings: Any = {"settings": {"toolspec": {"traces": [], "other": inner}}}
    shared_client.notify("workspace/didChangeConfiguration", settings)
    assert alive(shared_client)


def test_a_message_inside_a_trace_or_a_spec_breaks_nothing(
    client: RawClient, workspace: Path
) -> None:
    message = {"jsonrpc": "2.0", "id": 7, "method": "exit", "params": {"n": 1}}
    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": "send", "arguments": json.dumps({"message": message})},
    }
    trace = workspace / "runs" / "one.json"
    trace.write_text(json.dumps([{"role": "assistant", "tool_calls": [call]}]), "utf-8")
    written = json.dumps(json.dumps(message))
    text = f'traces "runs/*.json"\nargs subset: send <message: {json.dumps(message)}>\n'
    text += f"count send = 1  # {written}\n"
    uri = (workspace / "a.toolspec").as_uri()
    client.initialize(workspace)
    client.open(uri, text)
    hints = client.until(lambda: client.hints(uri), "scores")
    assert {line: label[:6] for line, label in hints.items()} == {1: "✓ 1.00", 2: "✓ 1.00"}
    assert client.about("hover", uri, position={"line": 1, "character": 15})
    listed = client.request("toolspec/traces", {"uri": uri})
    assert "jsonrpc" in listed[0]["calls"][0]["arguments"]


def test_what_prints_does_not_reach_the_wire(workspace: Path) -> None:
    program = """
import os, sys
from toolspec.lsp import features
from toolspec.lsp.feature import Feature
from toolspec.lsp.main import serve

def answer(server, params):
    print("Content-Length: 5")
    os.write(1, b"noise")
    os.system("echo noise")
    sys.__stdout__.write("noise")
    sys.__stdout__.flush()

kept = [one for one in features.FEATURES if one.method != "textDocument/hover"]
features.FEATURES = (*kept, Feature("textDocument/hover", answer))
sys.exit(serve())
"""
    with RawClient(command=[sys.executable, "-c", program]) as client:
        client.initialize(workspace)
        assert client.request("textDocument/hover", at()) is None
        assert client.stray == []
        assert client.leave() == 0
        client.until(lambda: "noise" in "".join(client.errors), "noise on stderr")


def test_traces_of_the_protocol_are_sent_only_when_asked_for(shared_client: RawClient) -> None:
    def traces() -> list[Any]:
        return [note for note in shared_client.notes if note["method"] == "$/logTrace"]

    assert alive(shared_client)
    assert traces() == []
    shared_client.notify("$/setTrace", {"value": "messages"})
    assert alive(shared_client)
    shared_client.until(traces, "a trace")
    assert "textDocument/hover" in traces()[0]["params"]["message"]
    shared_client.notify("$/setTrace", {"value": "off"})
    assert alive(shared_client)
    count = len(traces())
    assert alive(shared_client)
    assert len(traces()) == count


def test_a_request_is_answered_for_the_text_that_stood_when_it_came(
    shared_client: RawClient,
) -> None:
    uri = "file:///elsewhere/typed.toolspec"
    shared_client.open(uri, "forbid a\ncount a = 1\n")
    asked = at(uri) | {"position": {"line": 1, "character": 7}}
    typed = {
        "textDocument": {"uri": uri, "version": 2},
        "contentChanges": [{"text": "forbid a\ncount abc = 1\n"}],
    }
    together = [
        {"id": "before", "method": "textDocument/documentHighlight", "params": asked},
        {"method": "textDocument/didChange", "params": typed},
    ]
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in together]
    shared_client.send_bytes(
        b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(b), b) for b in bodies)
    )
    lit = shared_client.unclaimed()["result"]
    assert {place["range"]["end"]["character"] for place in lit} == {7, 8}
