"""The rest of an order in grey, as far as all recent traces agree on it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace
from tests.lsp.cursor import Calls, cut, snapshot
from toolspec.engine.trace import called
from toolspec.lsp.features.inline_completion import continuation

AGREED = {
    "new": [called(tool) for tool in ("search", "web fetch", "sort", "show")],
    "old": [called(tool) for tool in ("search", "web fetch", "sort", "buy")],
}


def goes_on(text: str, traces: Mapping[str, Calls] = AGREED) -> str | None:
    """Return the line with its continuation; None where none is offered."""
    plain, offset = cut(text)
    edit = continuation(snapshot(plain, traces), offset)
    if edit is None:
        return None
    return plain[: edit.span[0]] + edit.text + plain[edit.span[1] :]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("order: <CURSOR>", 'order: search -> "web fetch" -> sort'),
        ("order:<CURSOR>", 'order: search -> "web fetch" -> sort'),
        ("order: sea<CURSOR>", 'order: search -> "web fetch" -> sort'),
        ("sequence: search -> <CURSOR>", 'sequence: search -> "web fetch" -> sort'),
        ('order strict: search -> "web fetch" -> s<CURSOR>', None),
    ],
)
def test_it_goes_on_to_where_the_traces_differ(text: str, after: str | None) -> None:
    wanted = after if after is not None else 'order strict: search -> "web fetch" -> sort'
    assert goes_on(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "order: search -> web fetch -> sort -> <CURSOR>",
        "order: buy<CURSOR>",
        "order: x<CURSOR>",
        "count: <CURSOR>",
        "forbid <CURSOR>",
        "order: search<CURSOR>",
        "order: <CURSOR> -> sort",
        "args search <<CURSOR>",
        "# order: <CURSOR>",
    ],
)
def test_elsewhere_nothing_is_offered(text: str) -> None:
    assert goes_on(text) is None


def test_one_trace_agrees_with_nobody() -> None:
    assert goes_on("order: <CURSOR>", {"new": AGREED["new"]}) is None


def test_it_ends_where_a_tool_comes_again() -> None:
    loop = [called(tool) for tool in ("a", "b", "a", "b")]
    assert goes_on("order: <CURSOR>", {"new": loop, "old": loop}) == "order: a -> b"
    assert goes_on("order: b -> <CURSOR>", {"new": loop, "old": loop}) == "order: b -> a"
    assert goes_on("order: a -> b -> <CURSOR>", {"new": loop, "old": loop}) is None


def test_an_editor_is_answered(client: RawClient, workspace: Path) -> None:
    for name in ("one", "two"):
        write_trace(workspace / "runs" / f"{name}.json", "search", "pay")
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\nforbid rm\norder: \n')
    client.until(lambda: client.hints(uri), "scores")
    asked = {
        "textDocument": {"uri": uri},
        "position": {"line": 2, "character": 7},
        "context": {"triggerKind": 1},
    }
    (item,) = client.until(
        lambda: client.request("textDocument/inlineCompletion", asked), "a continuation"
    )
    assert item["insertText"] == "search -> pay"
