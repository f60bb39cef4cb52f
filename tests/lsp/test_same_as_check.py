"""The editor shows the problems that `toolspec check` reports, in the same places."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.lsp.conftest import trace_text
from tests.lsp.cursor import snapshot
from toolspec.dsl.problems import SLUGS, by_code
from toolspec.lsp.features.diagnostics.findings import UNKNOWN_TOOL, findings


def told(text: str) -> list[tuple[str, int, int, str]]:
    """Return the code, place and severity of each finding in the editor."""
    found = snapshot(text)
    return sorted(
        (one.code, *found.document.source.place(one.span[0]), one.severity)
        for one in findings(found)
    )


def test_on_every_documented_mistake_editor_and_command_line_agree(tmp_path: Path) -> None:
    texts: dict[str, str] = {}
    for code in SLUGS:
        for number, example in enumerate(examples(code)):
            name = f"{code}_{number}.toolspec"
            (tmp_path / name).write_text(example, "utf-8", newline="")
            texts[name] = example
    assert len(texts) > 30
    (tmp_path / "trace.json").write_text(trace_text("search"), "utf-8")
    command = [sys.executable, "-m", "toolspec", "check", "trace.json", *texts, "--format", "json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    report: Any = json.loads(done.stdout)
    said: dict[str, list[Any]] = {name: [] for name in texts}
    for problem in report["problems"]:
        if problem["code"] != UNKNOWN_TOOL:
            place = (problem["line"], problem["column"])
            said[problem["path"]].append((problem["code"], *place, problem["severity"]))
    assert {name: told(text) for name, text in texts.items()} == {
        name: sorted(found) for name, found in said.items()
    }


def examples(code: str) -> list[str]:
    problem = by_code(code)
    return [problem.bad_text, problem.good] if code != UNKNOWN_TOOL else []
