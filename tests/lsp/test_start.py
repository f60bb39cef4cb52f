"""The start of the server: little is loaded before the first reply, and later starts reuse code."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.lsp_client import CAPABILITIES, RawClient
from toolspec.lsp import kept_code

UNNEEDED = (
    "lark", "re2", "msgspec", "pydantic", "rich", "opentelemetry", "google", "zstandard",
    "websockets", "importlib.metadata", "tomllib", "email", "http", "multiprocessing", "unittest",
    "toolspec.engine.formats", "toolspec.engine.dialects", "toolspec.engine.reading",
    "toolspec.lsp.judge.library", "toolspec.lsp.judge.process", "toolspec.lsp.judge.scoring",
    "toolspec.cli.judging", "toolspec.cli.render", "ssl",
)  # fmt: skip
"""What a start must not wait for: parsers, traces, judging, and what only other verbs use."""

TELLING = """
import sys
from toolspec.lsp import main

class Telling(main.KeptCode):
    def keep(self):
        print("loaded:", *sys.modules, file=sys.stderr, flush=True)
        super().keep()

main.KeptCode = Telling
sys.argv = ["toolspec", "lsp"]
from toolspec.__main__ import main
sys.exit(main())
"""
"""A server that says what is loaded when it has just replied to `initialize`."""

KNOWN = """
import sys
from toolspec.lsp.message_types import load_message_types
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


@pytest.mark.skipif(os.name == "nt", reason="nothing is kept there")
def test_a_later_start_uses_what_the_first_kept_and_answers_the_same(tmp_path: Path) -> None:
    env = {"XDG_CACHE_HOME": str(tmp_path), "TOOLSPEC_CACHE": ""}
    folder = tmp_path / "toolspec" / "code"

    def start() -> tuple[Any, list[Any]]:
        with RawClient(env=env) as client:
            found = initialized(client)
            assert client.leave() == 0
            assert client.errors == []
        files = [(path.name, path.stat().st_ino) for path in folder.iterdir()]
        return found, files

    first, files = start()
    assert len(files) == 1
    second = start()
    assert second == (first, files)
    broken = folder / files[0][0]
    broken.write_bytes(broken.read_bytes()[:-1000])
    third, _ = start()
    assert third == first
    assert broken.stat().st_ino != files[0][1], "what is broken is written anew"


def test_no_code_is_kept_where_the_cache_is_off(tmp_path: Path) -> None:
    with RawClient(env={"XDG_CACHE_HOME": str(tmp_path), "TOOLSPEC_CACHE": "off"}) as client:
        assert initialized(client)["capabilities"]
        assert client.leave() == 0
    assert list(tmp_path.iterdir()) == []


def test_the_names_to_be_replaced_are_still_those_the_libraries_call() -> None:
    """A library that changed costs time only; this is where it is noticed."""
    for name in kept_code.COMPILING:
        module = __import__(name, fromlist=["compile"])
        assert "compile(" in Path(str(module.__file__)).read_text("utf-8")


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
