"""The start of the server: little is loaded before the first reply."""

from __future__ import annotations

import sys
from typing import Any

from bench.lsp_client import CAPABILITIES, RawClient

UNNEEDED = (
    "lark", "re2", "msgspec", "pydantic", "rich", "opentelemetry", "google", "zstandard",
    "websockets", "importlib.metadata", "tomllib", "email", "http", "multiprocessing", "unittest",
    "toolspec.engine.reading.formats", "toolspec.engine.reading.dialects",
    "toolspec.engine.reading.files",
    "toolspec.lsp.judge.trace_store", "toolspec.lsp.judge.process", "toolspec.lsp.judge.scoring",
    "toolspec.cli.judging", "toolspec.cli.render",
)  # fmt: skip
"""What a start must not wait for: parsers, traces, judging, and what only other verbs use."""

TELLING = """
import sys
from toolspec.lsp import main

def telling(prepare=main._prepare):
    print("loaded:", *sys.modules, file=sys.stderr, flush=True)
    prepare()

main._prepare = telling
sys.argv = ["toolspec", "lsp"]
from toolspec.__main__ import main
sys.exit(main())
"""
"""A server that says what is loaded when it has just replied to `initialize`."""


def initialized(client: RawClient) -> Any:
    return client.request("initialize", {"processId": None, "capabilities": dict(CAPABILITIES)})


def test_nothing_is_loaded_before_the_first_reply_that_it_does_not_need() -> None:
    with RawClient(command=[sys.executable, "-c", TELLING]) as client:
        initialized(client)
        said = client.until(
            lambda: [line for line in client.errors if line.startswith("loaded:")], "the modules"
        )
        loaded = set(said[0].split())
    assert "lsprotocol.types" in loaded
    wrong = {name for name in loaded if f"{name}.".startswith(tuple(f"{one}." for one in UNNEEDED))}
    assert not wrong, f"the first reply waits for {sorted(wrong)}"
