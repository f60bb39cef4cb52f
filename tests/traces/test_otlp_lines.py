"""A line as a collector writes it is read without the exact scanner, and another one is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bench.otlp_lines import write
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.otlp_lines import spans_of_line


@pytest.fixture(scope="module")
def request_lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    path = tmp_path_factory.mktemp("lines") / "spans.jsonl"
    write(path, 100_000)
    return path.read_bytes().splitlines()


def test_lines_of_a_collector_hold_nothing_but_spans(request_lines: list[bytes]) -> None:
    for number, line in enumerate(request_lines, 1):
        spans = spans_of_line(line, number)
        assert spans and len(spans) == read_bytes(line).spans


CALL = {"tool_calls": [{"id": "1", "function": {"name": "delete_user", "arguments": "{}"}}]}


@pytest.mark.parametrize("key", ["resource", "scope"])
@pytest.mark.parametrize(
    "value",
    [
        [CALL],
        {"attributes": CALL},
        {"attributes": [CALL]},
        {"attributes": json.dumps([CALL])},
        {"attributes": [], "entities": [CALL]},
        {"attributes": [{"key": "messages", "value": CALL}]},
        {"attributes": [{"key": "messages", "value": {"stringValue": json.dumps([CALL])}}]},
    ],
)
def test_a_call_around_the_spans_makes_the_line_no_plain_one(
    key: str, value: Any, request_lines: list[bytes]
) -> None:
    record = json.loads(request_lines[0])
    resource = record["resourceSpans"][0]
    (resource if key == "resource" else resource["scopeSpans"][0])[key] = value
    assert spans_of_line(json.dumps(record).encode(), 1) is None
