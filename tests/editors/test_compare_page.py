"""The page of two traces in Chromium: themes, keys, screen readers, and a thousand calls.

Pictures go to `TOOLSPEC_SCREENSHOTS`, where that is set.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import vscode_testbed as testbed

import toolspec
from toolspec.engine.telling.timeline.compare import compared
from toolspec.engine.telling.timeline.picture import Timeline
from toolspec.engine.telling.timeline.timeline import timeline
from toolspec.engine.trace import Call, Trace, called

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


def pictured(line: str, name: str, calls: Sequence[Call]) -> Timeline:
    rule = toolspec.parse(line).rules[0] if line else None
    trace = Trace(calls, name=name, path=f"/runs/{name}.json")
    return timeline(trace, rule)


def side_by_side(line: str, left: Sequence[Call], right: Sequence[Call]) -> dict[str, Any]:
    """Return the answer for two traces named after what they are."""
    one, other = pictured(line, "happy_path", left), pictured(line, "no_lookup 東京", right)
    return {**compared(one, other), "traces": ["/runs/one.json", "/runs/other.json"]}


def comparisons() -> dict[str, Any]:
    """Return a comparison of each sort."""
    good = [
        called("search", {"query": "red shoes 👟 東京"}, "3 results"),
        called("fetch_page", {"id": 1}, "a page"),
        called("filter", {"size": 42}, "2 results"),
        called("sort", {"by": "price"}),
        called("display", {"ids": [1, 2]}),
    ]
    bad = [
        called("search", {"query": "boots"}, "3 results"),
        called("fetch_page", {"id": 1}, "no page")._replace(status="error"),
        called("sort", {"by": "price"}),
        called("delete_order", {"id": 7}),
        called("display", {"ids": [1, 2]}, completed=False),
    ]
    evil = "<img src=x onerror=window.ran=1><script>window.ran=1</script>"
    many = [called("abc"[at % 3], {"at": at}) for at in range(1000)]
    others = [called("abc"[at % 3], {"at": at + at % 2}) for at in range(1000)]
    return {
        "order": side_by_side("order: search -> filter -> sort -> display", good, bad),
        "forbid": side_by_side("forbid delete_order", good, bad),
        "alone": side_by_side("", good, bad),
        "same": side_by_side("forbid delete_order", good, good),
        "none": side_by_side("forbid delete_order", [], []),
        "evil": side_by_side("forbid *", [called(evil, {evil: evil}, evil)], []),
        "many": side_by_side("count a <= 3", many, others),
    }


def test_the_page_is_read_by_eyes_keys_and_screen_readers(tmp_path: Path) -> None:
    kept = os.environ.get("TOOLSPEC_SCREENSHOTS")
    output = Path(kept) if kept else tmp_path
    data = tmp_path / "comparisons.json"
    data.write_text(json.dumps(comparisons()), "utf-8")
    script = str(testbed.HERE / "compare_page.mjs")
    testbed.run("node", script, *map(str, (testbed.TESTBED, DRAWINGS, AXE, data, output)))
    print((output / "compare-seen.json").read_text("utf-8"))
