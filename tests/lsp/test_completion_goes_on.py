"""Completion from one thing to the next: folder by folder, tool after tool, key and value."""

from __future__ import annotations

from pathlib import Path

import pytest
from cursor import cut, snapshot

from toolspec.engine.trace import called
from toolspec.lsp.features.completion import completions, paths
from toolspec.lsp.features.completion.place import place_at


def test_paths_are_globs_then_folders_then_files() -> None:
    listed = [
        paths.Listed("runs", folder=True),
        paths.Listed("b.json", folder=False),
        paths.Listed("a.json", folder=False),
        paths.Listed(".git", folder=True),
        paths.Listed("s.toolspec", folder=False),
    ]
    text, offset = cut('traces "<CURSOR>"')
    found = completions(snapshot(text), offset, 0, listed)
    assert [item.text for item in found] == ["*.json", "runs/", "a.json", "b.json"]
    text, offset = cut('traces "x.json", "runs/su<CURSOR>')
    there = snapshot(text)
    assert paths.folder_wanted(there, place_at(there, offset)) == Path("/w/runs")
    assert completions(snapshot(text), offset, 0, listed)[0].text == 'runs/*.json"'


@pytest.mark.parametrize(
    ("typed", "after"),
    [
        ('traces "<CURSOR>"', 'traces "runs/"'),
        ('traces "ru<CURSOR>"', 'traces "runs/"'),
        ('traces "ru<CURSOR>', 'traces "runs/'),
        ("traces ru<CURSOR>", 'traces "runs/$0"'),
    ],
)
def test_a_folder_is_entered_with_the_caret_in_the_quotes(typed: str, after: str) -> None:
    text, offset = cut(typed)
    listed = [paths.Listed("runs", folder=True)]
    (item,) = completions(snapshot(text), offset, 0, listed)
    assert text[: item.span[0]] + item.text + text[item.span[1] :] == after
    assert item.again
    # What was typed is held against what replaces it: else an editor offers nothing.
    assert (item.filter or item.label).startswith(text[item.span[0] : offset])


def test_a_folder_of_traces_is_offered_as_a_whole() -> None:
    listed = [
        paths.Listed("runs", folder=True, inside=("a.json", "b.json", "readme.md")),
        paths.Listed("src", folder=True, inside=("a.py", "b.py")),
    ]
    text, offset = cut('traces "<CURSOR>"')
    found = completions(snapshot(text), offset, 0, listed)
    assert [item.text for item in found] == ["runs/*.json", "runs/", "src/"]


ORDERED = {
    "one": (called("a"), called("rare"), called("a"), called("b"), called("b"), called("b")),
    "two": (called("z"), called("a"), called("rare")),
}


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("order: a -> <CURSOR>", "rare"),
        ("order: x -> a ->\n  <CURSOR>", "rare"),
        ('sequence: "a" <n: 1> -> <CURSOR>', "rare"),
        ("require <CURSOR>", "a"),
        ("order: nobody -> <CURSOR>", "a"),
    ],
)
def test_an_order_offers_first_what_traces_call_next(text: str, first: str) -> None:
    cut_text, offset = cut(text)
    found = completions(snapshot(cut_text, ORDERED), offset)
    tools = [item for item in found if item.kind == "tool"]
    wanted = first if "nobody" not in text else tools[0].label
    assert tools[0].label == wanted
    assert ("next after a 2×" in tools[0].detail) == (first == "rare")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("order: a -> <CURSOR>", {"rare": "next 2 of 3 times", "b": "next 1 of 3 times"}),
        ("order: <CURSOR>", {"a": "first in 1 of 2 traces", "rare": "2 calls"}),
        ("require <CURSOR>", {"a": "3 calls", "z": "1 call"}),
        ("require b <<CURSOR>", {"n": "in 2 of 3 calls"}),
        ("require b <n: <CURSOR>", {"1": "in 1 of 2 calls"}),
        ("require <CURSOR>", {"first": "", "user says": ""}),
    ],
)
def test_each_row_of_the_list_says_how_often_traces_have_it(
    text: str, wanted: dict[str, str]
) -> None:
    cut_text, offset = cut(text)
    one = (*ORDERED["one"][:3], called("b", {"n": 1}), called("b", {"n": 2}), called("b"))
    found = completions(snapshot(cut_text, {**ORDERED, "one": one}), offset)
    often = {item.label: item.often for item in found}
    assert {label: often[label] for label in wanted} == wanted


def test_what_has_more_behind_it_opens_the_list_again() -> None:
    def again(text: str) -> dict[str, bool]:
        cut_text, offset = cut(text)
        found = completions(snapshot(cut_text, {"run": (called("a", {"n": 1}),)}), offset)
        return {item.label: item.again for item in found}

    firsts = again("<CURSOR>")
    assert firsts["order: tool -> tool"] and firsts['traces "runs/*.json"']
    assert firsts["count tool = 1"] and not firsts["tool @name = tool"]
    assert again("require a <<CURSOR>")["n"]
    tools = again("require <CURSOR>")
    assert not tools["a"] and tools["first"]
    assert again("order: a <CURSOR>")["->"]
