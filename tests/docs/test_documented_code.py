"""Code shown in the documentation is right: specs parse, Python runs, examples end as they say."""

from __future__ import annotations

import doctest
import json
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest
from literate import Block, blocks

import toolspec
from toolspec.cli.commands import VERBS
from toolspec.dsl.format import format_text
from toolspec.dsl.problems import SLUGS, by_code

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "docs"))
_BUILD: Any = runpy.run_path(str(ROOT / "docs/build.py"))
WRITTEN = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "examples/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
PAGES: dict[str, str] = {
    **{str(page.relative_to(ROOT)): page.read_text("utf-8") for page in WRITTEN},
    **{f"docs/{name}": text for name, text in _BUILD["made_pages"]().items()},
}
"""Every page by its path on the site, below `docs` those made when the site is built."""


def shown(kind: str) -> list[object]:
    return [
        pytest.param(block, id=f"{page}:{block.line}")
        for page, text in PAGES.items()
        for block in blocks(text)
        if block.info.split()[:1] == [kind]
    ]


@pytest.mark.parametrize("block", shown("toolspec"))
def test_a_spec_shown_is_right_or_said_to_be_refused(
    block: Block, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Path(request.node.callspec.id.rpartition(":")[0])
    if page.stem in SLUGS:
        monkeypatch.chdir(tmp_path)  # with the files that the problem's example names
        for name, text in by_code(page.stem).files.items():
            (tmp_path / name).write_text(text, "utf-8")
    if "refused" in block.info:
        with pytest.raises(toolspec.SpecError):
            toolspec.parse(block.text)
    else:
        toolspec.parse(block.text)


OVER_LINES = {
    "docs/problems/TS132.md": "shows where a line goes on",
    "docs/spec/cases_and_names.md": "shows all the ways in which a rule runs over lines",
}
"""Pages with a spec that is not laid out as `toolspec fmt` would, and why."""


@pytest.mark.parametrize("block", shown("toolspec"))
def test_a_spec_shown_is_laid_out_by_the_formatter(
    block: Block, request: pytest.FixtureRequest
) -> None:
    page = request.node.callspec.id.rpartition(":")[0]
    if "refused" not in block.info and page not in OVER_LINES:
        assert format_text(block.text) == block.text


@pytest.mark.parametrize("page", OVER_LINES)
def test_a_page_that_is_laid_out_otherwise_still_is(page: str) -> None:
    specs = [each.text for each in blocks(PAGES[page])
             if each.info == "toolspec"]  # fmt: skip
    assert any(format_text(text) != text for text in specs)


@pytest.mark.parametrize("path", sorted((ROOT / "examples").rglob("*.toolspec")), ids=str)
def test_an_example_is_laid_out_by_the_formatter(path: Path) -> None:
    text = path.read_text("utf-8")
    assert format_text(text) == text


@pytest.mark.parametrize("block", shown("python"))
def test_python_shown_runs(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    if ">>>" not in block.text:
        exec(compile(block.text, "documentation", "exec"), {"__name__": "documentation"})


def test_the_python_page_says_what_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(
        str(ROOT / "docs/python.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert tried > 5
    assert failed == 0


@pytest.mark.parametrize(
    ("name", "failing"),
    [("refunds", ["refund after approval"]), ("stocks", [None, None])],
)
def test_an_example_fails_where_it_means_to(name: str, failing: list[str | None]) -> None:
    spec = toolspec.load(ROOT / f"examples/{name}/{name}.toolspec")
    [trace] = toolspec.load_traces(ROOT / f"examples/{name}/trace.json")
    results = spec.check(trace).results
    assert [each.rule.name for each in results if each.status == "fail"] == failing
    assert {each.status for each in results} == {"pass", "fail"}


def test_the_refunds_trace_is_what_its_agent_records() -> None:

    made = runpy.run_path(str(ROOT / "examples/refunds/agent.py"))
    recorder = made["Recorder"]()
    made["run"](recorder)
    text = made["exported"](recorder.exporter.get_finished_spans())
    held = json.loads((ROOT / "examples/refunds/trace.json").read_text("utf-8"))
    assert [span["attributes"] for span in json.loads(text)] == [
        span["attributes"] for span in held
    ]


SOURCES = [path for folder in ("src/toolspec/cli", "lsp", "dsl", "engine", "editors")
           for path in sorted((ROOT / folder).rglob("*"))
           if path.suffix in (".py", ".lua", ".ts", ".el") and "node_modules" not in path.parts
           ]  # fmt: skip


def test_every_command_that_a_message_or_page_names_exists() -> None:
    texts = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in SOURCES} | PAGES
    named = {
        (where, verb)
        for where, text in texts.items()
        for verb in re.findall(r"(?<!`)`toolspec ([a-z]+)\b", text)
    }
    assert len(named) > 50
    assert [each for each in named if each[1] not in VERBS] == []
