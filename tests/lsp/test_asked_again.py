"""Editors are told to ask again for findings whenever those they show are out of date."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bench.lsp_client import CAPABILITIES, RawClient
from tests.lsp.conftest import write_trace
from toolspec.lsp import refresh

ABLE: dict[str, Any] = {
    **CAPABILITIES,
    "workspace": {"diagnostics": {"refreshSupport": True}},
}


def refreshes(client: RawClient) -> int:
    return sum(one["method"] == "workspace/diagnostic/refresh" for one in client.asked)


def test_what_is_said_of_the_whole_workspace_is_no_answer_about_an_open_spec(
    client: RawClient, workspace: Path
) -> None:
    """Editors drop it for open specs: the spec itself is asked about again."""
    write_trace(workspace / "runs" / "one.json", "search")
    client.initialize(workspace, ABLE)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\ncount search = 3\n')
    first = client.about("diagnostic", uri)
    whole = client.request("workspace/diagnostic", {"previousResultIds": []})["items"]
    assert [one["code"] for report in whole for one in report["items"]] == ["fail"]
    if first["items"] == []:  # the rules were not scored yet
        client.until(lambda: refreshes(client), "a word to ask again")
    assert [one["code"] for one in client.about("diagnostic", uri)["items"]] == ["fail"]


def test_an_editor_that_drops_what_is_said_of_the_workspace_is_offered_none(
    client: RawClient, workspace: Path
) -> None:
    offered = client.initialize(workspace, ABLE, clientInfo={"name": "Neovim"})
    assert offered["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"] is False


def severities(client: RawClient, uri: str) -> list[int]:
    return [one["severity"] for one in client.about("diagnostic", uri)["items"]]


def test_a_rule_that_fails_while_it_is_typed_is_an_information_until_nobody_types(
    client: RawClient, workspace: Path
) -> None:
    client.initialize(workspace, {**ABLE, "textDocument": {"diagnostic": {}}})
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\ncount search = 3\ncount fetch = 4\n')
    client.until(lambda: severities(client, uri) == [2, 2], "the rules that fail")
    end = {"line": 1, "character": 16}
    client.change(uri, 2, {"range": {"start": end, "end": end}, "text": "3"})
    client.until(lambda: severities(client, uri) == [3, 2], "the rule that is typed")
    before = refreshes(client)
    client.until(lambda: refreshes(client) > before, "a word to ask again")
    assert severities(client, uri) == [2, 2]


def test_an_edit_of_several_lines_is_not_typed(client: RawClient, workspace: Path) -> None:
    client.initialize(workspace, {**ABLE, "textDocument": {"diagnostic": {}}})
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\ncount search = 3\n')
    client.until(lambda: severities(client, uri) == [2], "the rule that fails")
    end = {"line": 1, "character": 16}
    client.change(uri, 2, {"range": {"start": end, "end": end}, "text": "3\ncount fetch = 4"})
    client.until(lambda: len(severities(client, uri)) == 2, "both rules")
    assert severities(client, uri) == [2, 2]


class OneRule:
    """A session in which the score of one rule is awaited until it comes."""

    def __init__(self, *, lacks: bool) -> None:
        self.awaited, self.lacks = True, lacks

    def awaits_scores(self, uri: str) -> bool:
        return self.awaited

    def lacks_scores(self, uri: str) -> bool:
        return self.lacks


async def answered_after(session: OneRule, *, comes: bool) -> float:
    """Return how long an answer waits where scores come after the next turn, or never."""
    server: Any = SimpleNamespace(session=session)
    picture = refresh.Refresh(server)
    loop = asyncio.get_running_loop()

    def come() -> None:
        session.awaited = False
        picture._wake()  # pyright: ignore[reportPrivateUsage]

    if comes:
        loop.call_later(0.001, come)
    began = loop.time()
    await picture.scored("file:///a.toolspec", again=True)
    return loop.time() - began


def test_the_first_answer_about_a_new_rule_has_its_score_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(refresh, "BRIEFLY_SECONDS", 60.0)
    session = OneRule(lacks=True)
    assert asyncio.run(answered_after(session, comes=True)) < 60
    assert not session.awaited, "answered before the score was there"


def test_an_answer_waits_only_briefly_for_a_score_that_does_not_come() -> None:
    asyncio.run(asyncio.wait_for(answered_after(OneRule(lacks=True), comes=False), 60))


def test_where_every_rule_has_a_score_no_answer_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refresh, "BRIEFLY_SECONDS", 60.0)
    session = OneRule(lacks=False)
    assert asyncio.run(answered_after(session, comes=False)) < 60
    assert session.awaited
