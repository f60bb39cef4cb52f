"""Where the arguments of a call are in the file of its trace."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.lsp_client import RawClient
from toolspec.engine.reading.files import read_traces
from toolspec.engine.telling.call_extent import extent_of
from toolspec.engine.trace import Place, Unrecorded

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*trace*.json")), ids=lambda path: path.name)
def test_the_arguments_of_each_call_of_an_example_stand_where_it_says(path: Path) -> None:
    text = path.read_text("utf-8")
    for trace in read_traces(str(path)).traces:
        for call in trace.calls:
            if isinstance(call.arguments, Unrecorded) or not call.arguments:
                continue
            extent = extent_of(text, call.place, call.arguments)
            assert extent is not None
            written = json.loads(text[slice(*extent)])
            given = json.loads(written) if isinstance(written, str) else written
            assert given == call.arguments


def test_what_stands_nowhere_has_no_place() -> None:
    text = '{"calls": [{"id": 7, "x": "{"}]} rest'
    assert extent_of(text, Place(1, ("calls", 0)), {"a": 1}) is None
    assert extent_of(text, Place(1, ("calls", 1)), {"a": 1}) is None
    assert extent_of(text, Place(9, ()), {"a": 1}) is None
    assert extent_of("[1, 2", Place(1, ()), {"a": 1}) is None
    assert extent_of("[" * 100_000, Place(1, ()), {"a": 1}) is None


def test_true_is_not_taken_for_1() -> None:
    text = '{"flags": {"a": true}, "arguments": "{\\"a\\": 1}"}'
    extent = extent_of(text, Place(1, ()), {"a": 1})
    assert extent is not None
    assert text[slice(*extent)] == '"{\\"a\\": 1}"'


def test_an_editor_is_told_in_its_own_columns(client: RawClient, workspace: Path) -> None:
    path = workspace / "runs" / "wide.json"
    path.parent.mkdir(exist_ok=True)
    arguments = json.dumps({"q": "where 🙂"}, ensure_ascii=False)
    function = {"arguments": arguments, "name": "search 🙂"}
    call = {"type": "function", "note": "🙂🙂", "id": "1", "function": function}
    bare: dict[str, Any] = {"id": "2", "type": "function", "function": {"name": "stop"}}
    messages = [{"role": "assistant", "content": None, "tool_calls": [call, bare]}]
    path.write_text(json.dumps(messages, ensure_ascii=False), "utf-8")
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/wide.json"\nforbid "search 🙂"\n')
    client.until(lambda: client.hints(uri), "a score")

    def asked(number: int, trace: str = str(path.resolve())) -> Any:
        return client.request("toolspec/callText", {"trace": trace, "call": number})

    line = path.read_text("utf-8").encode("utf-16-le")
    place = asked(0)
    start, end = place["range"]["start"], place["range"]["end"]
    written = line[start["character"] * 2 : end["character"] * 2].decode("utf-16-le")
    assert json.loads(written) == arguments
    begin = asked(1)["range"]
    assert begin["start"] == begin["end"], "it has no arguments: the place of the call"
    assert asked(2) is None
    assert asked(0, "/nowhere.json") is None
