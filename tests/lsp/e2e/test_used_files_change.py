"""When a used spec or a list of tools changes on disk, open specs that use it are read again."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace
from tests.lsp.e2e.editors import said_first

SPEC = 'traces "runs/*.json"\nuse "house.toolspec"\ntools "tools.json"\nforbid @reader\n'


@contextmanager
def editing(editor: str, folder: Path, watches: bool) -> Generator[tuple[RawClient, str]]:
    """Yield an editor in which a spec is open; one that watches no files where so."""
    with RawClient() as client:
        params = said_first(editor, folder)
        watched: dict[str, Any] = params["capabilities"].setdefault("workspace", {})
        watched["didChangeWatchedFiles"] = {"dynamicRegistration": watches}
        client.request("initialize", params)
        client.notify("initialized", {})
        uri = (folder / "a.toolspec").as_uri()
        client.open(uri, SPEC)
        yield client, uri


def findings(client: RawClient, uri: str) -> list[str]:
    report = client.about("diagnostic", uri)
    return [item["message"] for item in report.get("items", [])]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_trace(tmp_path / "runs/one.json", "search", "fetch")
    (tmp_path / "house.toolspec").write_text("tool @reader = search\n")
    (tmp_path / "tools.json").write_text(json.dumps({"tools": [{"name": "search"}]}))
    (tmp_path / "a.toolspec").write_text(SPEC)
    return tmp_path


@pytest.mark.parametrize("watches", [True, False], ids=["watched", "not watched"])
def test_a_change_of_a_used_spec_changes_scores_and_findings(folder: Path, watches: bool) -> None:
    with editing("vscode-1.100", folder, watches) as (client, uri):

        def change(name: str, text: str) -> None:
            (folder / name).write_text(text)
            if watches:
                changes = [{"uri": (folder / name).as_uri(), "type": 2}]
                client.notify("workspace/didChangeWatchedFiles", {"changes": changes})

        client.until(lambda: client.hints(uri).get(3, "").startswith("✗"), "the first score")
        change("house.toolspec", "tool @reader = nobody\n")
        client.until(lambda: client.hints(uri).get(3, "").startswith("✓"), "the new score")
        change("house.toolspec", "tool @reader = \n")
        client.until(
            lambda: any("house.toolspec" in one for one in findings(client, uri)), "the error"
        )
        change("house.toolspec", "tool @reader = search\n")
        client.until(lambda: client.hints(uri).get(3, "").startswith("✗"), "the old score again")
        change("tools.json", "no json")
        client.until(lambda: any("tools.json" in one for one in findings(client, uri)), "the error")
        (folder / "tools.json").unlink()
        if watches:
            changes = [{"uri": (folder / "tools.json").as_uri(), "type": 3}]
            client.notify("workspace/didChangeWatchedFiles", {"changes": changes})
        client.until(
            lambda: any("no such file" in one for one in findings(client, uri)), "what is gone"
        )


def test_specs_see_unsaved_edits_of_an_open_spec_that_they_use(folder: Path) -> None:
    (folder / "house.toolspec").write_text('use "names.toolspec"\n')
    (folder / "names.toolspec").write_text("tool @reader = search\n")
    names = (folder / "names.toolspec").as_uri()
    with editing("vscode-1.100", folder, watches=True) as (client, uri):
        client.until(lambda: client.hints(uri).get(3, "").startswith("✗"), "the file's score")
        client.open(names, "tool @reader = nobody\n")
        client.until(lambda: client.hints(uri).get(3, "").startswith("✓"), "the open text's score")
        client.change(names, 2, {"text": "tool @reader = search\ntool @new = fetch\n"})
        client.until(lambda: client.hints(uri).get(3, "").startswith("✗"), "the edit's score")
        offered = client.about("completion", uri, position={"line": 3, "character": 8})
        assert "@new" in [item["label"] for item in offered["items"]]
        client.change(names, 3, {"text": "tool @reader = \n"})
        client.until(lambda: any("house.toolspec" in one for one in findings(client, uri)), "error")
        client.notify("textDocument/didClose", {"textDocument": {"uri": names}})
        client.until(lambda: not any("house" in one for one in findings(client, uri)), "no error")
        client.until(lambda: client.hints(uri).get(3, "").startswith("✗"), "the file's score again")


def test_a_spec_that_is_only_open_can_be_used(folder: Path) -> None:
    (folder / "house.toolspec").unlink()
    with editing("vscode-1.100", folder, watches=True) as (client, uri):
        client.until(lambda: any("house.toolspec" in one for one in findings(client, uri)), "error")
        client.open((folder / "house.toolspec").as_uri(), "tool @reader = search\n")
        client.until(lambda: client.hints(uri).get(3, "").startswith("✗"), "a score")
        assert not any("house.toolspec" in one for one in findings(client, uri))


def test_rules_that_the_trace_supports_can_be_recorded(folder: Path) -> None:
    write_trace(folder / "runs/two.json", "search")
    with editing("vscode-1.100", folder, watches=True) as (client, uri):
        client.until(lambda: client.hints(uri).get(3), "a score")
        place = {"line": 3, "character": 0}
        about: dict[str, Any] = {"context": {"diagnostics": []}}
        about["range"] = {"start": place, "end": place}

        def recorded() -> list[str]:
            actions: list[Any] = client.about("codeAction", uri, **about) or []
            return [one["title"] for one in actions if "recent traces" in one["title"]]

        client.until(recorded, "the actions")
        expected = [f"Record the {what} of 2 recent traces" for what in ("tools", "limits")]
        assert recorded() == expected
