"""What a spec says of tools comes from its own traces, whatever else is open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace


def offered(client: RawClient, uri: str, line: int, character: int) -> set[str]:
    place = {"line": line, "character": character}
    found = client.about("completion", uri, position=place)
    return {item["label"] for item in found["items"] if item.get("kind") == 23}


def codes(client: RawClient, uri: str) -> list[Any]:
    return [one.get("code") for one in client.about("diagnostic", uri)["items"]]


def said(client: RawClient, uri: str) -> str:
    """Return what findings say of other places: a failing rule's of tools that no trace calls."""
    found = client.about("diagnostic", uri)["items"]
    return " ".join(one["message"] for item in found for one in item.get("relatedInformation", ()))


def test_another_specs_traces_change_neither_completion_nor_findings(
    client: RawClient, tmp_path: Path
) -> None:
    uris: list[str] = []
    for name, tools in (("a", ("fs.read", "search")), ("b", ("pay", "find_customer"))):
        write_trace(tmp_path / name / "trace.json", *tools)
        uris.append((tmp_path / name / "spec.toolspec").as_uri())
    client.initialize(tmp_path)
    text = 'traces "trace.json"\nrequire find_customer\nrequire f\n'
    first, second = uris
    client.open(first, text)
    client.until(lambda: client.hints(first), "scores")
    assert offered(client, first, 2, 9) == {"fs.read", "search"}
    assert "find_customer" in said(client, first)
    client.open(second, text)
    client.until(lambda: client.hints(second), "scores")
    assert offered(client, second, 2, 9) == {"pay", "find_customer"}
    assert "find_customer" not in said(client, second), "`f` alone"
    change = {"text": text.replace("require f", "require fs")}
    client.change(first, 2, change)
    assert offered(client, first, 2, 10) == {"fs.read", "search"}
    assert "fsind_customer" in said(client, first)


def test_a_spec_without_traces_takes_no_other_specs_tools(
    client: RawClient, tmp_path: Path
) -> None:
    write_trace(tmp_path / "a" / "trace.json", "search")
    client.initialize(tmp_path)
    own, bare = ((tmp_path / "a" / f"{name}.toolspec").as_uri() for name in ("own", "bare"))
    client.open(own, 'traces "trace.json"\ncount search = 1\n')
    client.until(lambda: client.hints(own), "scores")
    client.open(bare, "require sea\n")
    assert offered(client, bare, 0, 11) == set()
    assert codes(client, bare) == []


def test_a_spec_that_is_not_saved_yet_lies_in_the_workspace(
    client: RawClient, workspace: Path
) -> None:
    write_trace(workspace / "runs" / "one.json", "search")
    client.initialize(workspace)
    uri = "untitled:Untitled-1"
    client.open(uri, 'traces "runs/*.json"\nforbid pay\n')
    assert "✓ 1.00" in str(client.until(lambda: client.hints(uri), "scores"))
