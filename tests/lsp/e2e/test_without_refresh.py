"""Editors that cannot be told to ask for hints again: the first answer has the scores in it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace
from tests.lsp.e2e.editors import said_first
from toolspec.lsp.refresh import SCORED_SECONDS

SPEC = 'traces "runs/*.json"\ncount search = 1\n'
EDITORS = ("helix-25",)
WHOLE = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")


@contextmanager
def editing(editor: str, workspace: Path) -> Generator[tuple[RawClient, str]]:
    """Yield an editor in which a spec was opened just now."""
    with RawClient() as client:
        client.request("initialize", said_first(editor, workspace))
        client.notify("initialized", {})
        uri = (workspace / "a.toolspec").as_uri()
        client.open(uri, SPEC)
        yield client, uri


def ask(client: RawClient, uri: str) -> int:
    """Ask for hints, and do not wait for them."""
    return client.start("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": WHOLE})


@contextmanager
def stopped_judge(client: RawClient) -> Generator[None]:
    """Keep the judge from saying anything."""
    listed = ["ps", "--ppid", str(client.process.pid), "-o", "pid="]
    judge = int(subprocess.run(listed, capture_output=True, check=True).stdout)
    os.kill(judge, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(judge, signal.SIGCONT)


@contextmanager
def waiting(workspace: Path) -> Generator[tuple[RawClient, str, int, float]]:
    """Yield an editor that asked for hints after an edit, while no scores come, and when that was.

    Behind it the scores may come again, and the edited rule's is awaited.
    """
    with editing("helix-25", workspace) as (client, uri):
        client.hints(uri)
        with stopped_judge(client):
            client.change(uri, 2, {"text": SPEC.replace("1", "2")})
            began = time.monotonic()
            yield client, uri, ask(client, uri), began
        client.until(lambda: client.hints(uri).get(1, "").startswith("✗"), "the score")


@pytest.mark.parametrize("editor", EDITORS)
def test_the_first_hints_of_an_opened_spec_are_its_scores(editor: str, workspace: Path) -> None:
    with editing(editor, workspace) as (client, uri):
        assert client.hints(uri) == {1: "✓ 1.00"}
        other = (workspace / "b.toolspec").as_uri()
        write_trace(workspace / "other" / "two.json", "search", "search")
        client.open(other, 'traces "other/*.json"\ncount search = 2\n')
        assert client.hints(other) == {1: "✓ 1.00"}, "traces nobody has looked for before"
        assert not [asked for asked in client.asked if "refresh" in asked["method"]]
        assert client.leave() == 0


@pytest.mark.parametrize("editor", EDITORS)
def test_the_first_hints_after_an_edit_are_of_the_new_text(editor: str, workspace: Path) -> None:
    with editing(editor, workspace) as (client, uri):
        for version, count in enumerate((3, 1, 2, 1), 2):
            client.change(uri, version, {"text": SPEC.replace("1", str(count))})
            assert client.hints(uri)[1][:6] == ("✓ 1.00" if count == 1 else "✗ 0.00")


def test_where_there_is_nothing_to_score_nothing_is_waited_for(tmp_path: Path) -> None:
    with editing("helix-25", tmp_path) as (client, uri):
        client.hints(uri)
        version = 1
        for text in ("", SPEC, "# nothing\n", "order\n" * 6000):
            took: list[float] = []  # of several tries, as other programs may be busy
            for _ in range(5):
                version += 1
                client.change(uri, version, {"text": text + "\n" * version})
                began = time.monotonic()
                assert client.hints(uri) == {}
                took.append(time.monotonic() - began)
            assert min(took) < SCORED_SECONDS
        unknown = (tmp_path / "never-opened.toolspec").as_uri()
        assert client.hints(unknown) == {}


def test_other_requests_are_answered_meanwhile_and_the_waiting_has_an_end(workspace: Path) -> None:
    with waiting(workspace) as (client, uri, number, began):
        assert client.about("hover", uri, position={"line": 1, "character": 1})
        assert client.about("foldingRange", uri) == []
        assert time.monotonic() - began < SCORED_SECONDS * 0.9
        hints: Any = client.wait(number)["result"]
        assert [hint["label"] for hint in hints] == []
        assert SCORED_SECONDS * 0.9 < time.monotonic() - began < SCORED_SECONDS * 5


def test_waiting_hints_are_cancelled_at_once(workspace: Path) -> None:
    with waiting(workspace) as (client, _, number, began):
        client.notify("$/cancelRequest", {"id": number})
        assert client.wait(number)["error"]["code"] == -32800
        assert time.monotonic() - began < SCORED_SECONDS / 2


def test_an_editor_that_can_be_told_to_ask_again_is_not_kept_waiting(workspace: Path) -> None:
    with editing("neovim-0.12", workspace) as (client, uri):
        client.until(lambda: client.hints(uri), "scores")
        with stopped_judge(client):
            client.change(uri, 2, {"text": SPEC.replace("1", "2")})
            began = time.monotonic()
            client.hints(uri)
            assert time.monotonic() - began < SCORED_SECONDS / 2


def test_a_spec_opened_just_now_is_offered_the_tools_of_its_traces(workspace: Path) -> None:
    with editing("helix-25", workspace) as (client, _):
        write_trace(workspace / "other" / "two.json", "search", "fetch_page")
        other = (workspace / "b.toolspec").as_uri()
        client.open(other, 'traces "other/*.json"\ncount  = 1\n')
        offered = client.about("completion", other, position={"line": 1, "character": 6})
        assert {"search", "fetch_page"} <= {item["label"] for item in offered["items"]}


def test_where_no_traces_come_tools_are_not_waited_for_long(workspace: Path) -> None:
    with editing("helix-25", workspace) as (client, uri):
        client.hints(uri)
        with stopped_judge(client):
            other = (workspace / "b.toolspec").as_uri()
            client.open(other, 'traces "other/*.json"\ncount  = 1\n')
            began = time.monotonic()
            offered = client.about("completion", other, position={"line": 1, "character": 6})
            assert time.monotonic() - began < 3 * SCORED_SECONDS
            assert offered["isIncomplete"]


def test_what_is_typed_while_tools_are_awaited_is_not_replaced_by_a_completion(
    workspace: Path,
) -> None:
    """An editor takes the end of what is replaced from the text that it asked about."""
    with editing("helix-25", workspace) as (client, uri):
        client.hints(uri)
        with stopped_judge(client):
            other = (workspace / "b.toolspec").as_uri()
            client.open(other, 'traces "other/*.json"\ncount s = 1\n')
            place = {"line": 1, "character": 7}
            asked = {"textDocument": {"uri": other}, "position": place}
            number = client.start("textDocument/completion", asked)
            client.change(other, 2, {"text": 'traces "other/*.json"\ncount sear = 1\n'})
            offered: Any = client.wait(number)["result"]
        ends = {item["textEdit"]["range"]["end"]["character"] for item in offered["items"]}
        assert ends == {7}
