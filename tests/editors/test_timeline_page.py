"""The timeline's page in Chromium: themes, keys, screen readers, and a thousand calls.

Pictures go to `TOOLSPEC_SCREENSHOTS`, where that is set.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
import vscode_testbed as testbed

import toolspec
from toolspec.engine.dialogue import Dialogue, Message
from toolspec.engine.telling.timeline.timeline import timeline
from toolspec.engine.trace import Call, Trace, called

pytestmark = [pytest.mark.editor, pytest.mark.xdist_group("vscode")]

SECOND = 1_000_000_000
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


def pictured(line: str, calls: list[Call], *messages: Message) -> dict[str, Any]:
    """Return the timeline of a rule on calls that overlap a little."""
    timed = [
        call._replace(start_ns=at * SECOND, end_ns=at * SECOND + SECOND * 3 // 2, step=at // 2)
        for at, call in enumerate(calls)
    ]
    end = max([call.end_ns or 0 for call in timed], default=0)
    said = Dialogue(messages, (0,) * len(timed))
    trace = Trace(timed, name="refund", start_ns=0, end_ns=end, steps=len(timed) // 2, said=said)
    (rule,) = toolspec.parse(line).rules
    return {**timeline(trace, rule), "trace": "/runs/refund.json"}


def pictures() -> dict[str, Any]:
    """Return a picture of each sort."""
    shop = [
        called("search", {"query": "red shoes 👟 東京"}, "3 results"),
        called("fetch_page", {"id": 1}, "a page")._replace(status="error"),
        called("fetch_page", {"id": 1}, "a page"),
        called("sort", {"by": "price"}),
        called("display", {"ids": [1, 2, 3]}, completed=False),
    ]
    hello = Message("user", "Show me red shoes, the cheapest first.", 0, step=None)
    done = Message("agent", "Here they are.", 5, step=2)
    evil = "<img src=x onerror=window.ran=1><script>window.ran=1</script>"
    return {
        "order": pictured("order: search -> filter -> sort -> display", shop, hello, done),
        "parts": pictured("order: search -> fetch_page per step", shop, hello, done),
        "forbid": pictured("forbid fetch_page <id: 1>", shop, hello, done),
        "count": pictured("count: fetch_page <= 1, buy = 1", shop),
        "open": pictured("require sort result /ok/", shop),
        "evil": pictured("forbid *", [called(evil, {evil: evil}, evil)], Message("user", evil, 0)),
        "many": pictured("count a <= 3", [called("ab"[at % 2], {"at": at}) for at in range(1000)]),
    }


def test_the_page_is_read_by_eyes_keys_and_screen_readers(tmp_path: Path) -> None:
    kept = os.environ.get("TOOLSPEC_SCREENSHOTS")
    output = Path(kept) if kept else tmp_path
    data = tmp_path / "pictures.json"
    data.write_text(json.dumps(pictures()), "utf-8")
    script = str(testbed.HERE / "timeline_page.mjs")
    testbed.run("node", script, *map(str, (testbed.TESTBED, DRAWINGS, AXE, data, output)))
    print((output / "timeline-seen.json").read_text("utf-8"))
