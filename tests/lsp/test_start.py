"""The start of the server: little is loaded before the first reply."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

from bench.lsp_client import CAPABILITIES, RawClient

UNNEEDED = (
    "lark", "re2", "msgspec", "pydantic", "rich", "opentelemetry", "google", "zstandard",
    "websockets", "importlib.metadata", "tomllib", "email", "http", "multiprocessing", "unittest",
    "toolspec.engine.formats", "toolspec.engine.dialects", "toolspec.engine.reading",
    "toolspec.lsp.judge.trace_store", "toolspec.lsp.judge.process", "toolspec.lsp.judge.scoring",
    "toolspec.cli.judging", "toolspec.cli.render", "ssl",
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

KNOWN = """
import sys
from toolspec.lsp.transport.message_types import load_message_types
if sys.argv[1] == "lean":
    load_message_types()
    assert "Position" not in sys.modules["lsprotocol.types"].Range.__init__.__globals__
import attrs
from lsprotocol import converters, types
assert types is sys.modules["lsprotocol.types"]
converter = converters.get_converter()
for name, kind in types.ALL_TYPES_MAP.items():
    print(name, repr(kind))
    for get in (converter.get_structure_hook, converter.get_unstructure_hook):
        try:
            get(kind)
        except Exception as error:
            print(type(error).__name__, error)
    for field in attrs.fields(kind) if attrs.has(kind) else ():
        print(field)
"""
"""Says all there is to know of the protocol's types."""


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


def test_the_protocols_types_are_the_same_however_they_are_loaded() -> None:
    lean, ordinary = (
        subprocess.run(
            [sys.executable, "-c", KNOWN, how], capture_output=True, text=True, check=True
        ).stdout
        for how in ("lean", "ordinary")
    )
    addresses = re.compile(r" at 0x[0-9a-f]+")
    assert addresses.sub("", lean).splitlines() == addresses.sub("", ordinary).splitlines()
    assert len(lean.splitlines()) > 2000
