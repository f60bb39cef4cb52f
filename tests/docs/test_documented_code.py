"""Code shown in the documentation is right: specs parse, Python runs, examples end as they say."""

from __future__ import annotations

import doctest
import json
import runpy
from pathlib import Path

import pytest
from literate import Block, blocks

import toolspec

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "examples/README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]


def shown(kind: str) -> list[object]:
    return [
        pytest.param(block, id=f"{page.relative_to(ROOT)}:{block.line}")
        for page in PAGES
        for block in blocks(page.read_text("utf-8"))
        if block.info.split()[:1] == [kind]
    ]


@pytest.mark.parametrize("block", shown("toolspec"))
def test_a_spec_shown_is_right_or_said_to_be_refused(block: Block) -> None:
    if "refused" in block.info:
        with pytest.raises(toolspec.SpecError):
            toolspec.parse(block.text)
    else:
        toolspec.parse(block.text)


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
    [("refunds", ["approval first"]), ("stocks", [None, None])],
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
