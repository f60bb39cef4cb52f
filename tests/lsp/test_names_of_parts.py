"""The names of the language's second part: `$names`, names of values, names of used specs."""

from __future__ import annotations

from pathlib import Path

import pytest
from cursor import cut, snapshot

from toolspec.lsp.features.definition import definition
from toolspec.lsp.features.links import links
from toolspec.lsp.features.references import highlights, linked, references
from toolspec.lsp.features.rename import RenameError, renamable, rename
from toolspec.lsp.state.session import Session
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.symbols_in_line import colours

EACH = (
    "each issue_refund <order_id: $o>: after get_order <order_id: $<CURSOR>o> result has $o\n"
    "each pay <id: $o>: before get_order <order_id: $o>\n"
)


def test_a_bound_name_is_one_rule_s_own() -> None:
    text, at = cut(EACH)
    found = snapshot(text)
    line = text.index("\n")
    assert [(text[slice(*span)], defines) for span, defines in highlights(found, at)] == [
        ("$o", True), ("$o", False), ("$o", False),
    ]  # fmt: skip
    assert all(place.span[1] <= line for place in references(found, at))
    assert [place.span for place in definition(found, at)] == [(29, 31)]
    assert [text[slice(*span)] for span in linked(found, at)] == ["o", "o", "o"]


def test_a_bound_name_is_renamed_in_its_rule_with_or_without_its_sign() -> None:
    text, at = cut(EACH)
    for new in ("order", "$order"):
        (edits,) = rename(snapshot(text), at, new).values()
        assert [(text[slice(*edit.span)], edit.text) for edit in edits] == [("$o", "$order")] * 3
    with pytest.raises(RenameError):
        rename(snapshot(text), at, "a-b")
    text, at = cut("each a <x: $<CURSOR>o, y: $p>: before b <x: $o, y: $p>")
    with pytest.raises(RenameError):
        rename(snapshot(text), at, "p")


def test_words_of_values_and_bound_names_have_colours_of_their_own() -> None:
    text = 'each a <o: $o, text: not "x" & >= 5>: after b <o: list of text> result {has: 1, ...}'
    (entry,) = snapshot(text).reading.entries
    found = [(text[slice(*one.span)], one.what) for one in colours(entry)]
    assert ("$o", "bound") in found
    assert ("text", "property") in found and ("text", "keyword") in found
    assert {("not", "keyword"), ("list", "keyword"), ("of", "keyword"), (">=", "operator")} <= {
        *found
    }
    assert ("has", "property") in found


def test_tools_and_agents_of_clauses_are_no_keywords_and_are_renamed_with_the_others() -> None:
    text, at = cut(
        "forbid pay until app<CURSOR>rove ok if not approve ignoring approve | log_*\n"
        "among pay by clerk {\n  require approve after first approve\n}\n"
    )
    found = snapshot(text)
    words = [
        (text[slice(*one.span)], one.what)
        for entry in found.reading.entries
        for one in colours(entry)
    ]
    tools = [word for word, what in words if what == "tool"]
    assert tools.count("approve") == 5
    assert {"log_*", "clerk", "pay"} < set(tools)
    (edits,) = rename(found, at, "sign off").values()
    assert [text[slice(*edit.span)] for edit in edits] == ["approve"] * 5
    # An agent is not a tool: it keeps its name.
    assert renamable(found, text.index("clerk") + 1) is None


@pytest.fixture
def session(tmp_path: Path) -> Session:
    house = "value @id = /^A-/\ntool @reader = search | fetch\n"
    (tmp_path / "house.toolspec").write_text(house)
    (tmp_path / "other.toolspec").write_text('use "house.toolspec"\nforbid x <id: @id>\n')
    (tmp_path / "own.toolspec").write_text("value @id = 7\nforbid x <id: @id>\n")
    (tmp_path / "tools.json").write_text('{"tools": [{"name": "x"}]}')
    found = Session(lambda _: None, lambda _: None)
    found.folders = [str(tmp_path)]
    return found


def opened(session: Session, folder: Path, name: str, text: str) -> Snapshot:
    uri = (folder / name).as_uri()
    session.open(uri, text, 1)
    found = session.snapshot(uri)
    assert found is not None
    return found


def test_a_name_of_a_used_spec_is_found_and_renamed_in_all_that_use_it(
    session: Session, tmp_path: Path
) -> None:
    text, at = cut('use "house.toolspec"\nrequire pay <id: @i<CURSOR>d>\n')
    here = opened(session, tmp_path, "a.toolspec", text)
    (place,) = definition(here, at)
    assert (Path(place.uri).name, place.span) == ("house.toolspec", (6, 9))
    assert {Path(place.uri).name for place in references(here, at)} == {
        "a.toolspec", "house.toolspec", "other.toolspec",
    }  # fmt: skip
    edits = rename(here, at, "order")
    assert {Path(uri).name: [edit.text for edit in all_of] for uri, all_of in edits.items()} == {
        "a.toolspec": ["@order"], "house.toolspec": ["@order"], "other.toolspec": ["@order"],
    }  # fmt: skip
    assert renamable(here, at) == ((at - 2, at + 1), "@id")
    with pytest.raises(RenameError):
        rename(here, at, "reader")


def test_a_name_of_a_value_is_renamed_from_its_own_line(session: Session, tmp_path: Path) -> None:
    text, at = cut("value @i<CURSOR>d = 7\nforbid x <id: @id>\nanswer @id\n")
    here = opened(session, tmp_path, "own.toolspec", text)
    (edits,) = rename(here, at, "number").values()
    assert [edit.text for edit in edits] == ["@number"] * 3


def test_files_of_use_and_tools_lines_are_links(session: Session, tmp_path: Path) -> None:
    text = 'use "house.toolspec"\ntools "*.json", "none.json"\n'
    here = opened(session, tmp_path, "a.toolspec", text)
    found = [(text[slice(*span)], Path(target).name) for span, target, _ in links(here, str)]
    assert found == [("house.toolspec", "house.toolspec"), ("*.json", "tools.json")]
    here.document.within = (str(tmp_path),)
    assert links(here, str) == []
