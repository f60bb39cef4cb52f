"""Editors are told to ask again for findings whenever those they show are out of date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bench.lsp_client import CAPABILITIES, RawClient
from tests.lsp.conftest import write_trace

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
