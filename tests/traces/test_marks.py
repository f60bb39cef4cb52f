"""A file without a format's marks is none of that format's, so it need not be asked."""

from __future__ import annotations

import json
from functools import cache

import pytest

from tests.traces.fuzz import a_run_with_call, real_files
from tests.traces.histories import HISTORIES
from toolspec.engine.json_value import Json
from toolspec.engine.reading.documents.scan import scan
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats import MARKS, NAMES, format_of, formats_for

CHAT = [
    {"role": "user", "content": "Where is my order?"},
    {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": ""}}]},
]


@cache
def texts() -> tuple[str, ...]:
    """Return the texts of real files, and of runs in every format."""
    from random import Random

    held = [seed.data for seed in (*real_files(), *map(a_run_with_call, map(Random, range(200))))]
    held += [json.dumps(history).encode() for history in HISTORIES.values()]
    return tuple(data.decode("utf-8") for data in held if data[:1] in (b"{", b"["))


def documents(text: str) -> list[Json]:
    """Return the documents of a text, and what is in those that are lists."""
    found = [document.value for document in scan(text, []).documents]
    return [*found, *(one for value in found if isinstance(value, list) for one in value[:8])]


@pytest.mark.parametrize("name", [name for name in NAMES if MARKS[name]])
def test_no_format_claims_a_document_without_its_marks(name: str) -> None:
    known = format_of(name)
    for text in texts():
        if known not in formats_for(text) or any(map(known.claim, documents(text))):
            for mark in MARKS[name]:
                begins = f'"{mark}"'.replace('*"', "")
                text = text.replace(begins, begins.replace('"', '"other ', 1))
            assert not any(map(known.claim, documents(text))), text[:300]


def test_most_formats_are_not_asked_about_a_chat() -> None:
    text = json.dumps(CHAT)
    assert len(formats_for(text)) * 4 < len(NAMES)
    assert read_bytes(text.encode()).format == "openai-chat"


def test_letters_written_by_their_numbers_hide_no_mark() -> None:
    runs = '[{"run_type":"tool","name":"f","inputs":{},"trace_id":"t","id":"1"}]'
    hidden = runs.replace("run_type", "run\\u005ftype")
    assert format_of("langsmith").claim(json.loads(hidden)) is Claim.SURE
    assert read_bytes(hidden.encode()).format == read_bytes(runs.encode()).format == "langsmith"
