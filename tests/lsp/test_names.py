"""Names in a spec and over a workspace: rename, references, definition, highlight, linked edits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.lsp_client import CAPABILITIES, RawClient
from tests.lsp.cursor import URI, cut, snapshot
from toolspec.engine.trace import Call
from toolspec.lsp.features.definition import calls_of, definition, tool_at
from toolspec.lsp.features.references import highlights, linked, references
from toolspec.lsp.features.rename import RenameError, left_out, renamable, rename
from toolspec.lsp.judge.messages import CallInfo
from toolspec.lsp.state.document import SpecDocument
from toolspec.lsp.state.snapshot import Snapshot

OTHER = "file:///w/other.toolspec"
TEXT = """\
tool @ask = search | "look up"
order: @ask -> fetch -> "look up"
count fetch = 1  # fetch
args subset: fetch <fetch: "fetch">
forbid /fetch/, fetch*
"""


def seen(marked: str, other: str = "") -> tuple[Snapshot, int]:
    text, offset = cut(marked)
    found = snapshot(text)
    if other:
        document = SpecDocument(OTHER, other, None, "/w/other.toolspec")
        found = found._replace(others=lambda: [document])
    return found, offset


def renamed(marked: str, new: str, other: str = "") -> dict[str, str]:
    """Return the texts after a rename, by the end of their URI."""
    found, offset = seen(marked, other)
    texts = {URI: found.document.text, OTHER: other}
    for uri, edits in rename(found, offset, new).items():
        for edit in sorted(edits, reverse=True):
            text = texts[uri]
            texts[uri] = text[: edit.span[0]] + edit.text + text[edit.span[1] :]
    return texts


def test_a_tool_is_renamed_where_it_is_a_tool_and_nowhere_else() -> None:
    after = renamed(TEXT.replace("-> fetch", "-> f<CURSOR>etch", 1), "load")[URI]
    assert after == TEXT.replace("-> fetch", "-> load").replace(
        "count fetch", "count load"
    ).replace("subset: fetch", "subset: load")


@pytest.mark.parametrize(
    ("new", "written"),
    [("find", "find"), ("find it", '"find it"'), ('a"b', '"a\\"b"'), ("東京", '"東京"')],
)
def test_a_tool_is_written_in_quotes_where_its_name_needs_them(new: str, written: str) -> None:
    after = renamed('count "look<CURSOR> up" = 1\norder: "look up" -> a\n', new)[URI]
    assert after == f"count {written} = 1\norder: {written} -> a\n"


def test_a_quoted_tool_may_become_a_bare_one_and_is_the_same_tool_either_way() -> None:
    after = renamed('count "fet<CURSOR>ch" = 1\norder: fetch -> a\n', "load")[URI]
    assert after == "count load = 1\norder: load -> a\n"


def test_a_tool_is_renamed_in_every_spec_of_the_workspace() -> None:
    after = renamed("count fet<CURSOR>ch = 1\n", "load", 'case "x" {\n  forbid fetch\n}\n')
    assert after[OTHER] == 'case "x" {\n  forbid load\n}\n'


@pytest.mark.parametrize(
    ("broken", "after"),
    [
        ("order fetch\n", "order load\n"),
        ("forbd fetch\n", "forbd load\n"),
        ("order: a -> -> fetch # fetch\n", "order: a -> -> load # fetch\n"),
        ("fetch = 1\n", "load = 1\n"),
        ('forbid a fetch <fetch: "fetch">\n', 'forbid a load <fetch: "fetch">\n'),
        # No tool is there, or nobody can tell.
        ("case fetch {\n", "case fetch {\n"),
        ("forbid a <x: 1 fetch\n", "forbid a <x: 1 fetch\n"),
    ],
)
def test_a_tool_is_renamed_in_lines_that_cannot_be_read(broken: str, after: str) -> None:
    assert renamed("count fet<CURSOR>ch = 1\n", "load", broken)[OTHER] == after


@pytest.mark.parametrize(
    ("other", "places"),
    [
        ("order: a\nforbid a <x: 1 fetch\n", ["other.toolspec:2"]),
        ('count b\n\nforbd b "fetch"\n', ["other.toolspec:3"]),
        ('forbid "fetch\n', ["other.toolspec:1"]),
        ('order fetch\nforbid a <fetch: "fetch">\ncase fetch {\n}\n', []),
    ],
)
def test_where_a_name_may_be_left_is_told(other: str, places: list[str]) -> None:
    assert left_out(seen("count a = 1\n", other)[0], "fetch") == places
    assert left_out(seen("count a = 1\n", other)[0], "@fetch") == []


def test_a_rename_says_which_specs_it_could_not_look_into(
    client: RawClient, workspace: Path
) -> None:
    (workspace / "old.toolspec").write_bytes(b"forbid fetch \xff\n")
    (workspace / "half.toolspec").write_text('forbid "fetch\n', "utf-8")
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, "forbid fetch\n")
    edit = client.about("rename", uri, position={"line": 0, "character": 8}, newName="load")
    assert [*edit["changes"]] == [uri]
    (told,) = [note["params"] for note in client.notes if note["method"] == "window/showMessage"]
    assert told["message"] == (
        "toolspec: `fetch` may also be mentioned in places that cannot be read and were not "
        "renamed: "
        "half.toolspec:1, old.toolspec"
    )


def test_edits_are_of_a_version_where_the_editor_can_tell(
    client: RawClient, workspace: Path
) -> None:
    (workspace / "b.toolspec").write_text("forbid fetch\n", "utf-8")
    able: dict[str, Any] = {
        **CAPABILITIES,
        "workspace": {"workspaceEdit": {"documentChanges": True}},
    }
    client.initialize(workspace, able)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, "forbid fetch\nforbid fetch\n", 7)
    edit = client.about("rename", uri, position={"line": 0, "character": 8}, newName="load")
    closed = {"uri": (workspace / "b.toolspec").as_uri(), "version": None}
    changed = [one["textDocument"] for one in edit["documentChanges"]]
    assert changed == [{"uri": uri, "version": 7}, closed]
    here = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 0}}
    offered = client.about("codeAction", uri, range=here, context={"diagnostics": []})
    assert {one["edit"]["documentChanges"][0]["textDocument"]["version"] for one in offered} == {7}


@pytest.mark.parametrize("new", ["@find", "find"])
def test_a_tool_lines_name_is_renamed_in_its_file_with_or_without_the_sign(new: str) -> None:
    after = renamed(TEXT.replace("order: @ask", "order: @as<CURSOR>k"), new, "count @ask = 1\n")
    assert after[URI] == TEXT.replace("@ask", "@find")
    assert after[OTHER] == "count @ask = 1\n"


@pytest.mark.parametrize(
    ("marked", "new", "why"),
    [
        ("tool @as<CURSOR>k = a\n", "two words", "is not a name"),
        ("tool @as<CURSOR>k = a\n", "@", "is not a name"),
        ("tool @as<CURSOR>k = a\n", "1st", "is not a name"),
        ("tool @as<CURSOR>k = a\ntool @b = c\n", "b", "defined already"),
        ("count fet<CURSOR>ch = 1\n", "", "cannot be empty"),
    ],
)
def test_a_name_that_cannot_stand_is_refused_with_the_reason(
    marked: str, new: str, why: str
) -> None:
    found, offset = seen(marked)
    with pytest.raises(RenameError, match=why):
        rename(found, offset, new)


@pytest.mark.parametrize(
    "marked",
    [
        "cou<CURSOR>nt a = 1\n",
        "count a = <CURSOR>1\n",
        "# fet<CURSOR>ch\n",
        "args: a <k<CURSOR>ey: 1>\n",
        "forbid /fet<CURSOR>ch/\n",
        "forbid fet<CURSOR>ch*\n",
        "<CURSOR>",
    ],
)
def test_what_is_no_name_cannot_be_renamed(marked: str) -> None:
    found, offset = seen(marked)
    assert renamable(found, offset) is None
    assert rename(found, offset, "x") == {}
    assert references(found, offset) == []
    assert highlights(found, offset) == []


@pytest.mark.parametrize("marked", ["count <CURSOR>fetch = 1\n", "count fetch<CURSOR> = 1\n"])
def test_a_cursor_at_either_end_of_a_name_is_on_it(marked: str) -> None:
    found, offset = seen(marked)
    assert renamable(found, offset) == ((6, 11), "fetch")


def test_references_are_every_mention_with_or_without_the_definition() -> None:
    found, offset = seen(TEXT.replace("order: @ask", "order: @as<CURSOR>k"))
    spans = [place.span for place in references(found, offset)]
    assert [TEXT[slice(*span)] for span in spans] == ["@ask", "@ask"]
    assert [place.span for place in references(found, offset, False)] == spans[1:]
    found, offset = seen("count fet<CURSOR>ch = 1\n", "forbid fetch\n")
    assert [place.uri for place in references(found, offset)] == [URI, OTHER]


def test_highlights_tell_the_definition_from_the_uses() -> None:
    found, offset = seen(TEXT.replace("order: @ask", "order: @as<CURSOR>k"))
    assert [defines for _, defines in highlights(found, offset)] == [True, False]


@pytest.mark.parametrize(
    ("text", "together"),
    [
        (TEXT.replace("order: @ask", "order: @as<CURSOR>k"), ["ask", "ask"]),
        ("count fet<CURSOR>ch = 1\nforbid fetch | b\nargs fetch <fetch: 1>", ["fetch"] * 3),
        ("order: a -> b -> <CURSOR>a\ntool @x = a | /a/ | a*\n", ["a", "a", "a"]),
        ("count ns/fetch.<CURSOR>it = 1\nforbid ns/fetch.it\n", ["ns/fetch.it"] * 2),
        # Written differently, or alone, or no name.
        ('count fet<CURSOR>ch = 1\nforbid "fetch"\n', []),
        ('count "fet<CURSOR>ch" = 1\nforbid "fetch"\n', []),
        ('count "a <CURSOR>b" = 1\nforbid "a b"\n', []),
        ("tool @al<CURSOR>one = a\n", []),
        ("forbid a<CURSOR>*\nforbid a*\n", []),
        ("forbid fet<CURSOR>ch # fetch\n", []),
        ("for<CURSOR>bid fetch\nforbid b\n", []),
    ],
)
def test_the_uses_of_a_name_are_edited_together(text: str, together: list[str]) -> None:
    found, offset = seen(text)
    assert [found.document.text[slice(*span)] for span in linked(found, offset)] == together


def test_the_definition_of_a_name_is_its_line() -> None:
    found, offset = seen(TEXT.replace("order: @ask", "order: @as<CURSOR>k"))
    (place,) = definition(found, offset)
    assert TEXT[slice(*place.span)] == "@ask" and place.span[0] == TEXT.index("@ask")
    found, offset = seen("order: @mis<CURSOR>sing -> a\n")
    assert definition(found, offset) == []


def test_the_definition_of_a_tool_is_its_calls_in_the_trace_that_is_shown() -> None:
    text, offset = cut('case "b" {\n  count fet<CURSOR>ch = 1\n}\n')
    calls = [Call("fetch")]
    assert tool_at(snapshot(text, {"a": calls, "b": calls}), offset) == ("fetch", "/w/runs/b.json")
    assert tool_at(snapshot(text), offset) is None
    listed = tuple(
        CallInfo(at, tool, 0, None, True, at + 1, 3, "") for at, tool in enumerate("aba")
    )
    assert [(one.line, one.column) for one in calls_of(listed, "a", "/x")] == [(1, 3), (3, 3)]
