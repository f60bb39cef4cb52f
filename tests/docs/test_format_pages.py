"""Every format and every dialect of spans has a page, with an example that is read as it shows."""

from __future__ import annotations

import json
import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from toolspec.__main__ import main
from toolspec.cli.render.calls import whole_calls
from toolspec.cli.render.format_pages import EXAMPLES, Documented, format_owners, format_page
from toolspec.engine.reading.dialects import NAMES as DIALECTS
from toolspec.engine.reading.dialects import dialects
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.formats import NAMES as FORMATS
from toolspec.engine.reading.formats import formats
from toolspec.engine.reading.formats.block_readers import BLOCKS

ROOT = Path(__file__).resolve().parents[2]
EXPECTED = Path(__file__).parent / "examples_read.jsonl"
"""What is read of each example, a line each: `UPDATE_EXAMPLES=1` writes it anew; read the diff."""

sys.path.insert(0, str(ROOT / "docs"))

OWNERS = {f"{one.folder}/{one.name}": one for one in format_owners()}
KEPT = ("tool", "arguments", "result", "not_recorded", "status", "completed", "step", "agent")


def calls_in_example(owner: Documented) -> dict[str, Any]:
    reading = read_bytes(owner.example.read_bytes(), path=owner.example.name)
    assert not reading.unjudged
    calls = [call for trace in reading.traces for call in whole_calls(trace)]
    return {
        "of": f"{owner.folder}/{owner.name}",
        "format": reading.format,
        "dialects": list(reading.dialects),
        "steps": [trace.steps for trace in reading.traces],
        "gaps": [gap.text for trace in reading.traces for gap in trace.gaps],
        "calls": [{key: call[key] for key in (*KEPT, "call_id")} for call in calls],
    }


def expected() -> dict[str, dict[str, Any]]:
    rows = map(json.loads, EXPECTED.read_text("utf-8").splitlines())
    return {row["of"]: row for row in rows}


def test_every_format_and_dialect_has_a_page_of_its_own() -> None:
    of_formats = {f"formats/{one.name}" for one in (*formats(), *BLOCKS)} | {"formats/otlp-proto"}
    assert set(OWNERS) == of_formats | {f"dialects/{one.name}" for one in dialects()}
    assert len(OWNERS) == len(FORMATS) - 1 + len(BLOCKS) + 1 + len(DIALECTS)
    for one in (*formats()[:-1], *BLOCKS, *dialects()):
        assert "page" in vars(type(one)), f"{one.name} has the page of another"


@pytest.mark.parametrize("name", OWNERS)
def test_a_page_says_everything(name: str) -> None:
    owner = OWNERS[name]
    assert all(text.strip().endswith((".", "`")) for text in owner.page[:4]), owner.page
    text = format_page(owner)
    for heading in ("How to get it", "What it records", "What stays unknown", "Example"):
        assert f"\n## {heading}\n\n" in text
    if owner.example.suffix != ".pb":
        assert owner.example.read_text("utf-8").strip() in text


@pytest.mark.parametrize("name", OWNERS)
def test_an_example_is_read_as_it_is_written_down(name: str) -> None:
    read = calls_in_example(OWNERS[name])
    assert read["calls"], "an example has a call"
    own = read["dialects"] if name.startswith("dialects/") else [read["format"]]
    assert OWNERS[name].name in own
    assert json.loads(json.dumps(read)) == expected()[name]


@pytest.mark.parametrize("name", OWNERS)
def test_a_page_shows_each_call_that_is_read(name: str) -> None:
    rows = re.findall(r"^\| `(.+?)` \|", format_page(OWNERS[name]), re.MULTILINE)
    assert rows == [call["tool"] for call in expected()[name]["calls"]]


def test_every_example_belongs_to_a_page() -> None:
    files = {path for folder in EXAMPLES.iterdir() for path in folder.iterdir()}
    assert files == {one.example for one in OWNERS.values()}
    assert all(path.stat().st_size < 10_000 for path in files)


def test_every_page_is_built_linked_and_in_the_navigation() -> None:
    build: Any = import_module("build")
    site: Any = import_module("generator.site")
    made = set(build.made_pages())
    listed = re.findall(r"(?:formats|dialects)/[\w-]+\.md", site.navigation_yaml(ROOT))
    tables = [(ROOT / "docs" / name).read_text("utf-8") for name in ("formats.md", "exports.md")]
    for name, owner in OWNERS.items():
        assert f"{name}.md" in made
        assert listed.count(f"{name}.md") == 1
        assert sum(table.count(f"](../{owner.source})") for table in tables) == 1
        linked = build.linked("formats.md", f"[it](../{owner.source})")
        assert linked == f"[it]({name}.md)"


def test_a_page_is_shown_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["traces", "--formats", "codex-exec"]) == 0
    shown = capsys.readouterr().out
    assert "codex exec --json" in shown
    assert "mcp__docs__search" in shown
    assert main(["traces", "--formats", "mlflow"]) == 0
    assert capsys.readouterr().out.count("How to get it") == 2
    assert main(["traces", "--formats", "no-such"]) == 2
    assert "--formats lists them" in capsys.readouterr().err
    assert main(["traces", "--formats", "opnecode"]) == 2
    assert "no format 'opnecode'; did you mean `opencode`?" in capsys.readouterr().err


if os.environ.get("UPDATE_EXAMPLES"):
    rows = (json.dumps(calls_in_example(one), ensure_ascii=False) for one in OWNERS.values())
    EXPECTED.write_text("\n".join(rows) + "\n", "utf-8")
