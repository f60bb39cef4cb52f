"""The matrix's page in Chromium: themes, keys, screen readers, and 500 rules on 500 traces.

Pictures go to `TOOLSPEC_SCREENSHOTS`, where that is set.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
import vscode_testbed as testbed

from toolspec.engine.telling.matrix.matrix import JudgedTrace, RuleFacts, matrix

pytestmark = [pytest.mark.editor, pytest.mark.xdist_group("vscode")]

DRAWINGS = testbed.ROOT / "editors"
AXE = testbed.EXTENSION / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="session", autouse=True)
def browser() -> None:
    """Have the browser and axe-core, or leave this out: conftest says so."""
    why = testbed.missing()
    if why is not None:
        pytest.skip(why)
    try:
        testbed.install()
        testbed.install_packages()
    except RuntimeError as fault:
        pytest.skip(f"the browser could not be installed: {fault}")


def rule(source: str, line: int) -> RuleFacts:
    return RuleFacts(source, None, line, None, None, False)


def judged(name: str, rules: int, others: dict[int, tuple[str, float]]) -> JudgedTrace:
    score = 1 - sum(1 - score for _, score in others.values()) / rules
    passed = all(status == "pass" for status, _ in others.values())
    return JudgedTrace(f"/runs/{name}.json", name, passed, score, range(rules), others)


def matrices() -> dict[str, Any]:
    """Return a small matrix with every sign, one of strangers' texts, and a large one."""
    rules = [
        rule("order: search -> filter -> sort -> display", 4),
        rule("count fetch_page = 1", 5),
        rule('args search <query: "red shoes 👟">', 6),
        rule("require display final", 7),
        rule("forbid delete_order", 8),
    ]
    traces = [
        judged("happy_path", 5, {}),
        judged("no_lookup 東京", 5, {0: ("fail", 0.5), 3: ("fail", 0.0)}),
        judged("deleted_account", 5, {1: ("unknown", 0.0), 4: ("fail", 0.0)}),
        judged("quiet", 5, {2: ("skip", 1.0), 1: ("error", 0.0)}),
    ]
    other_case = traces[0]._replace(name="other_case", id="/runs/o.json", rules=range(4))
    evil = "<img src=x onerror=window.ran=1><script>window.ran=1</script>"
    many = [
        judged(f"run_{at:03}", 500, {at: ("fail", 0.5), (at * 7) % 500: ("unknown", 0.0)})
        for at in range(500)
    ]
    found = {
        "small": matrix(rules, [*traces, other_case]),
        "none": matrix(rules, []),
        "evil": matrix([rule(evil, 1)], [judged(evil, 1, {0: ("fail", 0.0)})]),
        "many": matrix([rule(f"count tool_{at} = {at}", at + 1) for at in range(500)], many),
    }
    return {name: {**one, "uri": "file:///a", "state": "final"} for name, one in found.items()}


def test_the_page_is_read_by_eyes_keys_and_screen_readers(tmp_path: Path) -> None:
    kept = os.environ.get("TOOLSPEC_SCREENSHOTS")
    output = Path(kept) if kept else tmp_path
    data = tmp_path / "matrices.json"
    data.write_text(json.dumps(matrices()), "utf-8")
    script = str(testbed.HERE / "matrix_page.mjs")
    testbed.run("node", script, *map(str, (testbed.TESTBED, DRAWINGS, AXE, data, output)))
    print((output / "matrix-seen.json").read_text("utf-8"))
