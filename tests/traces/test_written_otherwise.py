"""Calls that are written otherwise: encoded, as XML or as a log does, and in pieces of a stream."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any, Final

import pytest

from tests.traces.messages import USER, asked, assistant
from tests.traces.span_files import llm, sdk, tool
from tests.traces.test_strange_messages import says
from tests.traces.verdicts import FORBIDDEN, verdict

HIDDEN: Final = json.dumps({"messages": [USER, assistant(asked(FORBIDDEN, "1"))]}).encode()
TEXT: Final = json.dumps([{"role": "assistant", "parts": [{"type": "text", "content": "Hi."}]}])
FILES: Final = {
    "messages": json.dumps({"messages": says()}).encode(),
    "spans": sdk(tool("search", 1), llm(2, gen_ai__output__messages=TEXT)),
}
ENCODED: Final = base64.b64encode(HIDDEN)
LINES: Final = {
    "base64": ENCODED,
    "base64 for addresses": base64.urlsafe_b64encode(HIDDEN),
    "base64 after a word": b"payload=" + ENCODED,
    "base64 in a line of JSON": json.dumps({"level": "info", "data": ENCODED.decode()}).encode(),
    "base64 of gzip": base64.b64encode(gzip.compress(HIDDEN)),
    "hex": HIDDEN.hex().encode(),
    "XML, a call": b'<tool_call name="delete_user"><arguments>{}</arguments></tool_call>',
    "XML, invoked": b'<invoke name="delete_user"><parameter name="id">1</parameter></invoke>',
    "XML, calls": b'<function_calls><call name="delete_user"/></function_calls>',
    "YAML": b"---\nspans:\n- attributes:\n    gen_ai.tool.name: delete_user",
    "logfmt": b"level=info msg=x tool_name=delete_user tool_call_id=c9",
    "the Collector's text": b"     -> gen_ai.tool.name: Str(delete_user)",
    "the Collector's names": b"    Name           : execute_tool delete_user",
    "Python's text": b"ToolCall(name='delete_user', args={'id': 1})",
    "the text of a client": b"ChatCompletionMessageToolCall(id='c', function=Function())",
}


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("way", LINES)
def test_a_call_between_records_leaves_rules_open_however_it_is_written(
    file: str, way: str
) -> None:
    assert verdict(FILES[file]) == "pass"
    assert verdict(FILES[file] + b"\n" + LINES[way] + b"\n") not in ("pass", "fail")


@pytest.mark.parametrize("file", FILES)
def test_text_between_records_that_tells_of_no_call_leaves_nothing_open(file: str) -> None:
    said = b"INFO: 3 ms\n<html>\naGVsbG8gd29ybGQgaGVsbG8gd29ybGQ=\n" + base64.b64encode(
        b'{"a": "b"}'
    )
    assert verdict(FILES[file] + b"\n" + said + b"\n") == "pass"


def delta(**held: Any) -> dict[str, Any]:
    """Return a piece of a streamed response."""
    return {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": held}]}


def piece(name: str, **more: Any) -> dict[str, Any]:
    """Return a piece of a call."""
    return {"index": 0, "function": {"name": name, "arguments": ""}, **more}


PIECES: Final[dict[str, Any]] = {
    "a stream as a response": {
        "request": {"messages": [USER]},
        "response": [
            delta(role="assistant", tool_calls=[piece("delete", id="c1")]),
            delta(tool_calls=[piece("_user")]),
        ],
    },
    "pieces in one message": says(tool_calls=[piece("delete", id="c1"), piece("_user")]),
    "pieces in several messages": [
        USER,
        assistant(asked("delete", "c1")),
        assistant(asked("_user", "c1")),
    ],
}


@pytest.mark.parametrize("case", PIECES)
def test_a_tools_name_in_pieces_is_put_together_or_leaves_rules_open(case: str) -> None:
    assert verdict(PIECES[case]) not in ("pass", "fail")


def test_parallel_calls_with_numbers_leave_nothing_open() -> None:
    calls = [piece("search", id="c1"), {**piece("search", id="c2"), "index": 1}]
    assert verdict(says(tool_calls=calls)) == "pass"
