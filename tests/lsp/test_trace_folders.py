"""A spec that names no traces is offered those that lie beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace
from toolspec.lsp.features.code_actions import applied, code_actions
from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.state.document import SpecDocument
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.state.trace_folders import trace_folder

LINE = 'traces "runs/*.json"\n'


def spec(folder: Path, text: str) -> Snapshot:
    """Return a spec in a folder, with no place of traces known."""
    path = folder / "a.toolspec"
    return Snapshot(SpecDocument(path.as_uri(), text, 1, str(path)))


def with_line(folder: Path, text: str) -> str:
    """Return the text of a spec after the offered change."""
    shown = spec(folder, text)
    [action] = code_actions(Ask(shown, (0, 0), beside=trace_folder(shown)), ["quickfix"])
    return applied(text, action.edits)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("", LINE + "\n"),
        ("forbid rm\n", LINE + "\nforbid rm\n"),
        ("\nforbid rm\n", LINE + "\nforbid rm\n"),
        ("# Refunds.\n\nforbid rm\n", "# Refunds.\n" + LINE + "\nforbid rm\n"),
        ("## No deletion.\nforbid rm\n", LINE + "\n## No deletion.\nforbid rm\n"),
        ("# Refunds.", "# Refunds.\n" + LINE + "\n"),
    ],
)
def test_the_line_goes_to_the_top_below_the_comment_on_the_file(
    text: str, after: str, workspace: Path
) -> None:
    assert with_line(workspace, text) == after


def test_what_was_collected_is_offered_though_its_folder_is_hidden(tmp_path: Path) -> None:
    write_trace(tmp_path / ".toolspec" / "traces" / "one.jsonl", "search")
    folder = trace_folder(spec(tmp_path, ""))
    assert folder is not None
    assert folder.glob == ".toolspec/traces/*.jsonl"


def test_the_folder_with_most_files_that_look_like_traces_is_offered(workspace: Path) -> None:
    for number in range(4):
        write_trace(workspace / "logs" / f"{number}.jsonl", "search")
        (workspace / f"{number}.json").write_text('{"name": "package"}')
        write_trace(workspace / ".cache" / f"{number}.json", "search")
    folder = trace_folder(spec(workspace, ""))
    assert folder is not None
    assert (folder.glob, folder.title) == (
        "logs/*.jsonl",
        "use the 4 files logs/*.jsonl as traces",
    )


@pytest.mark.parametrize("text", ['traces "other/*.json"\n', "traces missing.json\n"])
def test_a_spec_that_names_traces_is_offered_none(text: str, workspace: Path) -> None:
    assert trace_folder(spec(workspace, text)) is None


def test_where_nothing_looks_like_a_trace_nothing_is_offered(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"name": "package"}')
    assert trace_folder(spec(tmp_path, "forbid rm\n")) is None


def test_a_spec_that_is_not_saved_is_offered_those_of_its_workspace(workspace: Path) -> None:
    uri, text = "untitled:Untitled-1", "forbid rm\n"
    assert trace_folder(Snapshot(SpecDocument(uri, text, 1))) is None
    folder = trace_folder(Snapshot(SpecDocument(uri, text, 1, unsaved_in=str(workspace))))
    assert folder is not None
    assert folder.glob == "runs/*.json"


def test_a_click_on_the_lens_above_the_spec_adds_the_line(
    client: RawClient, workspace: Path
) -> None:
    client.initialize(workspace, {"workspace": {"applyEdit": True}})
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, "forbid rm\n")
    first, *_ = client.about("codeLens", uri)
    assert first["command"]["title"] == "use the file runs/*.json as traces"
    client.request("workspace/executeCommand", first["command"])
    client.until(
        lambda: any(asked["method"] == "workspace/applyEdit" for asked in client.asked), "the edit"
    )
    [asked] = [one for one in client.asked if one["method"] == "workspace/applyEdit"]
    [[edit]] = asked["params"]["edit"]["changes"].values()
    assert edit["newText"] == LINE + "\n"
